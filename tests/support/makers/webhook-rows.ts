// Writes events, deliveries and attempts directly into their tables: thousands at once, or old ones. Also reads rows with what the API
// doesn't show: the claim of a delivery, and its lease.
import { insertEvents } from '../../../src/features/events/events/queries.ts';
import { generateSigningSecret } from '../../../src/features/events/webhook-endpoints/rules.ts';
import { createIds } from '../../../src/ids.ts';
import type { Database, Transaction } from '../../../src/storage/database.ts';
import { insertRows } from '../../../src/storage/rows.ts';
import { placeIn } from '../../../src/webhooks/compose.ts';
import { DELIVERIES_DUE } from '../../../src/webhooks/enqueue.ts';
import { ManualClock } from '../server/manual-clock.ts';
import type { Place } from './events.ts';

/** A delivery as it is in the database. */
export interface DeliveryRow {
  id: string;
  event_id: string;
  status: 'pending' | 'success' | 'failed';
  attempts: number;
  response_code: number | null;
  delivered_at: number | null;
  last_attempted_at: number | null;
  due_at: number | null;
  claim_id: string | null;
  lease_until: number | null;
}

export interface Writing {
  /** Their creation time; now by default. */
  madeAt?: number;
  /** Properties of each. By default they are pending, without attempts, and due since their creation. */
  fieldsOf?: (place: number) => Partial<DeliveryRow>;
  /** Whether the engines are notified, as for every event. */
  isTold?: boolean;
}

/** More endpoints like an existing one, with their own URLs and secrets, without custom headers. */
export async function copyEndpoint(
  { workspaceId, services: { database, ids, secrets } }: Place,
  endpointId: string,
  count: number,
  urlOf: (place: number) => string,
): Promise<void> {
  const columns = 'events, failures, created_at, updated_at';
  const own = 'id, url, sealed_secret, sealed_headers';
  const shape = { id: 'text', url: 'text', sealed_secret: 'text', sealed_headers: 'text' } as const;
  await database.transaction(async (tx) => {
    const seal = await secrets.sealer(tx);
    const copies = Array.from({ length: count }, (_, place) => {
      const id = ids('endpoint');
      return {
        id,
        url: urlOf(place),
        sealed_secret: seal(generateSigningSecret(), placeIn('sealed_secret', workspaceId, id)),
        sealed_headers: seal('[]', placeIn('sealed_headers', workspaceId, id)),
      };
    });
    await tx.run(
      `insert into webhook_endpoints (workspace_id, ${own}, ${columns})
       select workspace_id, copies.*, ${columns}
       from (select workspace_id, ${columns} from webhook_endpoints where workspace_id = $1 and id = $2) as original
       cross join (select ${own} from ${tx.dialect.rows('$3', shape)}) as copies`,
      [workspaceId, endpointId, JSON.stringify(copies)],
    );
  });
}

/** Deliveries to one endpoint, each with its own event and a row for each attempt; ordered by id. */
export async function writeDeliveries(
  place: Place,
  endpointId: string,
  count: number,
  { madeAt = place.services.clock.now(), fieldsOf = () => ({}), isTold = true }: Writing = {},
): Promise<DeliveryRow[]> {
  const ids = createIds(new ManualClock(madeAt));
  const { database } = place.services;
  return database.transaction(async (tx) => {
    const eventIds = await insertEventsAt(tx, place, count, madeAt);
    const rows = eventIds.map(
      (event_id, number): DeliveryRow => ({
        id: ids('delivery'),
        event_id,
        status: 'pending',
        attempts: 0,
        response_code: null,
        delivered_at: null,
        last_attempted_at: null,
        due_at: madeAt,
        claim_id: null,
        lease_until: null,
        ...fieldsOf(number),
      }),
    );
    await insertDeliveryRows(tx, place.workspaceId, endpointId, rows, madeAt);
    if (isTold) tx.notify(DELIVERIES_DUE);
    return rows;
  });
}

/** Makes events without subscribers. Returns their ids. */
export function writeEvents(place: Place, count: number, madeAt: number): Promise<string[]> {
  return place.services.database.transaction((tx) => insertEventsAt(tx, place, count, madeAt));
}

async function insertEventsAt(tx: Transaction, { workspaceId }: Place, count: number, madeAt: number) {
  const ids = createIds(new ManualClock(madeAt));
  const timestamp = new Date(madeAt).toISOString();
  const type = 'meeting_request.created';
  const events = Array.from({ length: count }, () => ({
    id: ids('event'),
    type,
    payload: JSON.stringify({
      event: type,
      timestamp,
      id: ids('meetingRequest'),
      organizer_email: 'ada@example.com',
      participant_emails: ['guest@example.org'],
      status: 'active',
      created_at: timestamp,
    }),
    created_at: madeAt,
  }));
  await insertEvents(tx, workspaceId, events);
  return events.map(({ id }) => id);
}

async function insertDeliveryRows(
  tx: Transaction,
  workspaceId: string,
  endpointId: string,
  rows: DeliveryRow[],
  madeAt: number,
): Promise<void> {
  const common = {
    endpoint_id: endpointId,
    event_type: 'meeting_request.created',
    earlier_attempts: 0,
    created_at: madeAt,
  };
  await insertRows(
    tx,
    'webhook_deliveries',
    workspaceId,
    {
      ...({ id: 'text', endpoint_id: 'text', event_id: 'text', event_type: 'text', status: 'text' } as const),
      ...({ attempts: 'bigint', earlier_attempts: 'bigint', response_code: 'bigint' } as const),
      ...({ delivered_at: 'bigint', last_attempted_at: 'bigint', due_at: 'bigint' } as const),
      ...({ claim_id: 'text', lease_until: 'bigint', created_at: 'bigint' } as const),
    },
    rows.map((row) => ({ ...row, ...common })),
  );
  const attempts = rows.flatMap((row) =>
    Array.from({ length: row.attempts }, (_, before) => ({
      delivery_id: row.id,
      number: before + 1,
      started_at: madeAt,
      duration_ms: 0,
      response_code: row.response_code,
    })),
  );
  await insertRows(
    tx,
    'webhook_attempts',
    workspaceId,
    {
      ...({ delivery_id: 'text', number: 'bigint', started_at: 'bigint' } as const),
      ...({ duration_ms: 'bigint', response_code: 'bigint' } as const),
    },
    attempts,
  );
}

/** All deliveries to an endpoint, ordered by id. */
export async function deliveryRows(database: Database, endpointId: string): Promise<DeliveryRow[]> {
  return database.all<DeliveryRow>(
    `select id, event_id, status, attempts, response_code, delivered_at, last_attempted_at, due_at, claim_id, lease_until
     from webhook_deliveries where endpoint_id = $1 order by id`,
    [endpointId],
  );
}

/** The only delivery to an endpoint. */
export async function deliveryRow(database: Database, endpointId: string): Promise<DeliveryRow> {
  const [row, ...others] = await deliveryRows(database, endpointId);
  if (!row || others.length > 0) throw new Error(`there should be one delivery to ${endpointId}`);
  return row;
}

/** The number of rows in a table, all or those that match the condition. */
export async function countRows(database: Database, table: string, condition = 'true'): Promise<number> {
  const row = await database.get<{ count: number }>(
    `select count(*) as count from ${table} where ${condition}`,
  );
  return row?.count ?? 0;
}
