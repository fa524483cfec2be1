// Whoever sends the form of a booking link has a meeting, once, with whose slot it is; or nothing has changed.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  addLink,
  behindProxy,
  fillIn,
  formOf,
  grace,
  isBooked,
  type Linked,
  locationOf,
  look,
  makeLinked,
  outcomeOf,
  startsIn,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { bookingsIn, doubleBookings } from '../../../support/makers/bookings.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout, showRequest, untilIdle, writtenAbout } from '../../../support/makers/scheduling.ts';
import { always, makeBusy, never, setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type {
  AuditEntry,
  BookingLink,
  MeetingRequest,
  Message,
  Turn,
} from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { sendForm } from '../../../support/server/visits.ts';

const AT_ELEVEN = '2026-03-03T11:00:00.000Z';

const requestsOf = async (node: Node, { team }: Pick<Linked, 'team'>) =>
  dataOf<MeetingRequest[]>(await node.get(`${REQUESTS}?team_id=${team.id}`));
const usesOf = async (node: Node, { team, link }: Linked) =>
  dataOf<BookingLink>(await node.get(`/api/v1/teams/${team.id}/booking_links/${link.id}`)).uses;

onBothEngines(
  'A form of a booking link',
  (node) => {
    const onlyRequest = async (linked: Linked) => {
      const requests = await requestsOf(node(), linked);
      assert.equal(requests.length, 1);
      return requests[0] as MeetingRequest;
    };

    test('303: makes a request and books it, with the next in the queue', async () => {
      const linked = await makeLinked(node(), { link: { title: 'Product demo', duration_minutes: 45 } });
      const { team, link, path } = linked;
      const sent = await fillIn(node(), `${path}?timezone=Asia/Kathmandu`, {
        starts_at: TUESDAY,
        note: 'About reporting',
      });
      const location = locationOf(sent);
      assert.equal(location.pathname, path, 'to no page of the participant: the address is not proven');
      assert.equal(location.searchParams.get('outcome'), 'booked');
      assert.equal(location.searchParams.get('timezone'), 'Asia/Kathmandu');
      const { id } = await onlyRequest(linked);
      const request = await showRequest(node(), id);
      const [first] = team.members;
      assert.deepEqual(
        [request.status, request.starts_at, request.ends_at, request.organizer_email],
        ['booked', TUESDAY, '2026-03-03T10:45:00.000Z', first?.email],
      );
      assert.deepEqual(
        [request.title, request.description, request.duration_minutes, request.team_id, request.options],
        ['Product demo', 'About reporting', 45, team.id, []],
      );
      const [participant] = request.participants;
      assert.deepEqual(
        [participant?.email, participant?.name, participant?.timezone],
        [grace.email, grace.name, 'Asia/Kathmandu'],
      );
      const page = await look(node(), location.pathname + location.search);
      assert.equal(page.status, 200);
      assert.match(page.text, /You’re booked.*15:45–16:30.*Kathmandu/s);
      assert.doesNotMatch(page.text, /\/m\//);
      assert.equal(await usesOf(node(), linked), 1);

      // Nothing is offered or assigned besides.
      await untilIdle(node());
      assert.deepEqual(
        (await writtenAbout(node(), id)).sort(),
        [`booked to ${first?.email}`, `booked to ${grace.email}`].sort(),
      );
      const audit = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`)).reverse();
      assert.deepEqual(
        audit.map(({ action, actor }) => [action, actor]),
        [
          ['meeting_request.created', { type: 'booking_link', id: link.id }],
          ['meeting_request.booked', { type: 'booking_link', id: link.id }],
        ],
      );
      const events = await node().services.database.all<{ type: string }>(
        'select type from events where workspace_id = $1 order by id desc limit 2',
        [node().workspaceId],
      );
      assert.deepEqual(
        events.map(({ type }) => type),
        ['meeting_request.booked', 'meeting_request.created'],
      );
      const [turn] = dataOf<Turn[]>(await node().get(`/api/v1/teams/${team.id}/assignments`));
      assert.deepEqual(
        [turn?.meeting_request_id, turn?.workspace_membership_id],
        [id, first?.workspace_membership_id],
      );
    });

    test('who is not free is passed over, keeps the place, and is said to be unavailable', async () => {
      const linked = await makeLinked(node());
      const { team, path } = linked;
      const [first, second] = team.members;
      assert.ok(first && second);
      await makeBusy(node(), { id: first.workspace_membership_id }, [TUESDAY, AT_ELEVEN]);
      assert.ok(isBooked(await fillIn(node(), path, { starts_at: TUESDAY })));
      const [turn] = dataOf<{ id: string }[]>(await node().get(`/api/v1/teams/${team.id}/assignments`));
      const { candidates, email } = dataOf<Turn>(
        await node().get(`/api/v1/teams/${team.id}/assignments/${turn?.id}`),
      );
      assert.equal(email, second.email);
      assert.deepEqual(
        candidates.map(({ status }) => status),
        ['unavailable', 'available', 'available'],
      );
      assert.ok(isBooked(await fillIn(node(), path, { starts_at: AT_ELEVEN })));
      const emails = (await requestsOf(node(), linked)).map(({ organizer_email }) => organizer_email);
      assert.deepEqual(emails, [first.email, second.email]);
    });

    test('in a stack team, everybody takes part, and one who is not free stops it', async () => {
      const linked = await makeLinked(node(), { team: { mode: 'stack' } });
      const [first] = linked.team.members;
      assert.ok(first);
      assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: TUESDAY })));
      const { host_emails } = await onlyRequest(linked);
      assert.deepEqual(host_emails.sort(), linked.team.members.map(({ email }) => email).sort());
      await makeBusy(node(), { id: first.workspace_membership_id }, [AT_ELEVEN, '2026-03-03T12:00:00Z']);
      const fields = { starts_at: AT_ELEVEN, note: 'I come by bicycle.' };
      const late = await fillIn(node(), linked.path, fields);
      assert.equal(outcomeOf(late), 'taken');
      for (const typed of [grace.name, grace.email, fields.note]) assert.ok(late.text.includes(typed), typed);
    });

    test('hosts who take part in every request have to be free, too', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      const host = await makeMember(node());
      await setAvailability(node(), host, always);
      const standing = dataOf<{ id: string }>(
        await node().post('/api/v1/teams', {
          name: 'Always',
          mode: 'stack',
          stack_always_apply: true,
          member_ids: [host.id],
        }),
      );
      try {
        assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: TUESDAY })));
        assert.ok((await onlyRequest(linked)).host_emails.includes(host.email));
        await setAvailability(node(), host, never);
        assert.equal(await outcomeOfForm(linked, AT_ELEVEN), 'taken');
      } finally {
        dataOf(await node().post(`/api/v1/teams/${standing.id}/deactivate`));
      }
    });

    const outcomeOfForm = async ({ path }: Linked, starts_at: string, fields: object = {}) =>
      outcomeOf(await fillIn(node(), path, { starts_at, ...fields }));

    test('sent twice, it books once and leads to the same page, also when that used up the link', async () => {
      const linked = await makeLinked(node(), { link: { max_uses: 1 } });
      const form = formOf(node(), linked.path);
      const send = () => fillIn(node(), linked.path, { starts_at: TUESDAY }, form);
      const [first, second] = await Promise.all([send(), send()]);
      const third = await send();
      assert.ok(isBooked(first as never));
      assert.deepEqual(
        [second, third].map((answer) => locationOf(answer as never).href),
        Array(2).fill(locationOf(first as never).href),
      );
      const page = await look(node(), String(third.headers.location));
      assert.match(page.text, /You’re booked/);
      assert.doesNotMatch(page.text, /\/m\//);
      await onlyRequest(linked);
      assert.equal(await usesOf(node(), linked), 1);
    });

    test('the link to the meeting goes to the address by mail, and to nobody who types it', async () => {
      const linked = await makeLinked(node());
      const form = formOf(node(), linked.path);
      const send = () => fillIn(node(), linked.path, { starts_at: TUESDAY }, form);
      const answers = [await send(), await send()];
      const { id } = await onlyRequest(linked);
      const { participants } = await showRequest(node(), id);
      const url = String(participants[0]?.booking_url);
      await untilIdle(node());
      const mails = dataOf<Message[]>(await node().get(`/api/v1/messages?meeting_request_id=${id}`));
      const [mail] = mails.filter(({ to }) => to === grace.email);
      assert.ok(mail?.text.includes(url));
      const token = url.slice(-54);
      for (const answer of answers) {
        const page = await look(node(), String(answer.headers.location));
        for (const { headers, text } of [answer, page]) {
          assert.ok(!`${JSON.stringify(headers)}${text}`.includes(token));
        }
      }
    });

    test('another form with the same address and time books no second host, and reveals no link', async () => {
      const linked = await makeLinked(node());
      assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: TUESDAY })));
      const again = await fillIn(node(), linked.path, {
        starts_at: TUESDAY,
        email: grace.email.toUpperCase(),
      });
      assert.equal(outcomeOf(again), 'known');
      assert.doesNotMatch(String(again.headers.location), /\/m\//);
      const page = await look(node(), String(again.headers.location));
      assert.match(page.text, /You’ve already booked this time/);
      assert.doesNotMatch(page.text, /\/m\//);
      const { id } = await onlyRequest(linked);
      assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: AT_ELEVEN })), 'another time');
      // Cancelled, it is not in the way.
      dataOf(await node().post(`${REQUESTS}/${id}/cancel`));
      assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: TUESDAY })));
    });

    test('422 taken: nobody is free any more, and the page has fresh times', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: TUESDAY })));
      const late = await fillIn(node(), `${linked.path}?timezone=Europe/Berlin`, {
        starts_at: TUESDAY,
        email: 'late@example.org',
      });
      assert.equal(late.status, 422);
      assert.match(late.text, /role="alert"><p>That time has just gone, sorry about that/);
      assert.match(late.text, /Berlin/);
      assert.equal(startsIn(late).length, 6, 'the nearest of that day');
      assert.ok(startsIn(late).every((start) => start !== TUESDAY && start.startsWith(TUESDAY.slice(0, 10))));
      assert.match(late.text, /value="late@example\.org"/, 'what was typed stays');
      assert.equal(await usesOf(node(), linked), 1);
      await onlyRequest(linked);
    });

    test('taken: times that no page shows', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      const now = node().clock.now();
      for (const starts_at of [
        new Date(now - DAY_MS).toISOString(),
        new Date(now + 29 * DAY_MS).toISOString(),
        '2026-03-03T10:07:00.000Z',
        '2026-03-03T10:00:30.000Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:00Z',
      ]) {
        assert.equal(await outcomeOfForm(linked, starts_at), 'taken', starts_at);
      }
      assert.deepEqual(await requestsOf(node(), linked), []);
    });

    test('422: wrong input is named, what was typed stays, and nothing is changed', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      const good = { ...grace, starts_at: TUESDAY, note: 'Keep <me>' };
      for (const [fields, said] of [
        [{ name: ' ' }, /Please enter your name/],
        [{ name: 'x'.repeat(201) }, /Please use a shorter name/],
        [{ email: '' }, /Please enter your email address/],
        [{ email: 'grace' }, /Please enter a full address/],
        [{ email: `${'x'.repeat(250)}@example.org` }, /Please enter a full address/],
        [{ email: 'grace@example.org, ada@example.org' }, /Please enter a full address/],
        [{ note: 'x'.repeat(5_001) }, /Please keep this to 5,000 characters/],
        [{ starts_at: '' }, /Please pick a time/],
        [{ starts_at: 'soon' }, /Please pick a time/],
      ] as const) {
        const answer = await fillIn(node(), linked.path, { ...good, ...fields });
        assert.equal(answer.status, 422);
        assert.match(answer.text, said);
        assert.match(answer.text, /^<!doctype html>/);
        assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
        if (!('note' in fields)) assert.match(answer.text, />\s*Keep &lt;me&gt;<\/textarea>/);
        if (!('starts_at' in fields))
          assert.match(answer.text, new RegExp(`type="hidden" name="starts_at" value="${TUESDAY}"`));
      }
      const german = await fillIn(node(), `${linked.path}?lang=de`, { ...good, name: '' });
      assert.match(german.text, /Bitte geben Sie Ihren Namen an/);
      assert.deepEqual(await requestsOf(node(), linked), []);
      assert.equal(await usesOf(node(), linked), 0);
    });

    test('a note with as many lines as fit in the field is kept, with its lines', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      const note = `${'line\r\n'.repeat(999)}last`;
      assert.ok(isBooked(await fillIn(node(), linked.path, { starts_at: TUESDAY, note })));
      assert.equal((await onlyRequest(linked)).description, note.replaceAll('\r\n', '\n'));
    });

    test('403 from another site; 422 without the form of this very link', async () => {
      const linked = await makeLinked(node());
      const { path } = linked;
      const { path: other } = await addLink(node(), linked.team);
      const fields = { ...grace, starts_at: TUESDAY };
      for (const [sent, status] of [
        [{ form: formOf(node(), path), headers: { 'sec-fetch-site': 'cross-site' } }, 403],
        [{ form: null }, 422],
        [{ form: formOf(node(), other) }, 422],
        [{ form: `${formOf(node(), path).slice(0, -1)}!` }, 422],
      ] as const) {
        assert.equal((await sendForm(node(), path, { fields, ...sent })).status, status);
      }
      assert.deepEqual(await requestsOf(node(), linked), []);
    });

    test('422: fields that are lists, or have null characters', async () => {
      const { path } = await makeLinked(node(), { size: 1 });
      const lists = { ...grace, starts_at: [TUESDAY, AT_ELEVEN] };
      assert.equal((await sendForm(node(), path, { fields: lists, form: formOf(node(), path) })).status, 422);
      assert.equal((await fillIn(node(), path, { starts_at: TUESDAY, name: 'a\0b' })).status, 422);
    });

    test('hostile text stays text, on pages and in what is booked', async () => {
      const linked = await makeLinked(node(), { link: { title: '<b>Demo</b>' } });
      const name = '"><script>alert(1)</script>';
      const refused = await fillIn(node(), linked.path, { name, email: '"\'<x>', starts_at: TUESDAY });
      assert.equal(refused.status, 422);
      assert.doesNotMatch(refused.text, /<script>alert|<b>Demo|'<x>/);
      assert.ok(isBooked(await fillIn(node(), linked.path, { name, starts_at: TUESDAY })));
      const { id } = await onlyRequest(linked);
      assert.equal((await showRequest(node(), id)).participants[0]?.name, name);
    });

    test('422 for robots: the hidden field, and forms that are sent at once. People can send again', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      const good = { starts_at: TUESDAY, note: 'Typed' };
      for (const [fields, age] of [
        [{ website: 'https://spam.example' }, 10_000],
        [{}, 0],
        [{}, 999],
        [{}, -60_000],
      ] as const) {
        const form = formOf(node(), linked.path, age);
        const answer = await fillIn(node(), linked.path, { ...good, ...fields }, form);
        assert.equal(answer.status, 422);
        assert.match(answer.text, /Please check this and send it again/);
        assert.match(answer.text, /Typed/);
        assert.doesNotMatch(answer.text, /spam\.example/);
        const fresh = /name="form" value="([^"]+)"/.exec(answer.text)?.[1];
        assert.notEqual(fresh, form);
      }
      assert.deepEqual(await requestsOf(node(), linked), []);
      const form = formOf(node(), linked.path, 2_000);
      assert.ok(isBooked(await fillIn(node(), linked.path, good, form)));
    });

    test('422: a page that was open for more than a day is shown again, with what was typed', async () => {
      const linked = await makeLinked(node(), { size: 1 });
      const good = { starts_at: TUESDAY, note: 'Typed' };
      const old = await fillIn(node(), linked.path, good, formOf(node(), linked.path, DAY_MS + 1));
      assert.equal(old.status, 422);
      assert.match(old.text, /been open for a while/);
      assert.match(old.text, /Typed/);
      assert.ok(isBooked(await fillIn(node(), linked.path, good, formOf(node(), linked.path, DAY_MS))));
    });

    test('a cancellation leads its guest back to the link', async () => {
      const linked = await makeLinked(node());
      const email = 'katherine@example.net';
      assert.ok(isBooked(await fillIn(node(), linked.path, { email, starts_at: TUESDAY })));
      const { id } = await onlyRequest(linked);
      dataOf(await applyTransition(node(), id, 'cancel', { notify: true }));
      await untilIdle(node());
      const cancelled = (await messagesAbout(node(), id)).find(
        ({ kind, recipient_address }) => kind === 'cancelled' && recipient_address === email,
      );
      assert.ok(cancelled?.text.includes(`Book another time: ${linked.link.url}\n`), cancelled?.text);
    });

    test('410: the link has ended while the page was open', async () => {
      const linked = await makeLinked(node());
      const { team, link, path } = linked;
      const form = formOf(node(), path);
      assert.equal((await node().delete(`/api/v1/teams/${team.id}/booking_links/${link.id}`)).status, 204);
      assert.equal((await fillIn(node(), path, { starts_at: TUESDAY }, form)).status, 410);
      const { path: other } = await addLink(node(), team);
      dataOf(await node().post(`/api/v1/teams/${team.id}/deactivate`));
      assert.equal((await fillIn(node(), other, { starts_at: TUESDAY })).status, 410);
      assert.deepEqual(await requestsOf(node(), linked), []);
    });

    test('uses are never more than max_uses, and nobody is booked twice, however many come at once', async () => {
      const linked = await makeLinked(node(), { size: 5, link: { max_uses: 4 } });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          fillIn(node(), linked.path, { starts_at: TUESDAY, email: `guest-${place}@example.org` }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 303).length, 4);
      assert.equal(statuses.filter((status) => status === 410).length, 16);
      assert.equal(await usesOf(node(), linked), 4);
      assert.equal((await requestsOf(node(), linked)).length, 4);
      assert.deepEqual(doubleBookings(await bookingsIn(node())), []);
    });
  },
  behindProxy,
);
