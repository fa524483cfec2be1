// A real server for tests: the app on a free port, on a fresh database of either engine, with a manual clock. Every response
// to its client is compared with /openapi.json.
import assert from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import { type App, createApp, type ExternalServices } from '../../../src/app.ts';
import { bootstrap } from '../../../src/bootstrap.ts';
import type { Services } from '../../../src/context.ts';
import { createApiKey } from '../../../src/features/workspace/api-keys/operations.ts';
import { createWorkspace } from '../../../src/features/workspace/workspaces/operations.ts';
import { createLog } from '../../../src/log.ts';
import { type Scope, scopes } from '../../../src/scopes.ts';
import { createServices } from '../../../src/services.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openClock } from '../../../src/storage/database-clock.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open.ts';
import { describe, inLane, isLaneChosen, type Lane, laneHere } from '../lanes.ts';
import { freshPostgresDatabase, migratedDataFolder } from './databases.ts';
import { Description } from './description.ts';
import { send, type WireAnswer } from './http.ts';
import { ManualClock } from './manual-clock.ts';
import { withDelays } from './slow-deliveries.ts';
import { withNotes } from './statements.ts';

/** The time for requests in flight at a stop. */
const DRAIN_MS = 10_000;
/** Not secret: it only seals secrets of tests. */
export const SECRET_KEY = '0f'.repeat(32);

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** Storage for several nodes, at once or one after another. */
export interface Storage {
  engine: Engine;
  environment: Record<string, string>;
  remove(): Promise<void>;
}

export async function freshStorage(engine: Engine): Promise<Storage> {
  if (engine === 'sqlite') {
    const folder = await migratedDataFolder();
    return { engine, environment: { ROTA_DATA_DIR: folder.path }, remove: folder.remove };
  }
  const database = await freshPostgresDatabase();
  const environment = { DATABASE_URL: database.url, ROTA_SECRET_KEY: SECRET_KEY };
  return { engine, environment, remove: database.drop };
}

export interface CallOptions {
  /** A raw key; null sends no Authorization header. The default is the first key, with every scope. */
  key?: string | null;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
}

export class Node {
  readonly url: string;
  readonly app: App;
  readonly services: Services;
  readonly clock: ManualClock;
  readonly rawKey: string;
  readonly workspaceId: string;
  readonly logLines: string[];

  constructor(
    parts: Pick<Node, 'url' | 'app' | 'services' | 'clock' | 'rawKey' | 'workspaceId' | 'logLines'>,
  ) {
    ({
      url: this.url,
      app: this.app,
      services: this.services,
      clock: this.clock,
      rawKey: this.rawKey,
      workspaceId: this.workspaceId,
      logLines: this.logLines,
    } = parts);
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<WireAnswer> {
    const { key = this.rawKey, body, rawBody, headers } = options;
    const answer = await send({
      method,
      url: this.url + path,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    (await this.#describe()).check(method, path, answer);
    assert.ok(answer.headers['x-request-id'], 'every answer has a request id');
    return answer;
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, options);
  post = (path: string, body?: unknown, options?: CallOptions) =>
    this.call('POST', path, { body, ...options });
  patch = (path: string, body?: unknown, options?: CallOptions) =>
    this.call('PATCH', path, { body, ...options });
  delete = (path: string, options?: CallOptions) => this.call('DELETE', path, options);

  /** A key of this workspace with these scopes only. */
  async keyWith(...wanted: Scope[]): Promise<string> {
    const answer = await this.post('/api/v1/api_keys', { name: 'Some scopes', scopes: wanted });
    return (answer.body as { data: { key: string } }).data.key;
  }

  /** Another workspace on the same server, with a key that has every scope. */
  async otherWorkspace(handle: string | null = null): Promise<{ id: string; rawKey: string }> {
    const actor = { type: 'cli', id: 'tests' } as const;
    const { workspace, context } = await createWorkspace(this.services, actor, { name: 'Other', handle });
    const { key } = await createApiKey(context, { name: 'Other key', scopes: [...scopes] });
    return { id: workspace.id, rawKey: key };
  }

  async stop(): Promise<void> {
    const stopped = this.app.stop();
    // Deliveries still in flight then are released.
    this.clock.advance(DRAIN_MS);
    await stopped;
    await this.services.storage.close();
    const leak = this.logLines.find(
      (line) => /sk_(?:live|operator)_|whsec_/.test(line) || line.includes(this.rawKey),
    );
    assert.equal(leak, undefined, 'no log line holds a key or a secret');
  }

  #describe(): Promise<Description> {
    return Description.shared(
      async () => (await send({ method: 'GET', url: `${this.url}/openapi.json` })).text,
    );
  }
}

export interface NodeOptions {
  clock?: ManualClock;
  /** True if the clock is the machine's, from which the node derives its own, as in `rota serve`. Otherwise, it is the node's own. */
  isMachineClock?: boolean;
  environment?: Record<string, string>;
  outside?: ExternalServices;
}

const unknownName = Object.assign(new Error('No test asks for names'), { code: 'ENOTFOUND' });
const FIRST_KEY = 'first-key-of-the-tests-0123456789';

/** Starts a node on the storage, as `rota serve` does. The rate limit and the mail listener are off unless a test turns them on. */
export async function startNode(storage: Storage, options: NodeOptions = {}): Promise<Node> {
  const clock = options.clock ?? new ManualClock();
  const config = readConfig({
    PORT: '0',
    ROTA_SMTP_LISTEN: 'off',
    ROTA_RATE_LIMIT_PER_MINUTE: '0',
    ROTA_BOOTSTRAP_API_KEY: FIRST_KEY,
    ...storage.environment,
    ...options.environment,
  });
  const { readOnly } = config;
  const database = await openDatabase(config, { readOnly });
  if (!readOnly) await migrate(database, clock);
  const ownClock = options.isMachineClock ? await openClock(database, clock) : undefined;
  const services = createServices(config, withDelays(withNotes(database)), ownClock ?? clock);
  if (!readOnly) await bootstrap(services, config.bootstrapApiKey);
  const logLines: string[] = [];
  const log = createLog('info', { write: (line) => void logLines.push(line) });
  // No test contacts another machine, not even to look up a name.
  const nothing = () => Promise.reject(unknownName);
  const outside = options.outside ?? { resolve: nothing, records: nothing };
  // Tests read metrics right after the event.
  const app = createApp(services, log, { metricsKeptMs: 0, ...outside });
  const url = await app.listen();
  const { body } = await send({
    method: 'GET',
    url: `${url}/api/v1/workspace`,
    headers: { authorization: `Bearer ${FIRST_KEY}` },
  });
  const workspaceId = (body as { data: { id: string } }).data.id;
  return new Node({ url, app, services, clock, rawKey: FIRST_KEY, workspaceId, logLines });
}

/** Two nodes on one PostgreSQL, with one clock, for one test. */
export async function startTwoNodes(t: TestContext, options: NodeOptions = {}): Promise<[Node, Node]> {
  const storage = await freshStorage('postgres');
  const clock = new ManualClock();
  const nodes = [
    await startNode(storage, { clock, ...options }),
    await startNode(storage, { clock, ...options }),
  ];
  t.after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await storage.remove();
  });
  return nodes as [Node, Node];
}

/** The lane of each engine, by the word at the definition. */
const lanesOf: Record<'split' | Lane, Record<Engine, Lane>> = {
  /** Without a word: PostgreSQL prepares the statements that SQLite has run in the fast lane. */
  split: { sqlite: 'fast', postgres: 'full' },
  fast: { sqlite: 'fast', postgres: 'fast' },
  full: { sqlite: 'full', postgres: 'full' },
  both: { sqlite: 'both', postgres: 'full' },
};

type DefineOnEach = (define: (engine: Engine) => void) => void;

const onEachEngineIn =
  (word: 'split' | Lane): DefineOnEach =>
  (define) => {
    const isGiven = word === 'split' && isLaneChosen();
    for (const engine of engines) inLane(isGiven ? laneHere() : lanesOf[word][engine], () => define(engine));
  };

/**
 * Defines something on each engine: SQLite in the fast lane, PostgreSQL in the full one. `.fast` is for what engines do
 * differently: storage, locks, claims, plans; and for one way through each feature.
 */
export const onEachEngine = Object.assign(onEachEngineIn('split'), {
  fast: onEachEngineIn('fast'),
  full: onEachEngineIn('full'),
  inBothLanes: onEachEngineIn('both'),
});

type DefineOnBoth = (
  name: string,
  define: (node: () => Node, storage: () => Storage) => void,
  options?: NodeOptions,
) => void;

const onBothEnginesIn =
  (onEach: DefineOnEach): DefineOnBoth =>
  (name, define, options = {}) =>
    onEach((engine) => {
      describe(`${name} (${engine})`, () => {
        let storage: Storage | undefined;
        let node: Node | undefined;
        before(async () => {
          storage = await freshStorage(engine);
          node = await startNode(storage, { ...options, clock: new ManualClock() });
        });
        after(async () => {
          await node?.stop();
          await storage?.remove();
          // The runner keeps each test, with everything it can reach, until the process ends.
          node = undefined;
        });
        define(
          () => node as Node,
          () => storage as Storage,
        );
      });
    });

/** Runs the suite on both engines, each with its own storage and one node shared by all tests. Lanes are those of `onEachEngine`. */
export const onBothEngines = Object.assign(onBothEnginesIn(onEachEngine), {
  fast: onBothEnginesIn(onEachEngine.fast),
  full: onBothEnginesIn(onEachEngine.full),
  inBothLanes: onBothEnginesIn(onEachEngine.inBothLanes),
});

/** The body of an error response. */
export function errorOf(answer: WireAnswer): { type: string; message: string } {
  return (answer.body as { error: { type: string; message: string } }).error;
}

/** The `data` of a response. */
export function dataOf<Data>(answer: WireAnswer): Data {
  assert.ok(answer.status < 300, `expected success, got ${answer.status}: ${answer.text}`);
  return (answer.body as { data: Data }).data;
}
