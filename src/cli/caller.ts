import type { Rota } from '@rota/client';
import { type Config, ConfigError } from '../settings/config.ts';
import { serviceAddress } from '../text/networks.ts';
import { CallFailed, exitCodes } from './command.ts';

export const CALLS_THE_SERVICE = 'Calls the service at ROTA_URL with the API key in ROTA_KEY';

/** The address of the service. Undefined if it listens on any free port and ROTA_URL is not set. */
export function serviceUrl({ apiUrl, host, port }: Config): string | undefined {
  return apiUrl ?? (port === 0 ? undefined : serviceAddress(host, port));
}

export function requiredServiceUrl(config: Config): string {
  const url = serviceUrl(config);
  if (url === undefined)
    throw new ConfigError(
      'ROTA_URL is missing, and PORT is 0: set ROTA_URL to the address that the server printed',
    );
  return url;
}

export function requiredKey({ apiKey }: Config): string {
  if (apiKey === undefined)
    throw new ConfigError('ROTA_KEY is missing: set it to an API key of the workspace');
  return apiKey;
}

/** For commands that call a running service. All others work on the database directly. */
export async function withCaller<Result>(
  config: Config,
  work: (rota: Rota, url: string) => Promise<Result>,
): Promise<Result> {
  const apiKey = requiredKey(config);
  const url = requiredServiceUrl(config);
  // Imported here because no other command needs it.
  const { Rota, RotaError } = await import('@rota/client');
  try {
    return await work(new Rota({ url, key: apiKey }), url);
  } catch (error) {
    if (!(error instanceof RotaError)) throw error;
    const { status, message } = error;
    if (status === undefined) throw new CallFailed(message, exitCodes.failed);
    throw new CallFailed(`the service refused: ${message}`, exitCodeFor(status));
  }
}

function exitCodeFor(status: number): number {
  if (status >= 500) return exitCodes.failed;
  return status === 404 ? exitCodes.notFound : exitCodes.refused;
}
