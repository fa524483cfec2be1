import { Child } from '../children.ts';
import { atLeast, type Figure, figure, type Goal, ratioBelow } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { findPeers, startPeer } from '../peers.ts';
import { startReceiver, urlOf } from '../receivers.ts';
import { emptyStorage, engines, startNode } from '../rota.ts';

const COUNT = 20_000;
const WARM_UP = 2_000;
/** In flight to one receiver: Rota's limit for an endpoint. */
export const CONCURRENCY = '50';
/** For each storage engine, as a part of the raw loop's rate. */
const goals = { sqlite: 0.5, postgres: 0.35 };

export const deliveries: Measurement = {
  name: 'deliveries',
  about:
    'events/s from commit to recorded success, beside signed POSTs without storage, and beside other queues',
  async measure(progress) {
    const raw = await rate(progress, 'raw loop', (RECEIVER_URL) =>
      Child.start('raw.ts', { RECEIVER_URL, CONCURRENCY }),
    );
    const figures: Figure[] = [];
    const add = (name: string, perSecond: number, what: string, beside: number, goal?: Goal) =>
      figures.push(figure(name, { value: perSecond, unit: '/s' }, { what, value: beside, unit: '/s' }, goal));

    const rates = new Map<string, number>();
    for (const engine of engines) {
      await using storage = await emptyStorage(engine);
      const rota = await rate(progress, engine, (url) => startNode(storage, url));
      rates.set(engine, rota.perSecond);
      add(`deliveries, ${engine}`, rota.perSecond, 'raw loop', raw.perSecond, atLeast(goals[engine]));
      figures.push(
        figure(
          `statements, ${engine}`,
          { value: rota.statements, unit: 'statements' },
          { what: 'for', value: COUNT, unit: 'deliveries' },
          ratioBelow(0.3),
        ),
      );
    }
    for (const peer of await findPeers(progress)) {
      const { perSecond } = await rate(progress, peer.name, (url) => startPeer(peer, url, CONCURRENCY));
      for (const engine of engines) {
        add(`deliveries, ${engine}`, rates.get(engine) ?? 0, peer.name, perSecond, atLeast(1));
      }
    }
    return figures;
  },
};

/** With its own receiver, after one run for warm-up. */
async function rate(
  progress: (step: string) => void,
  what: string,
  start: (receiverUrl: string) => Promise<Child<unknown>>,
): Promise<{ perSecond: number; statements: number }> {
  progress(`${COUNT.toLocaleString('en')} deliveries: ${what}`);
  await using receiver = await startReceiver();
  await using sender = await start(urlOf(receiver));
  const run = (count: number) => sender.ask<{ ms: number; statements: number }>({ type: 'deliver', count });
  await run(WARM_UP);
  const { ms, statements } = await run(COUNT);
  return { perSecond: (COUNT / ms) * 1000, statements };
}
