// Other queues that do the same job, each in a process of its own: see the folder peers/.
import { Child } from './children.ts';
import { emptyDatabase, startRedis } from './servers.ts';

export interface Peer {
  name: string;
  script: string;
  needsRedis?: boolean;
}

export const peers: Peer[] = [
  { name: 'BullMQ', script: 'peers/bullmq.js', needsRedis: true },
  { name: 'graphile-worker', script: 'peers/graphile-worker.js' },
  { name: 'pg-boss', script: 'peers/pg-boss.js' },
];

export async function startPeer(
  peer: Peer,
  receiverUrl: string,
  concurrency: string,
): Promise<Child<unknown>> {
  const redis = peer.needsRedis ? await startRedis() : undefined;
  const child = await Child.start(peer.script, {
    RECEIVER_URL: receiverUrl,
    CONCURRENCY: concurrency,
    DATABASE_URL: await emptyDatabase(),
    ...(redis && { REDIS_URL: redis.url }),
  });
  return redis ? child.endingWith(redis) : child;
}
