// A second channel of the outbox: notes. To attempt one is to write a row to a table, unless a test says otherwise. It has
// its own tables, which `createTables` makes, and no word of webhooks.
import type { Channel, ClaimedItem, DueLane, Slots, Verdict } from '../../src/outbox/channel.ts';
import { isFree } from '../../src/outbox/claim-queries.ts';
import type { Database, OpenDatabase } from '../../src/storage/database.ts';
import { insertRows } from '../../src/storage/rows.ts';

export const LEASE_MS = 30_000;
export const MAX_ATTEMPTS = 4;
export const SLOTS = { total: 100, per_lane: 10 };
/** After the first failed attempt, the second, and so on. */
export const DELAYS_MS = [1_000, 4_000, 9_000];

export interface Note extends ClaimedItem {
  lane: string;
}

export interface NoteRow {
  workspace_id: string;
  id: string;
  lane: string;
  status: 'pending' | 'success' | 'failed';
  attempts: number;
  due_at: number | null;
  claim_id: string | null;
  lease_until: number | null;
}

/** `table` holds the notes, `<table>_posted` what attempts wrote, `<table>_recorded` what the engine recorded of them. */
export async function createTables(database: Database, table = 'notes'): Promise<void> {
  await database.transaction((tx) =>
    tx.script(`
      create table if not exists nodes (id text not null primary key, alive_until bigint not null, dead_at bigint);
      create table ${table} (workspace_id text not null, id text not null primary key, lane text not null,
        status text not null, attempts bigint not null, due_at bigint, claim_id text, lease_until bigint);
      create table ${table}_posted (id text not null, node text not null);
      create table ${table}_recorded (id text not null, number bigint not null, outcome text not null,
        primary key (id, number));`),
  );
}

export interface Wanted {
  workspace?: string;
  lane: string;
  count: number;
  dueAt: number;
  wakes?: boolean;
  table?: string;
}

/** Adds due notes to a lane. Returns their ids. */
export async function addNotes(database: Database, wanted: Wanted): Promise<string[]> {
  const { workspace = 'w1', lane, count, dueAt, wakes = true, table = 'notes' } = wanted;
  const rows = Array.from({ length: count }, (_, place) => ({
    id: `${lane}/${dueAt}/${String(place).padStart(4, '0')}`,
    lane,
    status: 'pending',
    attempts: 0,
    due_at: dueAt,
  }));
  await database.transaction(async (tx) => {
    const columns = {
      id: 'text',
      lane: 'text',
      status: 'text',
      attempts: 'bigint',
      due_at: 'bigint',
    } as const;
    await insertRows(tx, table, workspace, columns, rows);
    if (wakes) tx.notify(`${table}_due`);
  });
  return rows.map(({ id }) => id);
}

export const noteRows = (database: Database, table = 'notes') =>
  database.all<NoteRow>(`select * from ${table} order by id`);

/** The ids that attempts have written, in no order. */
export async function postedIds(database: Database, table = 'notes'): Promise<string[]> {
  const rows = await database.all<{ id: string }>(`select id from ${table}_posted`);
  return rows.map(({ id }) => id).sort();
}

export const recordedRows = (database: Database, table = 'notes') =>
  database.all<{ id: string; number: number; outcome: string }>(
    `select id, number, outcome from ${table}_recorded order by id, number`,
  );

export interface NoteChannelOptions {
  /** Who posts. */
  node?: string;
  /** What an attempt comes to, once its row is written. It may throw, wait, or never end. */
  attempt?(note: Note): Verdict | Promise<Verdict>;
  table?: string;
  slots?: Slots;
  /** How many of the due items a poll sees, claimed ones included. All of them by default. */
  sees?: number;
  /** Outcomes are not recorded before this. */
  recordAfter?: Promise<void>;
}

export function createNoteChannel(
  storage: OpenDatabase,
  options: NoteChannelOptions = {},
): Channel<Note, Verdict> {
  const { node = 'n1', attempt = () => 'accepted', table = 'notes', slots = SLOTS, sees } = options;
  const keyColumns = { workspace_id: 'text', id: 'text', claim_id: 'text' } as const;

  return {
    name: table,
    wakeUp: `${table}_due`,
    slots,
    leaseMs: LEASE_MS,
    maxAttempts: MAX_ATTEMPTS,
    delayAfter: (attempts) => DELAYS_MS[attempts - 1] ?? 0,
    metrics: {
      prefix: table,
      help: {
        attempts_total: 'Attempts.',
        attempt_duration_seconds: 'How long attempts take.',
        claims_lost_total: 'Claims that were lost.',
        in_flight: 'Notes in flight.',
        oldest_due_age_seconds: 'How long the oldest due note has waited.',
        last_record_age_seconds: 'Time since the last record.',
      },
    },
    async selectDue(reader, now, limit, skipped) {
      const pending = await reader.all<NoteRow & { is_free: number }>(
        `select *, case when ${isFree('$1')} then 1 else 0 end as is_free
         from ${table} where status = 'pending' order by due_at, id`,
        [now],
      );
      const isDue = ({ due_at }: NoteRow) => Number(due_at) <= now;
      const isWhole = sees === undefined || pending.filter(isDue).length < sees;
      const open = (isWhole ? pending : pending.slice(0, sees)).filter(
        ({ lane, workspace_id, due_at, is_free }) =>
          (Number(due_at) > now || is_free === 1) &&
          !skipped.lane_ids.includes(lane) &&
          !skipped.workspace_ids.includes(workspace_id),
      );
      const lanes = [...Map.groupBy(open, ({ lane }) => lane)].map(([lane_id, notes]): DueLane => {
        const due = notes.filter(isDue);
        const ids = (isFirst: boolean) =>
          due
            .filter(({ attempts }) => (attempts === 0) === isFirst)
            .map(({ id }) => id)
            .slice(0, limit);
        const { workspace_id } = notes[0] as NoteRow;
        const next_due_at = notes.find(({ due_at }) => Number(due_at) > now)?.due_at ?? null;
        return { workspace_id, lane_id, first_ids: ids(true), retry_ids: ids(false), next_due_at };
      });
      return { lanes, isWhole };
    },
    async selectOldestDue(reader, now) {
      const row = await reader.get<{ oldest: number | null }>(
        `select min(due_at) as oldest from ${table} where status = 'pending' and due_at <= $1`,
        [now],
      );
      return row?.oldest ?? undefined;
    },
    async claim(database, keys, claim) {
      const items = await database.change<Note>(
        `with free as (
           select ${table}.id from (select id from ${database.dialect.rows('$3', { id: 'text' })}) as wanted
           join ${table} on ${table}.id = wanted.id
           where status = 'pending' and due_at <= $4 and ${isFree('$4')}
           ${database.dialect.forUpdateOfFree(table)}
         )
         update ${table} set claim_id = $1, lease_until = $2 from free where ${table}.id = free.id
         returning workspace_id, ${table}.id, claim_id, attempts, lane`,
        [claim.id, claim.until, JSON.stringify(keys), claim.now],
      );
      return { taken: items.length, items };
    },
    async release(database, items) {
      await database.change(
        `update ${table} set claim_id = null, lease_until = null
         from (select id, claim_id from ${database.dialect.rows('$1', keyColumns)}) as held
         where ${table}.id = held.id and ${table}.claim_id = held.claim_id`,
        [JSON.stringify(items)],
      );
    },
    laneOf: ({ lane }) => lane,
    async attempt(note) {
      await storage.change(`insert into ${table}_posted (id, node) values ($1, $2)`, [note.id, node]);
      return attempt(note);
    },
    verdictOf: (verdict) => verdict,
    async record(tx, attempts) {
      const ids = new Set<string>();
      for (const { item, outcome, retryAt } of attempts) {
        const changed = await tx.run(
          `update ${table} set status = $3, attempts = $4, due_at = $5, claim_id = null, lease_until = null
           where id = $1 and claim_id = $2`,
          [item.id, item.claim_id, outcome === 'retry' ? 'pending' : outcome, item.attempts + 1, retryAt],
        );
        if (changed === 0) continue;
        ids.add(item.id);
        await tx.run(`insert into ${table}_recorded (id, number, outcome) values ($1, $2, $3)`, [
          item.id,
          item.attempts + 1,
          outcome,
        ]);
      }
      return { ids };
    },
    logFields: ({ id, lane }) => ({ note_id: id, lane }),
    close: async () => {},
  };
}
