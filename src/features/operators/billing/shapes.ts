import { At, Clearable, Id, Nullable, Reason, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { limitWords } from '../../workspace/workspaces/shapes.ts';

const Limited = (description: string, effective: number) =>
  Resource(
    {
      set: Nullable(
        Type.Integer({
          description: 'What was set for this workspace; null for the limit of the settings.',
          examples: [null],
        }),
      ),
      effective: Type.Integer({ description: 'What applies now; 0 for no limit.', examples: [effective] }),
    },
    undefined,
    description,
  );

export const WorkspaceLimits = Resource(
  {
    requests_per_minute: Limited(limitWords.requests_per_minute, 1_200),
    api_keys: Limited(limitWords.api_keys, 500),
    teams: Limited(limitWords.teams, 1_000),
    webhook_endpoints: Limited(limitWords.webhook_endpoints, 200),
    members: Limited(limitWords.members, 10_000),
    messages_per_day: Limited(limitWords.messages_per_day, 0),
    messages_today: Type.Integer({
      description: 'Messages counted on this UTC day. They are counted only while there is a limit for them.',
      examples: [0],
    }),
    messages_held: Type.Integer({
      description: 'Messages that wait for the next day because of the limit.',
      examples: [0],
    }),
  },
  'WorkspaceLimits',
  'How much the workspace may have and use.',
);

const count = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const usageFields = {
  month: Type.String({ description: 'The month, by UTC.', examples: ['2026-11'] }),
  meeting_requests: count('Meeting requests that were created.', 31),
  bookings: count('Meeting requests that were booked.', 24),
  messages_sent: count('Messages that were sent, or kept where there is no mail server.', 118),
  messages_received: count('Messages that came in.', 42),
  events: count('Events that happened.', 203),
  api_requests: count('Calls with keys of the workspace.', 5_120),
  members: count('Active members: the maximum at any time.', 12),
  seats: count('Assigned seats: the maximum at any time.', 4),
  counted_until: Nullable(
    At('Everything up to this time is counted; null where nothing was counted.', '2026-11-16T09:25:00.000Z'),
  ),
};

export const MonthOfUsage = Resource(usageFields, 'MonthOfUsage', 'What a workspace has used in a month.');

export const WorkspaceUsage = Resource(
  { workspace_id: Id('workspace', 'Whose usage it is.'), ...usageFields },
  'WorkspaceUsage',
  'What a workspace has used in a month, in the list of all workspaces.',
);

export const EndInput = Type.Object({
  reason: Clearable(
    Reason({ description: 'Why, for the audit log.', examples: ['Cancelled by the customer'] }),
  ),
});
export type EndInput = Static<typeof EndInput>;

/** The chapter of the API description for these routes. */
export const group = {
  name: 'Operators',
  description:
    'For those who run the service, and their billing systems: workspaces, what was bought for them, and what they use. ' +
    'These paths need an operator key: `rota operator-key create` makes one.',
};
export const path = { id: { kind: 'workspace', what: 'Workspace' } } as const;
export const entitlementPath = {
  ...path,
  entitlement_id: { kind: 'entitlement', what: 'Entitlement' },
} as const;
export const WORKSPACES = '/api/v1/operator/workspaces';
