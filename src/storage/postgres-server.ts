import pg from 'pg';
import { unavailable } from '../errors.ts';
import { addressFrom, hostOf, tlsProblem } from './postgres-address.ts';
import { translateError } from './postgres-errors.ts';
import { DatabaseRefused } from './refused.ts';

/** The oldest PostgreSQL that Rota is tested with. */
const OLDEST_VERSION = 15;
const TIMEOUT_MS = 5_000;
/** Any value that nobody else would choose: a pooler refuses it or drops it. */
const MARK_MS = 13_999;

export interface Addresses {
  url: string;
  directUrl?: string | undefined;
}

export interface Server {
  /** `15.18` */
  version: string;
  /** The database, and when its server started: the same however it is reached. */
  identity: string;
}

/** Throws, with a sentence for the operator, if nodes can't work with the servers at these addresses. */
export async function assertSuitable({ url, directUrl }: Addresses): Promise<Server> {
  if (directUrl === undefined) return assertDirect(url, 'DATABASE_URL');
  const [direct, pooled] = await Promise.all([
    assertDirect(directUrl, 'DATABASE_DIRECT_URL'),
    inspect(url, 'DATABASE_URL', {}),
  ]);
  if (direct.identity !== pooled.identity) {
    throw new DatabaseRefused(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: both must name the same one, the first through the ' +
        'pooler and the second without it',
    );
  }
  return direct;
}

async function assertDirect(url: string, setting: string): Promise<Server> {
  const withoutOwn = new URL(url);
  withoutOwn.searchParams.delete('statement_timeout');
  const pooler =
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a connection pooler such as PgBouncer: set DATABASE_DIRECT_URL, too, to the address of PostgreSQL itself'
      : 'DATABASE_DIRECT_URL leads to a connection pooler such as PgBouncer: set it to the address of PostgreSQL itself';
  try {
    const server = await inspect(withoutOwn.href, setting, { statement_timeout: MARK_MS });
    if (server.timeout !== MARK_MS) throw new DatabaseRefused(pooler);
    return server;
  } catch (error) {
    if (isUnsupportedParameter(error)) throw new DatabaseRefused(pooler);
    throw error;
  }
}

const isUnsupportedParameter = (error: unknown) =>
  error instanceof Error && /unsupported startup parameter/i.test(String((error.cause as Error)?.message));

async function inspect(
  url: string,
  setting: string,
  config: pg.ClientConfig,
): Promise<Server & { timeout: number }> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'rota starting',
    ...addressFrom(url),
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; identity: string; timeout: string }>(
      `select current_setting('server_version') as version,
         (select setting from pg_settings where name = 'statement_timeout') as timeout,
         (select oid from pg_database where datname = current_database()) || ' ' || pg_postmaster_start_time() as identity`,
    );
    const { version = '', identity = '', timeout } = rows[0] ?? {};
    assertNewEnough(version.split(' ')[0] as string);
    return { version: version.split(' ')[0] as string, identity, timeout: Number(timeout) };
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    const problem = tlsProblem(error, hostOf(url), setting);
    if (problem !== undefined) throw unavailable(new Error(problem, { cause: error }));
    // Such as a wrong password. Anything PostgreSQL says here is for the operator.
    throw error instanceof pg.DatabaseError ? unavailable(error) : translateError(error);
  } finally {
    await client.end().catch(() => {});
  }
}

function assertNewEnough(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_VERSION) return;
  throw new DatabaseRefused(
    `PostgreSQL ${version} is too old: Rota needs ${OLDEST_VERSION} or newer. Upgrade the server, or use another`,
  );
}
