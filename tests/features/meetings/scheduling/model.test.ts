// Whatever happens to requests, in any order: one round at a time, silence while paused, one booking.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { describe, test } from '../../../support/lanes.ts';
import { bookingsIn } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout, offeredIn, type Shown, showRequest } from '../../../support/makers/scheduling.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

const HISTORIES = 25;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ORGANIZERS = ['one@example.com', 'two@example.com'];
const PARTICIPANTS = ['ada@example.org', 'ben@example.org'];

type Action =
  | { what: 'answer'; participant: number; works: boolean[] }
  | { what: 'time'; ms: number }
  | { what: 'change_organizer'; organizer: number }
  | { what: 'pause' | 'resume' | 'follow_up' | 'options' | 'book' | 'reopen' | 'cancel' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('answer' as const),
      participant: fc.nat(1),
      works: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('time' as const), ms: fc.constantFrom(HOUR, DAY, 3 * DAY) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('change_organizer' as const), organizer: fc.nat(1) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('pause', 'resume', 'resume', 'follow_up', 'options', 'book', 'reopen', 'cancel'),
    }),
  },
);

interface Schedule {
  due_at: number | null;
  reminder_at: number | null;
}

/** One request, and what was seen of it. */
class History {
  readonly #node: Node;
  readonly #id: string;
  #before: Shown;
  /** How often somebody was asked: each has been offered the first times. */
  #written: number;

  constructor(node: Node, shown: Shown) {
    this.#node = node;
    this.#id = shown.id;
    this.#before = shown;
    this.#written = shown.participants.length;
  }

  async act(step: Action): Promise<void> {
    const status = await this.#call(step);
    assert.ok(status === 200 || status === 422, `${step.what}: ${status}`);
    await untilIdle(this.#node);
    await this.#check(step, status === 200);
  }

  async #call(step: Action): Promise<number> {
    const post = async (name: string, body?: object) =>
      (await this.#node.post(`${REQUESTS}/${this.#id}/${name}`, body)).status;
    switch (step.what) {
      case 'time':
        this.#node.clock.advance(step.ms);
        return 200;
      case 'answer': {
        const offered = offeredIn(this.#before);
        const option_ids = offered.filter((_, place) => step.works[place]).map(({ id }) => id);
        const answer = option_ids.length > 0 ? { option_ids } : { none_work: true };
        return post('answer', { participant_email: PARTICIPANTS[step.participant], ...answer });
      }
      case 'change_organizer':
        return post(step.what, { organizer_email: ORGANIZERS[step.organizer] });
      case 'book':
        return post('book', { starts_at: new Date(this.#node.clock.now() + DAY).toISOString(), force: true });
      case 'reopen':
        return post('reschedule', {});
      default:
        return post(step.what);
    }
  }

  async #check(step: Action, isDone: boolean): Promise<void> {
    const before = this.#before;
    const shown = await showRequest(this.#node, this.#id);
    const { status, attention, starts_at, options, participants } = shown;
    const offered = offeredIn(shown);
    assert.ok(new Set(offered.map(({ round }) => round)).size <= 1, 'one round at a time');
    assert.ok(options.filter((option) => option.status === 'chosen').length <= 1, 'one choice');
    if (status === 'booked' || status === 'cancelled') assert.deepEqual(offered, []);
    for (const { accepted_by } of offered) {
      for (const email of accepted_by) {
        const participant = participants.find((one) => one.email === email);
        assert.equal(participant?.response, 'chosen', 'who accepts has answered');
      }
    }

    const taken = (await bookingsIn(this.#node)).filter(({ request_id }) => request_id === this.#id);
    assert.equal(taken.length, starts_at === null || status === 'cancelled' ? 0 : 1, 'one booking');

    const asked = (await messagesAbout(this.#node, this.#id)).filter(({ kind }) =>
      ['options', 'follow_up'].includes(kind),
    );
    const isPaused = before.status === 'paused' && status === 'paused';
    if (isPaused) assert.equal(asked.length, this.#written, 'nobody is asked while it is paused');
    for (const email of PARTICIPANTS) {
      const now = asked.slice(this.#written).filter(({ recipient_address }) => recipient_address === email);
      if (step.what === 'time') assert.ok(now.length <= 1, 'nobody is asked twice at once');
    }
    this.#written = asked.length;

    const { due_at, reminder_at } = (await this.#node.services.database.get<Schedule>(
      'select due_at, reminder_at from meeting_request_schedules where request_id = $1',
      [this.#id],
    )) ?? { due_at: null, reminder_at: null };
    const isWaiting = status === 'active' && attention === null;
    if (isWaiting) assert.notEqual(due_at, null, 'something is due');
    else assert.equal(due_at, reminder_at, `${status} ${attention?.reason}`);
    const hasTime = status !== 'cancelled' && starts_at !== null;
    if (reminder_at !== null) {
      assert.ok(
        hasTime && reminder_at < Date.parse(starts_at),
        'people are reminded of a time that is to come',
      );
      assert.ok((due_at as number) <= reminder_at, 'a reminder is not late');
    }
    if (isWaiting) assert.ok(offered.length > 0, 'there is something to choose from');
    const byPerson = isDone && step.what !== 'time' && step.what !== 'answer' && step.what !== 'resume';
    if (byPerson && step.what !== 'change_organizer' && before.attention) {
      assert.notDeepEqual(attention, before.attention, 'a person has done something');
    }
    this.#before = shown;
  }
}

onEachEngine.inBothLanes((engine) => {
  describe(`Requests that find their time (${engine})`, () => {
    test('stay in order, whatever happens', async () => {
      const storage = await freshStorage(engine);
      const node = await startNode(storage);
      try {
        for (const email of ORGANIZERS) dataOf(await node.post('/api/v1/workspace_members', { email }));
        await fc.assert(
          fc.asyncProperty(
            fc.array(action, { minLength: 5, maxLength: 25 }),
            fc.integer({ min: 1, max: 2 }),
            async (steps, count) => {
              const body = {
                organizer_email: ORGANIZERS[0],
                participant_emails: PARTICIPANTS.slice(0, count),
                reminders: [2_880, 1_440, 120],
              };
              const { id } = dataOf<Shown>(await node.post(REQUESTS, body));
              await untilIdle(node);
              const history = new History(node, await showRequest(node, id));
              for (const step of steps) await history.act(step);
              await node.post(`${REQUESTS}/${id}/cancel`);
            },
          ),
          runs(HISTORIES, engine),
        );
      } finally {
        await node.stop();
        await storage.remove();
      }
    });
  });
});
