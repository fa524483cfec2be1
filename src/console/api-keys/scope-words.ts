import type { Scope } from '../../scopes.ts';

interface ScopeInWords {
  scope: Scope;
  /** What a key with this scope may do. */
  allows: string;
  /** Why the scope grants more than it seems to. */
  warning?: string;
}

/** Every scope once, grouped by what people look for. */
export const scopeGroups: { title: string; scopes: ScopeInWords[] }[] = [
  {
    title: 'Meetings',
    scopes: [
      { scope: 'meeting_requests.read', allows: 'See requests, their participants and free times.' },
      { scope: 'meeting_requests.write', allows: 'Create, book, move, pause and cancel requests.' },
      { scope: 'meeting_types.read', allows: 'See meeting types, their questions and free times.' },
      { scope: 'meeting_types.write', allows: 'Create, change and delete meeting types.' },
      { scope: 'messages.read', allows: 'Read every mail that went out or came in.' },
      { scope: 'messages.write', allows: 'Send mail again, and hand mail in as if it had come in.' },
    ],
  },
  {
    title: 'Teams',
    scopes: [
      { scope: 'teams.read', allows: 'See teams, their queues, turns, free times and booking links.' },
      { scope: 'teams.write', allows: 'Change teams and who is in them, pause members, take turns.' },
    ],
  },
  {
    title: 'People',
    scopes: [
      { scope: 'members.read', allows: 'See members, their availability and free times.' },
      {
        scope: 'members.write',
        allows: 'Add, change and deactivate members and their availability.',
      },
      {
        scope: 'members.admin',
        allows: 'With the one above: make admins, and change who they are.',
        warning:
          'An admin can do everything in this console. A key that expires or is bound to networks can’t use it.',
      },
      { scope: 'calendars.read', allows: 'See which calendars are connected, and whether they can be read.' },
      { scope: 'calendars.write', allows: 'Connect, change and remove calendars, and send busy times.' },
      { scope: 'seats.read', allows: 'See seats and their capacity.' },
      { scope: 'seats.write', allows: 'Assign and remove seats, and set the capacity.' },
    ],
  },
  {
    title: 'Other systems',
    scopes: [
      { scope: 'webhooks.read', allows: 'See endpoints and deliveries, and follow all events.' },
      { scope: 'webhooks.write', allows: 'Add, change, test and delete endpoints, and deliver again.' },
    ],
  },
  {
    title: 'Workspace',
    scopes: [
      { scope: 'workspace.read', allows: 'See the settings.' },
      { scope: 'workspace.write', allows: 'Change the settings.' },
      { scope: 'audit_log.read', allows: 'Read the audit log.' },
      { scope: 'privacy.read', allows: 'Read everything kept about a participant.' },
      {
        scope: 'privacy.write',
        allows: 'Erase participants, and decide how long things are kept.',
        warning: 'What it removes can’t be brought back.',
      },
      { scope: 'api_keys.read', allows: 'See which keys there are.' },
      {
        scope: 'api_keys.write',
        allows: 'Create and revoke keys.',
        warning: 'It can pass on everything else this key may do.',
      },
    ],
  },
];

/** A list to request with the new key, to try it out. */
export const samplePaths: Partial<Record<Scope, string>> = {
  'workspace.read': '/api/v1/workspace',
  'meeting_requests.read': '/api/v1/meeting_requests',
  'teams.read': '/api/v1/teams',
  'meeting_types.read': '/api/v1/meeting_types',
  'members.read': '/api/v1/workspace_members',
  'messages.read': '/api/v1/messages',
  'seats.read': '/api/v1/seats',
  'webhooks.read': '/api/v1/webhook_endpoints',
  'audit_log.read': '/api/v1/audit_log',
  'api_keys.read': '/api/v1/api_keys',
};
