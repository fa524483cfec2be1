// Accepts mail over SMTP and LMTP: a second entrance next to HTTP.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type Config, ConfigError } from '../settings/config.ts';
import type { ListenAddress } from '../settings/values.ts';
import { createNetworkCheck, isLoopback } from '../text/networks.ts';
import type { Clock } from '../time/clock.ts';
import { repeatingWorker } from '../workers/worker.ts';
import { type Certificate, isSame, readCertificate } from './certificate.ts';
import { createBudget } from './collect.ts';
import { createConnections } from './connections.ts';
import { createDoor, type Door } from './door.ts';
import { createSmtpMetrics } from './metrics.ts';
import { createRates } from './rates.ts';
import type { Reception } from './sessions.ts';

/** The memory that all mails together may use while they arrive. */
const BUDGET_BYTES = 64 * 1024 * 1024;
/**
 * The part of it for one client address: eight mails of the largest size. For trusted networks, only the total limit applies.
 */
const CLIENT_BYTES = BUDGET_BYTES / 8;
const CHECK_CERTIFICATE_EVERY_MS = 60_000;
const DEFAULT_ADDRESS: ListenAddress = { host: '127.0.0.1', port: 2525 };

interface Parts {
  config: Config;
  clock: Clock;
  log: Logger;
  registry: Registry;
  reception: Reception;
  drainMs: number;
}

/** Where mail is accepted, such as `127.0.0.1:2525`; undefined for nowhere. */
export interface MailAddresses {
  smtp?: string;
  lmtp?: string;
}

interface Listener {
  /** Throws if the operator chose an address that can't be used. */
  listen(): Promise<MailAddresses>;
  stop(): Promise<void>;
}

export function createListener({ config, clock, log, registry, reception, drainMs }: Parts): Listener {
  const trustedNetworks = config.smtpTrustedNetworks;
  const metrics = createSmtpMetrics(registry, () => connections.size);
  const connections = createConnections({ clock, log, metrics, trustedNetworks });
  const shared = {
    reception,
    connections,
    isTrusted: createNetworkCheck(trustedNetworks),
    rates: createRates(clock),
    budget: createBudget(BUDGET_BYTES, CLIENT_BYTES),
    metrics,
    clock,
    log,
    name: config.mailDomain,
    drainMs,
  };
  const doors: Door[] = [];
  let certificate: Certificate | undefined;
  const certificateWorker = repeatingWorker(
    'certificate',
    clock,
    CHECK_CERTIFICATE_EVERY_MS,
    renewCertificate,
  );

  async function renewCertificate(): Promise<void> {
    try {
      const found = await readCertificate(config);
      if (!found || !certificate || isSame(found, certificate)) return;
      certificate = found;
      for (const door of doors) door.useCertificate(found);
      log.info('mail certificate renewed');
    } catch (error) {
      log.warn({ err: error }, 'mail certificate could not be renewed; still using the old one');
    }
  }

  async function open(protocol: 'smtp' | 'lmtp', at: ListenAddress): Promise<string> {
    const door = createDoor({ ...shared, protocol, certificate });
    const { host, port } = await door.listen(at);
    doors.push(door);
    return formatAddress({ host, port });
  }

  async function openConfigured(
    protocol: 'smtp' | 'lmtp',
    setting: string,
    at: ListenAddress | 'off' | undefined,
  ): Promise<string | undefined> {
    if (at === 'off' || at === undefined) return undefined;
    try {
      return await open(protocol, at);
    } catch (error) {
      throw new ConfigError(`${setting} can't be used: ${(error as Error).message}`);
    }
  }

  /** Nobody chose the default address, so the service starts even if it can't be used. */
  async function openDefault(): Promise<string | undefined> {
    if (!isLoopback(config.host)) return undefined;
    try {
      return await open('smtp', DEFAULT_ADDRESS);
    } catch (error) {
      log.warn(
        { why: (error as Error).message },
        `mail listener not started: ${formatAddress(DEFAULT_ADDRESS)} can't be used; set ROTA_SMTP_LISTEN to another address, or to off`,
      );
      return undefined;
    }
  }

  async function stop(): Promise<void> {
    await Promise.all([certificateWorker.stop(), ...doors.map((door) => door.stop())]);
  }

  return {
    async listen() {
      certificate = await readCertificate(config);
      try {
        const { smtpListen, lmtpListen } = config;
        const lmtp = await openConfigured('lmtp', 'ROTA_LMTP_LISTEN', lmtpListen);
        const smtp =
          smtpListen === undefined
            ? await openDefault()
            : await openConfigured('smtp', 'ROTA_SMTP_LISTEN', smtpListen);
        const addresses = { ...(smtp && { smtp }), ...(lmtp && { lmtp }) };
        if (smtp || lmtp) log.info(addresses, 'mail listener started');
        if (certificate) certificateWorker.start();
        return addresses;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
  };
}

const formatAddress = ({ host, port }: ListenAddress) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
