import { Child } from '../children.ts';
import { type Figure, figure, measuredBelow, quantile } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import type { Calls } from '../pace.ts';
import { findPeers, startPeer } from '../peers.ts';
import { arrivalsAt, type Receiver, startReceiver, urlOf } from '../receivers.ts';
import { emptyStorage, engines, startNode } from '../rota.ts';
import { CONCURRENCY } from './deliveries.ts';

const RATES = [50, 200];
const SECONDS = 5;
const WARM_UP_SECONDS = 3;
const PARTS = { p50: 0.5, p95: 0.95, p99: 0.99 };

export const latency: Measurement = {
  name: 'latency',
  about: 'from the call that stores an event to its arrival at the receiver, beside a POST without storage',
  async measure(progress) {
    const raw = await ofChild(progress, 'raw POST', (url) =>
      Child.start('raw.ts', { RECEIVER_URL: url, CONCURRENCY }),
    );
    const others = new Map<string, number[][]>();
    for (const engine of engines) {
      await using storage = await emptyStorage(engine);
      const found = await ofChild(progress, engine, (url) => startNode(storage, url));
      others.set(engine, found);
    }
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

/** At each rate. */
async function ofChild(
  progress: (step: string) => void,
  who: string,
  start: (receiverUrl: string) => Promise<Child<unknown>>,
): Promise<number[][]> {
  await using receiver = await startReceiver();
  await using sender = await start(urlOf(receiver));
  await latenciesAt(receiver, sender, Math.max(...RATES), WARM_UP_SECONDS);
  const found: number[][] = [];
  for (const perSecond of RATES) {
    progress(`${who}: ${perSecond} events/s for ${SECONDS} s`);
    found.push(await latenciesAt(receiver, sender, perSecond, SECONDS));
  }
  return found;
}

/** The latencies at this rate. */
export async function latenciesAt(
  receiver: Receiver,
  sender: Child<unknown>,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const { calls } = await sender.ask<{ calls: Calls }>({ type: 'pace', perSecond, seconds });
  const arrivals = await arrivalsAt(receiver, calls.length);
  return calls.map(([id, at]) => (arrivals.get(id) as number) - at);
}
