import { Child } from '../children.ts';
import { now } from '../clock.ts';
import { atLeast, type Figure, figure } from '../figures.ts';
import type { Inbound } from '../inbound-client.ts';
import type { Measurement } from '../measurement.ts';
import { type Engine, emptyStorage, engines } from '../rota.ts';

const COUNT = 2_000;
const WARM_UP = 300;

interface Ready {
  port: number;
  to?: string;
}

export const inbound: Measurement = {
  name: 'inbound',
  about: 'mails/s stored, and stored and acted on, beside a bare smtp-server that throws them away',
  async measure(progress) {
    const figures: Figure[] = [];
    progress('bare smtp-server');
    const bare = await rate(await Child.start<Ready>('bare-smtp.ts'));
    const beside = { what: 'bare smtp-server', value: bare, unit: '/s' } as const;
    for (const engine of engines) {
      progress(`stored: ${engine}`);
      const stored = await withNode(engine, { STORES_ONLY: 'true' }, (node) => rate(node));
      figures.push(figure(`mails stored, ${engine}`, { value: stored, unit: '/s' }, beside));
      progress(`acted on: ${engine}`);
      const acted = await withNode(engine, {}, (node) => rate(node, () => node.ask({ type: 'wait' })));
      const goal = engine === 'sqlite' ? atLeast(0.2) : undefined;
      figures.push(
        figure(`mails stored and acted on, ${engine}`, { value: acted, unit: '/s' }, beside, goal),
      );
    }
    return figures;
  },
};

async function withNode<Result>(
  engine: Engine,
  environment: Record<string, string>,
  work: (node: Child<Ready>) => Promise<Result>,
): Promise<Result> {
  await using storage = await emptyStorage(engine);
  await using node = await Child.start<Ready>('inbound-node.ts', { ...storage.environment, ...environment });
  return await work(node);
}

/** Measures from the first connection until all mails were accepted and `untilDone` resolves, after one warm-up run. */
async function rate(
  server: Child<Ready>,
  untilDone: () => Promise<unknown> = async () => {},
): Promise<number> {
  await using taker = server;
  await using client = await Child.start('inbound-client.ts');
  const { port, to = 'sales.acme@rota.localhost' } = taker.ready;
  const run = async (from: number, count: number) => {
    const start = now();
    await client.ask({ port, to, from, count } satisfies Inbound);
    await untilDone();
    return now() - start;
  };
  await run(0, WARM_UP);
  return (COUNT / (await run(WARM_UP, COUNT))) * 1000;
}
