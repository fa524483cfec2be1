import { announceAll } from '../../src/features/events/events/announce.ts';
import { updateEndpoint } from '../../src/features/events/webhook-endpoints/operations.ts';
import { fill } from '../api/filled.ts';
import { now } from '../clock.ts';
import { type Ledger, untilAtRest } from '../costs/ledger.ts';
import { openLedger } from '../costs/open-ledger.ts';
import { LEDGER_SETTINGS } from '../costs/postgres-ledger.ts';
import type { Call } from '../described.ts';
import { type Figure, figure, type Quantity } from '../figures.ts';
import { load } from '../load.ts';
import type { Measurement } from '../measurement.ts';
import { newRequests } from '../new-requests.ts';
import { processorTime } from '../processor-time.ts';
import { startReceiver, urlOf } from '../receivers.ts';
import { emptyStorage, openRota, type Served, serve } from '../rota.ts';
import { type Contestant, compare, inRounds, type Rounds } from '../rounds.ts';
import { startPostgres } from '../servers.ts';

/** For all nodes together. */
const CALLERS = 32;
const CREATIONS = 100;
const DELIVERIES = 5_000;
const ASK_EVERY_MS = 20;

/** One run of a contestant. CPU times (µs) and statements are per piece of work. */
interface Turn {
  perSecond: number;
  nodes: number;
  /** Of the busiest node. */
  busiest: number;
  postgres: number;
  statements: number;
}

export const nodes: Measurement = {
  name: 'nodes',
  about: 'two nodes on one PostgreSQL beside one: requests/s and deliveries/s, and what each of them takes',
  async measure(progress) {
    await startPostgres(LEDGER_SETTINGS);
    await using ending = new AsyncDisposableStack();
    const [one, two] = [ending.use(await startGroup(1)), ending.use(await startGroup(2))];
    const contestants = [...one.contestants, ...two.contestants];
    const rounds = await inRounds(contestants, progress);
    return [
      ...one.works.flatMap((work) => besideOne(rounds, work)),
      figure(
        'deliveries whose claim was lost, two nodes',
        { value: await two.claimsLost(), unit: 'deliveries' },
        { what: 'of', value: two.delivered(), unit: 'deliveries' },
      ),
    ];
  },
};

const nameOf = (work: string, nodes: number) => `${work}, ${nodes === 1 ? 'one node' : 'two nodes'}`;

function besideOne(rounds: Rounds<Turn>, work: string): Figure[] {
  const pair = (what: string, part: (turn: Turn) => number, unit: Quantity['unit']) =>
    compare(quantities(rounds, part, unit), {
      name: what,
      measured: nameOf(work, 2),
      beside: nameOf(work, 1),
      what: 'one node',
    });
  return [
    pair(`${work}, two nodes`, ({ perSecond }) => perSecond, '/s'),
    pair(`${work}: CPU of the nodes`, ({ nodes }) => nodes, 'µs'),
    pair(`${work}: CPU of the busier node`, ({ busiest }) => busiest, 'µs'),
    pair(`${work}: CPU of PostgreSQL`, ({ postgres }) => postgres, 'µs'),
    pair(`${work}: statements`, ({ statements }) => statements, 'statements'),
  ];
}

const quantities = (
  rounds: Rounds<Turn>,
  part: (turn: Turn) => number,
  unit: Quantity['unit'],
): Rounds<Quantity> =>
  new Map([...rounds].map(([name, turns]) => [name, turns.map((turn) => ({ value: part(turn), unit }))]));

/** This many nodes on a database of their own. All groups have the same server. */
async function startGroup(size: number) {
  const ending = new AsyncDisposableStack();
  const storage = ending.use(await emptyStorage('postgres'));
  const receiver = ending.use(await startReceiver());
  const { keys, calls } = await fill(storage);
  const context = await openRota(storage.environment);
  ending.defer(() => context.storage.close());
  const endpoint = await context.database.get<{ id: string }>('select id from webhook_endpoints');
  await updateEndpoint(context, endpoint?.id ?? '', { url: urlOf(receiver), enabled: true });
  const nodes: Served[] = [];
  for (let number = 0; number < size; number += 1) nodes.push(ending.use(await serve(storage.environment)));
  const ledger = ending.use(await openLedger(storage));
  let delivered = 0;
  let sent = 0;

  const atRest = () => untilAtRest(ledger, ASK_EVERY_MS);
  const callAll = (
    { method, path, body }: Call,
    status: number,
    until: { seconds: number } | { count: number },
  ) =>
    Promise.all(
      nodes.map(({ url }) =>
        load({
          url,
          status,
          until: 'count' in until ? { count: until.count / size } : until,
          callers: CALLERS / size,
          request: () => {
            sent += 1;
            const key = keys[sent % keys.length] as string;
            return { method, path, key, ...(body && { body: JSON.stringify(body(sent)) }) };
          },
        }),
      ),
    );

  async function getTeams(): Promise<number> {
    const done = await callAll(calls.getTeam, 200, { seconds: 1 });
    return done.reduce((sum, { count }) => sum + count, 0);
  }
  async function createRequests(): Promise<number> {
    await callAll(calls.createRequest, 202, { count: CREATIONS });
    await atRest();
    delivered += CREATIONS;
    return CREATIONS;
  }
  async function deliver(): Promise<number> {
    await atRest();
    delivered += DELIVERIES;
    return DELIVERIES;
  }
  const commit = () =>
    context.database.transaction((tx) => announceAll(context, tx, newRequests(context, DELIVERIES)));

  const works = {
    'get team': { work: getTeams },
    'create meeting request, until at rest': { work: createRequests },
    deliveries: { prepare: commit, work: deliver },
  };
  const contestants = Object.entries(works).map(
    ([name, { work, ...rest }]): Contestant<Turn> => ({
      name: nameOf(name, size),
      async run() {
        if ('prepare' in rest) await rest.prepare();
        return await turnOf(nodes, ledger, work);
      },
      // The receiver forgets what has arrived.
      settle: () => fetch(urlOf(receiver)).then((response) => response.text()),
    }),
  );
  return {
    works: Object.keys(works),
    contestants,
    delivered: () => delivered,
    async claimsLost() {
      const texts = await Promise.all(
        nodes.map(({ url }) => fetch(`${url}/metrics`).then((it) => it.text())),
      );
      return texts.reduce(
        (sum, text) => sum + Number(/^rota_webhook_claims_lost_total (\d+)$/m.exec(text)?.[1]),
        0,
      );
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

async function turnOf(nodes: Served[], ledger: Ledger, work: () => Promise<number>): Promise<Turn> {
  const times = () => nodes.map(({ pid }) => processorTime(pid) ?? 0);
  const [before, spentBefore, start] = [times(), await ledger.spent(), now()];
  const count = await work();
  const [ms, spent, after] = [now() - start, await ledger.spent(), times()];
  const each = after.map((time, place) => (time - (before[place] ?? 0)) / count);
  return {
    perSecond: (count / ms) * 1000,
    nodes: each.reduce((sum, time) => sum + time, 0),
    busiest: Math.max(...each),
    postgres: ((spent.postgresMicros ?? 0) - (spentBefore.postgresMicros ?? 0)) / count,
    statements: ((spent.statements ?? 0) - (spentBefore.statements ?? 0)) / count,
  };
}
