// Full lane, because it kills processes: Nodes that are killed while mail arrives: every mail that was answered 250 is there, and was acted on exactly once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrap } from '../../../../src/bootstrap.ts';
import { asInbox } from '../../../../src/features/meetings/inbox/addresses.ts';
import { findMemberByEmail } from '../../../../src/features/people/members/operations.ts';
import { createTeam } from '../../../../src/features/turns/teams/operations.ts';
import { listEveryWorkspace } from '../../../../src/features/workspace/workspaces/operations.ts';
import { createServices } from '../../../../src/services.ts';
import { readConfig } from '../../../../src/settings/config.ts';
import type { OpenDatabase } from '../../../../src/storage/database.ts';
import { migrate } from '../../../../src/storage/migrate.ts';
import { openDatabase } from '../../../../src/storage/open.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { Wire } from '../../../smtp/wire.ts';
import { describe, test } from '../../../support/lanes.ts';
import { rawMail } from '../../../support/makers/raw-mail.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { KilledScript } from '../../../support/server/killed-script.ts';
import type { Environment, NodeProcess } from '../../../support/server/process.ts';
import { type Engine, freshStorage } from '../../../support/server/rota.ts';

const MAILS = 240;
const KILLS = 20;
const SENDERS = 6;
/** A third of a lease. */
const DEADLINE_MS = 100_000;

/** A workspace with a team of one. */
async function makeTeam(environment: Environment): Promise<OpenDatabase> {
  const config = readConfig(environment);
  const storage = await openDatabase(config);
  const services = createServices(config, storage, systemClock);
  await migrate(storage, systemClock);
  await bootstrap(services, undefined);
  await services.secrets.load();
  const [workspace] = await listEveryWorkspace(services);
  const context = asInbox(services, workspace?.id ?? '');
  const owner = await findMemberByEmail(context, storage, 'owner@example.com');
  await createTeam(context, { name: 'Sales', member_ids: [owner?.id ?? ''] });
  return storage;
}

const titleOf = (number: number) => `Meeting ${number}`;
const titles = Array.from({ length: MAILS }, (_, number) => titleOf(number)).sort();

/** What was in hand of a killed node is taken up within half a minute; the machine may be busy with more than that. */
async function untilDone(database: OpenDatabase): Promise<void> {
  const end = performance.now() + DEADLINE_MS;
  while (await database.get('select id from inbox where due_at is not null limit 1')) {
    assert.ok(performance.now() < end, 'every mail is worked on in time');
    await sleep(20);
  }
}

/** A node, once it takes mail. */
class Node {
  readonly program: NodeProcess;
  readonly at: Promise<string>;

  constructor(program: NodeProcess) {
    this.program = program;
    this.at = program.printed((text) => /mail at (\S+)/.exec(text)?.[1], 'where it takes mail');
    this.at.catch(() => {});
  }
}

/** Hands in mails like a mail server: again and again, until each was answered 250. */
class Senders {
  readonly #waiting = Array.from({ length: MAILS }, (_, number) => number);
  readonly #nodes: Node[];
  acknowledged = 0;
  /** Handed in more than once, because no answer came. */
  repeated = 0;
  /** Nobody is left to hand mail to: the test has failed. */
  isOver = false;

  constructor(nodes: Node[]) {
    this.#nodes = nodes;
  }

  async send(place: number): Promise<void> {
    for (let node = this.#nodes[place % this.#nodes.length]; this.acknowledged < MAILS && !this.isOver; ) {
      try {
        await using wire = await Wire.open(await (node as Node).at);
        for (let number = this.#waiting.shift(); number !== undefined; number = this.#waiting.shift()) {
          const isTaken = await this.#hand(wire, number).catch(() => false);
          if (!isTaken) {
            this.repeated += 1;
            this.#waiting.push(number);
            break;
          }
          this.acknowledged += 1;
        }
      } catch {
        // The node is gone, or about to be.
      }
      await new Promise((resolve) => setImmediate(resolve));
      node = this.#nodes[place % this.#nodes.length];
    }
  }

  /** To a team from somebody outside, or from a member who copies the workspace in. */
  async #hand(wire: Wire, number: number): Promise<boolean> {
    const guest = `guest${number}@example.org`;
    const isToTeam = number % 4 === 0;
    const from = isToTeam ? guest : 'owner@example.com';
    const ours = `${isToTeam ? 'sales.' : ''}acme@rota.localhost`;
    const to = isToTeam ? ours : `${guest}, ${ours}`;
    const raw = rawMail({ from, to, subject: titleOf(number), messageId: `<${number}@example.org>` });
    return (await wire.mail(from, ours, raw)).startsWith('250');
  }
}

let mailNode: KilledScript;

// Both at the same time, because they often wait for processes.
describe('Taking mail, killed', { concurrency: 2 }, () => {
  before(async () => {
    mailNode = await KilledScript.prepare(import.meta.resolve('./killed-mail-node.ts'));
  });
  defineTest('sqlite', 1);
  defineTest('postgres', 2);
});

function defineTest(engine: Engine, count: 1 | 2): void {
  test(`${MAILS} mails are there and acted on once, after ${KILLS} kills (${engine}, ${count} nodes)`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const environment = {
      ...storage.environment,
      ROTA_SMTP_LISTEN: '127.0.0.1:0',
      // Each connection is a process of PostgreSQL.
      ROTA_DATABASE_POOL_SIZE: '4',
    };
    const database = await makeTeam(environment);
    stack.defer(() => database.close());
    const start = () => new Node(stack.use(mailNode.start(['0'], environment)));
    const nodes = Array.from({ length: count }, start);
    const senders = new Senders(nodes);
    stack.defer(() => {
      senders.isOver = true;
    });
    const sending = Promise.all(Array.from({ length: SENDERS }, (_, place) => senders.send(place)));

    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = Math.floor(((kill + 1) * MAILS) / (KILLS + 1));
      await eventually(async () => senders.acknowledged >= enough);
      const { program } = nodes[kill % count] as Node;
      program.signal('SIGKILL');
      assert.equal((await program.ended).signal, 'SIGKILL', program.stderr);
      nodes[kill % count] = start();
    }
    await sending;
    // What the killed ones had in hand is taken up by the others: no time passes but that of the machine.
    await untilDone(database);
    for (const { program, at } of nodes) {
      await at;
      program.signal('SIGTERM');
      assert.equal((await program.ended).code, 0, program.stderr);
    }

    const column = async (sql: string) =>
      (await database.all<{ value: unknown }>(sql)).map(({ value }) => value).sort();
    assert.deepEqual(await column("select subject as value from messages where direction = 'in'"), titles);
    assert.deepEqual(await column('select title as value from meeting_requests'), titles);
    assert.deepEqual(
      await column(
        "select distinct understood_as || ' ' || status as value from messages where direction = 'in'",
      ),
      ['new_request received'],
    );
    const once = Array(MAILS).fill(1);
    for (const sql of [
      "select count(*) as value from audit_entries where action = 'meeting_request.created' group by target_id",
      "select count(*) as value from messages where direction = 'in' group by request_id",
    ]) {
      assert.deepEqual(await column(sql), once, sql);
    }
    assert.deepEqual(
      await column('select count(*) as value from turns group by number'),
      Array(MAILS / 4).fill(1),
    );
    assert.ok(senders.repeated > 0, 'some were handed in twice');
  });
}
