// Other queues for the same job, each in its own process: see the folder peers/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Child } from './children.ts';
import { emptyDatabase, serversOf, startRedis } from './servers.ts';
import { toldServers } from './spent.ts';

export interface Peer {
  name: string;
  script: string;
  needsRedis?: boolean;
}

const all: Peer[] = [
  { name: 'BullMQ', script: 'peers/bullmq.js', needsRedis: true },
  { name: 'graphile-worker', script: 'peers/graphile-worker.js' },
  { name: 'pg-boss', script: 'peers/pg-boss.js' },
];

/** Installs them if needed. Returns those that can run here. */
export async function findPeers(progress: (step: string) => void): Promise<Peer[]> {
  const setup = fileURLToPath(new URL('../scripts/setup.mjs', import.meta.url));
  const child = spawn(process.execPath, [setup, '--in=bench/peers/'], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The packages of bench/peers could not be installed');
  const hasRedis = await startRedis().then(
    async (redis) => {
      await redis[Symbol.asyncDispose]();
      return true;
    },
    (error: Error) => {
      progress(`BullMQ is left out: ${error.message}`);
      return false;
    },
  );
  return all.filter(({ needsRedis }) => !needsRedis || hasRedis);
}

export async function startPeer(
  peer: Peer,
  receiverUrl: string,
  concurrency: string,
): Promise<Child<unknown>> {
  const redis = peer.needsRedis ? await startRedis() : undefined;
  const environment = { DATABASE_URL: await emptyDatabase(), ...(redis && { REDIS_URL: redis.url }) };
  const servers = [...(await serversOf(environment)), ...(redis ? [redis.pid] : [])];
  const child = await Child.start(peer.script, {
    ...environment,
    ...toldServers(servers),
    RECEIVER_URL: receiverUrl,
    CONCURRENCY: concurrency,
  });
  return redis ? child.endingWith(redis) : child;
}
