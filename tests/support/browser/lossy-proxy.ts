// A proxy between a browser and the service that loses a response: the service has done its work, and the browser never hears of it.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyProxy extends AsyncDisposable {
  /** The address of the service, through the proxy. */
  url: string;
  /** Drops the response to the next form. Resolves with its status once the service has sent all of it. */
  loseNextForm(): Promise<number>;
}

export async function startLossyProxy(serviceUrl: string): Promise<LossyProxy> {
  let lose: ((status: number) => void) | undefined;

  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const call = request(serviceUrl + url, { method, headers });
    // Browsers may leave a page before it has loaded.
    outgoing.on('close', () => call.destroy());
    call.on('error', () => outgoing.destroy());
    call.on('response', (response) => {
      const { statusCode = 0 } = response;
      if (method === 'POST' && lose) {
        const tell = lose;
        lose = undefined;
        response.resume().on('end', () => tell(statusCode));
        return;
      }
      outgoing.writeHead(statusCode, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(call);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    loseNextForm: () =>
      new Promise((resolve) => {
        lose = resolve;
      }),
    async [Symbol.asyncDispose]() {
      proxy.close();
      proxy.closeAllConnections();
      await once(proxy, 'close');
    },
  };
}
