// The listener alone, with addresses that a test makes up and a store in memory.
import { Registry } from 'prom-client';
import { createLog } from '../../src/log.ts';
import type { Addressee, Arrival } from '../../src/mail-in/arrival.ts';
import { readConfig } from '../../src/settings/config.ts';
import { createListener, type MailAddresses } from '../../src/smtp/listener.ts';
import type { Reception } from '../../src/smtp/sessions.ts';
import { ManualClock } from '../support/server/manual-clock.ts';

export const DOMAIN = 'mail.example.com';
/** Of a workspace that takes mail of anybody. */
export const SALES = `sales.acme@${DOMAIN}`;
/** Of a second workspace. */
export const OTHER = `sales.other@${DOMAIN}`;
const DRAIN_MS = 10_000;

export class BareListener implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly registry = new Registry();
  readonly logLines: string[] = [];
  readonly stored: Arrival<Addressee>[] = [];
  addresses: MailAddresses = {};
  /** Runs before a mail is stored. */
  beforeStore: () => Promise<void> = async () => {};
  readonly #listener;
  #stopping: Promise<void> | undefined;

  private constructor(environment: Record<string, string>, reception: Partial<Reception>) {
    this.#listener = createListener({
      config: readConfig({
        ROTA_MAIL_DOMAIN: DOMAIN,
        ROTA_SMTP_LISTEN: '127.0.0.1:0',
        ROTA_LMTP_LISTEN: '127.0.0.1:0',
        ...environment,
      }),
      clock: this.clock,
      log: createLog('debug', { write: (line) => void this.logLines.push(line) }),
      registry: this.registry,
      reception: {
        recipientFor: async (given) => {
          const address = given.toLowerCase();
          if (![SALES, OTHER].includes(address)) return undefined;
          return { target: 'workspace', workspace_id: address, address };
        },
        hasRoom: async () => true,
        store: async (arrival) => {
          await this.beforeStore();
          this.stored.push(arrival);
          return true;
        },
        ...reception,
      },
      drainMs: DRAIN_MS,
    });
  }

  static async start(
    environment: Record<string, string> = {},
    reception: Partial<Reception> = {},
  ): Promise<BareListener> {
    const bare = new BareListener(environment, reception);
    bare.addresses = await bare.#listener.listen();
    return bare;
  }

  get smtp(): string {
    return this.addresses.smtp as string;
  }

  get lmtp(): string {
    return this.addresses.lmtp as string;
  }

  /** The texts of what was stored. */
  get texts(): string[] {
    return this.stored.map(({ raw }) => Buffer.from(raw).toString('latin1'));
  }

  async figure(series: string): Promise<number> {
    const line = (await this.registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#listener.stop();
    return this.#stopping;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const stopped = this.stop();
    this.clock.advance(DRAIN_MS);
    await stopped;
  }
}
