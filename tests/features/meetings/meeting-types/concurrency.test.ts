// Full lane, because it makes hundreds of calls at once: Calls for times of one person at the same moment wait in line, and all are served.
import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { TUESDAY } from '../../../support/makers/booking-links.ts';
import { bookingsIn, doubleBookings, isoOf } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { addType, takeHandle } from '../../../support/makers/meeting-type-pages.ts';
import { always, setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { type Node, startTwoNodes } from '../../../support/server/rota.ts';

const AT_ONCE = 200;
const MINUTES = 15;

test(`${AT_ONCE} bookings at once of one person, by two types and by name`, async (t) => {
  const nodes = await startTwoNodes(t);
  const [first] = nodes;
  const duration_minutes = MINUTES;
  const limits = { duration_minutes, slot_interval_minutes: MINUTES };
  await takeHandle(first);
  const { id: workspace_membership_id, email: organizer_email } = await makeMember(first);
  await setAvailability(first, { id: workspace_membership_id }, always);
  const own = await addType(first, { name: 'Own', workspace_membership_id, ...limits });
  const other = await addType(first, { name: 'Other', workspace_membership_id, ...limits });

  const byCall = (fields: object) => async (node: Node, guest: { email: string }, starts_at: string) =>
    (await node.post(REQUESTS, { ...fields, starts_at, participants: [guest] })).status === 202;
  const ways = [
    byCall({ meeting_type_id: own.type.id }),
    byCall({ meeting_type_id: other.type.id }),
    byCall({ organizer_email, context: { duration_minutes } }),
  ];
  // Each wants a time of its own, so nothing but the person's row is in the way.
  const startOf = (place: number) => isoOf(Date.parse(TUESDAY) + place * MINUTES * MINUTE_MS);
  const areBooked = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, place) => {
      const node = nodes[Math.floor(place / ways.length) % nodes.length] as Node;
      const guest = { email: `guest-${place}@example.org` };
      return ways[place % ways.length]?.(node, guest, startOf(place));
    }),
  );
  assert.equal(areBooked.filter(Boolean).length, AT_ONCE);
  const bookings = await bookingsIn(first);
  assert.equal(bookings.length, AT_ONCE);
  assert.deepEqual(doubleBookings(bookings), []);
});
