// What hosts do to the event of a meeting in their calendar: noted and told, and decided by people.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import {
  followCalendar,
  putBack,
} from '../../../../src/features/meetings/requests/lifecycle/in-calendars.ts';
import type { Interval } from '../../../../src/time/hosts.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout } from '../../../support/makers/messages-about.ts';
import {
  type ConnectedCalendar,
  connectCalendar,
  seenInCalendar,
  writeEvent,
} from '../../../support/makers/receiving-calendars.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { type Shown, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { createMember, type Member, makeMember } from '../../../support/makers/team-members.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const BOOKED = Date.parse('2026-04-01T10:00:00Z');
const LATER: Interval = { start: BOOKED + 3 * HOUR_MS, end: BOOKED + 3.5 * HOUR_MS };
const AS_BOOKED: Interval = { start: BOOKED, end: BOOKED + 30 * MINUTE_MS };

let number = 0;

onBothEngines('What a host does to a meeting in their calendar', (node) => {
  let ada: Member;
  let calendar: ConnectedCalendar;
  before(async () => {
    ada = await createMember(node(), { email: 'ada@example.com', name: 'Ada Lovelace' });
    calendar = await connectCalendar(node(), ada, 'google', { isRead: true });
  });

  /** A meeting of Ada's in her calendar, each on a day of its own. */
  const booked = async (fields: object = {}) => {
    number += 1;
    const day = number * 24 * HOUR_MS;
    const { id } = await makeRequest(node(), {
      organizer_email: ada.email,
      participants: [{ name: 'Grace Hopper', email: 'grace@example.org' }],
      ...fields,
    });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: new Date(BOOKED + day).toISOString() }));
    await untilIdle(node());
    const request = await showRequest(node(), id);
    await writeEvent(node(), calendar, request);
    const on = (time: Interval | null) => time && { start: time.start + day, end: time.end + day };
    const seen = (time: Interval | null) => seenInCalendar(node(), calendar, request, on(time));
    const now = () => showRequest(node(), id);
    const later = { starts_at: iso(LATER.start + day), ends_at: iso(LATER.end + day) };
    return { id, request, seen, now, later, on };
  };
  const iso = (at: number) => new Date(at).toISOString();
  const mails = async (id: string) => {
    await untilIdle(node());
    return messagesAbout(node(), id, ['attention']);
  };
  const entries = async (id: string) =>
    dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${id}&action=meeting_request.changed_in_calendar`),
    );
  const entryRow = async (id: string) =>
    node().services.database.get<{ starts_at: number; noticed: string | null }>(
      'select starts_at, noticed from calendar_entries where request_id = $1',
      [id],
    );
  const asAda = () => ({
    ...node().services,
    caller: { workspaceId: node().workspaceId, actor: { type: 'member' as const, id: ada.id }, scopes: [] },
  });
  const changesOf = ({ calendar_changes: changes }: Shown) => changes;

  test('moved: the meeting stays as it is, and its organizer is asked, also if they did it', async () => {
    const { id, request, seen, now, later } = await booked();
    await seen(LATER);
    const after = await now();
    assert.deepEqual(
      [after.status, after.starts_at, after.ends_at],
      ['booked', request.starts_at, request.ends_at],
    );
    assert.equal(after.attention?.reason, 'moved_in_calendar');
    assert.deepEqual(changesOf(after), [{ host_email: ada.email, change: 'moved', ...later }]);
    const [mail, ...others] = await mails(id);
    assert.deepEqual([others.length, mail?.to, mail?.reply_to], [0, ada.email, null]);
    assert.match(mail?.text ?? '', /was moved in your calendar\. It’s still booked for the old time/);
    assert.match(mail?.text ?? '', /In the calendar: .*13:00/);
    const payloads = await payloadsAbout(node(), id);
    assert.deepEqual(
      payloads.filter(({ event }) => event === 'meeting_request.needs_attention').map(({ reason }) => reason),
      ['moved_in_calendar'],
    );
    const [entry] = await entries(id);
    assert.deepEqual(
      [entry?.actor, entry?.changes],
      [
        { type: 'system', id: 'calendars' },
        {
          host_email: [null, ada.email],
          in_calendar: [null, 'moved'],
          starts_at: [request.starts_at, later.starts_at],
        },
      ],
    );
  });

  test('told again, nothing happens; another change is told, too; moved back, all is well', async () => {
    const { id, seen, now, on } = await booked();
    await seen(LATER);
    await seen(LATER);
    assert.equal((await mails(id)).length, 1);
    const another = { start: LATER.start + HOUR_MS, end: LATER.end + HOUR_MS };
    await seen(another);
    assert.deepEqual(
      changesOf(await now()).map(({ starts_at }) => starts_at),
      [iso(on(another)?.start as number)],
    );
    await seen(null);
    const deleted = await now();
    assert.equal(deleted.attention?.reason, 'deleted_in_calendar');
    assert.deepEqual(changesOf(deleted), [
      { host_email: ada.email, change: 'deleted', starts_at: null, ends_at: null },
    ]);
    const texts = (await mails(id)).map(({ text }) => text);
    assert.equal(texts.length, 3);
    assert.match(texts[2] ?? '', /was deleted from your calendar/);
    await seen(AS_BOOKED);
    const back = await now();
    assert.deepEqual([back.attention, changesOf(back)], [null, []]);
    assert.equal((await mails(id)).length, 3);
    assert.deepEqual(
      (await entries(id)).map(({ changes }) => changes.in_calendar),
      [
        ['deleted', null],
        ['moved', 'deleted'],
        ['moved', 'moved'],
        [null, 'moved'],
      ],
    );
  });

  test('of another host, the mail names them; the attention lasts until each calendar is as it was', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const starts_at = '2026-06-25T10:00:00Z';
    const { id } = await makeRequest(node(), { team_id: team.id });
    const request = dataOf<Shown>(await applyTransition(node(), id, 'book', { starts_at }));
    const [organizer, other] = request.host_emails.map((email) => {
      const host = team.members.find((each) => each.email === email);
      return { id: host?.workspace_membership_id as string, name: host?.name ?? email, email };
    });
    assert.ok(organizer && other);
    const calendars = await Promise.all([organizer, other].map((member) => connectCalendar(node(), member)));
    for (const each of calendars) await writeEvent(node(), each, request);
    const start = Date.parse(starts_at);
    const seen = (place: number, time: Interval | null) =>
      seenInCalendar(node(), calendars[place] as ConnectedCalendar, request, time);
    await seen(1, null);
    const [mail] = await mails(id);
    assert.equal(mail?.to, organizer.email);
    assert.ok(mail.text.includes(`was deleted from ${other.name}’s calendar`), mail.text);
    await seen(0, { start: start + HOUR_MS, end: start + 2 * HOUR_MS });
    await seen(1, { start, end: start + 30 * MINUTE_MS });
    const after = await showRequest(node(), id);
    assert.equal(after.attention?.reason, 'moved_in_calendar');
    assert.deepEqual(
      changesOf(after).map(({ host_email }) => host_email),
      [organizer.email],
    );
    await seen(0, { start, end: start + 30 * MINUTE_MS });
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('the organizer keeps what they had to decide before, once the calendar is as it was', async () => {
    const { id, seen, now } = await booked();
    await seen(LATER);
    const { database } = node().services;
    await database.change(`update meeting_requests set attention_reason = 'declined' where id = $1`, [id]);
    await seen(AS_BOOKED);
    assert.equal((await now()).attention?.reason, 'declined');
  });

  test('nothing is noted of a meeting that is cancelled, has begun, is looked for anew, or will be written anew', async () => {
    const cancelled = await booked();
    dataOf(await applyTransition(node(), cancelled.id, 'cancel'));
    const reopened = await booked();
    dataOf(await applyTransition(node(), reopened.id, 'reschedule', {}));
    const moved = await booked();
    dataOf(await applyTransition(node(), moved.id, 'reschedule', { starts_at: '2026-06-20T09:00:00Z' }));
    const begun = await booked();
    const past = iso(node().clock.now() - 10 * MINUTE_MS);
    const present = dataOf<Shown>(await applyTransition(node(), begun.id, 'reschedule', { starts_at: past }));
    await node().services.database.change(
      'update calendar_entries set starts_at = $2, ends_at = $3 where request_id = $1',
      [begun.id, Date.parse(present.starts_at as string), Date.parse(present.ends_at as string)],
    );
    const other = await booked();
    for (const { id, seen } of [cancelled, reopened, moved, begun]) {
      await seen(null);
      assert.equal((await entryRow(id))?.noticed, null);
      assert.deepEqual(await mails(id), []);
    }
    // Somebody else's calendar, who isn't a host any more.
    const stranger = await makeMember(node());
    await seenInCalendar(node(), { ...calendar, member_id: stranger.id }, other.request, null);
    assert.equal((await entryRow(other.id))?.noticed, null);
    // A request that is gone.
    await seenInCalendar(node(), calendar, { id: 'mr_01KBM8P1KWG8Q4T7M2N6P0R1S0' }, null);
  });

  test('follow: the meeting moves to the time in the calendar, with its length, and everybody is told', async () => {
    const { id, seen, now, on } = await booked();
    const longer = { start: LATER.start, end: LATER.end + 15 * MINUTE_MS };
    await seen(longer);
    const time = on(longer) as Interval;
    const wanted = { starts_at: iso(time.start), ends_at: iso(time.end) };
    await followCalendar(asAda(), id, wanted);
    const after = await now();
    assert.deepEqual(
      [after.starts_at, after.ends_at, after.duration_minutes, after.attention, changesOf(after)],
      [wanted.starts_at, wanted.ends_at, 45, null, []],
    );
    await untilIdle(node());
    const told = (await messagesAbout(node(), id, ['rescheduled'])).map(({ to }) => to);
    assert.ok(told.includes('grace@example.org'));
  });

  test('follow is refused for a time that has passed, is taken, is too long, or is no longer in the calendar', async () => {
    const { id, request, seen, now, later, on } = await booked();
    await assert.rejects(followCalendar(asAda(), id, later), /no longer at that time/);
    await seen(LATER);
    const taken = await makeRequest(node(), { organizer_email: ada.email });
    dataOf(await applyTransition(node(), taken.id, 'book', { starts_at: later.starts_at }));
    await assert.rejects(followCalendar(asAda(), id, later), /starts_at is not free: ada@example.com/);
    const past = { start: node().clock.now() - HOUR_MS, end: node().clock.now() };
    await seenInCalendar(node(), calendar, request, past);
    await assert.rejects(
      followCalendar(asAda(), id, { starts_at: iso(past.start), ends_at: iso(past.end) }),
      /must not be in the past/,
    );
    const long = { start: LATER.start, end: LATER.start + 48 * HOUR_MS };
    await seen(long);
    const days = on(long) as Interval;
    await assert.rejects(
      followCalendar(asAda(), id, { starts_at: iso(days.start), ends_at: iso(days.end) }),
      /1440 at most/,
    );
    assert.equal((await now()).starts_at, request.starts_at);
  });

  test('put back: the next sync writes the event anew, and the meeting stays', async () => {
    const { id, request, seen, now } = await booked();
    await assert.rejects(putBack(asAda(), id), /Nobody has changed the meeting/);
    await seen(null);
    await putBack(asAda(), id);
    const after = await now();
    assert.deepEqual([after.starts_at, after.attention, changesOf(after)], [request.starts_at, null, []]);
    assert.deepEqual(await entryRow(id), { starts_at: 0, noticed: null });
    const sync = await node().services.database.get<{ wish_number: number }>(
      'select wish_number from calendar_syncs where calendar_id = $1',
      [calendar.id],
    );
    assert.ok((sync?.wish_number ?? 0) > 0);
    // Until then, the calendar is expected to be different.
    await seen(LATER);
    assert.deepEqual(changesOf(await now()), []);
    const entries = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${id}&action=meeting_request.put_back_in_calendar`),
    );
    assert.deepEqual(
      entries.map(({ actor, changes }) => [actor.id, changes.host_emails]),
      [[ada.id, [null, [ada.email]]]],
    );
  });
});
