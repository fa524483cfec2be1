import { Rota } from '@rota/client';
import { type Config, ConfigError } from '../config.ts';

/** For the commands that call a running service, wherever it is, instead of working on its database. */
export function callerFor({ apiUrl, apiKey }: Config): Rota {
  if (apiKey === undefined)
    throw new ConfigError('ROTA_KEY is missing: set it to an API key of the workspace');
  return new Rota({ url: apiUrl, key: apiKey });
}

export const CALLS_THE_SERVICE = 'Calls the service at ROTA_URL with the API key in ROTA_KEY';
