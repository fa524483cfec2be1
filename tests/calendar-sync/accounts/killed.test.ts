// Full lane, because it kills processes: Nodes killed while they write bookings to Google and Microsoft: each is there once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../src/context.ts';
import {
  bookRequest,
  cancelRequest,
  rescheduleRequest,
} from '../../../src/features/meetings/requests/lifecycle/times.ts';
import { createRequest } from '../../../src/features/meetings/requests/operations.ts';
import { listEveryWorkspace } from '../../../src/features/workspace/workspaces/operations.ts';
import { within } from '../../../src/storage/within.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/timestamps.ts';
import { makeAt, opened } from '../../features/meetings/scheduling/killed-nodes.ts';
import { describe, test } from '../../support/lanes.ts';
import { bookingsIn, isoOf } from '../../support/makers/bookings.ts';
import { KilledScript } from '../../support/server/killed-script.ts';
import { type Engine, freshStorage } from '../../support/server/rota.ts';
import { KilledWriters, moments } from './killed-writers.ts';

const BOOKINGS = 500;
const KILLS = 20;
const HOSTS = 10;
/** How many are made while the nodes write. */
const MADE_MEANWHILE = 18;
const MOVED_MEANWHILE = 4;
const CANCELLED_MEANWHILE = 2;

let script: KilledScript;

// Both at the same time, because they mostly wait for processes.
describe('Writers to connected calendars, killed', { concurrency: 2 }, () => {
  before(async () => {
    script = await KilledScript.prepare(import.meta.resolve('./killed-writer.ts'));
  });
  defineTest('sqlite', 1);
  defineTest('postgres', 2);
});

function defineTest(engine: Engine, nodes: 1 | 2): void {
  test(`after ${KILLS} kills, each of ${BOOKINGS} bookings is in its calendar once (${engine}, ${nodes} nodes)`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const { environment } = storage;
    await makeAt(environment, Date.now(), async () => {});
    const { storage: database, services } = await opened(environment);
    stack.defer(() => database.close());
    await services.secrets.load();
    const [workspace] = await listEveryWorkspace(services);
    const workspaceId = workspace?.id ?? '';
    const context: Context = {
      ...services,
      caller: { workspaceId, actor: { type: 'cli', id: 'tests' }, scopes: [] },
    };
    const writers = await KilledWriters.make(stack, context, { script, environment, hosts: HOSTS });
    // Each account has tokens from now on.
    await writers.start(nodes);
    await writers.quiet();
    await writers.stop();

    const meetings = new Meetings(
      context,
      writers.hosts.map(({ email }) => email),
    );
    await meetings.change({ made: BOOKINGS - KILLS * MADE_MEANWHILE, moved: [], cancelled: [] });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const moment = moments[kill % moments.length] ?? 'before';
      const asked = await writers.kill({ moment, calls: 1 + ((7 * kill) % 10) }, nodes);
      const others = meetings.some(MOVED_MEANWHILE + CANCELLED_MEANWHILE, kill);
      const interrupted = meetings.namedIn(asked?.body ?? '').filter((id) => !others.includes(id));
      // What the node was writing when it died is moved, cancelled or stays.
      await meetings.change({
        made: MADE_MEANWHILE,
        moved: [...others.slice(CANCELLED_MEANWHILE), ...(kill % 3 === 0 ? interrupted : [])],
        cancelled: [...others.slice(0, CANCELLED_MEANWHILE), ...(kill % 3 === 1 ? interrupted : [])],
      });
    }
    await writers.start(nodes);
    await writers.quiet();
    await writers.stop();

    assert.equal(meetings.count, BOOKINGS);
    const bookings = await bookingsIn({ services, workspaceId });
    for (const { email, account, calendarId } of writers.hosts) {
      const events = account.events();
      const expected = bookings.filter((booking) => booking.email === email);
      const times = events.map(({ from, to }) => `${from}/${to}`).sort();
      assert.deepEqual(
        times,
        expected.map(({ starts_at, ends_at }) => `${isoOf(starts_at)}/${isoOf(ends_at)}`).sort(),
        `the calendar of ${email}`,
      );
      const entries = await services.database.all<{ request_id: string; url: string; starts_at: number }>(
        'select request_id, url, starts_at from calendar_entries where calendar_id = $1',
        [calendarId],
      );
      const startOf = new Map(events.map(({ id, from }) => [id, Date.parse(from)]));
      assert.deepEqual(
        entries.map(({ url, starts_at }) => startOf.get(url) === starts_at),
        expected.map(() => true),
      );
      assert.deepEqual(
        entries.map(({ request_id }) => request_id).sort(),
        expected.map(({ request_id }) => request_id).sort(),
      );
    }
    const troubles = await services.database.all(
      `select 'connection' as of, status as what from calendar_connections where status <> 'connected'
       union all select 'request', attention_reason from meeting_requests where attention_reason is not null
       union all select 'entry', noticed from calendar_entries where noticed is not null`,
    );
    assert.deepEqual(troubles, []);
  });
}

/** The meetings of these hosts. */
class Meetings {
  readonly #context: Context;
  readonly #emails: string[];
  /** Those that aren't cancelled. */
  readonly #booked: string[] = [];
  readonly #begin = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 7 * DAY_MS;
  #times = 0;
  count = 0;

  constructor(context: Context, emails: string[]) {
    this.#context = context;
    this.#emails = emails;
  }

  /** Another one each time. */
  #nextTime(): string {
    this.#times += 1;
    return isoOf(this.#begin + this.#times * HOUR_MS);
  }

  async change({ made, moved, cancelled }: { made: number; moved: string[]; cancelled: string[] }) {
    await this.#context.database.transaction(async (tx) => {
      const context = { ...this.#context, database: within(tx) };
      for (const id of moved) {
        await rescheduleRequest(context, id, { starts_at: this.#nextTime(), force: true });
      }
      for (const id of cancelled) {
        this.#booked.splice(this.#booked.indexOf(id), 1);
        await cancelRequest(context, id, {});
      }
      for (let place = 0; place < made; place += 1) {
        const organizer_email = this.#emails[this.count % this.#emails.length] as string;
        this.count += 1;
        const participant_emails = [`guest${this.count}@example.org`];
        const { id } = await createRequest(context, { organizer_email, participant_emails });
        await bookRequest(context, id, { starts_at: this.#nextTime(), force: true });
        this.#booked.push(id);
      }
    });
  }

  /** Those whose ids are in a text. */
  namedIn(text: string): string[] {
    return this.#booked.filter((id) => text.includes(id));
  }

  /** Different ones each time. */
  some(count: number, time: number): string[] {
    const from = (37 * time) % (this.#booked.length - count);
    return this.#booked.slice(from, from + count);
  }
}
