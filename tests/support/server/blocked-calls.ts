// Makes calls of agents wait at an exact moment, on either engine, so that a race isn't left to chance.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transaction } from '../../../src/storage/database.ts';
import { eventually } from '../makers/webhooks.ts';
import { waitBehind } from './locks.ts';
import type { Engine, Node } from './rota.ts';

/** Keeps a meeting request locked while `work` runs: changes to it can begin, but not end. */
export async function whileRequestLocked<Result>(
  { services }: Node,
  engine: Engine,
  requestId: string,
  meanwhile: (untilWaiting: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { database, storage } = services;
  return database.transaction(async (tx: Transaction) => {
    await tx.run('update meeting_requests set updated_at = updated_at where id = $1', [requestId]);
    const isQueued = async () => storage.use().some(({ waiting }) => waiting > 0);
    return meanwhile(async () => {
      if (engine === 'postgres') await waitBehind(database, tx);
      else await eventually(isQueued);
    });
  });
}

const STARTED = 'http.server.request.start';

/** The server's side of the response to the next call to `/mcp`. It closes when the server notices that the caller has left. */
export function nextAnswer(): Promise<{ closed: Promise<unknown> }> {
  const { promise, resolve } = Promise.withResolvers<{ closed: Promise<unknown> }>();
  subscribe(STARTED, function onStart(message) {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.url !== '/mcp') return;
    unsubscribe(STARTED, onStart);
    resolve({ closed: once(response, 'close') });
  });
  return promise;
}
