import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  /** The server's URL, with the proxy in its place. */
  url: string;
  /** Ends every connection on both sides at once, and every new one as soon as it comes. */
  cut(): void;
  /** Passes nothing on, in either direction, and says nothing of it: as when a cable is pulled or a server hangs. */
  freeze(): void;
  restore(): void;
  stop(): Promise<void>;
}

/** Stands between a node and its PostgreSQL as the network does, so that a test can take the network away. */
export async function startCutProxy(serverUrl: string): Promise<CutProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;

  const proxy = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const server = connect(Number(target.port || 5432), target.hostname);
    join(client, server);
    join(server, client);
  });

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.setNoDelay();
    from.on('data', (bytes) => {
      if (!isFrozen) to.write(bytes);
    });
    // A reset is what these connections are for; the other side learns of it by being closed, too.
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      if (!isFrozen) to.destroy();
    });
  }

  function cut(): void {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  }

  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    cut,
    freeze() {
      isFrozen = true;
    },
    restore() {
      isCut = false;
      // What was held back is lost, and with it the connections that waited for it.
      if (isFrozen) for (const socket of sockets) socket.destroy();
      isFrozen = false;
    },
    async stop() {
      cut();
      await once(proxy.close(), 'close');
    },
  };
}
