import { pageQuery, textQuery } from '../../http/query.ts';
import { type Route, route } from '../../http/route.ts';
import { Id, Many, Nullable, OneOf, Resource, Timestamp } from '../../http/shapes.ts';
import { Type } from '../../http/type.ts';
import { listAuditEntries } from './operations.ts';

const AuditEntry = Resource(
  {
    id: Id('auditEntry'),
    action: Type.String({ description: 'What was done.', examples: ['api_key.created'] }),
    actor: Resource({
      type: OneOf(['api_key', 'cli', 'system']),
      id: Type.String({ examples: ['key_01K9ZB3V5G8Q4T7M2N6P0R1S3W'] }),
    }),
    target: Resource({
      type: Type.String({ examples: ['api_key'] }),
      id: Type.String({ examples: ['key_01K9ZB3V5G8Q4T7M2N6P0R1S3W'] }),
    }),
    changes: Type.Unsafe<Record<string, [unknown, unknown]>>({
      type: 'object',
      description: 'For each field that changed: its value before and after.',
      additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
      examples: [{ name: [null, 'CRM sync'] }],
    }),
    reason: Nullable(Type.String()),
    created_at: Timestamp,
  },
  'AuditEntry',
);

export const auditLogRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/api/v1/audit_log',
    scope: 'audit_log.read',
    operation: 'listAuditEntries',
    group: 'Audit log',
    summary: 'List what was changed, when and by whom',
    query: {
      ...pageQuery('auditEntry'),
      action: textQuery('Only entries with this action, such as `api_key.created`.'),
      target_id: textQuery('Only entries about the thing with this id.'),
    },
    answer: { status: 200, description: 'A page of entries.', shape: Many(AuditEntry) },
    handle: (context, { query }) =>
      listAuditEntries(context, { action: query.action, targetId: query.target_id }, query),
  }),
];
