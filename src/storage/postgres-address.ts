import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { ConfigError } from '../settings/config.ts';
import { ON_STANDBY } from './postgres-errors.ts';

/** PostgreSQL settings for everything that runs on a connection. */
export type SessionSettings = Record<string, string | number>;

/** How connections are opened, and what each of their transactions begins with. */
export interface ConnectionSpec {
  config: pg.ClientConfig;
  /** Behind a pooler: the statement that applies the settings until the end of the transaction. */
  settings: string | undefined;
  /** Without a pooler: a statement that some transactions begin with, every few seconds. It fails on a standby. */
  check: string | undefined;
}

/** A read-only node may read from a standby. */
export interface SpecOptions {
  acceptsStandby: boolean;
}

/** pg takes these as separate fields. All others go into `options`. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** Without a pooler, a connection keeps the settings that it was opened with. The query of the address may override them. */
export function directSpec(
  url: string,
  config: pg.ClientConfig,
  settings: SessionSettings,
  { acceptsStandby }: SpecOptions,
): ConnectionSpec {
  const others = Object.entries(settings).filter(([name]) => !TIMEOUTS.includes(name));
  const timeouts = Object.entries(settings).filter(([name]) => TIMEOUTS.includes(name));
  const options = others.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  return {
    config: { ...config, ...Object.fromEntries(timeouts), options, ...addressFrom(url) },
    settings: undefined,
    check: acceptsStandby ? undefined : `select where ${ON_STANDBY}`,
  };
}

/**
 * A pooler hands a connection of PostgreSQL to one transaction after another. It refuses settings when a connection is opened,
 * and settings that outlive a transaction would affect somebody else's. Each transaction may run on another server, so each is
 * checked.
 */
export function pooledSpec(
  url: string,
  config: pg.ClientConfig,
  settings: SessionSettings,
  { acceptsStandby }: SpecOptions,
): ConnectionSpec {
  const { connectionString, given } = takeSettings(url);
  const all = Object.entries({ ...settings, ...given });
  // No condition is true, so all are evaluated, and no row has to be sent.
  const conditions = all.map(
    ([name, value]) =>
      `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, true) is null`,
  );
  return {
    config: { ...config, ...addressFrom(connectionString) },
    settings: `select where ${[...conditions, ...(acceptsStandby ? [] : [ON_STANDBY])].join(' or ')}`,
    check: undefined,
  };
}

/** Takes the settings out of the address's query. As with a direct connection, they override ours. */
function takeSettings(url: string): { connectionString: string; given: SessionSettings } {
  const address = new URL(url);
  const given: SessionSettings = {};
  for (const name of TIMEOUTS) {
    const value = address.searchParams.get(name);
    if (value !== null) given[name] = value;
  }
  const options = address.searchParams.get('options') ?? '';
  for (const [, name = '', value = ''] of options.matchAll(/(?:-c\s*|--)([\w.]+)=(\S+)/g))
    given[name] = value;
  if (address.searchParams.size === 0) return { connectionString: url, given };
  for (const name of [...TIMEOUTS, 'options']) address.searchParams.delete(name);
  return { connectionString: address.href, given };
}

const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
/** pg interprets these itself. */
const LEFT_TO_PG = ['ssl', 'uselibpqcompat', 'sslnegotiation'];

/**
 * The address in the form that pg needs. Otherwise pg would check the certificate of an IP address against `localhost`, and
 * print a warning about `sslmode=require` on standard error.
 */
export function addressFrom(url: string): { connectionString: string; ssl?: ConnectionOptions | false } {
  const address = new URL(url);
  const { searchParams } = address;
  const isOurs = TLS_PARAMETERS.some((name) => searchParams.has(name));
  if (!isOurs || LEFT_TO_PG.some((name) => searchParams.has(name))) return { connectionString: url };
  const [mode, ca, cert, key] = TLS_PARAMETERS.map((name) => searchParams.get(name) || undefined);
  const host = hostOf(url);
  for (const name of TLS_PARAMETERS) searchParams.delete(name);
  const ssl = mode !== 'disable' && {
    ...(ca !== undefined && { ca: read('sslrootcert', ca) }),
    ...(cert !== undefined && { cert: read('sslcert', cert) }),
    ...(key !== undefined && { key: read('sslkey', key) }),
    ...(isIP(host) !== 0 && { host }),
    rejectUnauthorized: mode !== 'no-verify',
  };
  return { connectionString: address.href, ssl };
}

function read(parameter: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`the file that ${parameter} names can't be read: ${(error as Error).message}`);
  }
}

export function hostOf(url: string): string {
  const { hostname, searchParams } = new URL(url);
  return searchParams.get('host') || hostname.replace(/^\[(.+)\]$/, '$1') || 'localhost';
}

/** OpenSSL's codes for a certificate that no trusted CA has signed. */
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED)/;

/** Says what is wrong with TLS, and what to do. Undefined for any other error. `address` is the name of the setting. */
export function tlsProblem(error: unknown, host: string, address: string): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate of ${host} is for another name (${message}): put a name that it has into ${address}`;
  }
  if (UNTRUSTED.test(code)) {
    return `the certificate of ${host} is not signed by a CA that is trusted (${code}): name the file with its CA in ${address}, as sslrootcert`;
  }
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${host} has expired: renew it there`;
  if (message === 'The server does not support SSL connections') {
    return `${host} does not speak TLS, which sslmode in ${address} asks for: turn it on there`;
  }
  return undefined;
}
