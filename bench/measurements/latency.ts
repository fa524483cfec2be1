import { Child } from '../children.ts';
import { measuredBelow, type Quantity, quantile } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import type { Calls } from '../pace.ts';
import { findPeers, startPeer } from '../peers.ts';
import { arrivalsAt, type Receiver, startReceiver, urlOf } from '../receivers.ts';
import { emptyStorage, engines, startNode } from '../rota.ts';
import { type Contestant, compare, inRounds, type Rounds } from '../rounds.ts';
import { CONCURRENCY } from './deliveries.ts';

const RATES = [50, 200];
/** In one round. */
const SECONDS = 2;
const PARTS = { p50: 0.5, p95: 0.95, p99: 0.99 };
const RAW = 'raw POST';

export const latency: Measurement = {
  name: 'latency',
  about: 'from the call that stores an event to its arrival at the receiver, beside a POST without storage',
  async measure(progress) {
    const peers = await findPeers(progress);
    await using ending = new AsyncDisposableStack();
    const senders = new Map<string, { receiver: Receiver; sender: Child<unknown> }>();
    const add = async (who: string, start: (receiverUrl: string) => Promise<Child<unknown>>) => {
      const receiver = ending.use(await startReceiver());
      senders.set(who, { receiver, sender: ending.use(await start(urlOf(receiver))) });
    };
    await add(RAW, (url) => Child.start('raw.ts', { RECEIVER_URL: url, CONCURRENCY }));
    for (const engine of engines) {
      const storage = ending.use(await emptyStorage(engine));
      await add(engine, (url) => startNode(storage, url));
    }
    for (const peer of peers) await add(peer.name, (url) => startPeer(peer, url, CONCURRENCY));

    const contestants: Contestant<number[]>[] = RATES.flatMap((perSecond) =>
      [...senders].map(([who, { receiver, sender }]) => ({
        name: nameOf(perSecond, who),
        run: () => latenciesAt(receiver, sender, perSecond, SECONDS),
      })),
    );
    const rounds = await inRounds(contestants, progress);
    const others = [...senders.keys()].filter((who) => who !== RAW);
    return RATES.flatMap((perSecond) =>
      others.flatMap((who) =>
        Object.entries(PARTS).map(([part, value]) =>
          compare(partOf(rounds, value), {
            name: `${part} ${nameOf(perSecond, who)}`,
            measured: nameOf(perSecond, who),
            beside: nameOf(perSecond, RAW),
            what: RAW,
            goal:
              part === 'p95' && perSecond === 200 && engines.some((engine) => engine === who)
                ? measuredBelow(25)
                : undefined,
          }),
        ),
      ),
    );
  },
};

const nameOf = (perSecond: number, who: string) => `at ${perSecond}/s, ${who}`;

function partOf(rounds: Rounds<number[]>, part: number): Rounds<Quantity> {
  return new Map(
    [...rounds].map(([name, all]) => [
      name,
      all.map((latencies) => ({ value: quantile(latencies, part), unit: 'ms' as const })),
    ]),
  );
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
