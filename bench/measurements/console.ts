import type { BareRoute } from '../bare.ts';
import { type BareCase, besideBare, bothOf, startBare } from '../beside-bare.ts';
import { pages, show } from '../console/pages.ts';
import { signInMany } from '../console/sessions.ts';
import { describeCalls } from '../described.ts';
import type { Figure } from '../figures.ts';
import { grown, mediansOf } from '../growth/by-turns.ts';
import { FEW, MANY, openPast } from '../growth/compare.ts';
import { makePast } from '../growth/past.ts';
import type { Measurement } from '../measurement.ts';
import { type Engine, emptyStorage, engines, openRota, type Storage, serve } from '../rota.ts';
import { inRounds } from '../rounds.ts';

const PATH = '/console/requests';
const GOAL = 0.1;

export const consolePages: Measurement = {
  name: 'console',
  about:
    'pages of the console over 100,000 requests, beside those over 100; and its list of requests beside a bare Fastify that answers the same bytes',
  async measure(progress) {
    const figures: Figure[] = [];
    for (const engine of engines) figures.push(...(await besidePast(engine, progress)));
    return [...figures, ...(await besideTheSameBytes(progress))];
  },
};

async function besidePast(engine: Engine, progress: (step: string) => void): Promise<Figure[]> {
  const many = MANY.toLocaleString('en');
  progress(`${engine}: a past of ${FEW} and of ${many} rows of everything`);
  await using short = await openPast(engine, FEW);
  await using long = await openPast(engine, MANY);
  const figures: Figure[] = [];
  for (const each of pages) {
    progress(`${engine}: ${each.name}`);
    const [few, large] = (await mediansOf([short.past, long.past], {
      run: (past) => show(past, each),
    })) as [number, number];
    figures.push(grown(`${each.name}, ${many}, ${engine}`, large, { what: `${FEW}`, value: few }));
  }
  return figures;
}

async function besideTheSameBytes(progress: (step: string) => void): Promise<Figure[]> {
  await using ending = new AsyncDisposableStack();
  const cases: BareCase[] = [];
  for (const engine of engines) cases.push(await listOn(engine, ending));
  const rounds = await inRounds(cases.flatMap(bothOf), progress);
  return cases.map((each) => besideBare(rounds, each));
}

async function listOn(engine: Engine, ending: AsyncDisposableStack): Promise<BareCase> {
  const storage = ending.use(await emptyStorage(engine));
  const cookies = await makeRequestsAndSessions(storage);
  const [cookie = ''] = cookies;
  const described = await describeCalls(storage, [{ method: 'GET', path: PATH, cookie, sends: 'select 1' }]);
  return {
    name: `list of requests (25), ${engine}`,
    goal: GOAL,
    storage,
    bare: ending.use(await startBare(storage, described)),
    rota: ending.use(await serve(storage.environment)),
    route: described.routes[0] as BareRoute,
    request: (number) => ({
      method: 'GET',
      path: PATH,
      cookie: cookies[number % cookies.length] as string,
    }),
  };
}

async function makeRequestsAndSessions(storage: Storage): Promise<string[]> {
  const context = await openRota(storage.environment);
  const past = await makePast(context, FEW);
  const cookies = await signInMany(context);
  await past.app.stop();
  await context.storage.close();
  return cookies;
}
