import { isIP } from 'node:net';
import { checkRegistration, type RegistrationRefused } from '../../calendar-sync/accounts/oauth.ts';
import type { CalendarProvider } from '../../calendar-sync/accounts/provider.ts';
import { type ProviderKind, providerNames } from '../../calendar-sync/provider-kinds.ts';
import { providersFrom } from '../../calendar-sync/providers.ts';
import { CALLBACK_PATH } from '../../features/calendar/connections/operations.ts';
import { createFetch } from '../../network/fetch.ts';
import { createNames } from '../../network/names.ts';
import { createAddressPolicy } from '../../network/safe-address.ts';
import type { Config } from '../../settings/config.ts';
import { isLoopbackUrl, serviceAddress } from '../../text/networks.ts';
import { systemClock } from '../../time/clock.ts';
import { type Check, fail, inWords, type Line, ok, PATIENCE_MS, type Setup, warn } from './check.ts';

// Whether Google and Microsoft know the applications that members connect their calendars through.

const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Whether each of both settings is there. */
const settingsOf: Record<ProviderKind, (config: Config) => [name: string, isSet: boolean][]> = {
  google: ({ googleClientId, googleClientSecret }) => [
    ['ROTA_GOOGLE_CLIENT_ID', googleClientId !== undefined],
    ['ROTA_GOOGLE_CLIENT_SECRET', googleClientSecret !== undefined],
  ],
  microsoft: ({ microsoftClientId, microsoftClientSecret }) => [
    ['ROTA_MICROSOFT_CLIENT_ID', microsoftClientId !== undefined],
    ['ROTA_MICROSOFT_CLIENT_SECRET', microsoftClientSecret !== undefined],
  ],
};

export const calendarProviderChecks: Check[] = (['google', 'microsoft'] as const).map((kind) => {
  const name = `${providerNames[kind]} calendars`;
  return {
    name,
    load: async (config) =>
      providersFrom(config)[kind] && Promise.all([import('oauth4webapi'), import('undici')]),
    async look(setup) {
      const settings = settingsOf[kind](setup.config);
      const [set, unset] = [settings.find(([, isSet]) => isSet), settings.find(([, isSet]) => !isSet)];
      const provider = providersFrom(setup.config)[kind];
      if (provider)
        return [await checkApplication(name, provider, setup), checkRedirect(name, kind, setup.config)];
      if (set === undefined) return [ok(name, 'not set up')];
      return [fail(name, `${set[0]} is set without ${unset?.[0]}`, `set both, or neither: ${docsOf(kind)}`)];
    },
  };
});

const docsOf = (kind: ProviderKind) => `docs/operate/${kind}-calendar.md`;

async function checkApplication(
  name: string,
  provider: CalendarProvider,
  { config, sources }: Setup,
): Promise<Line> {
  const { fetch, close } = createFetch({
    // As the service asks: what it may not reach is found here.
    policy: createAddressPolicy(config, { isSeen: false }),
    resolve: createNames(systemClock, sources),
    timeoutMs: PATIENCE_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    clock: systemClock,
  });
  const parts = { fetch, clock: systemClock, workspaceId: 'doctor', timeoutMs: PATIENCE_MS };
  try {
    const refused = await checkRegistration(parts, provider, redirectUriOf(config));
    if (refused === undefined) return ok(name, `${provider.name} knows the application`);
    const codes = refused.codes.map((code) => `, AADSTS${code}`).join('');
    return fail(
      name,
      `${provider.name} refuses the application (${refused.reason}${codes})`,
      adviceOn(provider.kind, refused, config),
    );
  } catch (error) {
    const { host } = new URL(provider.oauth.tokenUrl);
    return fail(
      name,
      `${host} can't be asked: ${inWords(error)}`,
      'check whether this machine can connect there',
    );
  } finally {
    await close();
  }
}

const redirectUriOf = ({ publicUrl, host, port }: Config) =>
  `${publicUrl ?? serviceAddress(host, port)}${CALLBACK_PATH}`;

const SECRET = 'make another client secret, and set ROTA_MICROSOFT_CLIENT_SECRET to its value, not to its id';
const TENANT = "set ROTA_MICROSOFT_TENANT to the directory's id, or correct it";
const ACCOUNT_TYPES =
  'set ROTA_MICROSOFT_TENANT to what the supported account types of the application allow, or change those';

/** https://learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes */
const adviceByCode: Record<number, string> = {
  7000215: SECRET,
  7000222: SECRET,
  700016:
    'compare ROTA_MICROSOFT_CLIENT_ID and ROTA_MICROSOFT_TENANT with the overview of the application at entra.microsoft.com',
  90002: TENANT,
  900023: TENANT,
  50194: ACCOUNT_TYPES,
  9002331: ACCOUNT_TYPES,
  9002346: ACCOUNT_TYPES,
};

function adviceOn(kind: ProviderKind, { reason, codes }: RegistrationRefused, config: Config): string {
  const known = codes.map((code) => adviceByCode[code]).find((advice) => advice !== undefined);
  if (known !== undefined) return known;
  if (reason === 'redirect_uri_mismatch')
    return `add ${redirectUriOf(config)} to its redirect addresses, exactly so`;
  const prefix = `ROTA_${kind.toUpperCase()}_CLIENT`;
  const where = kind === 'google' ? 'under Clients at console.cloud.google.com' : 'at entra.microsoft.com';
  return `compare ${prefix}_ID and ${prefix}_SECRET with the application ${where}: ${docsOf(kind)}`;
}

const USE_HTTPS = 'set ROTA_PUBLIC_URL to the https address where people reach Rota';

function checkRedirect(name: string, kind: ProviderKind, config: Config): Line {
  const uri = redirectUriOf(config);
  const found = `redirect address to register: ${uri}`;
  if (config.publicUrl === undefined) return warn(name, `${found}, as ROTA_PUBLIC_URL isn't set`, USE_HTTPS);
  const problem = problems[kind](new URL(config.publicUrl));
  return problem === undefined
    ? ok(name, found)
    : warn(name, `${found}, but ${providerNames[kind]} takes ${problem.takes}`, problem.advice);
}

/** Names that only one network knows: Google wants one below a public suffix. */
const PRIVATE_NAME = /^[^.]+$|\.(local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** What the provider takes instead. Undefined if it takes the address. */
const problems: Record<ProviderKind, (url: URL) => { takes: string; advice: string } | undefined> = {
  // https://developers.google.com/identity/protocols/oauth2/web-server#uri-validation
  google({ href, protocol, hostname }) {
    if (isLoopbackUrl(href)) return undefined;
    if (protocol !== 'https:') return { takes: 'http for this machine only', advice: USE_HTTPS };
    if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && !PRIVATE_NAME.test(hostname)) return undefined;
    return {
      takes: 'public names only',
      advice: 'set ROTA_PUBLIC_URL to an https address with a domain name that everybody knows',
    };
  },
  // https://learn.microsoft.com/en-us/entra/identity-platform/reply-url
  microsoft({ href, protocol, hostname, port }) {
    if (protocol === 'https:' || hostname === 'localhost') return undefined;
    if (!isLoopbackUrl(href)) return { takes: 'http for localhost only', advice: USE_HTTPS };
    return {
      takes: 'localhost rather than an IP address',
      advice: `set ROTA_PUBLIC_URL to http://localhost${port && `:${port}`}, and open Rota there`,
    };
  },
};
