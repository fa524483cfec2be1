// With `verify_email`, a mail confirms the address before anything is booked, and nobody is flooded with mails.
import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  confirmationsTo,
  fillIn,
  formOf,
  isBooked,
  type Linked,
  locationOf,
  look,
  makeLinked,
  outcomeOf,
  startsIn,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { untilIdle } from '../../../support/makers/scheduling.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import type { AuditEntry, BookingLink, MeetingRequest, Message } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const AT_ELEVEN = '2026-03-03T11:00:00.000Z';
let people = 0;

onBothEngines(
  'A confirmation',
  (node) => {
    const verified = (fields: object = {}) => makeLinked(node(), { link: { verify_email: true, ...fields } });
    const someone = () => `someone-${++people}@example.org`;
    const requestsOf = async ({ team }: Linked) =>
      dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?team_id=${team.id}`));

    /** Asks for a time, and returns the path of the page in the mail. */
    async function ask({ path }: Pick<Linked, 'path'>, email: string, starts_at = TUESDAY, query = '') {
      const sent = await fillIn(node(), path + query, { email, starts_at });
      assert.equal(outcomeOf(sent), 'mail');
      return (await confirmationsTo(node(), email))[0] as string;
    }

    test('is asked for by a mail; then the page books, and leads to the meeting', async () => {
      const linked = await verified({ title: 'Product demo' });
      const email = someone();
      const confirmation = await ask(linked, email, TUESDAY, '?timezone=Europe/Berlin');
      assert.deepEqual(await requestsOf(linked), []);
      await untilIdle(node());
      const [mail] = dataOf<Message[]>(await node().get('/api/v1/messages?kind=confirmation&limit=1'));
      assert.deepEqual([mail?.to, mail?.meeting_request_id, mail?.status], [email, null, 'kept']);
      assert.match(String(mail?.subject), /^Please confirm: Product demo with .+, Tue 3 Mar 11:00$/);
      assert.match(String(mail?.text), /With: Sales/);
      assert.doesNotMatch(String(mail?.text), /Grace/, 'nothing that was typed');

      const page = await look(node(), confirmation);
      assert.equal(page.status, 200);
      assert.match(page.text, /Confirm your meeting/);
      assert.match(page.text, /Tuesday, 3 March/);
      assert.match(page.text, /11:00/);
      assert.equal((await look(node(), confirmation)).status, 200);
      assert.deepEqual(await requestsOf(linked), [], 'looking changes nothing');

      const confirmed = await fillIn(node(), confirmation);
      assert.ok(isBooked(confirmed));
      const [request, ...others] = await requestsOf(linked);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [request?.status, request?.starts_at, request?.participant_emails],
        ['booked', TUESDAY, [email]],
      );
      const { pathname } = locationOf(confirmed);
      assert.match(pathname, /^\/m\/[0-9a-z]{54}$/, 'whoever follows the mailed link has proven the address');
      assert.equal((await look(node(), pathname)).status, 200);
      // Once used, it leads to the same meeting, also after its hour.
      node().clock.advance(2 * HOUR_MS);
      for (const again of [await fillIn(node(), confirmation), await look(node(), confirmation)]) {
        assert.equal(locationOf(again).pathname, pathname);
      }
      assert.equal((await requestsOf(linked)).length, 1);
      const audit = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${linked.link.id}`));
      assert.deepEqual(
        audit.map(({ action }) => action),
        ['booking_link.confirmation_sent', 'booking_link.created'],
      );
    });

    test('the page after the form is the same whether or not a mail was written', async () => {
      const linked = await verified();
      const email = someone();
      const pages = new Set<string>();
      for (const starts_at of [TUESDAY, TUESDAY, AT_ELEVEN, '2026-03-03T12:00:00Z']) {
        const sent = await fillIn(node(), linked.path, { email, starts_at });
        pages.add((await look(node(), String(sent.headers.location))).text);
      }
      assert.equal((await confirmationsTo(node(), email)).length, 3);
      assert.equal(pages.size, 1);
      assert.match([...pages].join(), /Check your email/);
    });

    test('nobody is written to about a time that is not free', async () => {
      const linked = await verified();
      const email = someone();
      for (const starts_at of ['2031-01-01T00:00:00Z', '2026-03-03T10:07:00Z']) {
        assert.equal(outcomeOf(await fillIn(node(), linked.path, { email, starts_at })), 'taken');
      }
      assert.deepEqual(await confirmationsTo(node(), email), []);
    });

    test('sent twice, one mail is written', async () => {
      const linked = await verified();
      const email = someone();
      const form = formOf(node(), linked.path);
      const send = () => fillIn(node(), linked.path, { email, starts_at: TUESDAY }, form);
      const answers = await Promise.all([send(), send(), send()]);
      assert.deepEqual(answers.map(outcomeOf), ['mail', 'mail', 'mail']);
      assert.equal((await confirmationsTo(node(), email)).length, 1);
    });

    test('confirmed by the owner of the address, the form leads its sender to no meeting', async () => {
      const linked = await verified();
      const email = someone();
      const form = formOf(node(), linked.path);
      const send = () => fillIn(node(), linked.path, { email, starts_at: TUESDAY }, form);
      assert.equal(outcomeOf(await send()), 'mail');
      assert.ok(isBooked(await fillIn(node(), (await confirmationsTo(node(), email))[0] as string)));
      const again = await send();
      assert.equal(again.headers.location, `${linked.path}?outcome=mail`);
      assert.doesNotMatch((await look(node(), String(again.headers.location))).text, /\/m\//);
    });

    test('at most three wait for an address at a link, and five mails an hour go to it', async () => {
      const linked = await verified();
      const { path: second } = await addLink(node(), linked.team, { verify_email: true });
      const email = someone();
      const send = (path: string) => fillIn(node(), path, { email, starts_at: TUESDAY });
      const count = async () => (await confirmationsTo(node(), email)).length;
      await Promise.all(Array.from({ length: 6 }, () => send(linked.path)));
      assert.equal(await count(), 3);
      await Promise.all(Array.from({ length: 6 }, () => send(second)));
      assert.equal(await count(), 5);
      node().clock.advance(HOUR_MS - 1);
      await send(linked.path);
      assert.equal(await count(), 5);
      node().clock.advance(1);
      assert.equal(outcomeOf(await send(linked.path)), 'mail');
      assert.equal(await count(), 6);
    });

    test('the time is not held: taken meanwhile, the page has others, and one more form books', async () => {
      const linked = await makeLinked(node(), { size: 1, link: { verify_email: true } });
      const [first, second] = [await ask(linked, someone()), await ask(linked, someone())];
      assert.ok(isBooked(await fillIn(node(), first)));
      const late = await fillIn(node(), `${second}?timezone=Europe/Berlin`);
      assert.equal(late.headers.location, `${second}?outcome=taken&timezone=Europe%2FBerlin`);
      const page = await look(node(), String(late.headers.location));
      assert.match(page.text, /That time has just gone/);
      assert.ok(startsIn(page).includes(AT_ELEVEN));
      assert.ok(!startsIn(page).includes(TUESDAY));
      assert.doesNotMatch(page.text, /name="email"/, 'the address is proven');
      assert.ok(isBooked(await fillIn(node(), second, { starts_at: AT_ELEVEN })));
      assert.deepEqual((await requestsOf(linked)).map(({ starts_at }) => starts_at).sort(), [
        TUESDAY,
        AT_ELEVEN,
      ]);
    });

    test('another time can be chosen before it is confirmed', async () => {
      const linked = await verified();
      const confirmation = await ask(linked, someone());
      const page = await look(node(), confirmation);
      const other = /class="button quiet" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
      const times = await look(node(), String(other));
      assert.ok(startsIn(times).includes(AT_ELEVEN));
      const nextWeek = await look(node(), `${confirmation}?date=2026-03-10`);
      assert.ok(startsIn(nextWeek).includes('2026-03-10T10:00:00.000Z'));
      const chosen = await look(node(), `${confirmation}?at=${AT_ELEVEN}`);
      assert.deepEqual(startsIn(chosen), [AT_ELEVEN]);
      assert.match(chosen.text, /Confirm this time/);
      assert.match(
        (await look(node(), `${confirmation}?at=2026-03-03T11:07:00Z`)).text,
        /That time has just gone/,
      );
      assert.ok(isBooked(await fillIn(node(), confirmation, { starts_at: AT_ELEVEN })));
      assert.equal((await requestsOf(linked))[0]?.starts_at, AT_ELEVEN);
    });

    test('two of one person for the same time: one meeting, and both lead to it', async () => {
      const linked = await verified();
      const email = someone();
      const paths = [await ask(linked, email), await ask(linked, email)];
      const answers = await Promise.all([...paths, ...paths].map((path) => fillIn(node(), path)));
      assert.equal(new Set(answers.map((answer) => locationOf(answer).pathname)).size, 1);
      assert.equal((await requestsOf(linked)).length, 1);
    });

    test('410: after an hour, and once the link is gone or used up', async () => {
      const linked = await verified({ max_uses: 1 });
      const { team, link } = linked;
      const expired = await ask(linked, someone());
      node().clock.advance(HOUR_MS);
      const inTime = await ask(linked, someone());
      const late = await ask(linked, someone());
      for (const answer of [await look(node(), expired), await fillIn(node(), expired)]) {
        assert.equal(answer.status, 410);
      }
      assert.ok(isBooked(await fillIn(node(), inTime)));
      const used = await look(node(), late);
      assert.equal(used.status, 410);
      assert.match(used.text, /<header class="company">/, 'it is known whose it is');
      assert.equal((await fillIn(node(), late)).status, 410);
      assert.equal((await fillIn(node(), linked.path, { starts_at: AT_ELEVEN })).status, 410);
      assert.equal((await node().delete(`/api/v1/teams/${team.id}/booking_links/${link.id}`)).status, 204);
      assert.equal((await fillIn(node(), late)).status, 410);
      assert.equal((await requestsOf(linked)).length, 1);
    });

    /** A sweep begins ten minutes after the end of the last one. */
    const sweptUntil = (isDone: () => Promise<boolean>) =>
      eventually(() => {
        node().clock.advance(10 * MINUTE_MS);
        return isDone();
      });

    test('what is over is removed, and links still say that they have expired', async () => {
      const linked = await verified();
      const { database } = node().services;
      const countOf = async (table: string) =>
        (
          await database.get<{ count: number }>(`select count(*) as count from ${table} where link_id = $1`, [
            linked.link.id,
          ])
        )?.count;
      const [used, unused] = [await ask(linked, someone()), await ask(linked, someone())];
      assert.ok(isBooked(await fillIn(node(), used)));
      assert.deepEqual([await countOf('booking_link_uses'), await countOf('booking_confirmations')], [1, 2]);
      node().clock.advance(HOUR_MS);
      await sweptUntil(async () => (await countOf('booking_confirmations')) === 1);
      assert.equal((await look(node(), unused)).status, 410);
      assert.ok(isBooked(await look(node(), used)));
      node().clock.advance(72 * HOUR_MS);
      await sweptUntil(async () => (await countOf('booking_confirmations')) === 0);
      await sweptUntil(async () => (await countOf('booking_link_uses')) === 0);
      assert.equal((await look(node(), used)).status, 410);
      const path = `/api/v1/teams/${linked.team.id}/booking_links/${linked.link.id}`;
      assert.equal(dataOf<BookingLink>(await node().get(path)).uses, 1);
    });
  },
  behindProxy,
);
