import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import type { Route } from './route.ts';

/** After this time it is loaded in any case: the running version's files may be replaced by an upgrade. */
const LOAD_AFTER_MS = 30_000;

/** Routes below one path, loaded with the first request there, so that starting needn't wait for them. */
export interface Annex {
  path: string;
  load(): Promise<Route[]>;
}

interface Parts {
  createRouter(routes: Route[]): FastifyInstance;
  clock: Clock;
  log: Logger;
}

export function openAnnex({ path, load }: Annex, { createRouter, clock, log }: Parts) {
  // Proxies may put the host in the path, too.
  const paths = new RegExp(`^(?:https?://[^/]*)?${path}(?:[/?#]|$)`);
  let router: Promise<FastifyInstance> | undefined;
  let cancelLoading = () => {};

  async function makeRouter(): Promise<FastifyInstance> {
    const made = createRouter(await load());
    await made.ready();
    return made;
  }

  function report(error: unknown): void {
    log.error({ err: error, path }, 'loading pages failed; will retry');
  }

  return {
    owns: ({ url = '' }: IncomingMessage) => paths.test(url),
    start(): void {
      cancelLoading = clock.after(LOAD_AFTER_MS, () => void load().catch(report));
    },
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      router ??= makeRouter();
      try {
        (await router).routing(request, response);
      } catch (error) {
        // The next request tries again.
        router = undefined;
        report(error);
        response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
        response.end('This page could not be loaded. Please try again later.\n');
      }
    },
    async stop(): Promise<void> {
      cancelLoading();
      await (await router?.catch(() => undefined))?.close();
    },
  };
}
