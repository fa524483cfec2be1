// Whatever people do with requests that compete for hosts, and Rota by itself meanwhile: the same holds.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../support/chance.ts';
import { test } from '../../../support/lanes.ts';
import { bookingsIn, doOverlap, doubleBookings } from '../../../support/makers/bookings.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  answer,
  makeOffered,
  messagesAbout,
  offeredIn,
  passTime,
  type Shown,
  showRequest,
  untilIdle,
} from '../../../support/makers/scheduling.ts';
import { type Member, makeMember } from '../../../support/makers/team-members.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const HOUR_MS = 3_600_000;
const ADA = 'ada@example.org';
const BEN = 'ben@example.org';

/** `some` chooses among options, as bits. */
const acts = ['answer', 'decline', 'offer', 'offer_by_hand', 'follow_up', 'book', 'book_offered'] as const;
const transitions = ['reopen', 'move', 'cancel', 'pause', 'resume', 'change_organizer', 'wait'] as const;
const step = fc.record({
  act: fc.constantFrom(...acts, ...acts, ...transitions),
  request: fc.nat({ max: 2 }),
  guest: fc.constantFrom(ADA, BEN),
  some: fc.integer({ min: 1, max: 7 }),
  hours: fc.integer({ min: 0, max: 100 }),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

onBothEngines.inBothLanes('Any way of requests', (node) => {
  const coming = (hours: number) =>
    new Date(Math.ceil(node().clock.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString();

  async function take({ act, guest, some, hours }: Step, shown: Shown, hosts: Member[]): Promise<void> {
    const { id } = shown;
    const offered = offeredIn(shown);
    const chosen = offered.filter((_, place) => (some >> place) % 2 === 1).map((option) => option.id);
    const post = (path: string, body?: object) => node().post(`${REQUESTS}/${id}/${path}`, body);
    const done: Record<Step['act'], () => Promise<WireAnswer | undefined>> = {
      answer: () => answer(node(), id, guest, chosen),
      decline: () => answer(node(), id, guest),
      offer: () => post('options'),
      offer_by_hand: () => post('options', { starts_at: [coming(hours), coming(hours + 24)] }),
      follow_up: () => post('follow_up'),
      book: () => post('book', { starts_at: coming(hours) }),
      book_offered: () => post('book', { starts_at: offered[0]?.starts_at ?? coming(hours) }),
      reopen: () => post('reschedule', {}),
      move: () => post('reschedule', { starts_at: coming(hours) }),
      cancel: () => applyTransition(node(), id, 'cancel', { notify: true }),
      pause: () => applyTransition(node(), id, 'pause'),
      resume: () => applyTransition(node(), id, 'resume'),
      change_organizer: () =>
        applyTransition(node(), id, 'change_organizer', { organizer_email: hosts[some % 2]?.email }),
      wait: async () => void (await passTime(node(), hours * HOUR_MS)),
    };
    const response = await done[act]();
    assert.ok((response?.status ?? 200) < 500, `${act}: ${response?.text}`);
    await untilIdle(node());
  }

  test('holds what is promised', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 14 }),
        fc.boolean(),
        async (steps, hold_options) => {
          dataOf(await node().patch('/api/v1/workspace/scheduling', { hold_options }));
          const hosts = [await makeMember(node()), await makeMember(node())];
          const ids: string[] = [];
          for (const [place, participant_emails] of [[ADA], [ADA, BEN], [ADA, BEN]].entries()) {
            const fields = { organizer_email: hosts[place % 2]?.email, participant_emails };
            const { id } = await makeOffered(node(), { ...fields, notify_participants: place < 2 });
            ids.push(id);
          }
          for (const each of steps) {
            await take(each, await showRequest(node(), ids[each.request] as string), hosts);
            for (const id of ids) assertSound(await showRequest(node(), id));
          }
          assert.deepEqual(doubleBookings(await bookingsIn(node())), []);
          await assertHeld(node());
          assert.deepEqual(await messagesAbout(node(), ids[2] as string), [], 'nobody is written to');
        },
      ),
      runs(6),
    );
  });
});

function assertSound(shown: Shown): void {
  const { status, attention, options, participants, starts_at, ends_at } = shown;
  const offered = offeredIn(shown);
  if (status === 'booked' || status === 'cancelled') assert.deepEqual(offered, []);
  if (status === 'booked') assert.ok(starts_at !== null && ends_at !== null);
  if (status === 'active' && attention === null)
    assert.ok(offered.length > 0, 'there is something to choose');
  const chosen = options.filter((option) => option.status === 'chosen');
  assert.ok(chosen.length <= 1);
  if (status !== 'cancelled') {
    for (const option of chosen) assert.deepEqual([option.starts_at, option.ends_at], [starts_at, ends_at]);
  }
  const times = offered.map((option) => ({
    starts_at: Date.parse(option.starts_at),
    ends_at: Date.parse(option.ends_at),
  }));
  assert.ok(times.every((one, place) => times.slice(place + 1).every((other) => !doOverlap(one, other))));
  const emails = participants.map(({ email }) => email);
  assert.ok(options.every(({ accepted_by }) => accepted_by.every((email) => emails.includes(email))));
}

/** Only what is offered is held. */
async function assertHeld({ services, workspaceId }: Node): Promise<void> {
  const loose = await services.database.all(
    `select option_id from option_holds as holds where workspace_id = $1 and not exists (select 1 from options
       where options.workspace_id = holds.workspace_id and options.id = holds.option_id and options.status = 'offered')`,
    [workspaceId],
  );
  assert.deepEqual(loose, []);
}
