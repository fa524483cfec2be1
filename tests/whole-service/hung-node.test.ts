// Full lane, because it kills processes: A node that hangs in the middle of its turns blocks its own teams for a while, and nothing else.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { EmptyStorage, type Served } from '../support/server/process.ts';
import { dataOf } from '../support/server/rota.ts';

const KEY = 'a-key-that-was-chosen';
/** The application_name of the connections of the node that will hang. */
const HANGING = 'hanging';
/** Many more than the node has connections for transactions. */
const CALLERS_OF_A_TEAM = 60;
/** An abandoned transaction keeps its locks for five seconds. */
const TEAM_BLOCKED_MS = 6_000;
const OTHERS_BLOCKED_MS = 1_000;

/** Callers that repeat one call until they are stopped, and the longest time in which none was served. */
class Callers {
  longestMs = 0;
  /** The longest time before `begin`. */
  usualMs = 0;
  served = 0;
  readonly refusals = new Set<number>();
  readonly #stopped: Promise<void>[];
  #lastServed = performance.now();
  #isStopping = false;

  constructor(count: number, call: () => Promise<number>) {
    this.#stopped = Array.from({ length: count }, () => this.#repeat(call));
  }

  async #repeat(call: () => Promise<number>): Promise<void> {
    while (!this.#isStopping) {
      const status = await call();
      // Leaves time for everything else on the machine.
      await sleep(100);
      if (status >= 300) {
        this.refusals.add(status);
        continue;
      }
      const now = performance.now();
      this.longestMs = Math.max(this.longestMs, now - this.#lastServed);
      this.#lastServed = now;
      this.served += 1;
    }
  }

  /** Waits until `count` more calls are served. The deadline fails this test, and not the whole run. */
  async until(count: number): Promise<void> {
    const enough = this.served + count;
    const deadline = performance.now() + 30_000;
    while (this.served < enough) {
      assert.ok(performance.now() < deadline, `${this.served} of ${enough} were served`);
      await sleep(10);
    }
  }

  /** Begins to measure. What was measured before is how long a busy machine keeps callers waiting anyway. */
  begin(): void {
    this.usualMs = this.longestMs;
    this.longestMs = 0;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#stopped);
  }
}

const create = async (server: Served, path: string, body: object) =>
  dataOf<{ id: string }>(await server.call('POST', `/api/v1${path}`, { key: KEY, body })).id;

const makeMember = (server: Served, name: string) =>
  create(server, '/workspace_members', { email: `${name}@example.com` });

const makeTeam = (server: Served, name: string, memberId: string) =>
  create(server, '/teams', { name, member_ids: [memberId] });

/** Takes a turn in the team. After a 503, waits as long as Retry-After says. */
async function takeTurn(server: Served, teamId: string): Promise<number> {
  const { status, headers } = await server.call('POST', `/api/v1/teams/${teamId}/assignments`, { key: KEY });
  if (status === 503) await sleep(Number(headers['retry-after']) * 1_000);
  return status;
}

/** Suspends the process while at least one of its transactions has locked a team's row. */
async function hang(server: Served, database: Client): Promise<void> {
  const lockingPids = async () => {
    const { rows } = await database.query<{ pid: number }>(
      `select distinct pid from pg_locks join pg_stat_activity using (pid)
       where datname = current_database() and application_name = '${HANGING}' and state = 'idle in transaction'
         and relation = 'teams'::regclass and mode = 'RowShareLock'`,
    );
    return rows.map(({ pid }) => pid);
  };
  await eventually(async () => {
    server.signal('SIGSTOP');
    const first = await lockingPids();
    // What it had sent already arrives meanwhile, and may be a commit.
    await sleep(200);
    const still = await lockingPids();
    if (first.some((pid) => still.includes(pid))) return true;
    server.signal('SIGCONT');
    return false;
  });
}

const cases = [
  { name: 'one caller', callers: 1, teams: 1 },
  { name: 'ten callers of one team', callers: 10, teams: 1 },
  { name: 'ten callers of ten teams', callers: 1, teams: 10 },
];

describe('a node that hangs in the middle of its turns', { concurrency: 3 }, () => {
  for (const { name, callers, teams } of cases) {
    test(`with ${name} keeps others from those teams for a while, and from nothing else`, async () => {
      await using stack = new AsyncDisposableStack();
      const storage = stack.use(await EmptyStorage.make('postgres'));
      const url = new URL(storage.environment.DATABASE_URL as string);
      url.searchParams.set('application_name', HANGING);
      const hanging = stack.use(await storage.serve({ DATABASE_URL: url.href, ROTA_BOOTSTRAP_API_KEY: KEY }));
      const healthy = stack.use(await storage.serve());
      const database = new Client({ connectionString: storage.environment.DATABASE_URL });
      await database.connect();
      stack.defer(() => database.end());
      const memberIds = await Promise.all(
        Array.from({ length: teams }, (_, number) => makeMember(healthy, `member-${number}`)),
      );
      const teamIds = await Promise.all(memberIds.map((id) => makeTeam(healthy, 'Busy', id)));
      // The member whose turn hangs can take one in another team.
      const otherTeam = await makeTeam(healthy, 'Other', memberIds[0] as string);

      const ofHanging = teamIds.map(
        // Calls that the kill cuts off do not matter.
        (id) => new Callers(callers, () => takeTurn(hanging, id).catch(() => 503)),
      );
      const ofTeams = teamIds.map(
        (id) => new Callers(Math.ceil(CALLERS_OF_A_TEAM / teams), () => takeTurn(healthy, id)),
      );
      const read = async (path: string) => (await healthy.call('GET', path, { key: KEY })).status;
      const others = {
        'another team': new Callers(1, () => takeTurn(healthy, otherTeam)),
        'a team of those, read': new Callers(1, () => read(`/api/v1/teams/${teamIds[0]}`)),
        readiness: new Callers(1, () => read('/readyz')),
      };
      const ofHealthy = [...ofTeams, ...Object.values(others)];
      // Also after a failure: callers that go on would keep the run from ending.
      stack.defer(async () => {
        hanging.signal('SIGKILL');
        await Promise.allSettled([...ofHanging, ...ofHealthy].map((each) => each.stop()));
      });
      await Promise.all([...ofHanging, ...ofHealthy].map((each) => each.until(5)));
      for (const each of ofHealthy) each.begin();
      await hang(hanging, database);
      // Longer than the locks are held. Teams that were not locked are never blocked.
      await sleep(TEAM_BLOCKED_MS);
      await Promise.all(ofHealthy.map((each) => each.until(5)));
      await Promise.all(ofHealthy.map((each) => each.stop()));

      for (const [what, { longestMs, usualMs, refusals }] of Object.entries(others)) {
        assert.ok(
          // What is usual was seen in a few calls. In more of them, a busy machine keeps somebody waiting for longer.
          longestMs < OTHERS_BLOCKED_MS + 2 * usualMs,
          `${what} was blocked for ${longestMs} ms, else ${usualMs}`,
        );
        assert.deepEqual([...refusals], [], what);
      }
      const longestMs = Math.max(...ofTeams.map((each) => each.longestMs));
      const usualMs = Math.max(...ofTeams.map((each) => each.usualMs));
      assert.ok(
        longestMs < TEAM_BLOCKED_MS + usualMs,
        `a team was blocked for ${longestMs} ms, else ${usualMs}`,
      );
      assert.ok(longestMs > OTHERS_BLOCKED_MS, `${longestMs} ms: it really hung`);
      assert.deepEqual(new Set(ofTeams.flatMap(({ refusals }) => [...refusals])), new Set([503]));
    });
  }
});
