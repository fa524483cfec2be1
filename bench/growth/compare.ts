import type { Figure } from '../figures.ts';
import { type Engine, emptyStorage, openRota } from '../rota.ts';
import { aside } from './aside.ts';
import { grown, mediansOf } from './by-turns.ts';
import { callApi } from './case.ts';
import { operators } from './operators.ts';
import { makePast, type Past } from './past.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

/** An application of nobody: connecting an account only begins. */
const PROVIDER = { ROTA_GOOGLE_CLIENT_ID: 'rota', ROTA_GOOGLE_CLIENT_SECRET: 'secret' };

export const FEW = 100;
export const MANY = 100_000;

const cases = [...reads, ...writes, ...operators, ...aside];

/** Measures every call in a workspace with little history, and in one with much. */
export async function growingPast(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  const many = MANY.toLocaleString('en');
  progress(`${engine}: a past of ${FEW} and of ${many} rows of everything`);
  await using short = await openPast(engine, FEW);
  await using long = await openPast(engine, MANY);
  checkThatAllAreThere(long.past);
  const figures: Figure[] = [];
  for (const each of cases.filter((candidate) => (candidate.engine ?? engine) === engine)) {
    progress(`${engine}: ${each.name}`);
    const [few, large] = (await mediansOf([short.past, long.past], {
      before: async (past) => (await each.input?.(past)) ?? {},
      run: (past, input) =>
        typeof each.call === 'string' ? callApi(past, each.call, input) : each.call(past),
      after: async (past, input) => each.undo?.(past, input),
    })) as [number, number];
    const name = `${each.name} beside ${many} ${each.beside}, ${engine}`;
    figures.push(grown(name, large, { what: `beside ${FEW}`, value: few }));
  }
  return figures;
}

/** A workspace with this many rows of each kind that is over. */
export async function openPast(engine: Engine, rows: number) {
  const storage = await emptyStorage(engine);
  const context = await openRota({ ...storage.environment, ...PROVIDER });
  const past = await makePast(context, rows);
  return {
    past,
    async [Symbol.asyncDispose]() {
      await past.app.stop();
      await context.storage.close();
      await storage[Symbol.asyncDispose]();
    },
  };
}

/** Fails if a new operation has no case. */
function checkThatAllAreThere({ app }: Past): void {
  const missing = app.routes.filter(
    ({ access, operation }) => access.kind !== 'public' && !cases.some(({ call }) => call === operation),
  );
  if (missing.length > 0) {
    throw new Error(`Add a case to bench/growth for ${missing.map(({ operation }) => operation).join(', ')}`);
  }
}
