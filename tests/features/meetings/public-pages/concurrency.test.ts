// Full lane, because it makes many calls at once: Forms and calls for several types and a link at the same moment: each host once. On PostgreSQL with two nodes.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  fillIn,
  isBooked,
  outcomeOf,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { type BookingRow, bookingsIn, doubleBookings, isoOf } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { addType, bookAt, makeTyped } from '../../../support/makers/meeting-type-pages.ts';
import { setAvailability } from '../../../support/makers/taken-times.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import {
  dataOf,
  type Engine,
  errorOf,
  freshStorage,
  type Node,
  onEachEngine,
  startNode,
} from '../../../support/server/rota.ts';

const AT_ONCE = 60;
const HOSTS = 3;
/** In minutes. Times start as often, too. */
const BUFFER = 15;
const STARTS = 8;

/** On a busy machine, a form may wait too long for its hosts, and is told to come again. */
const kindOf = (answer: WireAnswer) =>
  answer.status === 503 ? 'busy' : isBooked(answer) ? 'booked' : outcomeOf(answer);

async function startNodes(t: TestContext, engine: Engine): Promise<[Node, ...Node[]]> {
  const storage = await freshStorage(engine);
  const first = await startNode(storage, behindProxy);
  const nodes: [Node, ...Node[]] = [first];
  if (engine === 'postgres') nodes.push(await startNode(storage, { ...behindProxy, clock: first.clock }));
  t.after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await storage.remove();
  });
  return nodes;
}

/** A way to book a time. Returns what became of it. */
type Way = (node: Node, email: string, starts_at: string) => Promise<string | null>;

const byForm =
  (path: string): Way =>
  async (node, email, starts_at) =>
    kindOf(await bookAt(node, path, { email, starts_at }));

const byLink =
  (path: string): Way =>
  async (node, email, starts_at) =>
    kindOf(await fillIn(node, path, { email, starts_at }));

const byCall =
  (fields: object): Way =>
  async (node, email, starts_at) => {
    const answer = await node.post(REQUESTS, { ...fields, starts_at, participants: [{ email }] });
    if (answer.status === 202 || answer.status === 503) return answer.status === 202 ? 'booked' : 'busy';
    return errorOf(answer).message.startsWith('starts_at is not free') ? 'taken' : answer.text;
  };

/** Pages, a link and calls for a team and for one of its members, with meetings of 15, 30 and 45 minutes. */
async function makeWays(node: Node, buffersOf: 'types' | 'hosts'): Promise<Way[]> {
  const buffers = { buffer_before_minutes: BUFFER, buffer_after_minutes: BUFFER };
  const ofTypes = buffersOf === 'types' ? buffers : {};
  dataOf(await node.patch('/api/v1/workspace/scheduling', { slot_interval_minutes: BUFFER }));
  const short = await makeTyped(node, {
    size: HOSTS,
    type: { duration_minutes: 15, choose_host: 'optional', ...ofTypes },
  });
  const { id: team_id, members } = short.team;
  const [first = '', second = ''] = members.map(({ workspace_membership_id }) => workspace_membership_id);
  const own = await addType(node, {
    name: 'Own',
    workspace_membership_id: first,
    duration_minutes: 30,
    ...ofTypes,
  });
  const long = await addType(node, { name: 'Long', team_id, duration_minutes: 45, ...ofTypes });
  // A link without a type has only the buffers of its hosts.
  const link = await addLink(
    node,
    short.team,
    buffersOf === 'types' ? { meeting_type_id: long.type.id } : {},
  );
  if (buffersOf === 'hosts')
    for (const { workspace_membership_id: id } of members) await setAvailability(node, { id }, buffers);
  return [
    byForm(`${short.path}?host=any`),
    byForm(`${short.path}?host=${second}`),
    byForm(own.path),
    byForm(long.path),
    byLink(link.path),
    byCall({ meeting_type_id: short.type.id, organizer_email: members[2]?.email }),
    byCall({ meeting_type_id: own.type.id }),
    byCall({ meeting_type_id: long.type.id }),
  ];
}

/** Pairs of bookings of one member with less than the buffer in between. */
const tooClose = (rows: BookingRow[]) =>
  doubleBookings(rows.map((row) => ({ ...row, ends_at: row.ends_at + BUFFER * MINUTE_MS })));

onEachEngine((engine) => {
  test(`${AT_ONCE} forms for one time of three hosts, by way of the team, one of them and a link (${engine})`, async (t) => {
    const nodes = await startNodes(t, engine);
    const [first] = nodes;
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

  for (const whose of ['types', 'hosts'] as const)
    test(`meetings of several lengths at once, in every way, keep the buffers of the ${whose} (${engine})`, async (t) => {
      const nodes = await startNodes(t, engine);
      const [first] = nodes;
      const ways = await makeWays(first, whose);
      const count = ways.length * STARTS;
      // Every way wants every start, in no order.
      const places = Array.from({ length: count }, (_, place) => (place * 37) % count);
      const book = (place: number, guest: string) => {
        const way = ways[place % ways.length] as Way;
        const node = nodes[Math.floor(place / 3) % nodes.length] as Node;
        const start = Date.parse(TUESDAY) + Math.floor(place / ways.length) * BUFFER * MINUTE_MS;
        return way(node, `${guest}-${place}@example.org`, isoOf(start));
      };
      const kinds = await Promise.all(places.map((place) => book(place, 'guest')));
      assert.deepEqual([...new Set(kinds)].filter((kind) => kind !== 'busy').sort(), ['booked', 'taken']);
      const rows = await bookingsIn(first);
      assert.equal(rows.length, kinds.filter((kind) => kind === 'booked').length);
      assert.deepEqual(tooClose(rows), []);
      assert.equal(new Set(rows.map(({ email }) => email)).size, HOSTS, 'all of them have meetings');

      // None was refused for nothing: one by one, they are taken as well.
      for (const [done, place] of places.entries()) {
        // A page takes 30 forms a minute.
        if (done % 20 === 0) first.clock.advance(MINUTE_MS);
        if (kinds[done] !== 'busy') assert.equal(await book(place, 'again'), 'taken');
      }
      assert.deepEqual(await bookingsIn(first), rows);
    });
});
