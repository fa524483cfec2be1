import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Route } from './route.ts';

/** Routes below a path of their own, loaded with the first request there: a start need not wait for them. */
export interface Annex {
  path: string;
  load(): Promise<Route[]>;
}

export interface OpenAnnex {
  owns(request: IncomingMessage): boolean;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function openAnnex(
  { path, load }: Annex,
  createRouter: (routes: Route[]) => FastifyInstance,
  log: Logger,
): OpenAnnex {
  // Proxies may name the host as well.
  const paths = new RegExp(`^(?:https?://[^/]*)?${path}(?:[/?#]|$)`);
  let router: Promise<FastifyInstance> | undefined;

  async function makeRouter(): Promise<FastifyInstance> {
    const made = createRouter(await load());
    await made.ready();
    return made;
  }

  return {
    owns: ({ url = '' }) => paths.test(url),
    async answer(request, response) {
      router ??= makeRouter();
      try {
        (await router).routing(request, response);
      } catch (error) {
        // Its files may be gone, where a new version was installed over one that runs. The next request tries again.
        router = undefined;
        log.error({ err: error, path }, 'pages could not be loaded');
        response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
        response.end('This page could not be loaded. Please try again later.\n');
      }
    },
    async close() {
      await (await router?.catch(() => undefined))?.close();
    },
  };
}
