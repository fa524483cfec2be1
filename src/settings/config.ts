import { calendarSettings } from './calendars.ts';
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
      'The `postgres://` address of PostgreSQL itself, if `DATABASE_URL` leads to a connection pooler such as PgBouncer in ' +
      'transaction mode: see docs/operate/postgresql.md. Without a pooler, leave it out.',
    secret: true,
    read: postgresUrl,
  }),
  databasePoolSize: setting({
    name: 'ROTA_DATABASE_POOL_SIZE',
    fallback: '10',
    purpose:
      'The most connections to PostgreSQL that a node opens for calls, at least three: half of them for transactions, a fifth for ' +
      'single changes, the rest for reads. It opens five more for its own work.',
    read: integer(1, 1_000),
  }),
  dataDir: setting({
    name: 'ROTA_DATA_DIR',
    fallback: './data',
    purpose:
      'Folder of the embedded database and its secret key; created if it does not exist, readable by its owner only.',
    read: text,
  }),
  secretKey: setting({
    name: 'ROTA_SECRET_KEY',
    purpose:
      'Seals the signing secrets of webhook endpoints, the passwords of calendars and the key of links: 64 hexadecimal digits, the same on ' +
      'every node. Required with `DATABASE_URL`; for the embedded database, one is created in `ROTA_DATA_DIR` (`secret.key`).',
    secret: true,
    read: secretKey,
  }),
  secretKeyPrevious: setting({
    name: 'ROTA_SECRET_KEY_PREVIOUS',
    purpose:
      'The secret key before `ROTA_SECRET_KEY`, while the key is being rotated: both can open secrets, and `rota secret rotate` decides ' +
      'which one seals them. See docs/operate/security.md.',
    secret: true,
    read: secretKey,
  }),
  requireDatabase: setting({
    name: 'ROTA_REQUIRE_DATABASE',
    fallback: 'false',
    purpose:
      'With `true`, `rota serve` refuses to start without a database that has a workspace, and creates nothing: for an ' +
      'installation that has had its first start.',
    read: flag,
  }),
  readOnly: setting({
    name: 'ROTA_READ_ONLY',
    fallback: 'false',
    purpose:
      'With `true`, everything can be read and nothing changed: changes get 503, mail servers are asked to deliver later, and nothing ' +
      'is sent. For the few minutes of a move to PostgreSQL (docs/operate/move-to-postgresql.md).',
    read: flag,
  }),
  bootstrapApiKey: setting({
    name: 'ROTA_BOOTSTRAP_API_KEY',
    purpose:
      'The raw value of the key that the first start creates, instead of a random one that is printed. ' +
      'At least 20 printable ASCII characters without spaces.',
    secret: true,
    read: rawKey,
  }),
  bootstrapKeyFile: setting({
    name: 'ROTA_BOOTSTRAP_KEY_FILE',
    purpose:
      'A file that the first start creates and writes its key to, readable by its owner only, instead of printing the key. ' +
      'It must not exist yet; later starts ignore it.',
    read: text,
  }),
  publicUrl: setting({
    name: 'ROTA_PUBLIC_URL',
    purpose:
      'The address where people reach the service: links in messages start with it. Defaults to the address that the service listens ' +
      'on. The console needs https here, unless it is a loopback address. ' +
      'Required with `ROTA_SMTP_URL`, unless `HOST` is a loopback address.',
    read: publicUrl,
  }),
  ...mailSettings,
  ...calendarSettings,
  rateLimitPerMinute: setting({
    name: 'ROTA_RATE_LIMIT_PER_MINUTE',
    fallback: '120',
    purpose:
      'How many requests an API key may make in any 60 seconds; 0 turns the limit off. ' +
      'Also how many calls from one client address may fail authentication; 120 if the limit is off.',
    read: integer(0, 100_000),
  }),
  workspaceRateLimitPerMinute: setting({
    name: 'ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE',
    purpose:
      'How many requests all API keys of a workspace together may make in any 60 seconds; 0 turns the limit off. ' +
      'Defaults to ten times `ROTA_RATE_LIMIT_PER_MINUTE`.',
    read: integer(0, 1_000_000),
  }),
  connectionsPerAddress: setting({
    name: 'ROTA_CONNECTIONS_PER_ADDRESS',
    fallback: '1000',
    purpose:
      'How many connections one client address (with IPv6, one /64) may have open to a node; 0 turns the limit off. ' +
      '`ROTA_TRUSTED_PROXIES` are not limited.',
    read: integer(0, 1_000_000),
  }),
  webhookAllowedNetworks: setting({
    name: 'ROTA_WEBHOOK_ALLOWED_NETWORKS',
    purpose:
      'Addresses or networks that are not public, separated by commas, that webhooks may go to and calendars may be fetched ' +
      'from, even over `http`. Loopback addresses need no entry while `HOST` is one, `ROTA_TRUSTED_PROXIES` is not set, and no ' +
      'call has come through a proxy.',
    read: networks,
  }),
  webhookRetryDelays: setting({
    name: 'ROTA_WEBHOOK_RETRY_DELAYS',
    purpose:
      'Seconds before each retry of a delivery, separated by commas; the last one also applies to all further retries. ' +
      'By default: 3, 18, 83, 258, 627, 1298 and 2403, each with up to a tenth more.',
    read: delays,
  }),
  webhookTimeoutMs: setting({
    name: 'ROTA_WEBHOOK_TIMEOUT_MS',
    fallback: '10000',
    purpose: 'Milliseconds that a receiver has to respond, from looking up its name to the last byte.',
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
      "Days that a team's turns are kept, except each member's last one, which decides who is next. By default, for good.",
    // The rotation report covers 30 days.
    read: integer(31, 36_500),
  }),
  auditRetentionDays: setting({
    name: 'ROTA_AUDIT_RETENTION_DAYS',
    purpose: 'Days that audit log entries are kept. By default, for good.',
    read: integer(1, 36_500),
  }),
  webhookBacklogLimit: setting({
    name: 'ROTA_WEBHOOK_BACKLOG_LIMIT',
    fallback: '100000',
    purpose:
      'How many deliveries may wait for one endpoint. Beyond that, events create none for it until a tenth of them is gone.',
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
    purpose: 'How many hosts a meeting request may have, including those from stack teams; 0 for any number.',
    read: cap,
  }),
  maxApiKeys: setting({
    name: 'ROTA_MAX_API_KEYS',
    fallback: '500',
    purpose: 'How many active API keys a workspace may have; 0 for any number.',
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
      'How many messages a workspace may send per UTC day; 0 for any number. Further messages are sent the next day, in order. ' +
      'Sign-in links and notices about the workspace itself do not count. A workspace can have its own limit (docs/operate/operator-api.md).',
    read: cap,
  }),
  maxOutsiderMessages: setting({
    name: 'ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY',
    fallback: '500',
    purpose:
      'How many people a workspace writes to per UTC day because somebody who is not a member asked for it, by mail or with a ' +
      'booking link; 0 for any number. Mail beyond that is stored and marked as ignored. Admins are told.',
    read: cap,
  }),
  maxOutsiderMessagesPerNetwork: setting({
    name: 'ROTA_MAX_OUTSIDER_MESSAGES_PER_NETWORK',
    fallback: '50',
    purpose: 'The same for requests from one IPv4 address, or one IPv6 /64; 0 for any number.',
    read: cap,
  }),
  maxInboxMbPerDay: setting({
    name: 'ROTA_MAX_INBOX_MB_PER_DAY',
    fallback: '200',
    purpose:
      'How many megabytes of mail a workspace accepts per UTC day, counted for each recipient; 0 for any number. Reply addresses ' +
      'accept twice as much. Beyond that, mail servers are told to try again later (452).',
    read: cap,
  }),
  stopDelayMs: setting({
    name: 'ROTA_STOP_DELAY_MS',
    fallback: '0',
    purpose:
      'Milliseconds between the signal to stop and the closing of the port. In between, `/readyz` answers 503 but calls are still ' +
      'served, so that load balancers have time to notice.',
    read: integer(0, 600_000),
  }),
  trustedProxies: setting({
    name: 'ROTA_TRUSTED_PROXIES',
    purpose:
      'Addresses or networks of reverse proxies whose `X-Forwarded-For` is trusted, separated by commas. The client address in it is ' +
      'the one whose failed authentication is limited. A proxy may have any number of connections. Set this for a proxy on the same ' +
      'machine, too: otherwise webhooks may go to loopback addresses until the first call through the proxy is noticed.',
    read: networks,
  }),
  apiUrl: setting({
    name: 'ROTA_URL',
    purpose:
      'The address of the service, for the commands that call it, such as `rota listen` and `rota mcp`, and for the calls that ' +
      '`rota demo` suggests. Defaults to this machine, at `HOST` and `PORT`.',
    read: httpUrl,
  }),
  apiKey: setting({
    name: 'ROTA_KEY',
    purpose: 'The API key that those commands use.',
    secret: true,
    read: text,
  }),
  logLevel: setting({
    name: 'ROTA_LOG_LEVEL',
    fallback: 'info',
    purpose: 'The lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
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
