// Why writes wait to be sent together: docs/decisions/0004-what-a-statement-costs.md.
import type { Transaction, Value } from './database.ts';

interface Write {
  table: string;
  sql: string;
  values: Value[];
}

/**
 * Runs `work` with a transaction that sends the writes of `later` together: on PostgreSQL as one statement, before the next
 * statement of another kind and at the end. They are dropped if `work` fails.
 * Measured together with `readTogether`: a new meeting request, with its options and its mail, takes half the CPU.
 */
export async function gatherWrites<Result>(
  tx: Omit<Transaction, 'later' | 'ahead'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let queued: Write[] = [];
  let sending: Promise<unknown> | undefined;
  let isOver = false;

  function send(): Promise<unknown> {
    const parts = tx.dialect.engine === 'postgres' ? eachTableOnce(queued) : queued.map((write) => [write]);
    queued = [];
    const sent = sendAfter(sending, parts).finally(() => {
      if (sending === sent) sending = undefined;
    });
    sending = sent;
    return sent;
  }

  async function sendAfter(earlier: Promise<unknown> | undefined, parts: Write[][]): Promise<void> {
    await earlier;
    for (const part of parts) await tx.run(...asOne(part));
  }

  function afterWrites<Words extends unknown[], Result>(run: (...words: Words) => Promise<Result>) {
    return (...words: Words): Promise<Result> => {
      const writes = queued.length > 0 ? send() : sending;
      return writes ? writes.then(() => run(...words)) : run(...words);
    };
  }

  const gathering: Transaction = {
    ...tx,
    get: afterWrites(tx.get) as Transaction['get'],
    all: afterWrites(tx.all) as Transaction['all'],
    run: afterWrites(tx.run),
    script: afterWrites(tx.script),
    lock: afterWrites(tx.lock),
    tryLock: afterWrites(tx.tryLock),
    later(table, sql, values) {
      if (isOver) throw new Error('The transaction has ended');
      queued.push({ table, sql, values });
    },
    ahead: { dialect: tx.dialect, get: tx.get, all: tx.all },
  };
  try {
    const result = await work(gathering);
    if (queued.length > 0) await send();
    return result;
  } finally {
    isOver = true;
  }
}

/** The parts of a combined statement don't see each other's writes, so each statement writes a table only once. */
function eachTableOnce(writes: Write[]): Write[][] {
  const parts: Write[][] = [];
  for (const write of writes) {
    const last = parts.at(-1);
    if (last?.every(({ table }) => table !== write.table)) last.push(write);
    else parts.push([write]);
  }
  return parts;
}

/** PostgreSQL checks foreign keys at the end of the statement, so a row and what refers to it can go together. */
function asOne(writes: Write[]): [sql: string, values: Value[]] {
  const values: Value[] = [];
  const texts = writes.map((write) => {
    const before = values.length;
    values.push(...write.values);
    return write.sql.replace(/\$(\d+)/g, (_, place) => `$${before + Number(place)}`);
  });
  const last = texts.pop() as string;
  if (texts.length === 0) return [last, values];
  return [`with ${texts.map((text, place) => `write_${place} as (${text})`).join(', ')} ${last}`, values];
}
