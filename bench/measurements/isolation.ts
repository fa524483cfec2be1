import { figure, quantile, ratioBelow } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { type Receiver, startReceiver, urlOf } from '../receivers.ts';
import { type Engine, emptyStorage, engines, openRota, type Storage, startNode } from '../rota.ts';
import { makeEndpoint, writeDeliveries } from '../rows.ts';
import { latenciesAt } from './latency.ts';

const DUE = 100_000;
const PER_SECOND = 50;
const SECONDS = 10;
const WARM_UP_SECONDS = 2;

export const isolation: Measurement = {
  name: 'isolation',
  about: `p95 of a healthy endpoint while another, with ${DUE.toLocaleString('en')} due, never answers`,
  async measure(progress) {
    const figures = [];
    for (const engine of engines) {
      progress(`${engine}: alone`);
      const alone = await p95(engine, 0);
      progress(`${engine}: beside a silent endpoint`);
      const beside = await p95(engine, DUE);
      figures.push(
        figure(
          `p95 at ${PER_SECOND}/s beside a silent endpoint, ${engine}`,
          { value: beside, unit: 'ms' },
          { what: 'without it', value: alone, unit: 'ms' },
          ratioBelow(1.3),
        ),
      );
    }
    return figures;
  },
};

async function p95(engine: Engine, silentDue: number): Promise<number> {
  await using receiver = await startReceiver();
  await using storage = await emptyStorage(engine);
  await fill(storage, receiver, silentDue);
  await using node = await startNode(storage, urlOf(receiver));
  await latenciesAt(receiver, node, PER_SECOND, WARM_UP_SECONDS);
  return quantile(await latenciesAt(receiver, node, PER_SECOND, SECONDS), 0.95);
}

async function fill({ environment }: Storage, receiver: Receiver, count: number): Promise<void> {
  if (count === 0) return;
  const context = await openRota(environment);
  await writeDeliveries(context, await makeEndpoint(context, urlOf(receiver, '/silent')), count, 'pending');
  await context.storage.close();
}
