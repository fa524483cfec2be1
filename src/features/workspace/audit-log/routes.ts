import { actorTypes } from '../../../context.ts';
import { keyWith } from '../../../http/access/api-key.ts';
import { choiceQuery, pageQuery, textQuery, timestampQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { exampleId } from '../../../shapes/examples.ts';
import { CreatedAt, Id, Many, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { Type } from '../../../shapes/type.ts';
import { listAuditEntries } from './operations.ts';

const AuditEntry = Resource(
  {
    id: Id('auditEntry', 'Names the entry.'),
    action: Type.String({
      description: 'What was done: a kind of thing, and what happened to it.',
      examples: ['api_key.created'],
    }),
    actor: Resource(
      {
        type: OneOf(
          actorTypes,
          'A key, a member in the console or by mail, a participant on their page or by mail, somebody with a booking link, somebody at the command line, or the service itself.',
        ),
        id: Type.String({
          description:
            'The id of the key, of the member or of the booking link; the address of the participant; for the others, the name of the user or of the part of the service.',
          examples: [exampleId('apiKey', 1)],
        }),
      },
      undefined,
      'Who did it.',
    ),
    tool: Nullable(
      Type.String({
        description:
          'The tool of the MCP server that was called for it, by an agent with the key; null otherwise.',
        examples: [null],
      }),
    ),
    target: Resource(
      {
        type: Type.String({ description: 'What kind of thing it is.', examples: ['api_key'] }),
        id: Type.String({ description: 'Which one: the id of the thing.', examples: [exampleId('apiKey')] }),
      },
      undefined,
      'What was changed.',
    ),
    changes: Type.Unsafe<Record<string, [unknown, unknown]>>({
      type: 'object',
      description: 'For each field that changed: its value before and after.',
      additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
      examples: [
        {
          name: [null, 'CRM sync'],
          scopes: [null, ['teams.read', 'teams.write']],
          expires_at: [null, '2027-11-15T00:00:00.000Z'],
        },
      ],
    }),
    reason: Nullable(
      Type.String({
        description: 'The reason that the caller gave; null if there is none.',
        examples: [null],
      }),
    ),
    created_at: CreatedAt('auditEntry', 'When it was done.'),
  },
  'AuditEntry',
  'The record of one change. It is written together with the change itself.',
);

export const auditLogRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/audit_log',
    access: keyWith('audit_log.read'),
    operation: 'listAuditEntries',
    group: {
      name: 'Audit log',
      description: 'Every change in the workspace: who, what, when, before and after.',
    },
    summary: 'List what was changed, when and by whom',
    description:
      'Lists every change in the workspace, whoever made it, newest first. Filters can be combined. Secrets never appear in it.',
    query: {
      ...pageQuery('auditEntry'),
      action: textQuery('Only entries with this action, such as `api_key.created`.'),
      target_id: textQuery('Only entries about the thing with this id.'),
      actor_id: textQuery('Only what was done by the actor with this id.'),
      actor_type: choiceQuery(actorTypes, 'Only what was done by an actor of this type.'),
      created_after: timestampQuery('Only what was done at this time or later.'),
      created_before: timestampQuery('Only what was done at this time or earlier.'),
    },
    response: { status: 200, description: 'A page of entries.', shape: Many(AuditEntry) },
    handle: (context, { query }) => listAuditEntries(context, query),
  }),
];
