// Whoever sends the form of a meeting type's page has a meeting of that type, once; or nothing has changed.
import assert from 'node:assert/strict';
import { en } from '../../../../src/html/words/en.ts';
import { test } from '../../../support/lanes.ts';
import {
  behindProxy,
  confirmationsTo,
  fillIn,
  grace,
  isBooked,
  locationOf,
  look,
  outcomeOf,
  startsIn,
  TUESDAY,
} from '../../../support/makers/booking-links.ts';
import { writtenTo } from '../../../support/makers/letters.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  addType,
  bookAt,
  changeType,
  makeTyped,
  type Typed,
} from '../../../support/makers/meeting-type-pages.ts';
import { showRequest, untilIdle, writtenAbout } from '../../../support/makers/scheduling.ts';
import { always, setAvailability } from '../../../support/makers/taken-times.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { AuditEntry, MeetingRequest, Turn } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const requestsOf = async (node: Node, { team }: Pick<Typed, 'team'>) =>
  dataOf<MeetingRequest[]>(await node.get(`${REQUESTS}?team_id=${team.id}`));

onBothEngines(
  'The page of a meeting type',
  (node) => {
    test('shows days and times, then the form, and books with the next in the queue', async () => {
      const made = await makeTyped(node(), {
        type: { description: 'We show you everything.', duration_minutes: 45 },
      });
      const { team, type, path } = made;
      const days = await look(node(), path);
      assert.equal(days.status, 200);
      assert.match(days.text, /<h1 dir="auto">Product demo<\/h1>/);
      assert.match(days.text, /We show you everything\./);
      assert.ok(startsIn(days).length > 0);
      const details = await look(node(), `${path}?at=${TUESDAY}&timezone=Europe/Berlin`);
      assert.match(details.text, /name="starts_at" value="2026-03-03T10:00:00.000Z"/);

      const sent = await bookAt(node(), `${path}?timezone=Asia/Kathmandu`, { starts_at: TUESDAY });
      const location = locationOf(sent);
      assert.equal(location.pathname, path);
      assert.equal(location.searchParams.get('outcome'), 'booked');
      const [{ id } = { id: '' }] = await requestsOf(node(), made);
      const request = await showRequest(node(), id);
      const [first] = team.members;
      assert.deepEqual(
        [request.status, request.starts_at, request.duration_minutes, request.title, request.organizer_email],
        ['booked', TUESDAY, 45, 'Product demo', first?.email],
      );
      const page = await look(node(), location.pathname + location.search);
      assert.match(page.text, /You’re booked.*15:45–16:30.*Kathmandu/s);
      await untilIdle(node());
      assert.deepEqual(
        (await writtenAbout(node(), id)).sort(),
        [`booked to ${first?.email}`, `booked to ${grace.email}`].sort(),
      );
      const audit = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`));
      assert.deepEqual(
        audit.map(({ actor }) => actor),
        [1, 2].map(() => ({ type: 'meeting_type', id: type.id })),
      );
    });

    test('is where somebody books another time after a cancellation', async () => {
      const made = await makeTyped(node());
      const { path } = made;
      const textAfter = async (email: string, starts_at: string) => {
        assert.ok(isBooked(await bookAt(node(), path, { starts_at, email })));
        const [{ id } = { id: '' }] = await requestsOf(node(), made);
        dataOf(await applyTransition(node(), id, 'cancel', { notify: true }));
        await untilIdle(node());
        return (await writtenTo(node(), id, email)).map(({ text }) => text).join();
      };
      const url = `${node().url}${path}`;
      assert.ok((await textAfter('again@example.org', TUESDAY)).includes(url));
    });

    test('a form that is sent twice books once, and the same person isn’t booked twice at one time', async () => {
      const made = await makeTyped(node());
      const { path } = made;
      const form = (await look(node(), `${path}?at=${TUESDAY}`)).text.match(
        /name="form" value="([^"]+)"/,
      )?.[1];
      assert.ok(form);
      node().clock.advance(5_000);
      const twice = await Promise.all([1, 2].map(() => bookAt(node(), path, { starts_at: TUESDAY }, form)));
      assert.ok(twice.every(isBooked));
      assert.equal((await requestsOf(node(), made)).length, 1);
      assert.equal(outcomeOf(await bookAt(node(), path, { starts_at: TUESDAY })), 'known');
      assert.equal((await requestsOf(node(), made)).length, 1);
    });

    test('of a member books that member, at a time when they are free', async () => {
      await makeTyped(node());
      const member = await makeMember(node(), 'Ada Lovelace');
      await setAvailability(node(), member, always);
      const { path } = await addType(node(), { name: 'Talk to Ada', workspace_membership_id: member.id });
      assert.match((await look(node(), path)).text, /Ada Lovelace/);
      assert.ok(isBooked(await bookAt(node(), path, { starts_at: TUESDAY })));
      const taken = await bookAt(node(), path, { starts_at: TUESDAY, email: 'late@example.org' });
      assert.equal(outcomeOf(taken), 'taken');
      assert.ok(startsIn(taken).length > 0, 'others are offered instead');
      const [request] = dataOf<MeetingRequest[]>(
        await node().get(`${REQUESTS}?organizer_email=${member.email}`),
      );
      assert.deepEqual([request?.status, request?.team_id], ['booked', null]);
    });

    test('with a confirmation books once the address is confirmed, and by its token only', async () => {
      const made = await makeTyped(node(), { type: { confirm_email: true } });
      const { path } = made;
      const email = 'confirms@example.org';
      const sent = await bookAt(node(), path, { starts_at: TUESDAY, email });
      assert.equal(outcomeOf(sent), 'mail');
      assert.deepEqual(await requestsOf(node(), made), []);
      await untilIdle(node());
      const [confirmation] = await confirmationsTo(node(), email);
      assert.ok(confirmation);
      const page = await look(node(), confirmation);
      assert.match(page.text, new RegExp(en.booking.confirm.title));
      assert.match(page.text, /Product demo/);
      assert.deepEqual(await requestsOf(node(), made), []);
      const confirmed = await fillIn(node(), confirmation, { starts_at: '' });
      assert.match(locationOf(confirmed).pathname, /^\/m\//);
      const [request] = await requestsOf(node(), made);
      assert.deepEqual([request?.status, request?.starts_at], ['booked', TUESDAY]);
      const again = await fillIn(node(), confirmation, { starts_at: '' });
      assert.equal(locationOf(again).pathname, locationOf(confirmed).pathname);
      assert.equal((await requestsOf(node(), made)).length, 1);
    });

    test('with a choice of hosts asks whom to meet first, and books the one who was chosen as a turn', async () => {
      const made = await makeTyped(node(), { type: { choose_host: 'optional' } });
      const { team, path } = made;
      const first = await look(node(), path);
      assert.match(first.text, new RegExp(en.booking.hosts.title.replace('?', '\\?')));
      assert.doesNotMatch(first.text, /@example\.com/, 'names only');
      const chosen = team.members[1];
      assert.ok(chosen && first.text.includes(chosen.workspace_membership_id));
      const url = `${path}?host=${chosen.workspace_membership_id}`;
      assert.ok(startsIn(await look(node(), `${url}&date=2026-03-03`)).includes(TUESDAY));
      assert.equal((await bookAt(node(), path, { starts_at: TUESDAY })).status, 422, 'nobody is chosen');
      assert.ok(isBooked(await bookAt(node(), url, { starts_at: TUESDAY })));
      const [request] = await requestsOf(node(), made);
      assert.equal(request?.organizer_email, chosen.email);
      const [turn] = dataOf<Turn[]>(await node().get(`/api/v1/teams/${team.id}/assignments`));
      assert.equal(turn?.workspace_membership_id, chosen.workspace_membership_id);
      assert.equal(turn?.reason, 'named');
      // At the same time, the others can still be met.
      assert.equal(
        outcomeOf(await bookAt(node(), url, { starts_at: TUESDAY, email: 'b@example.org' })),
        'taken',
      );
      assert.ok(
        isBooked(await bookAt(node(), `${path}?host=any`, { starts_at: TUESDAY, email: 'c@example.org' })),
      );
    });

    test('books nobody else for whoever has chosen a host who can’t be booked any more', async () => {
      const made = await makeTyped(node(), { size: 2, type: { choose_host: 'optional' } });
      const [ada, ben] = made.team.members;
      assert.ok(ada && ben);
      const withAda = `${made.path}?host=${ada.workspace_membership_id}`;
      const typed = { starts_at: TUESDAY, name: 'Grace M. Hopper', note: 'First line\r\nsecond' };
      const pause = (id: string) => node().post(`/api/v1/teams/${made.team.id}/members/${id}/pause`, {});
      const mustChoose = async () => {
        const sent = await bookAt(node(), withAda, typed);
        assert.equal(sent.status, 422);
        const days = await look(node(), `${withAda}&date=2026-03-03&at=${TUESDAY}`);
        for (const { text } of [sent, days]) {
          assert.ok(text.includes(en.booking.hostGone));
          assert.match(text, /name="host" value="any"/);
          assert.deepEqual(startsIn({ text } as typeof sent), [], 'nobody else’s times');
        }
        assert.match(sent.text, /name="name" value="Grace M\. Hopper"/);
        assert.match(sent.text, /name="note" value="First line\s+second"/);
        assert.deepEqual(await requestsOf(node(), made), []);
      };
      dataOf(await pause(ada.id));
      await mustChoose();
      dataOf(await node().post(`/api/v1/teams/${made.team.id}/members/${ada.id}/unpause`));
      await changeType(node(), made.type, { choose_host: 'off' });
      await mustChoose();
      await changeType(node(), made.type, { choose_host: 'optional' });
      dataOf(await pause(ben.id));
      assert.ok(isBooked(await bookAt(node(), withAda, typed)), 'the last one can still be met');
      const [request] = await requestsOf(node(), made);
      assert.equal(request?.organizer_email, ada.email);
    });

    test('offers nothing where hosts meet people at their own link and have none', async () => {
      const location = { kind: 'personal_link' };
      const made = await makeTyped(node(), {
        size: 3,
        type: { name: 'Pool', location, choose_host: 'optional' },
      });
      const [linkless, ...linked] = made.team.members;
      assert.ok(linkless);
      const company = made.path.slice(0, made.path.lastIndexOf('/'));
      const meeting_url = 'https://meet.example.org/host';
      const giveLink = async (id: string, url: string | null) =>
        dataOf(await node().patch(`/api/v1/workspace_members/${id}`, { meeting_url: url }));
      for (const { workspace_membership_id: id } of linked) await giveLink(id, meeting_url);
      const choices = await look(node(), made.path);
      assert.ok(choices.text.includes(linked[0]?.workspace_membership_id as string));
      assert.ok(!choices.text.includes(linkless.workspace_membership_id), 'can’t be chosen');
      const host = await makeMember(node());
      await setAvailability(node(), host, always);
      const stack = dataOf<{ id: string }>(
        await node().post('/api/v1/teams', { name: 'All', mode: 'stack', member_ids: [host.id] }),
      );
      const ofOne = await addType(node(), {
        name: 'Of one',
        workspace_membership_id: host.id,
        location,
        confirm_email: true,
      });
      const ofAll = await addType(node(), { name: 'Of all', team_id: stack.id, location });
      for (const { path } of [ofOne, ofAll]) {
        await giveLink(host.id, null);
        assert.equal((await look(node(), path)).status, 410);
        const sent = await bookAt(node(), path, { starts_at: TUESDAY, email: 'early@example.org' });
        assert.equal(sent.status, 410);
        const isListed = (await look(node(), company)).text.includes(`href="${path}"`);
        assert.equal(isListed, path !== ofOne.path, 'only that of a member isn’t listed');
        await giveLink(host.id, meeting_url);
        assert.ok(startsIn(await look(node(), path)).length > 0);
        assert.ok((await look(node(), company)).text.includes(`href="${path}"`));
      }
      assert.deepEqual(await confirmationsTo(node(), 'early@example.org'), []);
    });
  },
  behindProxy,
);
