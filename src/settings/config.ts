import { mailSettings } from './mail.ts';
import { monitoringSettings } from './monitoring.ts';
import { fileVariable, readSecretFile } from './secret-files.ts';
import { setting } from './setting.ts';
import {
  cap,
  delays,
  flag,
  httpUrl,
  integer,
  networks,
  oneOf,
  postgresUrl,
  publicUrl,
  rawKey,
  secretKey,
  text,
} from './values.ts';

/** Every environment variable of the service, read and checked once, at the start. */
export const settings = {
  host: setting({
    name: 'HOST',
    fallback: '127.0.0.1',
    purpose: 'Address to listen on. Set it to 0.0.0.0 to be reached from other machines.',
    read: text,
  }),
  port: setting({
    name: 'PORT',
    fallback: '3000',
    purpose: 'Port to listen on; 0 takes any free one.',
    read: integer(0, 65_535),
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    purpose:
      'A `postgres://` address: keep the data in PostgreSQL, shared by any number of nodes. ' +
      'Without it, the embedded database in `ROTA_DATA_DIR` is used.',
    secret: true,
    read: postgresUrl,
  }),
  databaseDirectUrl: setting({
    name: 'DATABASE_DIRECT_URL',
    purpose:
      'The `postgres://` address of PostgreSQL itself, where `DATABASE_URL` is that of a connection pooler such as PgBouncer in ' +
      'transaction mode: docs/operate/postgresql.md tells how. Without a pooler, leave it out.',
    secret: true,
    read: postgresUrl,
  }),
  databasePoolSize: setting({
    name: 'ROTA_DATABASE_POOL_SIZE',
    fallback: '10',
    purpose:
      'How many connections to PostgreSQL a node opens at most for calls, three at least: half of them for transactions, a ' +
      'fifth for single changes, the others for reads. Five more are for its own work.',
    read: integer(1, 1_000),
  }),
  dataDir: setting({
    name: 'ROTA_DATA_DIR',
    fallback: './data',
    purpose:
      'Folder of the embedded database and its secret key; made when it is not there, readable by its owner only.',
    read: text,
  }),
  secretKey: setting({
    name: 'ROTA_SECRET_KEY',
    purpose:
      'Seals the signing secrets of webhook endpoints, the passwords of calendars and the key of links: 64 hexadecimal digits, the same on ' +
      'every node. Required with `DATABASE_URL`; for the embedded database one is made in `ROTA_DATA_DIR` (`secret.key`).',
    secret: true,
    read: secretKey,
  }),
  secretKeyPrevious: setting({
    name: 'ROTA_SECRET_KEY_PREVIOUS',
    purpose:
      'The secret key before `ROTA_SECRET_KEY`, while the key is being rotated: both are read, and `rota secret rotate` decides which ' +
      'one seals. docs/operate/security.md tells how.',
    secret: true,
    read: secretKey,
  }),
  requireDatabase: setting({
    name: 'ROTA_REQUIRE_DATABASE',
    fallback: 'false',
    purpose:
      'With `true`, `rota serve` does not start where there is no database with a workspace yet, and makes nothing there: ' +
      'for an installation that has had its first start.',
    read: flag,
  }),
  readOnly: setting({
    name: 'ROTA_READ_ONLY',
    fallback: 'false',
    purpose:
      'With `true`, everything can be read and nothing changed: changes get 503, mail that comes in is asked to come later, and nothing ' +
      'is sent. For the minutes in which the data is moved (docs/operate/move-to-postgresql.md).',
    read: flag,
  }),
  bootstrapApiKey: setting({
    name: 'ROTA_BOOTSTRAP_API_KEY',
    purpose:
      'The raw value of the key made on the first start, instead of one that is made up and printed. ' +
      'At least 20 printable ASCII characters without spaces.',
    secret: true,
    read: rawKey,
  }),
  bootstrapKeyFile: setting({
    name: 'ROTA_BOOTSTRAP_KEY_FILE',
    purpose:
      'A file that the first start makes and writes its key into, readable by its owner only, instead of printing the key. ' +
      'It must not exist then; later starts do not look at it.',
    read: text,
  }),
  publicUrl: setting({
    name: 'ROTA_PUBLIC_URL',
    purpose:
      'Where people reach the service: links in messages begin with it. Without it, the address that is listened on. The console needs https here, unless it is a loopback address. ' +
      'Required with `ROTA_SMTP_URL`, unless `HOST` is a loopback address.',
    read: publicUrl,
  }),
  ...mailSettings,
  rateLimitPerMinute: setting({
    name: 'ROTA_RATE_LIMIT_PER_MINUTE',
    fallback: '120',
    purpose:
      'How many requests an API key may make in any 60 seconds; 0 turns the limit off. ' +
      'So many calls of one client address may fail authentication, too: 120 where the limit is off.',
    read: integer(0, 100_000),
  }),
  workspaceRateLimitPerMinute: setting({
    name: 'ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE',
    purpose:
      'How many requests all API keys of a workspace together may make in any 60 seconds; 0 turns the limit off. ' +
      'Without it, ten times `ROTA_RATE_LIMIT_PER_MINUTE`.',
    read: integer(0, 1_000_000),
  }),
  connectionsPerAddress: setting({
    name: 'ROTA_CONNECTIONS_PER_ADDRESS',
    fallback: '1000',
    purpose:
      'How many connections one client address (with IPv6, one /64) may have open to a node; 0 turns the limit off. ' +
      'Those of `ROTA_TRUSTED_PROXIES` are not limited.',
    read: integer(0, 1_000_000),
  }),
  webhookAllowedNetworks: setting({
    name: 'ROTA_WEBHOOK_ALLOWED_NETWORKS',
    purpose:
      'Addresses or networks, separated by commas, that webhooks may go to and calendars may be fetched from although they are ' +
      'not public, over `http` too. Loopback addresses need no entry while `HOST` is one, there is no `ROTA_TRUSTED_PROXIES`, ' +
      'and no call has come through a proxy.',
    read: networks,
  }),
  webhookRetryDelays: setting({
    name: 'ROTA_WEBHOOK_RETRY_DELAYS',
    purpose:
      'Seconds before each further attempt of a delivery, separated by commas; the last one holds for all that follow. ' +
      'Without it: 3, 18, 83, 258, 627, 1298 and 2403, each with up to a tenth more.',
    read: delays,
  }),
  webhookTimeoutMs: setting({
    name: 'ROTA_WEBHOOK_TIMEOUT_MS',
    fallback: '10000',
    purpose: 'Milliseconds that a receiver has to answer, from looking up its name to the last byte.',
    read: integer(1, 600_000),
  }),
  deliveryRetentionDays: setting({
    name: 'ROTA_DELIVERY_RETENTION_DAYS',
    fallback: '30',
    purpose: 'Days that events and finished deliveries are kept.',
    read: integer(1, 36_500),
  }),
  turnRetentionDays: setting({
    name: 'ROTA_TURN_RETENTION_DAYS',
    purpose:
      "Days that a team's turns are kept, but for the last of each member, which decides who is next. Without it, for good.",
    // The rotation report covers 30 days.
    read: integer(31, 36_500),
  }),
  auditRetentionDays: setting({
    name: 'ROTA_AUDIT_RETENTION_DAYS',
    purpose: 'Days that entries of the audit log are kept. Without it, for good.',
    read: integer(1, 36_500),
  }),
  webhookBacklogLimit: setting({
    name: 'ROTA_WEBHOOK_BACKLOG_LIMIT',
    fallback: '100000',
    purpose:
      'How many deliveries may wait for one endpoint. Beyond that, events make none for it until a tenth of them is gone.',
    read: integer(10, 10_000_000),
  }),
  maxMembers: setting({
    name: 'ROTA_MAX_MEMBERS',
    fallback: '10000',
    purpose: 'How many active members a workspace may have; 0 for any number.',
    read: cap,
  }),
  maxTeams: setting({
    name: 'ROTA_MAX_TEAMS',
    fallback: '1000',
    purpose: 'How many active teams a workspace may have; 0 for any number.',
    read: cap,
  }),
  maxTeamMembers: setting({
    name: 'ROTA_MAX_TEAM_MEMBERS',
    fallback: '500',
    purpose: 'How many members a team may have; 0 for any number.',
    read: cap,
  }),
  maxHosts: setting({
    name: 'ROTA_MAX_HOSTS',
    fallback: '500',
    purpose:
      'How many hosts a meeting request may have, with those that stack teams bring; 0 for any number.',
    read: cap,
  }),
  maxApiKeys: setting({
    name: 'ROTA_MAX_API_KEYS',
    fallback: '500',
    purpose: 'How many API keys that work a workspace may have; 0 for any number.',
    read: cap,
  }),
  maxWebhookEndpoints: setting({
    name: 'ROTA_MAX_WEBHOOK_ENDPOINTS',
    fallback: '200',
    purpose: 'How many webhook endpoints a workspace may have; 0 for any number.',
    read: cap,
  }),
  maxMessagesPerDay: setting({
    name: 'ROTA_MAX_MESSAGES_PER_DAY',
    fallback: '0',
    purpose:
      'How many messages a workspace may send in a day, by UTC; 0 for any number. What is over it is sent the next day, in order. ' +
      'Links to sign in and notices about the workspace itself do not count. A workspace may have a limit of its own (docs/operate/operator-api.md).',
    read: cap,
  }),
  maxOutsiderMessages: setting({
    name: 'ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY',
    fallback: '500',
    purpose:
      'How many people a workspace writes to in a day, by UTC, because somebody who is no member has asked for it, by mail or by a ' +
      'booking link; 0 for any number. Mail over it is kept, and marked as ignored. Admins are told.',
    read: cap,
  }),
  maxOutsiderMessagesPerNetwork: setting({
    name: 'ROTA_MAX_OUTSIDER_MESSAGES_PER_NETWORK',
    fallback: '50',
    purpose:
      'The same for what one IPv4 address, or one IPv6 network of 64 bits, has asked for; 0 for any number.',
    read: cap,
  }),
  maxInboxMbPerDay: setting({
    name: 'ROTA_MAX_INBOX_MB_PER_DAY',
    fallback: '200',
    purpose:
      'How many megabytes of mail a workspace takes in a day, by UTC, counted for each recipient; 0 for any number. Addresses that ' +
      'participants answer to take twice as much. Beyond that, mail servers are told to try again later (452).',
    read: cap,
  }),
  stopDelayMs: setting({
    name: 'ROTA_STOP_DELAY_MS',
    fallback: '0',
    purpose:
      'Milliseconds between the signal to stop, from which on `/readyz` answers 503, and the closing of the port: so long ' +
      'calls are served as before, and whoever sends them here has time to notice.',
    read: integer(0, 600_000),
  }),
  trustedProxies: setting({
    name: 'ROTA_TRUSTED_PROXIES',
    purpose:
      'Addresses or networks, separated by commas, of reverse proxies whose `X-Forwarded-For` is believed. ' +
      'The client address is what failed authentication is limited by. A proxy may have any number of connections. Behind one on the ' +
      'same machine it is needed too: without it, webhooks may go to loopback addresses until the first call through the proxy is noticed.',
    read: networks,
  }),
  apiUrl: setting({
    name: 'ROTA_URL',
    purpose:
      'Where the service is, for the commands that call it, such as `rota listen` and `rota mcp`, and for the calls that ' +
      '`rota demo` suggests. Without it: on this machine, at `HOST` and `PORT`.',
    read: httpUrl,
  }),
  apiKey: setting({
    name: 'ROTA_KEY',
    purpose: 'The API key with which those commands call it.',
    secret: true,
    read: text,
  }),
  logLevel: setting({
    name: 'ROTA_LOG_LEVEL',
    fallback: 'info',
    purpose: 'The least severe log line that is written: `debug`, `info`, `warn`, `error` or `silent`.',
    read: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  }),
  ...monitoringSettings,
};

export type Config = { [Field in keyof typeof settings]: ReturnType<(typeof settings)[Field]['parse']> };

/** Unusable settings. The message has a line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [field, { name, secret, parse }] of Object.entries(settings)) {
    // Container files set a variable to nothing for "not set".
    const given = environment[name] || undefined;
    const file = (secret && environment[fileVariable(name)]) || undefined;
    try {
      if (file !== undefined && given !== undefined)
        throw new Error(`and ${fileVariable(name)} are both set: set one`);
      config[field] = file === undefined ? parse(given) : parseFile(name, file, parse);
    } catch (error) {
      problems.push(error instanceof ConfigError ? error.message : `${name} ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config as Config;
}

/** Reads a secret setting from a file. Errors blame the variable that names the file. */
function parseFile(name: string, file: string, parse: (raw: string) => unknown): unknown {
  let raw: string;
  try {
    raw = readSecretFile(file);
  } catch (error) {
    throw new ConfigError(`${fileVariable(name)} ${(error as Error).message}`);
  }
  try {
    return parse(raw);
  } catch (error) {
    throw new ConfigError(`${fileVariable(name)}: what ${file} holds ${(error as Error).message}`);
  }
}
