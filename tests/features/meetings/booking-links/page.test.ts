// The page of a booking link shows when the team is free, and nobody's name. Looking at it changes nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { makeToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  fillIn,
  isBooked,
  look,
  makeLinked,
  startsIn,
  stranger,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { never, setAvailability, takeTime } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { visit } from '../../../support/server/visits.ts';

const daysIn = ({ text }: WireAnswer) =>
  [...text.matchAll(/<li><button name="date" value="([^"]+)"/g)].map(([, date]) => date as string);

/** Everything that a visit could change. */
async function rowsOf({ services: { database } }: Node): Promise<unknown> {
  const tables = ['booking_links', 'booking_link_uses', 'booking_confirmations', 'meeting_requests'];
  const counted = ['messages', 'events', 'audit_entries', 'turns', 'bookings'];
  return Promise.all([
    ...tables.map((table) => database.all(`select * from ${table}`)),
    ...counted.map((table) => database.get(`select count(*) as count from ${table}`)),
  ]);
}

onBothEngines(
  'The page of a booking link',
  (node) => {
    const members = async (size: number) =>
      Promise.all(Array.from({ length: size }, () => makeMember(node())));
    const officeHours = {
      weekly: [{ day: 'tue', start: '10:00', end: '11:00' }],
      minimum_notice_minutes: 0,
      timezone: 'UTC',
    };

    test('200: has title, team, duration and the free times of the first day, and no host', async () => {
      const [ada] = await members(1);
      assert.ok(ada);
      await setAvailability(node(), ada, officeHours);
      const { path } = await makeLinked(node(), {
        size: 0,
        team: { name: 'Sales', member_ids: [ada.id] },
        link: { title: 'Product demo', duration_minutes: 30 },
      });
      const page = await look(node(), path);
      assert.equal(page.status, 200);
      assert.match(page.text, /<h1[^>]*>Product demo<\/h1>/);
      assert.match(page.text, /Sales/);
      assert.match(page.text, /30 minutes/);
      assert.deepEqual(startsIn(page), [TUESDAY, '2026-03-03T10:30:00.000Z']);
      assert.doesNotMatch(page.text, new RegExp(ada.email));
      assert.doesNotMatch(page.text, /@(?!example\.org)/);
    });

    test('of a pool: times at which anybody is free; of a stack: at which everybody is', async () => {
      const [ada, ben] = await members(2);
      assert.ok(ada && ben);
      await setAvailability(node(), ada, officeHours);
      await setAvailability(node(), ben, {
        ...officeHours,
        weekly: [{ day: 'tue', start: '10:30', end: '11:30' }],
      });
      const member_ids = [ada.id, ben.id];
      const starts = async (mode: string) => {
        const { path } = await makeLinked(node(), { size: 0, team: { mode, member_ids } });
        return startsIn(await look(node(), `${path}?date=2026-03-03`)).map((start) => start.slice(11, 16));
      };
      assert.deepEqual(await starts('pool'), ['10:00', '10:30', '11:00']);
      assert.deepEqual(await starts('stack'), ['10:30']);
      await takeTime(node(), ada, [TUESDAY, '2026-03-03T11:00:00.000Z']);
      assert.deepEqual(await starts('pool'), ['10:30', '11:00']);
      assert.deepEqual(await starts('stack'), []);
    });

    test('leads to every day, as far as meetings are looked for, and to no other', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      const days = daysIn(await look(node(), path));
      assert.deepEqual([days[0], days.at(-1), days.length], ['2026-03-02', '2026-03-30', 29]);
      const seen = new Set<string>();
      for (const date of days) {
        for (const start of startsIn(await look(node(), `${path}?date=${date}`))) seen.add(start);
      }
      const until = node().clock.now() + 28 * DAY_MS;
      assert.ok([...seen].every((start) => Date.parse(start) < until));
      assert.equal(seen.size, 28 * 48, 'every half hour, but for the last');
      for (const date of ['1990-01-01', '9999-12-31']) {
        assert.equal((await look(node(), `${path}?date=${date}`)).status, 200, date);
      }
    });

    test('has as many pages of days as it takes', async () => {
      const settings = '/api/v1/workspace/scheduling';
      dataOf(await node().patch(settings, { timeframe_days: 62 }));
      const { path } = await makeLinked(node(), { size: 1 });
      const pages = /<button class="page" name="date" value="([^"]+)" aria-label="(\w+) days"/g;
      const pagesIn = async (query: string) =>
        [...(await look(node(), path + query)).text.matchAll(pages)].map(([, ...found]) => found);
      assert.deepEqual(await pagesIn(''), [['2026-04-06', 'Later']]);
      assert.deepEqual(await pagesIn('?date=2026-04-06'), [['2026-03-02', 'Earlier']]);
      assert.deepEqual(daysIn(await look(node(), `${path}?date=2026-04-06`)).at(-1), '2026-05-03');
      dataOf(await node().patch(settings, { timeframe_days: 28 }));
    });

    test('begins with the first day that has times; of a day without any, it says so', async () => {
      const [ada] = await members(1);
      assert.ok(ada);
      const weekly = [{ day: 'mon', start: '08:00', end: '09:00' }];
      await setAvailability(node(), ada, { ...officeHours, weekly });
      const { path } = await makeLinked(node(), { size: 0, team: { member_ids: [ada.id] } });
      const first = await look(node(), path);
      assert.deepEqual(startsIn(first), ['2026-03-09T08:00:00.000Z', '2026-03-09T08:30:00.000Z']);
      assert.deepEqual(daysIn(first), ['2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30']);
      assert.match((await look(node(), `${path}?date=2026-03-04`)).text, /Nothing is free on this day\./);
      await setAvailability(node(), ada, never);
      assert.match((await look(node(), path)).text, /Nothing is free on these days\./);
    });

    test('for a chosen time, has the form that books it; for one that is gone, other times', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      const details = await look(node(), `${path}?at=${TUESDAY}&timezone=Europe/Berlin`);
      assert.match(details.text, /Tuesday, 3 March<\/b> <span>11:00–11:30/);
      assert.match(details.text, new RegExp(`type="hidden" name="starts_at" value="${TUESDAY}"`));
      assert.match(details.text, /autocomplete="name" autofocus/);
      for (const gone of ['2026-03-03T10:07:00Z', '2031-01-01T00:00:00Z']) {
        const page = await look(node(), `${path}?at=${gone}`);
        assert.equal(page.status, 200);
        assert.match(page.text, /That time has just gone/);
        assert.match(page.text, /name="date" value="2026-03-04"/);
      }
    });

    test('shows times in the zone of the visit; in the workspace’s for one that nobody knows', async () => {
      const [ada] = await members(1);
      assert.ok(ada);
      await setAvailability(node(), ada, officeHours);
      const { path } = await makeLinked(node(), { size: 0, team: { member_ids: [ada.id] } });
      const page = await look(node(), `${path}?timezone=Asia/Kathmandu`);
      assert.match(page.text, /15:45/);
      assert.match(page.text, /Nepal Time|Kathmandu/);
      assert.match(
        page.text,
        /action="\/b\/[0-9a-z]{54}"[^>]*><input type="hidden" name="timezone" value="Asia\/Kathmandu"/,
      );
      assert.doesNotMatch(page.text, /data-timezone/);
      const unknown = await look(node(), `${path}?timezone=Nowhere/Town`);
      assert.match(unknown.text, /10:00/);
      const guessed = await look(node(), path);
      assert.match(guessed.text, /data-timezone="UTC"/);
    });

    test('in German for those who read it, and links keep a chosen language', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      const page = await look(node(), path, { 'accept-language': 'de-AT,de;q=0.9' });
      assert.match(page.text, /<html lang="de"/);
      assert.match(page.text, /Termin mit Sales buchen/);
      dataOf(await node().patch('/api/v1/workspace/scheduling', { locale: 'fr' }));
      assert.match((await look(node(), path, { 'accept-language': 'it' })).text, /<html lang="fr"/);
      assert.match((await look(node(), path, { 'accept-language': 'es' })).text, /<html lang="es"/);
      dataOf(await node().patch('/api/v1/workspace/scheduling', { locale: 'en' }));
      assert.match((await look(node(), `${path}?lang=de`)).text, /name="lang" value="de"/);
    });

    test('a time zone is chosen on a page of its own, and kept in the address', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      const zones = await look(node(), `${path}/timezone?timezone=Europe/Berlin`);
      assert.equal(zones.status, 200);
      assert.match(zones.text, /value="Europe\/Berlin" selected/);
      const chosen = await fillIn(node(), `${path}/timezone`, { timezone: 'America/New_York' });
      assert.equal(chosen.headers.location, `${path}?timezone=America%2FNew_York`);
      const ofDay = await look(node(), `${path}/timezone?date=${TUESDAY.slice(0, 10)}`);
      const [, action] = /<form method="post" action="([^"]+)"/.exec(ofDay.text) ?? [];
      const there = await fillIn(node(), action as string, { timezone: 'America/New_York' });
      assert.equal(
        there.headers.location,
        `${path}?timezone=America%2FNew_York&date=${TUESDAY.slice(0, 10)}`,
        'the day stays',
      );
      assert.equal((await fillIn(node(), `${path}/timezone`, { timezone: 'x' })).status, 422);
    });

    test('GET and HEAD change nothing, whatever follows the link', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      const before = await rowsOf(node());
      for (const query of ['', '?outcome=taken', '?outcome=mail', '?outcome=known', '?date=2026-03-09']) {
        assert.equal((await look(node(), path + query)).status, 200, query);
      }
      // A form that has booked nothing is no booking.
      for (const query of ['?outcome=booked', `?outcome=booked&form=${randomUUID()}`]) {
        const page = await look(node(), path + query);
        assert.equal(page.status, 200);
        assert.doesNotMatch(page.text, /You’re booked/);
      }
      assert.notEqual((await look(node(), `${path}?outcome=booked&form=%00`)).status, 500);
      assert.equal((await look(node(), `${path}/timezone`)).status, 200);
      assert.equal((await visit(node(), path, stranger(), 'HEAD')).status, 200);
      assert.deepEqual(await rowsOf(node()), before);
    });

    test('422: a day, a time or an outcome that is none', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      for (const query of [
        '?date=soon',
        '?date=2026-02-30',
        '?date=',
        '?at=soon',
        '?outcome=moved',
        '?date=1&date=2',
      ]) {
        assert.equal((await look(node(), path + query)).status, 422, query);
      }
    });

    test('410: expired, used up, deleted, or of a team that nobody can book', async () => {
      const { team, path } = await makeLinked(node());
      const teamPath = `/api/v1/teams/${team.id}`;
      const statuses = async (...paths: string[]) =>
        Promise.all(paths.map(async (each) => (await look(node(), each)).status));
      const expires_at = new Date(node().clock.now() + 1_000).toISOString();
      const { path: expiring } = await addLink(node(), team, { expires_at });
      const { path: once } = await addLink(node(), team, { max_uses: 1 });
      const { path: deleted, link } = await addLink(node(), team);
      assert.deepEqual(await statuses(path, expiring, once, deleted), [200, 200, 200, 200]);
      node().clock.advance(1_000);
      assert.ok(isBooked(await fillIn(node(), once, { starts_at: TUESDAY })));
      assert.equal((await node().delete(`${teamPath}/booking_links/${link.id}`)).status, 204);
      assert.deepEqual(await statuses(path, expiring, once, deleted), [200, 410, 410, 410]);
      assert.match((await look(node(), deleted)).text, /This link has expired/);
      dataOf(await node().patch(teamPath, { mode: 'manual' }));
      assert.deepEqual(await statuses(path), [410]);
      dataOf(await node().patch(teamPath, { mode: 'pool' }));
      dataOf(await node().post(`${teamPath}/deactivate`));
      assert.deepEqual(await statuses(path, `${path}/timezone`), [410, 410]);
      dataOf(await node().post(`${teamPath}/reactivate`));
      assert.deepEqual(await statuses(path), [200]);
    });

    test('404: tokens that we have not made, or for something else', async () => {
      const { path, link } = await makeLinked(node(), { size: 1 });
      const ulid = link.id.slice(3);
      const key = node().services.secrets.linkKeys();
      const changed = path.slice(0, -1) + (path.endsWith('0') ? '1' : '0');
      const others = (['page', 'confirm', 'reply'] as const).map(
        (purpose) => `/b/${makeToken(key, purpose, { ulid, place: 0 })}`,
      );
      for (const wrong of [changed, '/b/', '/b/x', '/b/confirm/x', '/b', `${path}/other`, ...others]) {
        assert.equal((await look(node(), wrong)).status, 404, wrong);
      }
      assert.equal((await look(node(), path.toUpperCase().replace('/B/', '/b/'))).status, 200);
    });
  },
  behindProxy,
);
