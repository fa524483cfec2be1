// A website of somebody else, at another host than the service, with a strict policy of its own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';

import { dataOf, type Node } from '../server/rota.ts';

export const SCHEDULING = '/api/v1/workspace/scheduling';

export interface Website {
  readonly origin: string;
  /** Shows this from now on, at every path. */
  show(body: string): void;
}

/** Only what docs/use/embedding.md asks for: the script and the frames of the service. No style at all, and no text made into markup. */
const policyFor = (service: string) =>
  `default-src 'none'; script-src ${service}; frame-src ${service}; require-trusted-types-for 'script'`;

/** For a suite with one node, which lets this website embed its pages. `name` is a name of this machine. */
export function withWebsite(node: () => Node, name = 'localhost'): Website {
  let body = '';
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyFor(node().url),
    };
    return response.writeHead(200, headers).end(pageOf(body));
  });
  const origin = () => `http://${name}:${(server.address() as AddressInfo).port}`;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    dataOf(await node().patch(SCHEDULING, { embed_origins: [origin()] }));
  });
  after(() => server.close());
  return {
    get origin() {
      return origin();
    },
    show(next) {
      body = next;
    },
  };
}

const pageOf = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Acme</title></head><body><main><h1>Acme</h1>${body}<p>The end.</p></main></body></html>`;
