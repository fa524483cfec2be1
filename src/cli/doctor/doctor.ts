import { setTimeout as sleep } from 'node:timers/promises';
import { ReadOnly } from '../../errors.ts';
import { readConfig, settings } from '../../settings/config.ts';
import { type Command, exitCodes, type Invocation, json, table, UsageError } from '../command.ts';
import { inWorkspace, workspaceOption as workspace } from '../operator.ts';
import { calendarProviderChecks } from './calendar-providers.ts';
import {
  type Check,
  fail,
  inWords,
  LIMIT_MS,
  type Line,
  resolverOption,
  type Setup,
  sourcesFrom,
} from './check.ts';
import { databaseCheck } from './database.ts';
import { diskCheck, filesCheck, nodeCheck } from './machine.ts';
import { mailDomainCheck, mailServerCheck } from './mail.ts';
import { publicAddressCheck } from './public-address.ts';
import { addressCheck, checkSettings, proxiesCheck, settingProblems } from './settings.ts';

/** In the order in which they are printed. */
const checks: Check[] = [
  addressCheck,
  proxiesCheck,
  publicAddressCheck,
  databaseCheck,
  mailServerCheck,
  mailDomainCheck,
  ...calendarProviderChecks,
  diskCheck,
  filesCheck,
  nodeCheck,
];

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check the settings and everything that Rota depends on, and say what to fix',
  details:
    'Prints one line per check: ok, warn or fail, what was found, and what to do about it. The service may be running or not.\n' +
    'Changes nothing, prints no secrets, and takes five seconds at most. Exits with 1 if a check fails.\n' +
    'With --calendar, it tries the connected Google and Microsoft accounts of a member instead: it reads their calendars, and\n' +
    'makes, moves and removes an event in the one that receives bookings, tomorrow at 03:00. That takes a minute at most.',
  options: {
    calendar: { type: 'string', value: 'EMAIL', description: 'try the connected accounts of this member' },
    workspace: { ...workspace, description: `with --calendar: ${workspace.description}` },
    resolver: resolverOption,
    json,
  },
  async run(invocation) {
    const { options, print, host } = invocation;
    const sources = sourcesFrom(options.resolver);
    if (options.workspace !== undefined && options.calendar === undefined)
      throw new UsageError('--workspace is only for --calendar');
    const lines =
      options.calendar === undefined
        ? await examine(host.env, sources)
        : await tryMember(invocation, String(options.calendar), sources);
    const isFit = lines.every(({ verdict }) => verdict !== 'fail');
    const cells = lines.map(({ verdict, check, found, advice }) => [
      verdict,
      check,
      advice === null ? found : `${found}. To fix: ${advice}`,
    ]);
    print({ ok: isFit, checks: lines }, table(cells));
    return isFit ? exitCodes.done : exitCodes.failed;
  },
};

/** Loaded on demand: what it needs is most of the service. */
async function tryMember(invocation: Invocation, email: string, sources: Setup['sources']): Promise<Line[]> {
  const { tryCalendars } = await import('./try-calendars.ts');
  const { config } = invocation;
  // New tokens are stored.
  if (config.readOnly) throw new ReadOnly();
  let lines: Line[] = [];
  await inWorkspace(invocation, async (context) => {
    lines = await tryCalendars(context, email, sources);
  });
  return lines.map(withoutSecrets((field) => config[field]));
}

/** Runs every check with these settings. */
export async function examine(
  environment: Record<string, string | undefined>,
  sources: Setup['sources'] = {},
): Promise<Line[]> {
  let config: Setup['config'];
  try {
    config = readConfig(environment);
  } catch (error) {
    // Everything else depends on the settings.
    return settingProblems(error).map(withoutSecrets((_field, name) => environment[name]));
  }
  await Promise.all(checks.map(({ load }) => load?.(config)));
  const looked = await Promise.all(checks.map((check) => inTime(check, { config, sources })));
  return [...checkSettings(config, environment), ...looked.flat()].map(
    withoutSecrets((field) => config[field]),
  );
}

/** A check that throws, or takes too long, becomes a failed line. */
async function inTime({ name, look }: Check, setup: Setup): Promise<Line[]> {
  const late = sleep(LIMIT_MS, undefined, { ref: false }).then(() => [
    fail(
      name,
      `no answer within ${LIMIT_MS / 1_000} seconds`,
      'check what is in between: DNS, routes, firewalls',
    ),
  ]);
  const looking = look(setup).catch((error) => [fail(name, inWords(error))]);
  return Promise.race([looking, late]);
}

/** Anything shorter could be part of an ordinary word. */
const SHORTEST_SECRET = 4;

/** Lines are never built from secrets, but a server might echo one: blank it out. */
function withoutSecrets(read: (field: keyof typeof settings, name: string) => unknown): (line: Line) => Line {
  const fields = Object.keys(settings) as (keyof typeof settings)[];
  const secrets = fields
    .filter((field) => settings[field].secret)
    .flatMap((field) => partsOf(String(read(field, settings[field].name) ?? '')))
    .filter((secret) => secret.length >= SHORTEST_SECRET);
  const clean = (text: string) => secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), text);
  return ({ found, advice, ...line }) => ({
    ...line,
    found: clean(found),
    advice: advice === null ? null : clean(advice),
  });
}

/** In a URL, only the password is secret. */
function partsOf(value: string): string[] {
  if (!URL.canParse(value)) return [value];
  const { password } = new URL(value);
  // Both as written in the URL, and decoded.
  return [password, unescaped(password)];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
