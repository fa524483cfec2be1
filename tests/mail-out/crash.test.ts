// Full lane, because it kills processes: Nodes killed while they send mail: no message is lost or stuck, and what comes twice has the same Message-ID.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrap } from '../../src/bootstrap.ts';
import { listEveryWorkspace } from '../../src/features/workspace/workspaces/operations.ts';
import { createServices } from '../../src/services.ts';
import { readConfig } from '../../src/settings/config.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { systemClock } from '../../src/time/clock.ts';
import { describe, test } from '../support/lanes.ts';
import { draftTo, queue, sendingThrough } from '../support/makers/mail.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { KilledScript } from '../support/server/killed-script.ts';
import type { Environment, NodeProcess } from '../support/server/process.ts';
import { type Engine, engines, freshStorage } from '../support/server/rota.ts';

const DEADLINE_MS = 60_000;
/** For each process that is killed. With two nodes, what it has claimed stays so until the last one: up to 12. */
const MESSAGES_IN_A_LIFE = 25;
/** It is killed after so many at the latest. */
const MOST_IN_A_LIFE = 10;
const DOMAINS = 40;
const KILLS = 20;
/** On PostgreSQL, where the database is in another process, which is not killed. */
const FEWER_KILLS = 5;
/** Longer than a lease, and than the first waits for a retry. */
const AHEAD_MS = 30 * 60_000;
const LEASE_MS = 4 * 60_000;
/** As many as a node sends at a time to one domain each, in one workspace. */
const IN_FLIGHT = 8;

async function opened(environment: Environment) {
  const config = readConfig(environment);
  const storage = await openDatabase(config);
  return { storage, services: createServices(config, storage, systemClock) };
}

async function queueAll(environment: Environment, count: number): Promise<void> {
  const { storage, services } = await opened(environment);
  await migrate(storage, systemClock);
  await services.secrets.load();
  await bootstrap(services, undefined);
  const [workspace] = await listEveryWorkspace(services);
  const drafts = Array.from({ length: count }, (_, place) =>
    draftTo(`reader${place}@domain${place % DOMAINS}.example`),
  );
  await queue({ services, workspaceId: workspace?.id ?? '' }, ...drafts);
  await storage.close();
}

let mailer: KilledScript;

// All at the same time, because they mostly wait for processes.
describe('Mail, killed', { concurrency: 3 }, () => {
  before(async () => {
    mailer = await KilledScript.prepare(import.meta.resolve('./killed-mailer.ts'));
  });
  for (const engine of engines) defineTakeUp(engine);
  defineTest('sqlite', 1, KILLS);
  defineTest('postgres', 2, KILLS);
  defineTest('postgres', 1, FEWER_KILLS);
});

/** A killed process leaves what it was sending. The lease of that is four minutes; here, nobody waits for as long. */
function defineTakeUp(engine: Engine): void {
  test(`what a killed node was sending is sent by the next one, long before its lease ends (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const server = stack.use(
      await SmtpServer.start({ script: (step) => (step === 'RCPT' ? 'hang' : undefined) }),
    );
    const environment = { ...storage.environment, ...sendingThrough(server.url) };
    await queueAll(environment, IN_FLIGHT);
    const victim = stack.use(mailer.start(['0'], environment));
    const end = performance.now() + DEADLINE_MS;
    while (server.steps.filter((step) => step === 'RCPT').length < IN_FLIGHT) {
      assert.ok(performance.now() < end, 'every message is in flight');
      await sleep(20);
    }
    victim.signal('SIGKILL');
    assert.equal((await victim.ended).signal, 'SIGKILL', victim.stderr);
    const killedAt = Date.now();
    server.script = () => undefined;
    const next = stack.use(mailer.start(['0'], environment));
    await untilNoneIsQueued(stack, environment);
    await stopAll([next]);
    assert.equal(server.taken.length, IN_FLIGHT);
    assert.ok(Date.now() - killedAt < LEASE_MS);
  });
}

/** Returns the database. */
async function untilNoneIsQueued(stack: AsyncDisposableStack, environment: Environment) {
  const { storage: database } = await opened(environment);
  stack.defer(() => database.close());
  const queued = "select id from messages where status = 'queued' limit 1";
  const end = performance.now() + DEADLINE_MS;
  while (await database.get(queued)) {
    assert.ok(performance.now() < end, 'every message is sent in time');
    await sleep(20);
  }
  return database;
}

function defineTest(engine: Engine, nodes: 1 | 2, kills: number): void {
  const where = `${engine}, ${nodes === 1 ? 'one node' : 'one of two nodes'}`;
  test(`${kills} crashes lose no message, and leave none behind (${where})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    let atEach = () => {};
    let count = 0;
    let isPuttingOff = true;
    const server = stack.use(
      await SmtpServer.start({
        script(step) {
          if (step !== 'content') return undefined;
          count += 1;
          atEach();
          // Some are put off, and come again in a later life.
          return isPuttingOff && count % 50 === 0 ? '451 4.3.0 later' : undefined;
        },
      }),
    );
    const environment = { ...storage.environment, ...sendingThrough(server.url) };
    const messages = kills * MESSAGES_IN_A_LIFE;
    await queueAll(environment, messages);

    let lives = 0;
    const start = (ahead: number) => {
      lives += 1;
      return stack.use(mailer.start([String(ahead * AHEAD_MS)], environment));
    };
    // A node alone takes over what the one before it had claimed. Two have one time: what a killed one had waits for the last.
    const startNext = () => start(nodes === 1 ? lives : 0);
    const running = Array.from({ length: nodes }, startNext);
    for (let kill = 0; kill < kills; kill += 1) {
      const victim = running[kill % nodes] as NodeProcess;
      // After another number of messages each time, and never after the last of them.
      let left = 1 + ((37 * kill) % MOST_IN_A_LIFE);
      atEach = () => {
        left -= 1;
        if (left === 0) victim.signal('SIGKILL');
      };
      assert.equal((await victim.ended).signal, 'SIGKILL', victim.stderr);
      running[kill % nodes] = startNext();
    }
    atEach = () => {};
    isPuttingOff = false;
    await stopAll(running);
    const last = start(lives);
    const database = await untilNoneIsQueued(stack, environment);
    await stopAll([last]);

    const rows = await database.all<{ message_id: string; status: string; is_free: number }>(
      `select message_id, status,
         case when claim_id is null and lease_until is null and due_at is null then 1 else 0 end as is_free
       from messages order by id`,
    );
    assert.equal(rows.length, messages);
    assert.deepEqual(
      rows.filter(({ status, is_free }) => status !== 'sent' || is_free !== 1),
      [],
    );
    const copies = Map.groupBy(server.taken, ({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1] ?? '');
    assert.deepEqual([...copies.keys()].sort(), rows.map(({ message_id }) => message_id).sort());
    for (const [id, mails] of copies) {
      assert.equal(new Set(mails.map(({ raw }) => raw)).size, 1, `${id} was the same ${mails.length} times`);
    }
    // What was in flight when a process was killed has arrived again.
    assert.ok(server.taken.length >= messages + kills, `${server.taken.length} arrived`);
  });
}

async function stopAll(programs: NodeProcess[]): Promise<void> {
  for (const program of programs) {
    await program.printed((text) => text.includes('started') || undefined, 'starting');
    program.signal('SIGTERM');
  }
  for (const program of programs) assert.equal((await program.ended).code, 0, program.stderr);
}
