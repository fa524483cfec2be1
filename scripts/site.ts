// A service with an empty database, and a browser that looks at it, for pictures.
import { type Browser, chromium } from 'playwright-core';
import { silentProviders } from '../tests/support/makers/connections.ts';
import { freshStorage, type Node, startNode } from '../tests/support/server/rota.ts';
import { startChromium } from './chromium/server.ts';

/** All of it ends with `opened`. */
export async function openSite(opened: AsyncDisposableStack): Promise<{ node: Node; browser: Browser }> {
  const storage = await freshStorage('sqlite');
  opened.defer(storage.remove);
  const node = await startNode(storage, { environment: silentProviders });
  opened.defer(() => node.stop());
  const server = await startChromium();
  opened.defer(server.stop);
  const browser = await chromium.connect(server.endpoint);
  opened.defer(() => browser.close());
  return { node, browser };
}
