// Events and their deliveries, read from the database.
import type { Services } from '../../../src/context.ts';
import { insertRow } from '../../../src/storage/rows.ts';
import { placeIn } from '../../../src/webhooks/compose.ts';
import type { Node } from '../server/rota.ts';

/** A workspace and its database. */
export interface Place {
  services: Pick<Services, 'database' | 'clock' | 'ids' | 'secrets'>;
  workspaceId: string;
}

/** Every type that can be announced. */
export const EVENT_TYPES = [
  'meeting_request.created',
  'meeting_request.booked',
  'meeting_request.rescheduled',
  'meeting_request.place_changed',
  'meeting_request.cancelled',
  'meeting_request.paused',
  'meeting_request.resumed',
  'meeting_request.organizer_changed',
  'meeting_request.follow_up_sent',
  'meeting_request.no_show',
  'meeting_request.needs_attention',
  'member.deactivated',
  'calendar.failing',
  'calendar.recovered',
  'calendar_connection.connected',
  'calendar_connection.broken',
  'webhook_endpoint.backlog_full',
  'webhook_endpoint.backlog_cleared',
  'webhook_endpoint.disabled',
  'api_key.expiring',
  'seats.nearly_full',
];

const OF_THE_SERVICE =
  /^(meeting_request\.needs_attention$|calendar(?:_connection)?\.|webhook_endpoint\.|api_key\.expiring$|seats\.nearly_full$)/;

/** The types that calls can cause. */
export const TYPES_OF_CALLS = EVENT_TYPES.filter((type) => !OF_THE_SERVICE.test(type));

export type Payload = { event: string; timestamp: string; id: string } & Record<string, unknown>;

export interface StoredEvent {
  id: string;
  type: string;
  payload: Payload;
  created_at: number;
}

/** The workspace's events, oldest first; about one thing, or after an event. */
export async function eventsOf(
  { services, workspaceId }: Place,
  about?: string,
  after = '',
): Promise<StoredEvent[]> {
  const rows = await services.database.all<Omit<StoredEvent, 'payload'> & { payload: string }>(
    'select id, type, payload, created_at from events where workspace_id = $1 and id > $2 order by id',
    [workspaceId, after],
  );
  const events = rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as Payload }));
  return about === undefined ? events : events.filter(({ payload }) => payload.id === about);
}

export const payloadsAbout = async (node: Node, id: string) =>
  (await eventsOf(node, id)).map(({ payload }) => payload);

/**
 * An endpoint subscribed to these types, known or not. It is disabled, so that its deliveries stay unchanged. Once enabled, its
 * address refuses every connection.
 */
export async function subscribe(
  { services: { database, ids, clock, secrets }, workspaceId }: Place,
  types: string[],
  { enabled = false, workspace = workspaceId } = {},
): Promise<string> {
  const id = ids('endpoint');
  const now = clock.now();
  await database.transaction(async (tx) => {
    const seal = await secrets.sealer(tx);
    await insertRow(tx, 'webhook_endpoints', {
      workspace_id: workspace,
      id,
      url: 'http://127.0.0.1:1/hook',
      events: JSON.stringify(types),
      sealed_secret: seal('whsec_AAAA', placeIn('sealed_secret', workspace, id)),
      sealed_headers: seal('[]', placeIn('sealed_headers', workspace, id)),
      failures: '[]',
      disabled_at: enabled ? null : now,
      disabled_reason: enabled ? null : 'manual',
      created_at: now,
      updated_at: now,
    });
  });
  return id;
}

export interface StoredDelivery {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  response_code: number | null;
  delivered_at: number | null;
  last_attempted_at: number | null;
  created_at: number;
}

/** Oldest first. */
export function deliveriesTo({ services }: Node, endpointId: string): Promise<StoredDelivery[]> {
  return services.database.all<StoredDelivery>(
    `select id, endpoint_id, event_id, event_type, status, attempts, response_code, delivered_at, last_attempted_at,
       created_at
     from webhook_deliveries where endpoint_id = $1 order by id`,
    [endpointId],
  );
}
