import type { Logger } from 'pino';
import type { Context, Services } from '../../../context.ts';
import { conflict, notFound, validationError } from '../../../errors.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Transaction } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import { mentionsOf } from '../../../text/mentions.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { stepwiseWorker } from '../../../workers/stepwise.ts';
import type { Worker } from '../../../workers/worker.ts';
import { countOpenOf, MAX_OPEN_COUNT } from '../../meetings/requests/participants/person.ts';
import { findMemberByEmail } from '../../people/members/operations.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { lockWorkspace } from '../../workspace/workspaces/operations.ts';
import { isStandIn } from './person.ts';
import { type CountedKind, countedKinds, type Place } from './place.ts';
import { places } from './places.ts';
import { type ErasureRow, insertErasure, selectErasure, selectErasures, selectRunning } from './queries.ts';
import { selectNext } from './row-queries.ts';
import type { NewErasure } from './shapes.ts';
import { emailPlace, FIRST_STAGE, listDueErasures, openEmail, stepErasure } from './steps.ts';

/** Notified when an erasure begins. */
const ERASURES_DUE = 'erasures_due';

/** Each reads the whole workspace. */
const MAX_RUNNING = 20;

type Erasure = ReturnType<typeof presentErasure>;

/** Begins an erasure. `steps.ts` does it, in steps. */
export async function createErasure(context: Context, body: Static<typeof NewErasure>): Promise<Erasure> {
  const { email, cancel_open_requests = false } = body;
  const { database, caller, clock, ids, secrets } = context;
  const { workspaceId, actor } = caller;
  return database.transaction(async (tx) => {
    // Serialized, so that the second of two for the same person finds the first.
    await lockWorkspace(context, tx);
    await requireErasable(context, tx, email);
    await requireNotRunning(context, tx, email);
    if (!cancel_open_requests) await requireNothingOpen(context, tx, email);
    const seal = await secrets.sealer(tx);
    const now = clock.now();
    const id = ids('erasure');
    const row: ErasureRow = {
      id,
      status: 'running',
      sealed_email: seal(email, emailPlace(workspaceId, id)),
      actor_type: actor.type,
      actor_id: actor.id,
      pass: 1,
      stage: FIRST_STAGE,
      last_key: null,
      counts: JSON.stringify(Object.fromEntries(countedKinds.map((kind) => [kind, 0]))),
      due_at: now,
      vacuumed_at: null,
      created_at: now,
      finished_at: null,
    };
    await insertErasure(tx, workspaceId, row);
    await recordAudit(context, tx, {
      action: 'erasure.created',
      target: { type: 'erasure', id },
      changes: { status: [null, 'running'], cancel_open_requests: [null, cancel_open_requests] },
    });
    tx.notify(ERASURES_DUE);
    return presentErasure(row);
  });
}

async function requireErasable(context: Context, tx: Transaction, email: string): Promise<void> {
  if (isStandIn(email))
    throw validationError('email is a placeholder that an erasure left in place of an address');
  if (foldEmail(email).endsWith(`@${context.config.mailDomain}`)) {
    throw validationError('email is an address of this service, for a team or for replies');
  }
  const member = await findMemberByEmail(context, tx, email);
  if (member) {
    throw validationError(
      `email belongs to ${member.deactivated_at === null ? 'a member' : 'a deactivated member'} of the workspace, whose history ` +
        'others rely on: give the member another address first, then erase this one',
    );
  }
  const used = await findSetting(context, tx, email);
  if (used) throw validationError(`email is in the ${used}: change that first, else it would stop working`);
}

const settings = Object.entries(places).flatMap(([table, { walk, columns }]: [string, Place]) => {
  const used = Object.keys(columns).filter((column) => columns[column] === 'setting');
  return walk && used.length > 0
    ? [{ table, by: walk.by, columns: used, written: [], workspace: 'workspace_id' }]
    : [];
});
const SETTINGS_READ = 500;

/** Finds something that would break without the address, such as the URL of a calendar. */
async function findSetting({ caller }: Context, tx: Transaction, email: string): Promise<string | undefined> {
  const mentions = mentionsOf(email);
  for (const walked of settings) {
    for (let after: string[] | undefined, isMore = true; isMore; ) {
      const rows = await selectNext(tx, caller.workspaceId, walked, after, SETTINGS_READ);
      for (const row of rows) {
        const column = walked.columns.find((name) => mentions.isIn(String(row[name] ?? '')));
        if (column) return `${column} of ${row.id}`;
      }
      after = rows.at(-1) && [String(rows.at(-1)?.id)];
      isMore = rows.length === SETTINGS_READ;
    }
  }
  return undefined;
}

async function requireNotRunning(context: Context, tx: Transaction, email: string): Promise<void> {
  const { workspaceId } = context.caller;
  const running = await selectRunning(tx, workspaceId);
  const isSame = ({ id, sealed_email }: ErasureRow) => {
    const erased = openEmail(context.secrets, workspaceId, id, sealed_email ?? '');
    return erased !== undefined && foldEmail(erased) === foldEmail(email);
  };
  if (running.some(isSame)) throw conflict('An erasure of this address is under way already');
  if (running.length >= MAX_RUNNING) {
    throw validationError(`${MAX_RUNNING} erasures are under way: wait until one of them is done`);
  }
}

async function requireNothingOpen(context: Context, tx: Transaction, email: string): Promise<void> {
  const open = await countOpenOf(context, tx, email);
  if (open === 0) return;
  const many = open === MAX_OPEN_COUNT ? `${MAX_OPEN_COUNT} or more` : open;
  throw validationError(
    `cancel_open_requests is required: ${many} meeting ${open === 1 ? 'request' : 'requests'} with this person ` +
      `${open === 1 ? 'is' : 'are'} active, paused, or booked and not over`,
  );
}

export async function getErasure({ database, caller }: Context, id: string): Promise<Erasure> {
  const row = await selectErasure(database, caller.workspaceId, id);
  if (!row) throw notFound('Erasure');
  return presentErasure(row);
}

export async function listErasures({ database, caller }: Context, page: PageRequest): Promise<Page<Erasure>> {
  return takePage(await selectErasures(database, caller.workspaceId, page), page, presentErasure);
}

function presentErasure(row: ErasureRow) {
  return {
    id: row.id,
    status: row.status,
    counts: JSON.parse(row.counts) as Record<CountedKind, number>,
    created_at: formatTimestamp(row.created_at),
    finished_at: formatTimestamp(row.finished_at),
  };
}

/** Goes on with erasures: a step of each by turns, until all are done. */
export function createErasures({ services, log }: { services: Services; log: Logger }): Worker {
  return stepwiseWorker({
    name: 'erasures',
    topic: ERASURES_DUE,
    services,
    log,
    list: listDueErasures,
    step: (inBackground, { workspace_id, id }) => stepErasure(inBackground, log, workspace_id, id),
  });
}
