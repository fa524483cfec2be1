import type { Config } from '../settings/config.ts';
import type { Providers } from './accounts/provider.ts';
import { googleProvider } from './google/provider.ts';
import { microsoftProvider } from './microsoft/provider.ts';

/** Those for which the operator has registered an application. */
export function providersFrom(config: Config): Providers {
  const google = googleProvider(config);
  const microsoft = microsoftProvider(config);
  return { ...(google && { google }), ...(microsoft && { microsoft }) };
}
