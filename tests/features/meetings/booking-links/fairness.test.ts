// A turn by a booking link falls on the first in the queue who is free then. Who is passed over keeps the place.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { runs } from '../../../support/chance.ts';
import { test } from '../../../support/lanes.ts';
import {
  behindProxy,
  fillIn,
  isBooked,
  type Linked,
  makeLinked,
  outcomeOf,
} from '../../../support/makers/booking-links.ts';
import { bookingsIn, doubleBookings } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { makeBusy } from '../../../support/makers/taken-times.ts';
import type { ListedTurn, Turn } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const RUNS = { sqlite: 25, postgres: 8 };
const PEOPLE = 4;
/** Half hours of a day, so few that they are wanted again and again. */
const SLOTS = 5;

type Step = { kind: 'book' | 'ask'; slot: number } | { kind: 'busy'; slot: number; person: number };

const slot = fc.nat(SLOTS - 1);
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('book' as const), slot }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask' as const), slot }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('busy' as const), slot, person: fc.nat(PEOPLE - 1) }),
    },
  ),
  { minLength: 1, maxLength: 25, size: 'max' },
);

/** A row of cards: whoever takes a turn goes to its end, and nobody else moves. */
class Model {
  readonly queue = Array.from({ length: PEOPLE }, (_, person) => person);
  readonly #busy = new Set<string>();

  isFree = (person: number, at: number) => !this.#busy.has(`${person} ${at}`);

  makeBusy(person: number, at: number): void {
    this.#busy.add(`${person} ${at}`);
  }

  /** Those ahead of whoever takes the turn; undefined if nobody can. */
  turnAt(at: number): { person: number; passedOver: number[] } | undefined {
    const place = this.queue.findIndex((person) => this.isFree(person, at));
    if (place < 0) return undefined;
    return { person: this.queue[place] as number, passedOver: this.queue.slice(0, place) };
  }

  take(person: number): void {
    this.queue.splice(this.queue.indexOf(person), 1);
    this.queue.push(person);
  }
}

class Real {
  readonly node: Node;
  readonly linked: Linked;
  readonly #day: number;
  #guests = 0;

  constructor(node: Node, linked: Linked) {
    this.node = node;
    this.linked = linked;
    this.#day = Math.floor(node.clock.now() / DAY_MS) * DAY_MS + DAY_MS;
  }

  get people() {
    return this.linked.team.members;
  }

  startOf = (at: number) => new Date(this.#day + at * 30 * MINUTE_MS).toISOString();

  book(at: number) {
    const email = `guest-${++this.#guests}@example.org`;
    return fillIn(this.node, this.linked.path, { email, starts_at: this.startOf(at) });
  }

  async ask(): Promise<void> {
    const body = { team_id: this.linked.team.id, participant_emails: ['ask@example.org'] };
    dataOf(await this.node.post(REQUESTS, { ...body, notify_participants: false }));
  }

  makeBusy(person: number, at: number): Promise<void> {
    const member = { id: this.people[person]?.workspace_membership_id as string };
    return makeBusy(this.node, member, [this.startOf(at), this.startOf(at + 1)]);
  }

  /** The last turn: whose it was, and who was passed over for it. */
  async lastTurn() {
    const path = `/api/v1/teams/${this.linked.team.id}/assignments`;
    const [last] = dataOf<ListedTurn[]>(await this.node.get(`${path}?limit=1`));
    const { candidates, workspace_membership_id } = dataOf<Turn>(await this.node.get(`${path}/${last?.id}`));
    const placeOf = (id: string) => this.people.findIndex((member) => member.workspace_membership_id === id);
    const passedOver = candidates
      .filter(({ status }) => status === 'unavailable')
      .map((each) => placeOf(each.workspace_membership_id));
    return { person: placeOf(workspace_membership_id), passedOver: passedOver.sort() };
  }
}

async function run(model: Model, real: Real, step: Step): Promise<void> {
  if (step.kind === 'busy') {
    await real.makeBusy(step.person, step.slot);
    model.makeBusy(step.person, step.slot);
    return;
  }
  if (step.kind === 'ask') {
    // Everybody has time on other days: the head of the queue.
    await real.ask();
    const [person] = model.queue as [number];
    assert.deepEqual(await real.lastTurn(), { person, passedOver: [] });
    model.take(person);
    return;
  }
  const expected = model.turnAt(step.slot);
  const answer = await real.book(step.slot);
  if (!expected) {
    assert.equal(outcomeOf(answer), 'taken');
    return;
  }
  assert.ok(isBooked(answer), 'somebody is free then');
  const { person, passedOver } = expected;
  assert.deepEqual(await real.lastTurn(), { person, passedOver: passedOver.sort() });
  model.take(person);
  model.makeBusy(person, step.slot);
}

onBothEngines.inBothLanes(
  'A rotation with a booking link',
  (node) => {
    test('gives each time to the first in the queue who is free then, and nobody else loses the place', async () => {
      const property = fc.asyncProperty(steps, async (history) => {
        const linked = await makeLinked(node(), { size: PEOPLE });
        // A link takes 30 forms a minute.
        node().clock.advance(MINUTE_MS);
        const [model, real] = [new Model(), new Real(node(), linked)];
        for (const step of history) await run(model, real, step);
      });
      const { engine } = node().services.database.dialect;
      await fc.assert(property, runs(RUNS[engine], engine));
      assert.deepEqual(doubleBookings(await bookingsIn(node())), []);
    });
  },
  behindProxy,
);
