// Full lane, because it makes many calls at once: Forms of booking links at the same moment: each host once, and nothing half. With two nodes on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  fillIn,
  isBooked,
  makeLinked,
  outcomeOf,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { bookingsIn, doubleBookings } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import type { BookingLink, MeetingRequest, NewTeam } from '../../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

const AT_ONCE = 50;
const HOSTS = 3;

const kindOf = (answer: WireAnswer) => (isBooked(answer) ? 'booked' : outcomeOf(answer));

onEachEngine((engine) => {
  test(`${AT_ONCE} forms for one time of three hosts: three are booked, in two teams that share them (${engine})`, async (t) => {
    const storage = await freshStorage(engine);
    const first = await startNode(storage, behindProxy);
    const nodes: Node[] = [first];
    if (engine === 'postgres') nodes.push(await startNode(storage, { ...behindProxy, clock: first.clock }));
    t.after(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await storage.remove();
    });
    const linked = await makeLinked(first, { size: HOSTS });
    const member_ids = linked.team.members.map(({ workspace_membership_id }) => workspace_membership_id);
    const other = dataOf<NewTeam>(await first.post('/api/v1/teams', { name: 'Other', member_ids }));
    const stack = dataOf<NewTeam>(
      await first.post('/api/v1/teams', { name: 'Stack', mode: 'stack', member_ids }),
    );
    const paths = [linked.path, (await addLink(first, other)).path];
    const send = (place: number, path: string, starts_at = TUESDAY) =>
      fillIn(nodes[place % nodes.length] as Node, path, { email: `guest-${place}@example.org`, starts_at });
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) =>
        send(place, paths[Math.floor(place / 2) % paths.length] as string),
      ),
    );
    const kinds = answers.map(kindOf);
    assert.deepEqual([...new Set(kinds)].sort(), ['booked', 'taken']);
    assert.equal(kinds.filter((kind) => kind === 'booked').length, HOSTS);
    assert.equal((await bookingsIn(first)).length, HOSTS);
    assert.deepEqual(doubleBookings(await bookingsIn(first)), []);
    const booked = dataOf<MeetingRequest[]>(await first.get(`${REQUESTS}?limit=100`));
    assert.deepEqual(
      booked.map(({ organizer_email }) => organizer_email).sort(),
      linked.team.members.map(({ email }) => email).sort(),
    );

    // At another time, whoever needs everybody is among those who want one.
    const stacked = (await addLink(first, stack)).path;
    first.clock.advance(60_000);
    const mixed = await Promise.all(
      Array.from({ length: 30 }, (_, place) =>
        send(place, place % 3 === 0 ? stacked : (paths[place % 2] as string), '2026-03-04T10:00:00.000Z'),
      ),
    );
    assert.ok(mixed.map(kindOf).every((kind) => kind === 'booked' || kind === 'taken'));
    assert.equal((await bookingsIn(first)).length, 2 * HOSTS, 'everybody is taken once');
    assert.deepEqual(doubleBookings(await bookingsIn(first)), []);
  });

  test(`a booking that fails at its end leaves nothing, and its form can be sent again (${engine})`, async (t) => {
    const storage = await freshStorage(engine);
    const node = await startNode(storage, behindProxy);
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const { database } = node.services;
    const linked = await makeLinked(node);
    const stateOf = async () => {
      const tables = [
        'meeting_requests',
        'turns',
        'bookings',
        'messages',
        'events',
        'audit_entries',
        'invites',
      ];
      const counts = await Promise.all(
        tables.map((table) => database.get(`select count(*) as count from ${table}`)),
      );
      const links = dataOf<BookingLink[]>(await node.get(`/api/v1/teams/${linked.team.id}/booking_links`));
      const team = dataOf(await node.get(`/api/v1/teams/${linked.team.id}`));
      return { counts, links, team };
    };
    const before = await stateOf();
    await database.transaction((tx) => tx.script(failing[engine].start));
    const failed = await fillIn(node, linked.path, { starts_at: TUESDAY });
    assert.equal(failed.status, 500);
    assert.deepEqual(await stateOf(), before);
    await database.transaction((tx) => tx.script(failing[engine].end));
    assert.ok(isBooked(await fillIn(node, linked.path, { starts_at: TUESDAY })));
  });
});

/** Makes the last statement of a booking fail. */
const failing = {
  sqlite: {
    start: `create trigger fails before insert on booking_link_uses begin select raise(abort, 'on purpose'); end`,
    end: 'drop trigger fails',
  },
  postgres: {
    start: `create function fail() returns trigger language plpgsql as $$ begin raise 'on purpose'; end $$;
      create trigger fails before insert on booking_link_uses for each row execute function fail()`,
    end: 'drop trigger fails on booking_link_uses',
  },
};
