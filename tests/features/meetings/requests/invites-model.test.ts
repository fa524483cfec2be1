// Random histories of a request: the calendars of everybody who was sent its invites show what the request says.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { describe, test } from '../../../support/lanes.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  CALENDAR_KINDS,
  inviteIn,
  messagesAbout,
  type Written,
} from '../../../support/makers/messages-about.ts';
import type { ReadInvite } from '../../../support/receivers/calendar.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

const PEOPLE = 3;
const GUESTS = ['grace@example.org', 'alan@example.net'];
const HISTORIES = 25;
const BURSTS = 15;
const emailOf = (person: number) => `p${person}@example.com`;

type Step =
  | { transition: 'book' | 'reschedule'; hour: number }
  | { transition: 'reopen' | 'pause' | 'resume' }
  | { transition: 'change_organizer'; person: number }
  | { transition: 'cancel'; notify: boolean };

const hour = fc.nat(400);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ transition: fc.constantFrom('book' as const, 'reschedule' as const), hour }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      transition: fc.constantFrom('reopen' as const, 'pause' as const, 'resume' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      transition: fc.constant('change_organizer' as const),
      person: fc.nat(PEOPLE - 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ transition: fc.constant('cancel' as const), notify: fc.boolean() }) },
);
/** What was held back is sent, too, as far as it is still true. */
const PAUSED_AND_CANCELLED: Step[] = [
  { transition: 'book', hour: 1 },
  { transition: 'reopen' },
  { transition: 'pause' },
  { transition: 'change_organizer', person: 1 },
  { transition: 'cancel', notify: false },
];
const startOf = (at: number) => Date.UTC(2026, 3, 1, at);

function make(node: Node, id: string, { transition, ...given }: Step) {
  const bodies: Record<string, (value: never) => object> = {
    book: ({ hour: at }: { hour: number }) => ({
      starts_at: new Date(startOf(at)).toISOString(),
      force: true,
    }),
    change_organizer: ({ person }: { person: number }) => ({ organizer_email: emailOf(person) }),
    cancel: (value: object) => value,
  };
  const body = bodies[transition === 'reschedule' ? 'book' : transition]?.(given as never);
  return node.post(`${REQUESTS}/${id}/${transition === 'reopen' ? 'reschedule' : transition}`, body);
}

/** What the request should be by now, and when the guests think that they meet. */
interface Model {
  state: 'active' | 'booked' | 'paused' | 'cancelled';
  person: number;
  bookedAt: number | null;
  guestsMeetAt: number | null;
  invites: number;
}

/** Null for a transition that is refused. */
function after(model: Model, given: Step): Model | null {
  const { state, bookedAt, invites } = model;
  const at = (time: number): Model => ({
    ...model,
    state: 'booked',
    bookedAt: time,
    guestsMeetAt: time,
    invites: invites + 1,
  });
  switch (given.transition) {
    case 'book':
      return state === 'active' ? at(startOf(given.hour)) : null;
    case 'reschedule':
      return state === 'booked' ? at(startOf(given.hour)) : null;
    case 'reopen':
      return state === 'booked' ? { ...model, state: 'active' } : null;
    case 'pause':
      return state === 'active' ? { ...model, state: 'paused' } : null;
    case 'resume':
      return state === 'paused' ? { ...model, state: 'active' } : null;
    case 'change_organizer':
      if (!['active', 'paused'].includes(state) || given.person === model.person) return null;
      return { ...model, person: given.person, invites: invites + (bookedAt === null ? 0 : 1) };
    case 'cancel':
      if (state === 'cancelled') return null;
      return {
        ...model,
        state: 'cancelled',
        bookedAt: null,
        guestsMeetAt: given.notify ? null : model.guestsMeetAt,
        invites: invites + (bookedAt === null ? 0 : 1),
      };
  }
}

/** A calendar program, as RFC 5546 wants it: the newest object of a meeting counts, and a cancelled one is gone. */
class CalendarProgram {
  #newest = -1;
  #shown: ReadInvite | null = null;

  receive(invite: ReadInvite, address: string): void {
    assert.ok(
      invite.attendees.some((attendee) => attendee.address === address),
      'it is about the reader',
    );
    if (invite.sequence < this.#newest) return;
    this.#newest = invite.sequence;
    this.#shown = invite.method === 'CANCEL' ? null : invite;
  }

  get meetsAt(): number | null {
    return this.#shown?.starts_at ?? null;
  }

  get organizer(): string | undefined {
    return this.#shown?.organizer.name;
  }
}

/** One meeting for all calendars, and one text for each of its versions. */
function assertOneMeeting(messages: Written[]): void {
  const invites = messages.map(inviteIn);
  assert.ok(new Set(invites.map(({ uid }) => uid)).size <= 1);
  assert.ok(new Set(invites.map(({ organizer }) => organizer.address)).size <= 1);
  const sequences = [...new Set(invites.map(({ sequence }) => sequence))];
  assert.deepEqual(sequences, [...sequences.keys()], 'it grows by one with each change');
  for (const [place, one] of invites.entries()) {
    const same = invites.findIndex(
      ({ sequence, method }) => sequence === one.sequence && method === one.method,
    );
    assert.equal(messages[place]?.shared, messages[same]?.shared);
  }
}

onEachEngine.inBothLanes((engine) => {
  describe(`The invites of a request (${engine})`, () => {
    async function holds(work: (node: Node) => Promise<void>): Promise<void> {
      const storage = await freshStorage(engine);
      const node = await startNode(storage);
      try {
        for (let person = 0; person < PEOPLE; person += 1) {
          dataOf(await node.post('/api/v1/workspace_members', { email: emailOf(person) }));
        }
        await work(node);
      } finally {
        await node.stop();
        await storage.remove();
      }
    }
    const create = (node: Node) =>
      makeRequest(node, { organizer_email: emailOf(0), participant_emails: GUESTS });

    test('after any history, every calendar shows what the request says', () =>
      holds((node) =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
            const { id } = await create(node);
            let model: Model = { state: 'active', person: 0, bookedAt: null, guestsMeetAt: null, invites: 0 };
            // What is told while it is paused is sent once it is resumed.
            for (const given of [...steps, { transition: 'resume' } as const]) {
              const next = after(model, given);
              const answer = await make(node, id, given);
              assert.equal(
                answer.status,
                next ? 200 : 422,
                `${given.transition} of one that is ${model.state}`,
              );
              if (next) model = next;
              await untilIdle(node);
            }

            const messages = (await messagesAbout(node, id, CALENDAR_KINDS)).filter(({ invite }) => invite);
            assertOneMeeting(messages);
            const last = messages.at(-1);
            assert.equal(last ? inviteIn(last).sequence + 1 : 0, model.invites);

            const programs = new Map<string, CalendarProgram>();
            for (const message of messages.filter(({ status }) => status === 'kept')) {
              const program = programs.get(message.to) ?? new CalendarProgram();
              program.receive(inviteIn(message), message.to);
              programs.set(message.to, program);
            }
            const meetsAt = (address: string) => programs.get(address)?.meetsAt ?? null;
            for (let person = 0; person < PEOPLE; person += 1) {
              const expected = person === model.person ? model.bookedAt : null;
              assert.equal(meetsAt(emailOf(person)), expected, `person ${person}`);
            }
            for (const guest of GUESTS) {
              assert.equal(meetsAt(guest), model.guestsMeetAt, guest);
              if (model.bookedAt !== null)
                assert.equal(programs.get(guest)?.organizer, emailOf(model.person));
            }
          }),
          { ...runs(HISTORIES, engine), examples: [[PAUSED_AND_CANCELLED]] },
        ),
      ));

    test('transitions at the same time make one invite after another, never two with one number', () =>
      holds((node) =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
            const { id } = await create(node);
            dataOf(await make(node, id, { transition: 'book', hour: 0 }));
            const answers = await Promise.all(steps.map((given) => make(node, id, given)));
            for (const { status } of answers) assert.ok([200, 422].includes(status), String(status));
            const messages = await messagesAbout(node, id, CALENDAR_KINDS);
            assertOneMeeting(messages.filter(({ invite }) => invite));
          }),
          runs(BURSTS, engine),
        ),
      ));
  });
});
