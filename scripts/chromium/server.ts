// One Chromium for many tests or pictures: others connect to it, and each opens its own contexts.
import { chromium } from 'playwright-core';
import { CannotHave } from '../downloads/cache-folder.ts';
import type { Chromium } from './chromium.ts';
import { type Way, waysToChromium } from './ways.ts';

export interface ChromiumServer {
  /** Which Chromium it is. */
  name: string;
  /** For `chromium.connect` of playwright-core. */
  endpoint: string;
  stop(): Promise<void>;
}

/** The message gives the reason for each way that was tried. */
export class NoChromium extends Error {}

/** The first Chromium that starts. */
export async function startChromium(ways: Way[] = waysToChromium()): Promise<ChromiumServer> {
  const reasons: string[] = [];
  for (const { name, isLast, find } of ways) {
    try {
      return await start(name, await find());
    } catch (error) {
      // The first line; the rest is the start-up log.
      const [reason] = (error as Error).message.split('\n');
      if (isLast) throw new CannotHave(`The Chromium of ${name} can't be started: ${reason}`);
      reasons.push(`- ${name}: ${reason}`);
    }
  }
  throw new NoChromium(reasons.join('\n') || '- ROTA_CHROMIUM is none');
}

async function start(name: string, { executable, environment }: Chromium): Promise<ChromiumServer> {
  const server = await chromium.launchServer({
    executablePath: executable,
    env: { ...process.env, ...environment },
    // It opens only this machine's pages, and often runs as root in a container, where there is no sandbox.
    chromiumSandbox: false,
    args: ['--disable-gpu'],
    // The process that starts it decides when it ends.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return { name, endpoint: server.wsEndpoint(), stop: () => server.close() };
}
