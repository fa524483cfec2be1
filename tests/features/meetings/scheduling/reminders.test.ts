// People are reminded of a booked meeting: once for each reminder, at its time, as long as the meeting is as it was.
import assert from 'node:assert/strict';
import { HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { resume, suspend } from '../../../support/makers/closed-workspaces.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { stopMessages } from '../../../support/makers/opt-outs.ts';
import { passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const SETTINGS = '/api/v1/workspace/scheduling';
const GUEST = 'guest@example.org';
const DAY = 24 * 60;

onBothEngines('Reminders', (node) => {
  const at = (time: number) => new Date(time).toISOString();
  const inMinutes = (minutes: number) =>
    Math.ceil(node().clock.now() / HOUR_MS) * HOUR_MS + minutes * MINUTE_MS;

  /** A request that is booked for then. */
  async function booked(startsAt: number, fields: object = {}): Promise<string> {
    const { id } = await makeRequest(node(), fields);
    await book(id, startsAt);
    return id;
  }
  const book = async (id: string, startsAt: number) =>
    dataOf(await applyTransition(node(), id, 'book', { starts_at: at(startsAt) }));
  const move = async (id: string, startsAt: number) =>
    dataOf(await applyTransition(node(), id, 'reschedule', { starts_at: at(startsAt) }));
  const passUntil = (time: number) => passTime(node(), time - node().clock.now());

  /** To whom reminders were written, and how many minutes before the meeting. */
  async function reminders(id: string, startsAt: number): Promise<string[]> {
    return (await remindersOf(node(), id)).map(
      ({ recipient_address, created_at }) => `${recipient_address} ${(startsAt - created_at) / MINUTE_MS}`,
    );
  }

  test('go out a day before the meeting, once', async () => {
    const start = inMinutes(3 * DAY);
    const id = await booked(start);
    await passUntil(start - DAY * MINUTE_MS - 1);
    assert.deepEqual(await reminders(id, start), []);
    await passUntil(start - DAY * MINUTE_MS);
    assert.deepEqual(await reminders(id, start), [`${GUEST} ${DAY}`]);
    await passUntil(start + HOUR_MS);
    assert.equal((await remindersOf(node(), id)).length, 1);
    const [{ message_id: invitation } = { message_id: '' }] = await ofKind(node(), id, 'booked', GUEST);
    const [reminder] = await ofKind(node(), id, 'reminder', GUEST);
    assert.match(reminder?.subject ?? '', /^Tomorrow at \d\d:00: Meeting with /);
    assert.deepEqual([reminder?.in_reply_to, reminder?.invite], [invitation, null]);
    const [entry] = dataOf<{ actor: object; changes: object }[]>(
      await node().get(`/api/v1/audit_log?action=meeting_request.reminder_sent&target_id=${id}`),
    );
    assert.deepEqual(
      [entry?.actor, entry?.changes],
      [{ type: 'system', id: 'scheduling' }, { emails: [null, [GUEST]] }],
    );
  });

  test('go out as the request says, the longest before the meeting first', async () => {
    const start = inMinutes(2 * DAY);
    const id = await booked(start, { reminders: [15, 120] });
    assert.deepEqual(
      dataOf<{ reminders: number[] }>(await node().get(`${REQUESTS}/${id}`)).reminders,
      [120, 15],
    );
    await passUntil(start - 120 * MINUTE_MS);
    await passUntil(start - 15 * MINUTE_MS);
    assert.deepEqual(await reminders(id, start), [`${GUEST} 120`, `${GUEST} 15`]);
    const [first] = await remindersOf(node(), id);
    assert.match(first?.subject ?? '', /^(Today|Tomorrow) at /);
  });

  test('do not go out without any, or where the request sends no mail', async () => {
    const start = inMinutes(2 * DAY);
    const silent = [
      await booked(start, { reminders: [] }),
      await booked(start, { notify_participants: false }),
    ];
    await passUntil(start - DAY * MINUTE_MS);
    for (const id of silent) assert.deepEqual(await remindersOf(node(), id), []);
  });

  test('do not go out for a meeting booked less than ten minutes before', async () => {
    const now = inMinutes(0);
    await passUntil(now);
    const [early, late] = [now + 70 * MINUTE_MS, now + 69 * MINUTE_MS];
    const ids = [await booked(early, { reminders: [60] }), await booked(late, { reminders: [60] })] as const;
    await passUntil(now + 10 * MINUTE_MS);
    assert.deepEqual(await reminders(ids[0], early), [`${GUEST} 60`]);
    assert.deepEqual(await remindersOf(node(), ids[1]), []);
  });

  test('move with the meeting, and go out again if they had been sent', async () => {
    const start = inMinutes(2 * DAY);
    const id = await booked(start, { reminders: [60] });
    await passUntil(start - 60 * MINUTE_MS);
    const later = start + DAY * MINUTE_MS;
    await move(id, later);
    await passUntil(later - 61 * MINUTE_MS);
    assert.deepEqual(await reminders(id, start), [`${GUEST} 60`]);
    const earlier = later - 30 * MINUTE_MS;
    await move(id, earlier);
    await passUntil(later);
    // It was moved when its reminder was about to go out.
    assert.equal((await remindersOf(node(), id)).length, 1);
  });

  test('do not go out for a cancelled meeting', async () => {
    const start = inMinutes(2 * DAY);
    const id = await booked(start);
    dataOf(await applyTransition(node(), id, 'cancel'));
    await passUntil(start);
    assert.deepEqual(await remindersOf(node(), id), []);
  });

  test('follow the settings of when the meeting was booked or moved', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const set = async (reminders: number[]) => dataOf(await node().patch(SETTINGS, { reminders }, { key }));
    const start = inMinutes(4 * DAY);
    const organizer = { email: 'host@example.com', name: 'Ada Lovelace' };
    dataOf(await node().post('/api/v1/workspace_members', organizer, { key }));
    const make = async () => {
      const body = { organizer_email: organizer.email, participant_emails: [GUEST] };
      const { id } = dataOf<{ id: string }>(await node().post(REQUESTS, body, { key }));
      dataOf(await node().post(`${REQUESTS}/${id}/book`, { starts_at: at(start), force: true }, { key }));
      return id;
    };
    const before = await make();
    await set([60]);
    const after = await make();
    await passUntil(start - DAY * MINUTE_MS);
    assert.deepEqual(
      [await reminders(before, start), await reminders(after, start)],
      [[`${GUEST} ${DAY}`], []],
    );
    const later = start + DAY * MINUTE_MS;
    const body = { starts_at: at(later), force: true };
    dataOf(await node().post(`${REQUESTS}/${before}/reschedule`, body, { key }));
    await passUntil(later - 60 * MINUTE_MS);
    assert.deepEqual((await reminders(before, later)).at(-1), `${GUEST} 60`);
  });

  test('follow the meeting type, unless the request says otherwise', async () => {
    const host = await makeMember(node());
    const fields = { name: 'Product demo', workspace_membership_id: host.id, reminders: [30] };
    const type = dataOf<{ id: string }>(await node().post('/api/v1/meeting_types', fields));
    const start = inMinutes(2 * DAY);
    const ids: string[] = [];
    for (const given of [{}, { reminders: [60] }]) {
      const { id } = await makeRequest(node(), given);
      await node().services.database.change(
        'update meeting_requests set meeting_type_id = $1 where id = $2',
        [type.id, id],
      );
      await book(id, start);
      ids.push(id);
    }
    await passUntil(start - 60 * MINUTE_MS);
    await passUntil(start - 30 * MINUTE_MS);
    const [ofType = '', own = ''] = ids;
    assert.deepEqual(
      [await reminders(ofType, start), await reminders(own, start)],
      [[`${GUEST} 30`], [`${GUEST} 60`]],
    );
  });

  test('go to hosts where the workspace wants it', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    dataOf(await node().patch(SETTINGS, { remind_hosts: true }, { key }));
    const host = { email: 'host@example.com', name: 'Ada Lovelace', timezone: 'Europe/Berlin' };
    const { id: memberId } = dataOf<{ id: string }>(
      await node().post('/api/v1/workspace_members', host, { key }),
    );
    dataOf(await node().patch(`/api/v1/workspace_members/${memberId}`, { timezone: host.timezone }, { key }));
    const participants = [{ email: GUEST, name: 'Grace Hopper', locale: 'de' }];
    const given = { organizer_email: host.email, participants, context: { title: 'Product demo' } };
    const { id } = dataOf<{ id: string }>(await node().post(REQUESTS, given, { key }));
    const start = inMinutes(3 * DAY);
    dataOf(await node().post(`${REQUESTS}/${id}/book`, { starts_at: at(start) }, { key }));
    await passUntil(start - DAY * MINUTE_MS);
    assert.deepEqual(await reminders(id, start), [`host@example.com ${DAY}`, `${GUEST} ${DAY}`]);
    const [toHost, toGuest] = await remindersOf(node(), id);
    assert.match(toHost?.subject ?? '', /^Tomorrow at \d\d:00: Product demo with Grace Hopper$/);
    assert.match(toGuest?.subject ?? '', /^Morgen um \d\d:00 Uhr: Product demo mit Ada Lovelace$/);
  });

  test('do not go to those who want no mail, or have declined', async () => {
    const start = inMinutes(3 * DAY);
    const emails = ['one@example.org', 'two@example.org', 'three@example.org'];
    const id = await booked(start, { participant_emails: emails });
    await node().services.database.change(
      "update meeting_request_participants set attendance = 'declined' where request_id = $1 and place = 1",
      [id],
    );
    await stopMessages(node(), id, 2);
    await passUntil(start - DAY * MINUTE_MS);
    assert.deepEqual(await reminders(id, start), [`${emails[0]} ${DAY}`]);
  });

  test('a node that was down sends one for all it missed, and none once the meeting is about to begin', async () => {
    const start = inMinutes(3 * DAY);
    const late = await booked(start, { reminders: [DAY, 120, 60] });
    const tooLate = await booked(start, { reminders: [30] });
    await passUntil(start - 90 * MINUTE_MS);
    await passUntil(start - 60 * MINUTE_MS);
    await passUntil(start - MINUTE_MS);
    assert.deepEqual(await reminders(late, start), [`${GUEST} 90`, `${GUEST} 60`]);
    assert.deepEqual(await reminders(tooLate, start), []);
  });

  test('while another time is being looked for, the reminder says so; while paused, there is none', async () => {
    const start = inMinutes(3 * DAY);
    const id = await booked(start, { reminders: [DAY, 60] });
    dataOf(await applyTransition(node(), id, 'reschedule', {}));
    await untilIdle(node());
    await passUntil(start - DAY * MINUTE_MS);
    const [first] = await remindersOf(node(), id);
    assert.match(first?.text ?? '', /Until there is one, this one stands/);
    dataOf(await applyTransition(node(), id, 'pause'));
    await passUntil(start - 60 * MINUTE_MS);
    dataOf(await applyTransition(node(), id, 'resume'));
    await passUntil(start);
    assert.equal((await remindersOf(node(), id)).length, 1);
  });

  test('wait while the workspace is suspended, and do not go out once the meeting has begun', async () => {
    const start = inMinutes(3 * DAY);
    const ids = [
      await booked(start, { reminders: [120] }),
      await booked(start, { reminders: [60] }),
    ] as const;
    await untilIdle(node());
    await suspend(node());
    await passUntil(start - 91 * MINUTE_MS);
    assert.deepEqual(await remindersOf(node(), ids[0]), []);
    await resume(node());
    await passUntil(start - 90 * MINUTE_MS);
    assert.equal((await remindersOf(node(), ids[0])).length, 1);
    await suspend(node());
    await passUntil(start);
    await resume(node());
    await passUntil(start + MINUTE_MS);
    assert.deepEqual(await remindersOf(node(), ids[1]), []);
  });

  test('one that could not be sent in time is not sent at all, and is no bounce', async () => {
    const start = inMinutes(2 * DAY);
    const id = await booked(start, { reminders: [60] });
    await passUntil(start - 60 * MINUTE_MS);
    const { database } = node().services;
    // As if it had waited for a mail server until now.
    await database.change(
      "update messages set status = 'queued', due_at = $2 where request_id = $1 and kind = 'reminder'",
      [id, start],
    );
    await passUntil(start);
    const [{ status, last_error } = { status: '', last_error: '' }] = await remindersOf(node(), id);
    assert.deepEqual([status, last_error], ['failed', 'not sent: it was too late to remind anybody']);
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('one that still waits is dropped when the meeting moves', async () => {
    const start = inMinutes(2 * DAY);
    const id = await booked(start, { reminders: [60] });
    await passUntil(start - 60 * MINUTE_MS);
    const { database } = node().services;
    await database.change(
      "update messages set status = 'queued', due_at = $2 where request_id = $1 and kind = 'reminder'",
      [id, start],
    );
    await move(id, start + DAY * MINUTE_MS);
    const [{ last_error } = { last_error: '' }] = await remindersOf(node(), id);
    assert.equal(last_error, 'not sent: a newer message took its place');
  });

  test('422: each wrong list is named, and no request is made', async () => {
    const organizer_email = (await makeMember(node())).email;
    const wrong: [unknown, string][] = [
      ['60', 'reminders must be an array or null'],
      [[4], 'reminders[0] must be at least 5'],
      [[43_201], 'reminders[0] must be at most 43200'],
      [[60, 60], 'reminders must not have the same number of minutes twice'],
      [[6, 5, 7, 8, 9, 10], 'reminders must have at most 5 items'],
    ];
    await assertRefused(
      node(),
      wrong.map(([reminders, message]) => [
        () => node().post(REQUESTS, { organizer_email, participant_emails: [GUEST], reminders }),
        'invalid_request',
        message,
      ]),
    );
  });
});

interface Reminder {
  recipient_address: string;
  subject: string;
  text: string;
  status: string;
  last_error: string | null;
  created_at: number;
  message_id: string;
  in_reply_to: string | null;
  invite: string | null;
}

/** The reminders of a request, the oldest first. */
const remindersOf = (node: Node, id: string) => ofKind(node, id, 'reminder');

function ofKind({ services }: Node, id: string, kind: string, to?: string): Promise<Reminder[]> {
  return services.database
    .all<Reminder>(
      `select recipient_address, subject, text, status, last_error, created_at, message_id, in_reply_to, invite
       from messages where request_id = $1 and kind = $2 order by id`,
      [id, kind],
    )
    .then((rows) => rows.filter(({ recipient_address }) => to === undefined || recipient_address === to));
}
