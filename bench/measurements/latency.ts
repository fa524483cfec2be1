import { Child } from '../children.ts';
import { type Figure, figure, measuredBelow, quantile } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { type Calls, pace } from '../pace.ts';
import { findPeers, startPeer } from '../peers.ts';
import { arrivalsAt, type Receiver, startReceiver, urlOf } from '../receivers.ts';
import { call, type Engine, emptyStorage, engines, makeMembers, type Served, serve } from '../rota.ts';
import { CONCURRENCY } from './deliveries.ts';

const RATES = [50, 200];
const SECONDS = 5;
const WARM_UP_SECONDS = 2;
const PARTS = { p50: 0.5, p95: 0.95, p99: 0.99 };

export const latency: Measurement = {
  name: 'latency',
  about: 'from the call that stores an event to its arrival at the receiver, beside a POST without storage',
  async measure(progress) {
    const raw = await ofChild(progress, 'raw POST', (url) =>
      Child.start('raw.ts', { RECEIVER_URL: url, CONCURRENCY }),
    );
    const others = new Map<string, number[][]>();
    for (const engine of engines) others.set(engine, await ofRota(progress, engine));
    for (const peer of await findPeers(progress)) {
      const found = await ofChild(progress, peer.name, (url) => startPeer(peer, url, CONCURRENCY));
      others.set(peer.name, found);
    }
    return RATES.flatMap((perSecond, place) =>
      [...others].flatMap(([who, found]) => compare(who, perSecond, found[place] ?? [], raw[place] ?? [])),
    );
  },
};

function compare(who: string, perSecond: number, latencies: number[], raw: number[]): Figure[] {
  const isRota = engines.some((engine) => engine === who);
  return Object.entries(PARTS).map(([name, part]) =>
    figure(
      `${name} at ${perSecond}/s, ${who}`,
      { value: quantile(latencies, part), unit: 'ms' },
      { what: 'raw POST', value: quantile(raw, part), unit: 'ms' },
      isRota && name === 'p95' && perSecond === 200 ? measuredBelow(25) : undefined,
    ),
  );
}

/** Latencies at each rate. */
async function ofChild(
  progress: (step: string) => void,
  who: string,
  start: (receiverUrl: string) => Promise<Child<unknown>>,
): Promise<number[][]> {
  await using receiver = await startReceiver();
  await using sender = await start(urlOf(receiver));
  const run = (perSecond: number, seconds: number) =>
    sender.ask<{ calls: Calls }>({ type: 'pace', perSecond, seconds }).then(({ calls }) => calls);
  return await atEachRate(progress, who, receiver, run);
}

/** Here the call is a whole request for a meeting over HTTP: keys, routing, audit entry and all. */
async function ofRota(progress: (step: string) => void, engine: Engine): Promise<number[][]> {
  await using receiver = await startReceiver();
  await using storage = await emptyStorage(engine);
  await using rota = await serve(storage.environment);
  await call(rota, 'POST', '/webhook_endpoints', {
    url: urlOf(receiver),
    events: ['meeting_request.created'],
  });
  const ask = await makeAsker(rota);
  return await atEachRate(progress, engine, receiver, (perSecond, seconds) => pace(perSecond, seconds, ask));
}

/** Makes meeting requests through a pool team; the id of each. */
export async function makeAsker(rota: Served): Promise<() => Promise<string>> {
  const member_ids = await makeMembers(rota);
  const team = await call<{ id: string }>(rota, 'POST', '/teams', {
    name: 'Sales',
    mode: 'pool',
    member_ids,
  });
  const body = { team_id: team.id, participant_emails: ['guest@example.com'] };
  return async () => (await call<{ id: string }>(rota, 'POST', '/meeting_requests', body)).id;
}

async function atEachRate(
  progress: (step: string) => void,
  who: string,
  receiver: Receiver,
  run: (perSecond: number, seconds: number) => Promise<Calls>,
): Promise<number[][]> {
  await latenciesOf(receiver, await run(RATES[0] as number, WARM_UP_SECONDS));
  const found: number[][] = [];
  for (const perSecond of RATES) {
    progress(`${who}: ${perSecond} events/s for ${SECONDS} s`);
    found.push(await latenciesOf(receiver, await run(perSecond, SECONDS)));
  }
  return found;
}

/** How long each took to arrive, once all have. */
export async function latenciesOf(receiver: Receiver, calls: Calls): Promise<number[]> {
  const arrivals = await arrivalsAt(receiver, calls.length);
  return calls.map(([id, at]) => (arrivals.get(id) as number) - at);
}
