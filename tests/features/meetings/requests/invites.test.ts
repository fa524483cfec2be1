// Who gets which message about a request and its time, and what calendars make of the invites.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest, readRequest } from '../../../support/makers/meeting-requests.ts';
import { CALENDAR_KINDS, inShort, inviteIn, messagesAbout } from '../../../support/makers/messages-about.ts';
import { createMember, MEMBERS, makeMember, TEAMS } from '../../../support/makers/team-members.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import type { MeetingRequest, Team } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const FIRST = { starts_at: '2026-04-01T10:00:00.000Z', ends_at: '2026-04-01T10:45:00.000Z' };
const SECOND = { starts_at: '2026-04-02T15:00:00.000Z', ends_at: '2026-04-02T15:45:00.000Z' };
const GRACE = { email: 'grace@example.org', name: 'Grace Hopper' };
const ALAN = { email: 'alan@example.net' };
const DOMAIN = 'rota.localhost';

let people = 0;
const makeNamed = (node: Node, name: string) =>
  createMember(node, { email: `${name.toLowerCase()}-${++people}@example.com`, name });

onBothEngines('Invites', (node) => {
  const done = async (id: string, name: Parameters<typeof applyTransition>[2], body?: object) =>
    dataOf<MeetingRequest>(await applyTransition(node(), id, name, body));
  /** The messages with something for calendars that came since the last call. */
  const watch = (id: string) => {
    const seen = new Set<string>();
    return async () => {
      const all = await messagesAbout(node(), id, CALENDAR_KINDS);
      const fresh = all.filter((message) => !seen.has(message.id));
      for (const message of fresh) seen.add(message.id);
      return fresh;
    };
  };
  const make = (organizer_email: string, fields: object = {}) =>
    makeRequest(node(), {
      organizer_email,
      participants: [GRACE, ALAN],
      context: { title: 'Product demo', purpose: 'See whether it fits', duration_minutes: 45 },
      ...fields,
    });
  const moments = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
    starts_at: Date.parse(starts_at),
    ends_at: Date.parse(ends_at),
  });

  test('booked, moved, reopened, booked anew and cancelled: one event in the calendars of all', async () => {
    const ada = await makeNamed(node(), 'Ada');
    const { id } = await make(ada.email);
    const news = watch(id);
    const everybody = [ada.email, GRACE.email, ALAN.email];
    const toAll = (kind: string, method: string, sequence: number) =>
      everybody.map((address) => `${kind} ${method} ${sequence} ${address}`);

    await done(id, 'book', { starts_at: FIRST.starts_at });
    const first = await news();
    assert.deepEqual(first.map(inShort), toAll('booked', 'REQUEST', 0));
    assert.equal(new Set(first.map(({ shared }) => shared)).size, 1, 'all get the same event');
    const [hostMessage, graceMessage] = first;
    const invite = inviteIn(hostMessage as (typeof first)[number]);
    assert.deepEqual(invite, {
      method: 'REQUEST',
      uid: `${id}@${DOMAIN}`,
      sequence: 0,
      status: 'CONFIRMED',
      ...moments(FIRST),
      stamped_at: node().clock.now(),
      summary: 'Product demo',
      description: 'See whether it fits',
      organizer: { name: 'Ada', address: `acme@${DOMAIN}` },
      attendees: [
        { name: 'Ada', address: ada.email, role: 'REQ-PARTICIPANT', partstat: 'ACCEPTED', rsvp: false },
        {
          name: GRACE.name,
          address: GRACE.email,
          role: 'REQ-PARTICIPANT',
          partstat: 'NEEDS-ACTION',
          rsvp: true,
        },
        {
          name: ALAN.email,
          address: ALAN.email,
          role: 'REQ-PARTICIPANT',
          partstat: 'NEEDS-ACTION',
          rsvp: true,
        },
      ],
    });
    assert.deepEqual(
      [hostMessage?.sender_name, hostMessage?.sender_address, hostMessage?.reply_to, hostMessage?.place],
      ['Ada (Acme)', `acme@${DOMAIN}`, null, null],
    );
    assert.match(graceMessage?.reply_to ?? '', new RegExp(`^re-[0-9a-z]{54}@${DOMAIN}$`));
    assert.equal(graceMessage?.place, 0);

    await done(id, 'reschedule', { starts_at: SECOND.starts_at });
    const moved = await news();
    assert.deepEqual(moved.map(inShort), toAll('rescheduled', 'REQUEST', 1));
    for (const message of moved) {
      const { uid, starts_at, ends_at, organizer } = inviteIn(message);
      assert.deepEqual(
        { uid, starts_at, ends_at, organizer },
        { uid: invite.uid, ...moments(SECOND), organizer: invite.organizer },
      );
    }

    await done(id, 'reschedule', {});
    assert.deepEqual(await news(), [], 'the time is still taken');
    await done(id, 'book', { starts_at: FIRST.starts_at });
    assert.deepEqual((await news()).map(inShort), toAll('rescheduled', 'REQUEST', 2));
    await done(id, 'reschedule', {});
    await done(id, 'book', { starts_at: FIRST.starts_at });
    assert.deepEqual((await news()).map(inShort), toAll('booked', 'REQUEST', 3), 'at the same time');

    await done(id, 'cancel', { notify: true });
    const cancelled = await news();
    assert.deepEqual(cancelled.map(inShort), toAll('cancelled', 'CANCEL', 4));
    const end = inviteIn(cancelled[0] as (typeof cancelled)[number]);
    assert.deepEqual([end.status, end.uid, end.organizer], ['CANCELLED', invite.uid, invite.organizer]);
    assert.equal(end.attendees.length, 3);
  });

  test('a duration that changes moves the end, and that is told, too', async () => {
    const { id } = await make((await makeMember(node())).email);
    const news = watch(id);
    await done(id, 'book', { starts_at: FIRST.starts_at });
    await news();
    await done(id, 'reschedule', { starts_at: FIRST.starts_at, duration_minutes: 60 });
    const [message] = await news();
    assert.equal(message?.kind, 'rescheduled');
    assert.equal(message && inviteIn(message).ends_at, Date.parse('2026-04-01T11:00:00Z'));
  });

  test('cancelled without notify: only the hosts are told', async () => {
    const ada = await makeNamed(node(), 'Ada');
    const { id } = await make(ada.email);
    await done(id, 'book', { starts_at: FIRST.starts_at });
    const news = watch(id);
    await news();
    await done(id, 'cancel', {});
    assert.deepEqual((await news()).map(inShort), [`cancelled CANCEL 1 ${ada.email}`]);
  });

  test('cancelled before there was a time: the participants are told with notify, and nobody else', async () => {
    const { email } = await makeMember(node());
    const [told, quiet] = [await make(email), await make(email)];
    await done(told.id, 'cancel', { notify: true });
    await done(quiet.id, 'cancel', {});
    assert.deepEqual((await messagesAbout(node(), told.id, CALENDAR_KINDS)).map(inShort), [
      `cancelled no invite ${GRACE.email}`,
      `cancelled no invite ${ALAN.email}`,
    ]);
    assert.deepEqual(await messagesAbout(node(), quiet.id, CALENDAR_KINDS), []);
  });

  test('notify_participants: false: nobody gets any message, whatever happens', async () => {
    const [ada, ben] = [await makeNamed(node(), 'Ada'), await makeNamed(node(), 'Ben')];
    const { id } = await make(ada.email, { notify_participants: false });
    await done(id, 'book', { starts_at: FIRST.starts_at });
    await done(id, 'reschedule', { starts_at: SECOND.starts_at });
    await done(id, 'reschedule', {});
    await done(id, 'change_organizer', { organizer_email: ben.email });
    await done(id, 'cancel', { notify: true });
    assert.deepEqual(await messagesAbout(node(), id), []);
  });

  test('a new organizer, while a time is booked: the former one’s is withdrawn, the others see the new name', async () => {
    const [ada, ben] = [await makeNamed(node(), 'Ada'), await makeNamed(node(), 'Ben')];
    const { id } = await make(ada.email, { organizer_name: 'Countess of Lovelace' });
    await done(id, 'book', { starts_at: FIRST.starts_at });
    const news = watch(id);
    const [before] = await news();
    assert.deepEqual(before && inviteIn(before).organizer.name, 'Countess of Lovelace');
    await done(id, 'reschedule', {});
    await done(id, 'change_organizer', { organizer_email: ben.email });
    const messages = await news();
    assert.deepEqual(messages.map(inShort), [
      `booked REQUEST 1 ${ben.email}`,
      `booked REQUEST 1 ${GRACE.email}`,
      `booked REQUEST 1 ${ALAN.email}`,
      `cancelled CANCEL 1 ${ada.email}`,
    ]);
    const [toBen, , , toAda] = messages.map(inviteIn);
    assert.deepEqual(toBen?.organizer, { name: 'Ben', address: `acme@${DOMAIN}` });
    assert.deepEqual(
      toBen?.attendees.map(({ address }) => address),
      [ben.email, GRACE.email, ALAN.email],
    );
    assert.deepEqual(
      [toAda?.status, toAda?.uid, toAda?.attendees.map(({ address }) => address)],
      [undefined, `${id}@${DOMAIN}`, [ada.email]],
      'the meeting goes on without her',
    );
    const assigned = await messagesAbout(node(), id, ['assigned']);
    assert.deepEqual(
      assigned.map(({ to }) => to),
      [ben.email],
    );
  });

  test('while a request is paused, what is told of it waits until it is resumed', async () => {
    const [ada, ben] = [await makeNamed(node(), 'Ada'), await makeNamed(node(), 'Ben')];
    const { id } = await make(ada.email);
    await done(id, 'book', { starts_at: FIRST.starts_at });
    await done(id, 'reschedule', {});
    await done(id, 'pause');
    await done(id, 'change_organizer', { organizer_email: ben.email });
    const dueOf = async () =>
      node().services.database.all<{ due: number }>(
        `select case when due_at is null and status = 'queued' then 0 else 1 end as due from messages
         where request_id = $1 and recipient_address = $2`,
        [id, ben.email],
      );
    assert.deepEqual(
      (await dueOf()).map(({ due }) => due),
      [0, 0],
      'the assignment and the invite',
    );
    await done(id, 'resume');
    assert.ok((await dueOf()).every(({ due }) => due === 1));
  });

  test('an invite that is still to be sent gives way to a newer one, a withdrawal does not', async () => {
    const [ada, ben, eve] = [
      await makeNamed(node(), 'Ada'),
      await makeNamed(node(), 'Ben'),
      await makeNamed(node(), 'Eve'),
    ];
    const { id } = await make(ada.email);
    await done(id, 'book', { starts_at: FIRST.starts_at });
    await untilIdle(node());
    await done(id, 'reschedule', {});
    await done(id, 'pause');
    await done(id, 'change_organizer', { organizer_email: ben.email });
    await done(id, 'change_organizer', { organizer_email: eve.email });
    const fates = (await messagesAbout(node(), id, CALENDAR_KINDS)).map((message) => [
      inShort(message),
      message.status,
      message.last_error,
    ]);
    const newer = 'not sent: a newer message took its place';
    assert.deepEqual(fates.slice(3), [
      [`booked REQUEST 1 ${ben.email}`, 'failed', newer],
      [`booked REQUEST 1 ${GRACE.email}`, 'failed', newer],
      [`booked REQUEST 1 ${ALAN.email}`, 'failed', newer],
      [`cancelled CANCEL 1 ${ada.email}`, 'queued', null],
      [`booked REQUEST 2 ${eve.email}`, 'queued', null],
      [`booked REQUEST 2 ${GRACE.email}`, 'queued', null],
      [`booked REQUEST 2 ${ALAN.email}`, 'queued', null],
      [`cancelled CANCEL 2 ${ben.email}`, 'queued', null],
    ]);
  });

  test('who gets a request through a pool or a stack team is told, who is named is not', async () => {
    const [ada, ben] = [await makeNamed(node(), 'Ada'), await makeNamed(node(), 'Ben')];
    const member_ids = [ada.id, ben.id];
    for (const mode of ['pool', 'stack']) {
      const { id: team_id } = dataOf<Team>(await node().post(TEAMS, { name: mode, mode, member_ids }));
      const { id, organizer_email } = await makeRequest(node(), { team_id });
      const [message, ...others] = await messagesAbout(node(), id, ['assigned']);
      assert.deepEqual([message?.to, others], [organizer_email, []]);
    }
    const { id } = await make(ada.email);
    assert.deepEqual(await messagesAbout(node(), id, ['assigned']), []);
  });

  test('every host of a stack team is invited, and comes from the address of the team', async () => {
    const [ada, ben] = [await makeNamed(node(), 'Ada'), await makeNamed(node(), 'Ben')];
    const fields = { name: 'Solutions', mode: 'stack', member_ids: [ada.id, ben.id] };
    const team = dataOf<Team>(await node().post(TEAMS, fields));
    const { id } = await make(ada.email, { team_id: team.id });
    await done(id, 'book', { starts_at: '2026-04-08T10:00:00Z' });
    const messages = await messagesAbout(node(), id, CALENDAR_KINDS);
    assert.deepEqual(
      messages.map(({ to }) => to).sort(),
      [ada.email, ben.email, GRACE.email, ALAN.email].sort(),
    );
    assert.deepEqual(
      new Set(messages.map(({ sender_address }) => sender_address)),
      new Set([`solutions.acme@${DOMAIN}`]),
    );

    // A new name gives the team another address: messages come from there, and it stays the same meeting.
    dataOf(await node().patch(`${TEAMS}/${team.id}`, { name: 'Engineers' }));
    await done(id, 'reschedule', { starts_at: '2026-04-09T10:00:00Z' });
    const last = (await messagesAbout(node(), id, ['rescheduled']))[0];
    assert.equal(last?.sender_address, `engineers.acme@${DOMAIN}`);
    assert.equal(last && inviteIn(last).organizer.address, `solutions.acme@${DOMAIN}`);
  });

  test('a participant who is a host, too, gets one invite', async () => {
    const ada = await makeNamed(node(), 'Ada');
    const { id } = await makeRequest(node(), {
      organizer_email: ada.email,
      participant_emails: [ada.email.toUpperCase(), GRACE.email],
    });
    await done(id, 'book', { starts_at: FIRST.starts_at });
    const messages = await messagesAbout(node(), id, CALENDAR_KINDS);
    assert.deepEqual(
      messages.map(({ to }) => to),
      [ada.email, GRACE.email],
    );
    assert.equal(messages[0] && inviteIn(messages[0]).attendees.length, 2);
  });

  test('who leaves hands over: the successor is told of open requests and invited to booked ones', async () => {
    const [ada, ben] = [await makeNamed(node(), 'Ada'), await makeNamed(node(), 'Ben')];
    const [open, booked] = [await make(ada.email), await make(ada.email)];
    await done(booked.id, 'book', { starts_at: FIRST.starts_at });
    const news = watch(booked.id);
    await news();
    dataOf(await node().post(`${MEMBERS}/${ada.id}/deactivate`, { transfer_to: ben.email }));
    assert.deepEqual(
      (await messagesAbout(node(), open.id, ['assigned'])).map(({ to }) => to),
      [ben.email],
    );
    assert.deepEqual((await news()).map(inShort), [
      `booked REQUEST 1 ${ben.email}`,
      `booked REQUEST 1 ${GRACE.email}`,
      `booked REQUEST 1 ${ALAN.email}`,
      `cancelled CANCEL 1 ${ada.email}`,
    ]);
    assert.deepEqual(await messagesAbout(node(), booked.id, ['assigned']), []);
  });

  test('the description stands in the invitation of everybody in the meeting', async () => {
    const notes = 'Bring the figures of last year.';
    const { email } = await makeMember(node());
    const { id } = await make(email, { context: { title: 'Demo', description: notes } });
    await done(id, 'book', { starts_at: FIRST.starts_at });
    const atOnce = await make(email, {
      context: { title: 'Demo', description: notes },
      starts_at: SECOND.starts_at,
    });
    for (const request of [id, atOnce.id]) {
      const messages = await messagesAbout(node(), request, CALENDAR_KINDS);
      assert.ok(messages.length > 1);
      for (const { to, text, invite } of messages) {
        assert.ok(text.includes(notes), to);
        assert.ok(invite?.includes(notes), to);
      }
    }
  });

  test('any title, purpose and name comes back from the calendar as it was', async () => {
    const hostile = '"Q3"; Überprüfung, a\\b\r\nEND:VEVENT 日程 🗓️ ^n';
    const member = await createMember(node(), { email: `odd-${++people}@example.com`, name: hostile });
    const { id } = await make(member.email, {
      participants: [{ email: "o'neil+%41@example.org", name: hostile }],
      context: { title: hostile, purpose: hostile },
    });
    await done(id, 'book', { starts_at: FIRST.starts_at });
    const { title, purpose } = await readRequest(node(), id);
    const [message] = await messagesAbout(node(), id, CALENDAR_KINDS);
    const invite = message && inviteIn(message);
    const lines = purpose?.replace(/\r\n?/g, '\n');
    assert.deepEqual([invite?.summary, invite?.description], [title?.replace(/\s+/g, ' '), lines]);
    assert.deepEqual(
      invite?.attendees.map(({ address }) => address),
      [member.email, "o'neil+%41@example.org"],
    );
  });
});
