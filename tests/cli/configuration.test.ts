// A bad setting is refused by name with what it must be, and docs/reference/configuration.md has every setting.
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { renderConfigurationDoc } from '../../scripts/configuration-doc.ts';
import { type Config, ConfigError, readConfig, settings } from '../../src/settings/config.ts';
import { assertCanServe } from '../../src/settings/serving.ts';
import { describe, test } from '../support/lanes.ts';
import { FIRST_KEY, signingWith } from '../support/makers/dkim.ts';

const PUBLIC_PEM = createPublicKey(FIRST_KEY.pem).export({ type: 'spki', format: 'pem' }).toString();
const PROTECTED_PEM = createPrivateKey(FIRST_KEY.pem)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString();

function pemOf(type: 'rsa' | 'rsa-pss' | 'ed25519', modulusLength = 0): string {
  // One function for each type, as TypeScript sees it.
  const { privateKey } = generateKeyPairSync(type as 'rsa', { modulusLength });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The problems of the environment, one line each. */
function problemsIn(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, `not a ConfigError: ${error}`);
    return error.message.split('\n');
  }
  return [];
}

const defaults: Config = {
  host: '127.0.0.1',
  port: 3000,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databasePoolSize: 10,
  dataDir: './data',
  secretKey: undefined,
  secretKeyPrevious: undefined,
  requireDatabase: false,
  readOnly: false,
  bootstrapApiKey: undefined,
  bootstrapKeyFile: undefined,
  mailDomain: 'rota.localhost',
  publicUrl: undefined,
  smtpUrl: undefined,
  dkimDomain: undefined,
  dkimSelector: undefined,
  dkimKey: undefined,
  smtpListen: undefined,
  lmtpListen: undefined,
  smtpTlsCert: undefined,
  smtpTlsKey: undefined,
  smtpTrustedNetworks: ['127.0.0.0/8', '::1'],
  smtpTrustedSealers: undefined,
  inboxRetentionDays: 30,
  messageRetentionDays: 365,
  requestRetentionDays: undefined,
  writerUrl: undefined,
  writerModel: undefined,
  writerKey: undefined,
  googleClientId: undefined,
  googleClientSecret: undefined,
  googleAuthorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  googleTokenUrl: 'https://oauth2.googleapis.com/token',
  googleApiUrl: 'https://www.googleapis.com',
  microsoftClientId: undefined,
  microsoftClientSecret: undefined,
  microsoftTenant: 'common',
  microsoftLoginUrl: 'https://login.microsoftonline.com',
  microsoftGraphUrl: 'https://graph.microsoft.com/v1.0',
  rateLimitPerMinute: 120,
  workspaceRateLimitPerMinute: undefined,
  connectionsPerAddress: 1_000,
  webhookAllowedNetworks: undefined,
  webhookRetryDelays: undefined,
  webhookTimeoutMs: 10_000,
  deliveryRetentionDays: 30,
  turnRetentionDays: undefined,
  auditRetentionDays: undefined,
  webhookBacklogLimit: 100_000,
  maxMembers: 10_000,
  maxTeams: 1_000,
  maxTeamMembers: 500,
  maxHosts: 500,
  maxApiKeys: 500,
  maxWebhookEndpoints: 200,
  maxMessagesPerDay: 0,
  maxOutsiderMessages: 500,
  maxOutsiderMessagesPerNetwork: 50,
  maxInboxMbPerDay: 200,
  stopDelayMs: 0,
  trustedProxies: undefined,
  apiUrl: undefined,
  apiKey: undefined,
  logLevel: 'info',
  metricsListen: undefined,
  otelEndpoint: undefined,
  otelHeaders: undefined,
  otelServiceName: undefined,
  otelResourceAttributes: undefined,
  otelTracesSampler: 'parentbased_always_on',
  otelTracesSamplerArg: 1,
};

/** For each setting with a rule: refused values, and the message. */
const refused: Record<string, { message: string; values: string[] }> = {
  PORT: {
    message: 'PORT must be a whole number from 0 to 65535',
    values: ['http', '65536', '-1', '80.5', '1e3', '0x50', ' 80', '80 ', ' '],
  },
  DATABASE_URL: {
    message: 'DATABASE_URL must be an address that starts with postgres://',
    values: [
      'mysql://localhost/rota',
      'localhost:5432',
      'postgres:rota',
      'postgres://[bad',
      ' postgres://db',
    ],
  },
  ROTA_DATABASE_POOL_SIZE: {
    message: 'ROTA_DATABASE_POOL_SIZE must be a whole number from 1 to 1000',
    values: ['0', '1001', 'ten', '2.5'],
  },
  ROTA_SECRET_KEY: {
    message: 'ROTA_SECRET_KEY must be 64 hexadecimal digits, as `openssl rand -hex 32` makes them',
    values: ['a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}g`, `${'a'.repeat(64)} `, 'é'.repeat(32)],
  },
  ROTA_SECRET_KEY_PREVIOUS: {
    message: 'ROTA_SECRET_KEY_PREVIOUS must be 64 hexadecimal digits, as `openssl rand -hex 32` makes them',
    values: ['a'.repeat(63)],
  },
  ROTA_REQUIRE_DATABASE: {
    message: 'ROTA_REQUIRE_DATABASE must be true or false',
    values: ['yes', '1', 'TRUE', ' true'],
  },
  ROTA_READ_ONLY: {
    message: 'ROTA_READ_ONLY must be true or false',
    values: ['yes', '1', 'TRUE', ' true'],
  },
  ROTA_BOOTSTRAP_API_KEY: {
    message: 'ROTA_BOOTSTRAP_API_KEY must be at least 20 printable ASCII characters without spaces',
    values: ['x'.repeat(19), `${'x'.repeat(20)} x`, `${'x'.repeat(20)}\n`, `${'x'.repeat(20)}é`],
  },
  ROTA_MAIL_DOMAIN: {
    message: 'ROTA_MAIL_DOMAIN must be a domain name such as mail.example.com',
    values: [
      'a b',
      '@example.com',
      'example..com',
      '-x.com',
      'x-.com',
      'exämple.com',
      `${'x'.repeat(64)}.com`,
      '.',
    ],
  },
  ROTA_DKIM_DOMAIN: {
    message: 'ROTA_DKIM_DOMAIN must be a domain name such as mail.example.com',
    values: ['a b', '@example.com', 'x;y.com'],
  },
  ROTA_DKIM_SELECTOR: {
    message: 'ROTA_DKIM_SELECTOR must be a name such as mail2026',
    values: ['a b', 'x;', '_x', '.', 'ä'],
  },
  ROTA_DKIM_KEY: {
    message: 'ROTA_DKIM_KEY must be a private key in PEM without a passphrase, as `rota mail dkim` makes one',
    values: ['hunter2', FIRST_KEY.pem.slice(0, 400), PUBLIC_PEM, PROTECTED_PEM],
  },
  ROTA_SMTP_LISTEN: {
    message: 'ROTA_SMTP_LISTEN must be an address and a port such as 0.0.0.0:25, or off',
    values: ['25', ':25', '0.0.0.0', '0.0.0.0:65536', '::1:25', '[::1]', 'OFF', 'on', 'a b:25'],
  },
  ROTA_SMTP_TRUSTED_SEALERS: {
    message: 'ROTA_SMTP_TRUSTED_SEALERS must be domain names such as example.com, separated by commas',
    values: ['lists example.com', '-x.example.com', 'a@example.com'],
  },
  ROTA_INBOX_RETENTION_DAYS: {
    message: 'ROTA_INBOX_RETENTION_DAYS must be a whole number from 1 to 36500',
    values: ['0', '36501', 'x'],
  },
  ROTA_MESSAGE_RETENTION_DAYS: {
    message: 'ROTA_MESSAGE_RETENTION_DAYS must be a whole number from 1 to 36500',
    values: ['0', '36501', 'forever'],
  },
  ROTA_WRITER_URL: {
    message: 'ROTA_WRITER_URL must be an address that starts with http:// or https://',
    values: ['127.0.0.1:11434', 'ftp://models', 'http://'],
  },
  ROTA_GOOGLE_API_URL: {
    message: 'ROTA_GOOGLE_API_URL must start with https://, except on this machine',
    values: ['http://calendar.example.com', 'http://10.0.0.1'],
  },
  ROTA_MICROSOFT_TENANT: {
    message:
      'ROTA_MICROSOFT_TENANT must be common, organizations, consumers, or the id or domain of a company',
    values: ['acme/../common', 'a b', '.', '?x'],
  },
  ROTA_RATE_LIMIT_PER_MINUTE: {
    message: 'ROTA_RATE_LIMIT_PER_MINUTE must be a whole number from 0 to 100000',
    values: ['-1', '100001', 'off', '12.0'],
  },
  ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE: {
    message: 'ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'off'],
  },
  ROTA_CONNECTIONS_PER_ADDRESS: {
    message: 'ROTA_CONNECTIONS_PER_ADDRESS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'many'],
  },
  ROTA_WEBHOOK_ALLOWED_NETWORKS: {
    message:
      'ROTA_WEBHOOK_ALLOWED_NETWORKS must be addresses or networks such as 10.0.0.0/8, separated by commas',
    values: ['internal', '10.0.0.0/33', '10.0.0.0/8 192.168.0.0/16'],
  },
  ROTA_WEBHOOK_RETRY_DELAYS: {
    message: 'ROTA_WEBHOOK_RETRY_DELAYS must be seconds such as 5,30,120, separated by commas',
    values: ['soon', '-1', '1,,2', '1e3', '604801', '.5', ','],
  },
  ROTA_WEBHOOK_TIMEOUT_MS: {
    message: 'ROTA_WEBHOOK_TIMEOUT_MS must be a whole number from 1 to 600000',
    values: ['0', '600001', '10s', '1.5'],
  },
  ROTA_DELIVERY_RETENTION_DAYS: {
    message: 'ROTA_DELIVERY_RETENTION_DAYS must be a whole number from 1 to 36500',
    values: ['0', '36501', 'forever'],
  },
  ROTA_TURN_RETENTION_DAYS: {
    message: 'ROTA_TURN_RETENTION_DAYS must be a whole number from 31 to 36500',
    values: ['0', '30', '36501', 'forever'],
  },
  ROTA_AUDIT_RETENTION_DAYS: {
    message: 'ROTA_AUDIT_RETENTION_DAYS must be a whole number from 1 to 36500',
    values: ['0', '36501', 'forever'],
  },
  ROTA_WEBHOOK_BACKLOG_LIMIT: {
    message: 'ROTA_WEBHOOK_BACKLOG_LIMIT must be a whole number from 10 to 10000000',
    values: ['9', '10000001', 'none'],
  },
  ROTA_MAX_MEMBERS: {
    message: 'ROTA_MAX_MEMBERS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'none'],
  },
  ROTA_MAX_TEAMS: {
    message: 'ROTA_MAX_TEAMS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'none'],
  },
  ROTA_MAX_TEAM_MEMBERS: {
    message: 'ROTA_MAX_TEAM_MEMBERS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'none'],
  },
  ROTA_MAX_HOSTS: {
    message: 'ROTA_MAX_HOSTS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'none'],
  },
  ROTA_MAX_API_KEYS: {
    message: 'ROTA_MAX_API_KEYS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'none'],
  },
  ROTA_MAX_WEBHOOK_ENDPOINTS: {
    message: 'ROTA_MAX_WEBHOOK_ENDPOINTS must be a whole number from 0 to 1000000',
    values: ['-1', '1000001', 'none'],
  },
  ROTA_STOP_DELAY_MS: {
    message: 'ROTA_STOP_DELAY_MS must be a whole number from 0 to 600000',
    values: ['-1', '600001', '5s'],
  },
  ROTA_TRUSTED_PROXIES: {
    message: 'ROTA_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas',
    values: ['load-balancer', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.1,proxy', '10.0.0.0/x', '/8'],
  },
  ROTA_URL: {
    message: 'ROTA_URL must be an address that starts with http:// or https://',
    values: ['127.0.0.1:3000', 'ftp://rota', 'http://', 'rota'],
  },
  ROTA_LOG_LEVEL: {
    message: 'ROTA_LOG_LEVEL must be one of debug, info, warn, error, silent',
    values: ['verbose', 'INFO', 'fatal'],
  },
  ROTA_METRICS_LISTEN: {
    message: 'ROTA_METRICS_LISTEN must be an address and a port such as 0.0.0.0:25, or off',
    values: ['9464', ':9464', 'none'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    message: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that starts with http:// or https://',
    values: ['collector:4318', 'grpc://collector:4317'],
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    message:
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as key=value, separated by commas, with percent-encoded values',
    values: ['token', '=value', 'a key=value', 'key=%zz', 'key=a%0d%0ab: c', 'key=é'],
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    message:
      'OTEL_RESOURCE_ATTRIBUTES must be pairs such as key=value, separated by commas, with percent-encoded values',
    values: ['production', 'a b'],
  },
  OTEL_TRACES_SAMPLER: {
    message:
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
    values: ['jaeger_remote', 'on'],
  },
  OTEL_TRACES_SAMPLER_ARG: {
    message: 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    values: ['1.1', '-0.1', '1e-3', 'half', '.'],
  },
};

describe('configuration', () => {
  test('an empty environment gives the defaults', () => {
    assert.deepEqual(readConfig({}), defaults);
  });

  test('a setting that is set but empty counts as not set', () => {
    const empty = Object.values(settings).map(({ name }) => [name, '']);
    assert.deepEqual(readConfig(Object.fromEntries(empty)), defaults);
  });

  test('every setting is read from the variable of its name', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '65535',
      DATABASE_URL: 'postgresql://rota:secret@db.internal:5433/rota?sslmode=require',
      DATABASE_DIRECT_URL: 'postgres://rota:secret@10.0.0.5/rota',
      ROTA_DATABASE_POOL_SIZE: '1000',
      ROTA_DATA_DIR: '/var/lib/rota',
      ROTA_REQUIRE_DATABASE: 'true',
      ROTA_READ_ONLY: 'true',
      ROTA_BOOTSTRAP_API_KEY: 'exactly-20-character',
      ROTA_BOOTSTRAP_KEY_FILE: '/run/rota/first key',
      ROTA_MAIL_DOMAIN: 'Mail.Example.com',
      ROTA_PUBLIC_URL: 'https://meet.example.com/rota/',
      ROTA_SMTP_URL: 'smtps://rota:p%40ss@mail.example.com',
      ROTA_DKIM_DOMAIN: 'Example.com',
      ROTA_DKIM_SELECTOR: 'Mail2026.rota',
      ROTA_DKIM_KEY: FIRST_KEY.pem,
      ROTA_SMTP_LISTEN: 'off',
      ROTA_LMTP_LISTEN: '[::1]:24',
      ROTA_SMTP_TLS_CERT: '/etc/rota/cert.pem',
      ROTA_SMTP_TLS_KEY: '/etc/rota/key.pem',
      ROTA_SMTP_TRUSTED_NETWORKS: '10.1.0.0/16',
      ROTA_SMTP_TRUSTED_SEALERS: 'Lists.example.org, ,example.net',
      ROTA_INBOX_RETENTION_DAYS: '1',
      ROTA_MESSAGE_RETENTION_DAYS: '36500',
      ROTA_REQUEST_RETENTION_DAYS: '180',
      ROTA_WRITER_URL: 'http://127.0.0.1:11434/v1',
      ROTA_WRITER_MODEL: 'llama3.2',
      ROTA_WRITER_KEY: 'key of the model',
      ROTA_RATE_LIMIT_PER_MINUTE: '100000',
      ROTA_WORKSPACE_RATE_LIMIT_PER_MINUTE: '1000000',
      ROTA_CONNECTIONS_PER_ADDRESS: '0',
      ROTA_TRUSTED_PROXIES: '10.0.0.0/8, ,::1,',
      ROTA_LOG_LEVEL: 'silent',
      ROTA_SECRET_KEY: 'aB'.repeat(32),
      ROTA_SECRET_KEY_PREVIOUS: 'cD'.repeat(32),
      ROTA_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8,fd00::/8',
      ROTA_WEBHOOK_RETRY_DELAYS: '0, 0.5,604800',
      ROTA_WEBHOOK_TIMEOUT_MS: '600000',
      ROTA_DELIVERY_RETENTION_DAYS: '36500',
      ROTA_TURN_RETENTION_DAYS: '31',
      ROTA_AUDIT_RETENTION_DAYS: '1',
      ROTA_WEBHOOK_BACKLOG_LIMIT: '10',
      ROTA_MAX_MEMBERS: '1',
      ROTA_MAX_TEAMS: '2',
      ROTA_MAX_TEAM_MEMBERS: '3',
      ROTA_MAX_HOSTS: '4',
      ROTA_MAX_API_KEYS: '5',
      ROTA_MAX_WEBHOOK_ENDPOINTS: '0',
      ROTA_MAX_MESSAGES_PER_DAY: '6',
      ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY: '7',
      ROTA_MAX_OUTSIDER_MESSAGES_PER_NETWORK: '0',
      ROTA_MAX_INBOX_MB_PER_DAY: '7',
      ROTA_STOP_DELAY_MS: '600000',
      ROTA_GOOGLE_CLIENT_ID: 'rota.apps.example.com',
      ROTA_GOOGLE_CLIENT_SECRET: 'secret of Google',
      ROTA_GOOGLE_AUTHORIZE_URL: 'https://accounts.example.com/auth',
      ROTA_GOOGLE_TOKEN_URL: 'http://127.0.0.1:4010/token',
      ROTA_GOOGLE_API_URL: 'https://calendar.example.com/',
      ROTA_MICROSOFT_CLIENT_ID: '3c9b1c7e-54a5-4a3a-9b57-0f5f3a0e8d11',
      ROTA_MICROSOFT_CLIENT_SECRET: 'secret of Microsoft',
      ROTA_MICROSOFT_TENANT: 'example.onmicrosoft.com',
      ROTA_MICROSOFT_LOGIN_URL: 'https://login.microsoftonline.us',
      ROTA_MICROSOFT_GRAPH_URL: 'https://graph.microsoft.us/v1.0',
      ROTA_URL: 'https://rota.example.com',
      ROTA_KEY: 'some key',
      ROTA_METRICS_LISTEN: '[::1]:9464',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3D%2Cb, x-tenant = acme ,',
      OTEL_SERVICE_NAME: 'scheduling',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,empty=',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    assert.deepEqual(config, {
      host: '0.0.0.0',
      port: 65_535,
      databaseUrl: 'postgresql://rota:secret@db.internal:5433/rota?sslmode=require',
      databaseDirectUrl: 'postgres://rota:secret@10.0.0.5/rota',
      databasePoolSize: 1_000,
      dataDir: '/var/lib/rota',
      requireDatabase: true,
      readOnly: true,
      bootstrapApiKey: 'exactly-20-character',
      bootstrapKeyFile: '/run/rota/first key',
      mailDomain: 'mail.example.com',
      publicUrl: 'https://meet.example.com/rota',
      smtpUrl: 'smtps://rota:p%40ss@mail.example.com',
      dkimDomain: 'example.com',
      dkimSelector: 'mail2026.rota',
      dkimKey: createPrivateKey(FIRST_KEY.pem),
      smtpListen: 'off',
      lmtpListen: { host: '::1', port: 24 },
      smtpTlsCert: '/etc/rota/cert.pem',
      smtpTlsKey: '/etc/rota/key.pem',
      smtpTrustedNetworks: ['10.1.0.0/16'],
      smtpTrustedSealers: ['lists.example.org', 'example.net'],
      inboxRetentionDays: 1,
      messageRetentionDays: 36_500,
      requestRetentionDays: 180,
      writerUrl: 'http://127.0.0.1:11434/v1',
      writerModel: 'llama3.2',
      writerKey: 'key of the model',
      rateLimitPerMinute: 100_000,
      workspaceRateLimitPerMinute: 1_000_000,
      connectionsPerAddress: 0,
      trustedProxies: ['10.0.0.0/8', '::1'],
      secretKey: 'aB'.repeat(32),
      secretKeyPrevious: 'cD'.repeat(32),
      webhookAllowedNetworks: ['10.0.0.0/8', 'fd00::/8'],
      webhookRetryDelays: [0, 0.5, 604_800],
      webhookTimeoutMs: 600_000,
      deliveryRetentionDays: 36_500,
      turnRetentionDays: 31,
      auditRetentionDays: 1,
      webhookBacklogLimit: 10,
      maxMembers: 1,
      maxTeams: 2,
      maxTeamMembers: 3,
      maxHosts: 4,
      maxApiKeys: 5,
      maxWebhookEndpoints: 0,
      maxMessagesPerDay: 6,
      maxOutsiderMessages: 7,
      maxOutsiderMessagesPerNetwork: 0,
      maxInboxMbPerDay: 7,
      stopDelayMs: 600_000,
      googleClientId: 'rota.apps.example.com',
      googleClientSecret: 'secret of Google',
      googleAuthorizeUrl: 'https://accounts.example.com/auth',
      googleTokenUrl: 'http://127.0.0.1:4010/token',
      googleApiUrl: 'https://calendar.example.com',
      microsoftClientId: '3c9b1c7e-54a5-4a3a-9b57-0f5f3a0e8d11',
      microsoftClientSecret: 'secret of Microsoft',
      microsoftTenant: 'example.onmicrosoft.com',
      microsoftLoginUrl: 'https://login.microsoftonline.us',
      microsoftGraphUrl: 'https://graph.microsoft.us/v1.0',
      apiUrl: 'https://rota.example.com',
      apiKey: 'some key',
      logLevel: 'silent',
      metricsListen: { host: '::1', port: 9464 },
      otelEndpoint: 'https://collector.example.com/otlp',
      otelHeaders: { authorization: 'Bearer a=,b', 'x-tenant': 'acme' },
      otelServiceName: 'scheduling',
      otelResourceAttributes: { 'deployment.environment.name': 'production', empty: '' },
      otelTracesSampler: 'traceidratio',
      otelTracesSamplerArg: 0.25,
    });
  });

  test('the least values that are allowed are taken: any free port, one connection, no rate limit', () => {
    const config = readConfig({ PORT: '0', ROTA_DATABASE_POOL_SIZE: '1', ROTA_RATE_LIMIT_PER_MINUTE: '0' });
    assert.deepEqual(config, { ...defaults, port: 0, databasePoolSize: 1, rateLimitPerMinute: 0 });
  });

  for (const [name, { message, values }] of Object.entries(refused)) {
    test(`a bad ${name} is refused by name, with what it must be`, () => {
      for (const value of values) {
        assert.deepEqual(problemsIn({ [name]: value }), [message], `${name}=${JSON.stringify(value)}`);
      }
    });
  }

  test('all problems are reported at once', () => {
    const environment = Object.entries(refused).map(([name, { values }]) => [name, values[0]]);
    assert.deepEqual(
      problemsIn({ HOST: '::1', ...Object.fromEntries(environment) }),
      Object.values(refused).map(({ message }) => message),
    );
  });

  for (const [problem, name, values] of [
    [
      'must be an address that starts with smtp:// or smtps://',
      'ROTA_SMTP_URL',
      ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:mail'],
    ],
    [
      'must have a user with a password, or neither',
      'ROTA_SMTP_URL',
      ['smtp://rota@mail.example.com', 'smtp://:hunter2@mail.example.com'],
    ],
    [
      'must have % in its user and password written as %25',
      'ROTA_SMTP_URL',
      ['smtp://rota:50%@mail.example.com', 'smtp://r%zz:x@mail.example.com'],
    ],
    [
      'must be an address that starts with http:// or https://',
      'ROTA_PUBLIC_URL',
      ['meet.example.com', 'ftp://meet.example.com'],
    ],
    [
      'must have neither a query nor a fragment nor a user in it',
      'ROTA_PUBLIC_URL',
      ['https://meet.example.com/?a=b', 'https://meet.example.com/#a', 'https://rota:x@meet.example.com'],
    ],
    ['must have 2048 to 4096 bits: it has 1024', 'ROTA_DKIM_KEY', [pemOf('rsa', 1_024)]],
    ['must be an RSA key: not every receiver reads ed25519', 'ROTA_DKIM_KEY', [pemOf('ed25519')]],
    ['must be an RSA key: not every receiver reads rsa-pss', 'ROTA_DKIM_KEY', [pemOf('rsa-pss', 1_024)]],
  ] as const) {
    test(`${name} ${problem}`, () => {
      for (const value of values)
        assert.deepEqual(problemsIn({ [name]: value }), [`${name} ${problem}`], value);
    });
  }

  test('settings that go together are refused one without the other, when the service starts', () => {
    const problemsOf = (environment: Record<string, string>) => {
      try {
        assertCanServe(readConfig(environment));
      } catch (error) {
        assert.ok(error instanceof ConfigError, `not a ConfigError: ${error}`);
        return error.message.split('\n').map((line) => line.split(':')[0]);
      }
      return [];
    };
    const server = { ROTA_SMTP_URL: 'smtp://mail.example.com' };
    const domain = { ROTA_MAIL_DOMAIN: 'mail.example.com' };
    const address = { ROTA_PUBLIC_URL: 'https://meet.example.com' };
    const elsewhere = { HOST: '0.0.0.0' };
    const noDomain = 'ROTA_MAIL_DOMAIN is required with ROTA_SMTP_URL';
    const noAddress = 'ROTA_PUBLIC_URL is required with ROTA_SMTP_URL';
    assert.deepEqual(problemsOf(server), [noDomain]);
    assert.deepEqual(problemsOf({ ...server, ...domain }), [], 'on this machine, links lead to it');
    assert.deepEqual(problemsOf({ ...server, ...elsewhere }), [noDomain, noAddress]);
    assert.deepEqual(problemsOf({ ...server, ...elsewhere, ...domain, ...address }), []);
    const noOwnDomain =
      'ROTA_MAIL_DOMAIN is required with ROTA_SMTP_LISTEN or ROTA_LMTP_LISTEN on an address that others reach';
    for (const name of ['ROTA_SMTP_LISTEN', 'ROTA_LMTP_LISTEN']) {
      assert.deepEqual(problemsOf({ [name]: '0.0.0.0:25' }), [noOwnDomain]);
      assert.deepEqual(problemsOf({ [name]: '0.0.0.0:25', ...domain }), []);
      assert.deepEqual(problemsOf({ [name]: '127.0.0.1:2525', ...elsewhere }), []);
    }
    for (const name of ['ROTA_SMTP_TLS_CERT', 'ROTA_SMTP_TLS_KEY']) {
      assert.deepEqual(problemsOf({ [name]: '/file.pem' }), [
        'ROTA_SMTP_TLS_CERT and ROTA_SMTP_TLS_KEY go together',
      ]);
    }
    const dkim = signingWith('first', FIRST_KEY, 'mail.example.com');
    for (const name of ['ROTA_DKIM_DOMAIN', 'ROTA_DKIM_SELECTOR', 'ROTA_DKIM_KEY']) {
      const problem = 'ROTA_DKIM_DOMAIN, ROTA_DKIM_SELECTOR, ROTA_DKIM_KEY go together';
      assert.deepEqual(problemsOf({ ...dkim, ...domain, [name]: '' }), [problem]);
      const alone = {
        ROTA_DKIM_DOMAIN: '',
        ROTA_DKIM_SELECTOR: '',
        ROTA_DKIM_KEY: '',
        [name]: dkim[name as 'ROTA_DKIM_KEY'],
      };
      assert.deepEqual(problemsOf({ ...alone, ...domain }), [problem]);
    }
    for (const [own, isGood] of [
      ['mail.example.com', true],
      ['example.com', true],
      ['com', false],
      ['other.example.com', false],
      ['rota.mail.example.com', false],
      ['ample.com', false],
    ] as const) {
      const problem =
        'ROTA_DKIM_DOMAIN must be mail.example.com, as ROTA_MAIL_DOMAIN is, or a domain above it';
      assert.deepEqual(
        problemsOf({ ...dkim, ...domain, ROTA_DKIM_DOMAIN: own }),
        isGood ? [] : [problem],
        own,
      );
    }
    const model = { ROTA_WRITER_MODEL: 'llama3.2' };
    const url = { ROTA_WRITER_URL: 'http://127.0.0.1:11434/v1' };
    assert.deepEqual(problemsOf(url), ['ROTA_WRITER_MODEL is required with ROTA_WRITER_URL']);
    assert.deepEqual(problemsOf({ ...url, ...model }), []);
    assert.deepEqual(problemsOf({ ...model, ...domain, ...address }), []);
  });

  test('a refused value is not repeated, since it may be a secret', () => {
    const environment = { DATABASE_URL: 'mysql://rota:hunter2@db', ROTA_BOOTSTRAP_API_KEY: 'hunter2' };
    assert.doesNotMatch(problemsIn(environment).join('\n'), /hunter2/);
  });

  test('a key that is good is not shown, however the settings are printed', () => {
    const config = readConfig({ ROTA_DKIM_KEY: FIRST_KEY.pem });
    const shown = [
      inspect(config, { depth: 9, showHidden: true }),
      JSON.stringify(config),
      String(config.dkimKey),
    ];
    const lines = FIRST_KEY.pem.split('\n').filter((line) => line.length > 20);
    for (const line of lines) assert.ok(!shown.join('\n').includes(line));
  });

  test('docs/reference/configuration.md agrees with the settings', async () => {
    const page = await readFile(new URL('../../docs/reference/configuration.md', import.meta.url), 'utf8');
    assert.equal(page, renderConfigurationDoc(), 'run npm run generate');
  });

  test('docs/reference/configuration.md has a row for every setting, and marks the secret ones', () => {
    const rows = renderConfigurationDoc()
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.slice(2, -2).split(' | '));
    assert.deepEqual(
      rows.map((cells) => cells[0]),
      Object.values(settings).map(({ name }) => `\`${name}\``),
    );
    assert.deepEqual(
      rows.map((cells) => cells.length),
      rows.map(() => 4),
    );
    assert.deepEqual(
      rows.filter((cells) => cells[2] === 'yes').map((cells) => cells[0]),
      [
        ...['`DATABASE_URL`', '`DATABASE_DIRECT_URL`', '`ROTA_SECRET_KEY`', '`ROTA_SECRET_KEY_PREVIOUS`'],
        ...['`ROTA_BOOTSTRAP_API_KEY`'],
        ...[
          '`ROTA_SMTP_URL`',
          '`ROTA_DKIM_KEY`',
          '`ROTA_WRITER_KEY`',
          '`ROTA_GOOGLE_CLIENT_SECRET`',
          '`ROTA_MICROSOFT_CLIENT_SECRET`',
          '`ROTA_KEY`',
        ],
        ...['`OTEL_EXPORTER_OTLP_HEADERS`'],
      ],
    );
    assert.deepEqual(rows[1]?.slice(0, 3), ['`PORT`', '`3000`', 'no']);
  });
});
