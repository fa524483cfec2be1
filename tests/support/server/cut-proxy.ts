import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  /** The server's URL through the proxy. */
  url: string;
  /** Closes every connection on both sides at once, and every new one immediately. */
  cut(): void;
  /** Silently drops everything in both directions, like a pulled cable or a hung server. */
  freeze(): void;
  restore(): void;
  /** Sends new connections to another server. Open ones stay. */
  leadTo(serverUrl: string): void;
  stop(): Promise<void>;
}

/** A proxy between a node and its PostgreSQL, so that a test can cut the network. */
export async function startCutProxy(serverUrl: string): Promise<CutProxy> {
  let target = new URL(serverUrl);
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
    // Resets are expected. Closes the other side, too.
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
      // The dropped bytes are lost, so the connections that waited for them are closed.
      if (isFrozen) for (const socket of sockets) socket.destroy();
      isFrozen = false;
    },
    leadTo(otherUrl) {
      target = new URL(otherUrl);
    },
    async stop() {
      cut();
      await once(proxy.close(), 'close');
    },
  };
}
