// Why a response is stored with its change, and sealed for its caller: docs/decisions/0010-access-and-idempotent-responses.md.
import { createHash, createHmac, hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invalidRequest, RotaError } from '../errors.ts';
import { isBound, type SealedPlace, seal, unsealBytes, unsealUnbound } from '../secrets/sealing.ts';
import { BATCH, type Removal } from '../storage/batches.ts';
import type { Database, Transaction } from '../storage/database.ts';
import { within } from '../storage/within.ts';
import type { Clock } from '../time/clock.ts';
import { DAY_MS } from '../time/timestamps.ts';
import type { Sweep } from '../workers/sweeps.ts';
import type { AccessKind, AnswerTable, Identity } from './access/access.ts';

const STORED_MS = DAY_MS;
/** As large as a request body may be. */
const MAX_STORED_BYTES = 256 * 1024;

/** A POST with an Idempotency-Key. */
interface IdempotentCall {
  /** The caller. Its secret seals the stored response. */
  identity: Pick<Identity, 'id' | 'secret'>;
  keptIn: AnswerTable;
  /** The header's value. */
  key: string;
  /** A digest of method, path and body, which have to be the same whenever the key is used again. */
  requestDigest: string;
  /**
   * Whether the stored response is outdated, so that the work has to be done again. If left out, it stays valid until
   * it expires.
   */
  isOver?(database: Database, stored: string): Promise<boolean>;
}

export interface StoredResponse {
  status: number;
  text: string;
}

export function checkIdempotencyKey(value: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(value)) return value;
  throw invalidRequest('Idempotency-Key must be 1 to 255 printable ASCII characters');
}

export function digestRequest(method: string, url: string, body: Buffer | undefined): string {
  const digest = createHash('sha256').update(`${method} ${url}\n`);
  if (body) digest.update(body);
  return digest.digest('hex');
}

/**
 * Runs `work` at most once per key. The change and the stored response commit in one transaction, so a crash never
 * leaves one without the other.
 */
export function createIdempotency(database: Database, clock: Clock) {
  const running = new Set<string>();

  async function once(
    call: IdempotentCall,
    work: (database: Database) => Promise<StoredResponse>,
  ): Promise<StoredResponse & { replayed: boolean }> {
    const callerId = call.identity.id;
    const digest = hash('sha256', call.key);
    const name = `idempotency ${callerId} ${digest}`;
    if (running.has(name)) throw new StillRunning();
    running.add(name);
    try {
      return await database.transaction(async (tx) => {
        if (!(await tx.tryLock(name))) throw new StillRunning();
        const stored = await selectResponse(tx, call, digest, clock.now() - STORED_MS);
        if (stored && stored.request_digest !== call.requestDigest) {
          throw invalidRequest('Idempotency-Key was used before with another method, path or body');
        }
        if (stored) {
          const text = unpack(stored, call);
          if (!(await call.isOver?.(within(tx), text)))
            return { status: stored.status, text, replayed: true };
        }
        const response = await work(within(tx));
        // A response that is too large to store is an error, which undoes the change.
        if (Buffer.byteLength(response.text) > MAX_STORED_BYTES) throw tooLarge();
        const row = { key_digest: digest, request_digest: call.requestDigest, status: response.status };
        await upsertResponse(tx, call, {
          ...row,
          answer: seal(deflateRawSync(response.text), sealingKey(call), placeOf(row, call)),
          created_at: clock.now(),
        });
        return { ...response, replayed: false };
      });
    } finally {
      running.delete(name);
    }
  }

  /** Removes expired responses from this table. */
  function sweepOf({ table, keyColumn }: AnswerTable) {
    return async ({ database: background, signal }: Removal): Promise<void> => {
      for (let removed = BATCH; removed === BATCH && !signal.aborted; ) {
        const rows = await background.change(
          `delete from ${table} where (${keyColumn}, key_digest) in
             (select ${keyColumn}, key_digest from ${table} where created_at <= $1 limit $2)
           returning key_digest`,
          [clock.now() - STORED_MS, BATCH],
        );
        removed = rows.length;
      }
    };
  }

  /** One for each kind of access that stores responses. */
  const sweepsOf = (kinds: Pick<AccessKind, 'name' | 'keepsAnswersIn'>[]): Sweep[] =>
    kinds.flatMap(({ name, keepsAnswersIn }) =>
      keepsAnswersIn ? { name: `stored responses by ${name}`, sweep: sweepOf(keepsAnswersIn) } : [],
    );

  return { once, sweepsOf };
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** An equal call is still being processed. */
export class StillRunning extends RotaError {
  constructor() {
    super('conflict', 'A request with this Idempotency-Key is still running', { retryAfter: 1 });
  }
}

const tooLarge = () =>
  invalidRequest(
    `Idempotency-Key can't be used for a response over ${MAX_STORED_BYTES / 1024} KiB, so nothing was done: leave it out, or ask for less at once`,
  );

interface ResponseRow {
  key_digest: string;
  request_digest: string;
  status: number;
  answer: string;
  created_at: number;
}

type Keeping = Pick<IdempotentCall, 'identity' | 'keptIn'>;

function selectResponse(tx: Transaction, { identity, keptIn }: Keeping, digest: string, since: number) {
  return tx.get<ResponseRow>(
    `select key_digest, request_digest, status, answer, created_at from ${keptIn.table}
     where ${keptIn.keyColumn} = $1 and key_digest = $2 and created_at > $3`,
    [identity.id, digest, since],
  );
}

/** Replaces an expired response that has not been swept yet. */
async function upsertResponse(tx: Transaction, { identity, keptIn }: Keeping, row: ResponseRow) {
  const { table, keyColumn } = keptIn;
  await tx.run(
    `insert into ${table} (${keyColumn}, key_digest, request_digest, status, answer, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (${keyColumn}, key_digest) do update
     set request_digest = excluded.request_digest, status = excluded.status, answer = excluded.answer,
         created_at = excluded.created_at`,
    [identity.id, row.key_digest, row.request_digest, row.status, row.answer, row.created_at],
  );
}

/** Binds a response to its key, request and status. */
function placeOf(
  row: Omit<ResponseRow, 'answer' | 'created_at'>,
  { identity, keptIn }: Keeping,
): SealedPlace {
  return [keptIn.table, 'answer', identity.id, row.key_digest, row.request_digest, row.status];
}

/**
 * Stored responses are compressed. For a day after an upgrade, older ones are neither compressed nor bound to a place;
 * their sealing key fits only one row anyway.
 */
function unpack(stored: ResponseRow, call: IdempotentCall): string {
  const key = sealingKey(call);
  if (!isBound(stored.answer)) return unsealUnbound(stored.answer, key);
  return inflateRawSync(unsealBytes(stored.answer, key, placeOf(stored, call))).toString('utf8');
}

/**
 * A response can contain a raw API key or a signing secret, which must not be readable in the database. So the sealing
 * key is derived from values that only the caller has: its secret (the raw API key) and the header's value.
 */
function sealingKey(call: IdempotentCall): Buffer {
  return createHmac('sha256', call.identity.secret).update(`rota answer ${call.key}`).digest();
}
