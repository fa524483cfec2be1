import {
  findMemberByEmail,
  findMembers,
  listMembers,
  notActive,
} from '../../features/people/members/operations.ts';
import {
  assignSeat,
  assignSeats,
  listSeats,
  removeSeat,
  seatedAmong,
  setCapacity,
} from '../../features/people/seats/operations.ts';
import { CapacityInput, SeatInput, SeatsInput } from '../../features/people/seats/shapes.ts';
import { pageQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { list, numberOrNull, text, textIfAny } from '../fields.ts';
import { form, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import { assignedPage, assignPage } from './assign-page.ts';
import { ASSIGN, SEATS, seatsPage } from './seats-page.ts';

const seats = page({
  url: SEATS,
  summary: 'Seats and their capacity',
  may: 'manage_seats',
  query: pageQuery('seat'),
  show: async (screen, { query }) => seatsPage(screen, await listSeats(screen, query), query.cursor),
});

const assign = page({
  url: ASSIGN,
  summary: 'Choose members who get a seat',
  may: 'manage_seats',
  query: pageQuery('member'),
  async show(screen, { query }) {
    const any = { email: undefined, role: undefined, include_deactivated: undefined };
    const { data: members, meta } = await listMembers(screen, { ...any, ...query });
    const [seated, entitlements] = await Promise.all([
      seatedAmong(
        screen,
        members.map(({ id }) => id),
      ),
      entitlementsOf(screen),
    ]);
    const { cursor } = query;
    return assignPage(screen, { members, seated, entitlements, next: meta.next_cursor, cursor });
  },
});

async function entitlementsOf(screen: Screen) {
  return (await listSeats(screen, { limit: 1, cursor: undefined })).meta.entitlements;
}

const line = { name: 'seats' };

export const seatRoutes: Route[] = [
  seats.route,
  assign.route,
  form({
    url: SEATS,
    summary: 'Give a member a seat',
    may: 'manage_seats',
    on: seats,
    line,
    async send(screen, { fields }) {
      const input = check(SeatInput, { entitlement_id: textIfAny(fields, 'entitlement_id') });
      const email = text(fields, 'email').trim();
      const member = await findMemberByEmail(screen, screen.database, email);
      if (!member) throw notActive('email', email);
      await assignSeat(screen, member.id, input);
      return { to: SEATS, done: 'seat_assigned' };
    },
  }),
  form({
    url: ASSIGN,
    summary: 'Give the chosen members a seat',
    may: 'manage_seats',
    on: assign,
    line,
    labels: { membership_ids: 'Active members' },
    async send(screen, { fields }) {
      const input = check(SeatsInput, {
        membership_ids: list(fields, 'membership_ids'),
        entitlement_id: textIfAny(fields, 'entitlement_id'),
      });
      const result = await assignSeats(screen, input);
      const refused = [...result.skipped, ...result.rejected];
      if (refused.length === 0) {
        return { to: SEATS, done: result.assigned.length === 1 ? 'seat_assigned' : 'seats_assigned' };
      }
      const ids = refused.map(({ membership_id }) => membership_id);
      return { shown: assignedPage(result, await findMembers(screen, screen.database, ids)) };
    },
  }),
  form({
    url: `${SEATS}/:id/remove`,
    summary: "End a member's seat",
    path: { id: { kind: 'member', what: 'Workspace member' } },
    may: 'manage_seats',
    on: seats,
    async send(screen, { path }) {
      await removeSeat(screen, path.id);
      return { to: SEATS, done: 'seat_removed' };
    },
  }),
  form({
    url: `${SEATS}/entitlements/:id/capacity`,
    summary: 'Set the seat capacity',
    path: { id: { kind: 'entitlement', what: 'Entitlement' } },
    may: 'manage_seats',
    on: seats,
    line,
    async send(screen, { path, fields }) {
      const input = {
        capacity: numberOrNull(fields, 'capacity'),
        entitlement_id: path.id,
        reason: textIfAny(fields, 'reason') ?? 'Set in the console',
      };
      await setCapacity(screen, check(CapacityInput, input));
      return { to: SEATS, done: 'capacity_changed' };
    },
  }),
];
