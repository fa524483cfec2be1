// Places that another service makes after the booking: pending, ready or failed, and made once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { PlaceMade, PlaceNeeded } from '../../../../src/features/meetings/places/maker.ts';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { inShort, messagesAbout } from '../../../support/makers/messages-about.ts';
import { connectCalendar } from '../../../support/makers/receiving-calendars.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { propertyIn } from '../../../support/receivers/calendar.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import type { ShownMeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const AT = { starts_at: '2026-04-01T10:00:00Z' };
const GRACE = 'grace@example.org';

/** What the other service was asked, and what it does about it. */
const asked: PlaceNeeded[] = [];
let answer: (needed: PlaceNeeded) => Promise<PlaceMade>;
const room = async ({ meeting_request_id }: PlaceNeeded) => ({
  join_url: `https://meet.example.com/${meeting_request_id}`,
});

const makers = [
  {
    kind: 'google_meet' as const,
    make: (needed: PlaceNeeded) => {
      asked.push(needed);
      return answer(needed);
    },
  },
];

onBothEngines(
  'A place that another service makes',
  (node) => {
    before(() => {
      answer = room;
    });
    const booked = async () => {
      answer = room;
      asked.length = 0;
      const host = await makeMember(node());
      await connectCalendar(node(), host, 'google');
      const { id } = await makeRequest(node(), {
        organizer_email: host.email,
        participant_emails: [GRACE],
        location: { kind: 'google_meet' },
      });
      return { id, book: async () => dataOf(await applyTransition(node(), id, 'book', AT)) };
    };
    const read = async (id: string) => dataOf<ShownMeetingRequest>(await node().get(`${REQUESTS}/${id}`));
    const news = async (id: string) =>
      (await messagesAbout(node(), id, ['booked', 'place_changed'])).filter(({ to }) => to === GRACE);

    test('is pending when the meeting is booked, and sent to everybody once it is there', async () => {
      const { id, book } = await booked();
      const { promise, resolve } = Promise.withResolvers<PlaceMade>();
      answer = () => promise;
      await book();
      const pending = await read(id);
      assert.deepEqual(
        [pending.status, pending.place],
        [
          'booked',
          { kind: 'google_meet', text: null, join_url: null, phone_number: null, status: 'pending' },
        ],
      );
      const [first] = await news(id);
      assert.match(first?.text ?? '', /Where: Google Meet\. We’ll send you the link\./);
      resolve({ join_url: 'https://meet.example.com/abc' });
      await untilIdle(node());
      assert.equal((await read(id)).place?.join_url, 'https://meet.example.com/abc');
      const [, second] = await news(id);
      assert.equal(second && inShort(second), `place_changed REQUEST 1 ${GRACE}`);
      assert.equal(propertyIn(second?.invite ?? '', 'LOCATION'), 'https://meet.example.com/abc');
      const event = (await payloadsAbout(node(), id)).at(-1);
      assert.deepEqual(
        [event?.event, (event?.place as { status: string } | undefined)?.status],
        ['meeting_request.place_changed', 'ready'],
      );
      assert.equal(asked.length, 1);
      assert.equal(asked[0]?.starts_at, Date.parse(AT.starts_at));
    });

    test('is asked for again after a failure; given up, the meeting stands and needs attention', async () => {
      const { id, book } = await booked();
      answer = () => Promise.reject(new Error('503'));
      await book();
      for (let tries = 0; tries < 6; tries += 1) {
        await untilIdle(node());
        node().clock.advance(20 * MINUTE_MS);
      }
      await untilIdle(node());
      assert.equal(asked.length, 6);
      const failed = await read(id);
      assert.deepEqual(
        [failed.status, failed.place?.status, failed.attention?.reason],
        ['booked', 'failed', 'place_failed'],
      );
      assert.equal((await news(id)).length, 1, 'guests hear nothing of it');
      answer = room;
      dataOf(await node().patch(`${REQUESTS}/${id}`, { location: { kind: 'google_meet' } }));
      await untilIdle(node());
      const mended = await read(id);
      assert.deepEqual([mended.place?.status, mended.attention], ['ready', null]);
    });

    test('refused once, it is not asked for again', async () => {
      const { id, book } = await booked();
      answer = async () => ({ refused: 'no licence' });
      await book();
      await untilIdle(node());
      assert.deepEqual([asked.length, (await read(id)).attention?.reason], [1, 'place_failed']);
    });

    test('another organizer gets another one; a meeting that is cancelled or elsewhere none', async () => {
      const { id, book } = await booked();
      await book();
      await untilIdle(node());
      dataOf(await applyTransition(node(), id, 'reschedule', {}));
      const ben = await makeMember(node());
      await connectCalendar(node(), ben, 'google');
      dataOf(await applyTransition(node(), id, 'change_organizer', { organizer_email: ben.email }));
      await untilIdle(node());
      assert.deepEqual(
        asked.map(({ organizer_id }) => organizer_id === ben.id),
        [false, true],
      );
      const gone = await booked();
      const { promise, resolve } = Promise.withResolvers<PlaceMade>();
      answer = () => promise;
      await gone.book();
      dataOf(await applyTransition(node(), gone.id, 'cancel'));
      resolve({ join_url: 'https://meet.example.com/late' });
      await untilIdle(node());
      const cancelled = await read(gone.id);
      assert.deepEqual([cancelled.status, cancelled.place?.join_url], ['cancelled', null]);
      assert.equal((await news(gone.id)).length, 1);
    });
  },
  { outside: { placeMakers: makers } },
);
