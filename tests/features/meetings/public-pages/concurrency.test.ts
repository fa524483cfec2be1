// Full lane, because it makes many calls at once: Forms of several meeting types and of a link at the same moment: each host once. With two nodes on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  fillIn,
  isBooked,
  outcomeOf,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { bookingsIn, doubleBookings } from '../../../support/makers/bookings.ts';
import { addType, bookAt, makeTyped } from '../../../support/makers/meeting-type-pages.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import { freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

const AT_ONCE = 60;
const HOSTS = 3;

const kindOf = (answer: WireAnswer) => (isBooked(answer) ? 'booked' : outcomeOf(answer));

onEachEngine((engine) => {
  test(`${AT_ONCE} forms for one time of three hosts, by way of the team, one of them and a link (${engine})`, async (t) => {
    const storage = await freshStorage(engine);
    const first = await startNode(storage, behindProxy);
    const nodes: Node[] = [first];
    if (engine === 'postgres') nodes.push(await startNode(storage, { ...behindProxy, clock: first.clock }));
    t.after(async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await storage.remove();
    });
    const made = await makeTyped(first, { size: HOSTS, type: { choose_host: 'optional' } });
    const ids = made.team.members.map(({ workspace_membership_id }) => workspace_membership_id);
    const own = await addType(first, { name: 'Own', workspace_membership_id: ids[0] });
    const link = await addLink(first, made.team);
    const ways = [`${made.path}?host=any`, `${made.path}?host=${ids[1]}`, own.path, link.path];
    const send = (place: number, starts_at: string) => {
      const way = ways[place % ways.length] as string;
      const node = nodes[Math.floor(place / ways.length) % nodes.length] as Node;
      const fields = { email: `guest-${place}@example.org`, starts_at };
      return way === link.path ? fillIn(node, way, fields) : bookAt(node, way, fields);
    };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => send(place, TUESDAY)));
    const kinds = answers.map(kindOf);
    assert.deepEqual([...new Set(kinds)].sort(), ['booked', 'taken']);
    const bookings = await bookingsIn(first);
    assert.equal(kinds.filter((kind) => kind === 'booked').length, HOSTS);
    assert.equal(bookings.length, HOSTS);
    assert.deepEqual(doubleBookings(bookings), []);
  });
});
