import { type Config, ConfigError, settings } from '../../settings/config.ts';
import { assertCanServe } from '../../settings/serving.ts';
import { isLoopback, isLoopbackUrl } from '../../text/networks.ts';
import { type Check, fail, type Line, ok, warn } from './check.ts';

// What can be checked in the settings without asking another machine.

const WHERE = 'docs/reference/configuration.md lists all settings';
/** With more differences, it is another word. */
const MAX_TYPING_ERRORS = 2;

type Environment = Record<string, string | undefined>;

/** One line for each setting that can't be used. */
export function settingProblems(error: unknown): Line[] {
  if (!(error instanceof ConfigError)) throw error;
  return error.message.split('\n').map((problem) => fail('settings', problem, WHERE));
}

/** Finds settings that contradict each other, and names that nothing reads. */
export function checkSettings(config: Config, environment: Environment): Line[] {
  const unknown = unknownSettings(environment).map((name) => {
    const meant = Object.values(settings).find((one) => typingErrors(name, one.name) <= MAX_TYPING_ERRORS);
    const advice = meant ? `did you mean ${meant.name}?` : `remove it: ${WHERE}`;
    return warn('settings', `${name} isn't a setting, so it has no effect`, advice);
  });
  try {
    assertCanServe(config);
  } catch (error) {
    return [...settingProblems(error), ...unknown];
  }
  const all = Object.values(settings);
  const set = all.filter(({ name }) => environment[name]);
  return [ok('settings', `${set.length} of ${all.length} are set, and all are valid`), ...unknown];
}

/** A secret can also be in a file that NAME_FILE names. */
function unknownSettings(environment: Environment): string[] {
  const known = new Set(Object.values(settings).flatMap(({ name }) => [name, `${name}_FILE`]));
  return Object.keys(environment).filter((name) => name.startsWith('ROTA_') && !known.has(name));
}

/** How many letters differ, are missing or are extra (Levenshtein distance). */
function typingErrors(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

export const addressCheck: Check = {
  name: 'address',
  async look({ config: { host, port, publicUrl } }) {
    const where = `${host}:${port}`;
    if (publicUrl === undefined) {
      return isLoopback(host)
        ? [ok('address', `${where}, for this machine only`)]
        : [
            warn(
              'address',
              `${where} is open to other machines, and there is no ROTA_PUBLIC_URL`,
              'set ROTA_PUBLIC_URL to the https address where people reach the service: links in messages start with it',
            ),
          ];
    }
    if (!publicUrl.startsWith('https:') && !isLoopbackUrl(publicUrl)) {
      return [
        warn(
          'address',
          `${publicUrl} is not https: the console can't be used, and others on the network can read links`,
          'put a proxy that terminates TLS in front, and set ROTA_PUBLIC_URL to its https address',
        ),
      ];
    }
    return [ok('address', `${where}, which people reach at ${publicUrl}`)];
  },
};

export const proxiesCheck: Check = {
  name: 'trusted proxies',
  async look({ config: { trustedProxies = [], publicUrl } }) {
    const everybody = trustedProxies.find((network) => network.endsWith('/0'));
    if (everybody !== undefined) {
      const found = `${everybody} is everybody: any caller can claim to come from any address`;
      return [
        warn('trusted proxies', found, 'set ROTA_TRUSTED_PROXIES to just the addresses of your proxies'),
      ];
    }
    if (trustedProxies.length > 0) return [ok('trusted proxies', trustedProxies.join(', '))];
    if (!publicUrl?.startsWith('https:')) return [ok('trusted proxies', 'none, and none needed')];
    return [
      warn(
        'trusted proxies',
        'none, but something in front of Rota terminates TLS: all callers seem to come from one address',
        'set ROTA_TRUSTED_PROXIES to the address of that proxy, such as 127.0.0.1,::1 for one on this machine',
      ),
    ];
  },
};
