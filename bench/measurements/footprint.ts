import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Child } from '../children.ts';
import { now } from '../clock.ts';
import { type Figure, figure, measuredBelow, median } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { arrivalsAt, startReceiver, urlOf } from '../receivers.ts';
import { type Engine, emptyStorage, engines, openRota, serve } from '../rota.ts';
import { makeEndpoint, writeDeliveries } from '../rows.ts';

const STARTS = 5;
const DELIVERIES = 20_000;
/** How long a process takes to become idle. */
const QUIET_MS = 2_000;
/** V8 shrinks the heap of an idle process 100 s after it was busy. */
const LATER_MS = 120_000;

export const footprint: Measurement = {
  name: 'footprint',
  about:
    'start to first answer, and resident memory, idle, after a run of deliveries and two minutes later, beside a bare Fastify',
  async measure(progress) {
    progress(`${STARTS} starts`);
    await using storage = await emptyStorage('sqlite');
    const starts: number[] = [];
    const bareStarts: number[] = [];
    // The first start makes the database and fills the compile cache, as after an installation.
    await (await serve(storage.environment))[Symbol.asyncDispose]();
    for (let number = 0; number < STARTS; number += 1) {
      await using rota = await serve(storage.environment);
      starts.push(rota.startedInMs);
      await using bare = await startBare();
      bareStarts.push(bare.startedInMs);
    }
    progress('memory');
    await using bare = await startBare();
    await using rota = await serve(storage.environment);
    await sleep(QUIET_MS);
    const idle = await residentMegabytes(rota.pid);
    const bareIdle = await residentMegabytes(bare.pid);
    await rota[Symbol.asyncDispose]();

    const beside = { what: 'bare Fastify', value: bareIdle, unit: 'MB' } as const;
    const figures: Figure[] = [
      figure(
        'start to first answer',
        { value: median(starts), unit: 'ms' },
        { what: 'bare Fastify', value: median(bareStarts), unit: 'ms' },
        measuredBelow(500),
      ),
      figure('memory, idle', { value: idle, unit: 'MB' }, beside, measuredBelow(110)),
    ];
    for (const engine of engines) {
      progress(`${engine}: memory after ${DELIVERIES.toLocaleString('en')} deliveries`);
      const { soon, later } = await memoryAfterDeliveries(engine);
      figures.push(
        figure(`memory after the deliveries, ${engine}`, { value: soon, unit: 'MB' }, beside),
        figure(
          `memory two minutes later, ${engine}`,
          { value: later, unit: 'MB' },
          beside,
          measuredBelow(150),
        ),
      );
    }
    return figures;
  },
};

/** Without routes. */
async function startBare(): Promise<Child<unknown> & { startedInMs: number }> {
  const start = now();
  const child = await Child.start<{ url: string }>('bare.ts', { ROUTES: '[]' });
  // Any response counts, also 404.
  await fetch(child.ready.url);
  return Object.assign(child, { startedInMs: now() - start });
}

/** The deliveries exist before the start, so that the process is an ordinary one. */
async function memoryAfterDeliveries(engine: Engine): Promise<{ soon: number; later: number }> {
  await using receiver = await startReceiver();
  await using storage = await emptyStorage(engine);
  const context = await openRota(storage.environment);
  await writeDeliveries(context, await makeEndpoint(context, urlOf(receiver)), DELIVERIES, 'pending');
  await context.storage.close();
  await using rota = await serve(storage.environment);
  await arrivalsAt(receiver, DELIVERIES);
  await sleep(QUIET_MS);
  const soon = await residentMegabytes(rota.pid);
  await sleep(LATER_MS);
  return { soon, later: await residentMegabytes(rota.pid) };
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
}
