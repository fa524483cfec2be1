// An erasure runs in steps. Each is a transaction, and the row says how far it has come: a killed node leaves nothing half done.
// Why: docs/decisions/0020-hand-overs-and-erasures-in-steps.md.
import type { Logger } from 'pino';
import type { Context, Services } from '../../../context.ts';
import { type SealedPlace, unlessBroken } from '../../../secrets/sealing.ts';
import type { Secrets } from '../../../secrets/secrets.ts';
import type { Transaction } from '../../../storage/database.ts';
import { within } from '../../../storage/within.ts';
import { listMessages } from '../../meetings/messages/operations.ts';
import { cancelNextOf, findRequestOf } from '../../meetings/requests/participants/person.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { personOf } from './person.ts';
import type { CountedKind } from './place.ts';
import { places } from './places.ts';
import {
  type ErasureRow,
  existsVacuumed,
  selectDueErasures,
  selectErasure,
  selectFreeErasure,
  updateErasure,
} from './queries.ts';
import { type Counts, eraseNextRequest } from './requests.ts';
import { eraseBatch } from './walk.ts';

/** Time for the mails about cancelled meetings, so that they go out before the names in them are erased. */
const TIME_TO_TELL_MS = 60_000;
/** After a failure, such as no room on the disk for a copy of the database. */
const RETRY_MS = 10 * 60_000;
/** After a row that must wait: a mail that is about to be processed. */
const PAUSE_MS = 5_000;

const CANCEL = 'cancel';
const REQUESTS = 'requests';
const FILE = 'file';

/** Rows that need the participants of their request are walked while these are known; the rest, once they are erased from requests. */
const BEFORE_REQUESTS = ['events'];
const walkedTables = Object.keys(places).filter((table) => places[table]?.walk);
const stages = [
  CANCEL,
  ...BEFORE_REQUESTS,
  REQUESTS,
  ...walkedTables.filter((table) => !BEFORE_REQUESTS.includes(table)),
  FILE,
];
export const FIRST_STAGE = CANCEL;
const stageAfter = (stage: string) => stages[stages.indexOf(stage) + 1] ?? FILE;

/** All stages run twice: the second pass finds what came in during the first. */
const LAST_PASS = 2;

export function listDueErasures({ database, clock }: Services) {
  return selectDueErasures(database, clock.now());
}

/** Does the next step. False if there is nothing to do for now, or if another node is doing it. */
export async function stepErasure(
  services: Services,
  log: Logger,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const known = await selectErasure(services.database, workspaceId, id);
  if (!known?.sealed_email) return false;
  const email = openEmail(services.secrets, workspaceId, id, known.sealed_email);
  if (email === undefined) {
    log.warn(
      { erasure: id },
      'erasure not possible with this secret key; set the key it was requested under, or request it again',
    );
    await putOff(services, workspaceId, id);
    return false;
  }
  const isFileNext = known.stage === FILE && known.pass >= LAST_PASS;
  const file = isFileNext ? await forget(services, log, workspaceId, id, email) : undefined;
  return services.database.transaction(async (tx) => {
    const row = await selectFreeErasure(tx, workspaceId, id);
    if (!row || row.due_at === null || row.due_at > services.clock.now()) return false;
    const context = asAsked(services, workspaceId, row);
    const changes = await doStages(context, tx, row, email, file);
    await updateErasure(tx, workspaceId, id, changes);
    if (changes.status === 'done') await recordDone(context, tx, { ...row, ...changes });
    return true;
  });
}

/** Does as much as fits one transaction: several stages with little to do, or one batch. */
async function doStages(
  context: Context,
  tx: Transaction,
  row: ErasureRow,
  email: string,
  file: { vacuumed: boolean } | undefined,
): Promise<Changes> {
  let changes: Changes = {};
  for (let cost = 0; cost < 1; ) {
    const part = await doStage(context, tx, { ...row, ...changes }, email, file);
    changes = { ...changes, ...part.changes };
    cost += part.cost;
  }
  return changes;
}

function asAsked(services: Services, workspaceId: string, { actor_type, actor_id }: ErasureRow): Context {
  return { ...services, caller: { workspaceId, actor: { type: actor_type, id: actor_id }, scopes: [] } };
}

function putOff({ database, clock }: Services, workspaceId: string, id: string) {
  const due_at = clock.now() + RETRY_MS;
  return database.transaction((tx) => updateErasure(tx, workspaceId, id, { due_at }));
}

/** Erases what deleted rows leave in the files of an embedded database. */
async function forget(services: Services, log: Logger, workspaceId: string, id: string, email: string) {
  const { storage, database } = services;
  const wasVacuumed = await existsVacuumed(database);
  try {
    const forgotten = await storage.forget(email, { wasVacuumed });
    const { vacuumed, vacuum_ms } = forgotten;
    if (vacuumed)
      log.info({ erasure: id, vacuum_ms }, 'database rewritten, to erase what was deleted before');
    return forgotten;
  } catch (error) {
    await putOff(services, workspaceId, id);
    throw error;
  }
}

type Changes = Partial<Omit<ErasureRow, 'id'>>;
interface Part {
  changes: Changes;
  /** How much of a transaction it took: 1 for all of it. */
  cost: number;
}

async function doStage(
  context: Context,
  tx: Transaction,
  row: ErasureRow,
  email: string,
  file: { vacuumed: boolean } | undefined,
): Promise<Part> {
  const now = context.clock.now();
  const { stage, pass, last_key } = row;
  const nextStage = { stage: stageAfter(stage), last_key: null };
  switch (stage) {
    case CANCEL: {
      if (await cancelNextOf(context, tx, email)) {
        return { changes: { counts: added(row, { cancelled_requests: 1 }), last_key: CANCEL }, cost: 1 };
      }
      // Nothing was cancelled in this pass.
      if (last_key === null) return { changes: nextStage, cost: 0 };
      return { changes: { ...nextStage, due_at: now + TIME_TO_TELL_MS }, cost: 1 };
    }
    case REQUESTS: {
      const counts = await eraseNextRequest(context, tx, email);
      // It was made after the others were cancelled.
      if (counts === 'open') return { changes: { stage: CANCEL }, cost: 0 };
      return counts ? { changes: { counts: added(row, counts) }, cost: 1 } : { changes: nextStage, cost: 0 };
    }
    case FILE: {
      const restart = { pass: pass + 1, stage: FIRST_STAGE, last_key: null };
      if (pass < LAST_PASS) return { changes: restart, cost: 0 };
      // The next step erases from the file first.
      if (!file) return { changes: {}, cost: 1 };
      return { changes: (await isBack(context, tx, email)) ? restart : doneAt(now, file), cost: 1 };
    }
    default: {
      const since = pass === 1 ? undefined : row.created_at;
      const walk = { table: stage, lastKey: last_key, since };
      const step = await eraseBatch(context, tx, personOf(email), walk);
      const counts = added(row, { [places[stage]?.counted ?? 'others']: step.changed });
      if (step.mustWait) {
        return { changes: { counts, last_key: step.lastKey, due_at: now + PAUSE_MS }, cost: 1 };
      }
      const place = step.lastKey === null ? nextStage : { last_key: step.lastKey };
      return { changes: { ...place, counts }, cost: step.cost };
    }
  }
}

const doneAt = (now: number, { vacuumed }: { vacuumed: boolean }): Changes => ({
  status: 'done',
  sealed_email: null,
  due_at: null,
  finished_at: now,
  ...(vacuumed && { vacuumed_at: now }),
});

/** Whether the person has written or was invited since the last pass. */
async function isBack(context: Context, tx: Transaction, email: string): Promise<boolean> {
  if (await findRequestOf(context, tx, email)) return true;
  const any = { status: undefined, direction: undefined, kind: undefined, address: email };
  const page = { limit: 1, cursor: undefined };
  const { data } = await listMessages({ ...context, database: within(tx) }, any, page);
  return data.length > 0;
}

function added({ counts }: ErasureRow, more: Counts): string {
  const sum = JSON.parse(counts) as Record<CountedKind, number>;
  for (const [kind, count] of Object.entries(more)) sum[kind as CountedKind] += count;
  return JSON.stringify(sum);
}

/** The entry leaves out the address, which has just been erased. */
async function recordDone(context: Context, tx: Transaction, { id, counts }: ErasureRow): Promise<void> {
  const done = Object.entries(JSON.parse(counts) as Record<string, number>).filter(([, count]) => count > 0);
  await recordAudit(context, tx, {
    action: 'erasure.finished',
    target: { type: 'erasure', id },
    changes: {
      status: ['running', 'done'],
      ...Object.fromEntries(done.map(([kind, count]) => [kind, [null, count]])),
    },
  });
}

/** What the sealed address of an erasure is bound to. */
export const emailPlace = (workspaceId: string, id: string): SealedPlace => [
  'erasures',
  'sealed_email',
  workspaceId,
  id,
];

/** Undefined if it was sealed with a key that is not known. */
export const openEmail = (secrets: Secrets, workspaceId: string, id: string, sealed: string) =>
  unlessBroken(() => secrets.open(sealed, emailPlace(workspaceId, id)));
