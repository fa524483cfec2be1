import { Child } from '../children.ts';
import { atLeast, atLeastAndAlwaysAhead, type Figure, figure, median, ratioBelow } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { findPeers, startPeer } from '../peers.ts';
import { startReceiver, urlOf } from '../receivers.ts';
import { emptyStorage, engines, startNode } from '../rota.ts';
import { compare, inRounds } from '../rounds.ts';
import { rateOf, type Spent } from '../spent.ts';

const COUNT = 10_000;
/** In flight to one receiver: Rota's limit for an endpoint. */
export const CONCURRENCY = '50';
const RAW = 'raw loop';
/** For each storage engine: its part of the raw loop's rate, and of each queue's. */
const goals = { sqlite: { raw: 0.5, peer: 1.3 }, postgres: { raw: 0.35, peer: 1.3 } };

type Answer = Spent & { statements?: number };

export const deliveries: Measurement = {
  name: 'deliveries',
  about:
    'events/s from commit to recorded success, beside signed POSTs without storage, and beside other queues',
  async measure(progress) {
    const peers = await findPeers(progress);
    await using ending = new AsyncDisposableStack();
    const statements = new Map<string, number[]>(engines.map((engine) => [engine, []]));
    /** With its own receiver. It is kept running, and idles while others run. */
    const contestant = async (name: string, start: (receiverUrl: string) => Promise<Child<unknown>>) => {
      const receiver = ending.use(await startReceiver());
      const sender = ending.use(await start(urlOf(receiver)));
      return {
        name,
        async run() {
          const answer = await sender.ask<Answer>({ type: 'deliver', count: COUNT });
          statements.get(name)?.push(answer.statements ?? 0);
          return rateOf(answer);
        },
        async settle() {
          if (peers.some((peer) => peer.name === name)) await sender.ask({ type: 'rest' });
          // The receiver forgets what has arrived.
          await fetch(urlOf(receiver)).then((response) => response.text());
        },
      };
    };

    const contestants = [
      await contestant(RAW, (RECEIVER_URL) => Child.start('raw.ts', { RECEIVER_URL, CONCURRENCY })),
    ];
    for (const engine of engines) {
      const storage = ending.use(await emptyStorage(engine));
      contestants.push(await contestant(engine, (url) => startNode(storage, url)));
    }
    for (const peer of peers) {
      contestants.push(await contestant(peer.name, (url) => startPeer(peer, url, CONCURRENCY)));
    }
    const rounds = await inRounds(contestants, progress);

    return engines.flatMap((engine): Figure[] => {
      const against = { name: `deliveries, ${engine}`, measured: engine };
      const { raw, peer } = goals[engine];
      return [
        compare(rounds, { ...against, beside: RAW, goal: atLeast(raw) }),
        ...peers.map(({ name }) =>
          compare(rounds, { ...against, beside: name, goal: atLeastAndAlwaysAhead(peer) }),
        ),
        figure(
          `statements, ${engine}`,
          { value: median(statements.get(engine) ?? []), unit: 'statements' },
          { what: 'for', value: COUNT, unit: 'deliveries' },
          ratioBelow(0.3),
        ),
      ];
    });
  },
};
