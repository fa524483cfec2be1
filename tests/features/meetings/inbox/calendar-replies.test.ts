// What calendars answer to an invite: attendance is kept, and somebody must look at what is declined or proposed.
import assert from 'node:assert/strict';
import { utc } from '../../../../src/icalendar/text.ts';
import { test } from '../../../support/lanes.ts';
import { offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  FROM_OUTSIDE,
  handInOne,
  type Letter,
  MAIL_DOMAIN,
  madeOf,
  writtenTo,
} from '../../../support/makers/letters.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { CALENDAR_KINDS, inviteIn, messagesAbout } from '../../../support/makers/messages-about.ts';
import { makeOffered, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import type { AuditEntry, Message } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const WORKSPACE = `acme@${MAIL_DOMAIN}`;

interface Given {
  partstat: string;
  method?: string;
  attendee?: string;
  sequence?: number;
  uid?: string;
  lines?: string[];
  letter?: Letter;
  /** The address that it is handed in for; that of the workspace unless given. */
  to?: string;
}

/** The mail of a calendar that answers the invite to this request. */
function answerInvite(node: Node, id: string, given: Given): Promise<Message> {
  const { partstat, method = 'REPLY', attendee = GUEST, sequence = 0, uid = `${id}@${MAIL_DOMAIN}` } = given;
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    'DTSTAMP:20260302T080000Z',
    `ORGANIZER:mailto:${WORKSPACE}`,
    `ATTENDEE;PARTSTAT=${partstat};CN=Somebody:mailto:${attendee}`,
    ...(given.lines ?? []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return handInOne(
    node,
    {
      from: attendee,
      to: WORKSPACE,
      subject: `${partstat}: Meeting`,
      body: [
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        '',
        'Somebody has answered the invite.',
        '--b',
        `Content-Type: text/calendar; charset=utf-8; method=${method}`,
        '',
        ...calendar,
        '--b--',
      ].join('\n'),
      ...given.letter,
    },
    { recipient: given.to ?? WORKSPACE, sender: '' },
  );
}

const linesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): string[] => [
  `DTSTART:${utc(Date.parse(starts_at))}`,
  `DTEND:${utc(Date.parse(ends_at))}`,
];

async function makeBooked(node: Node, fields: object = {}) {
  const { id, options } = await makeOffered(node, fields);
  dataOf(await applyTransition(node, id, 'book', { starts_at: options[0]?.starts_at }));
  await untilIdle(node);
  return showRequest(node, id);
}

const attendanceOf = async (node: Node, id: string) =>
  (await showRequest(node, id)).participants[0]?.attendance;
const attentionMails = async (node: Node, id: string) =>
  (await writtenTo(node, id)).filter(({ kind }) => kind === 'attention');

onBothEngines('A calendar that answers an invite', (node) => {
  test('says whether the participant comes, with an entry in the audit log', async () => {
    const { id } = await makeBooked(node());
    const [offer] = await writtenTo(node(), id, GUEST);
    // Nothing proves who has sent it: it came to where they answer, and only they know that.
    const way = { letter: { header: [FROM_OUTSIDE] }, to: offer?.reply_to ?? '' };
    for (const [partstat, attendance] of [
      ['TENTATIVE', 'tentative'],
      ['ACCEPTED', 'accepted'],
    ] as const) {
      const message = await answerInvite(node(), id, { partstat, ...way });
      assert.equal(madeOf(message), `attendance_${attendance} by calendar`);
      assert.deepEqual([message.kind, message.meeting_request_id], ['calendar_reply', id]);
      assert.equal(await attendanceOf(node(), id), attendance);
    }
    assert.equal((await showRequest(node(), id)).attention, null);
    const entries = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${id}&action=meeting_request.attendance_changed`),
    );
    assert.deepEqual(
      entries.map(({ actor, changes }) => [actor.id, changes.attendance]),
      [
        [GUEST, ['tentative', 'accepted']],
        [GUEST, ['none', 'tentative']],
      ],
    );
  });

  test('declines: somebody must look at it, until the participant comes after all', async () => {
    const { id } = await makeBooked(node());
    const lines = ['COMMENT:I am ill\\, sorry.'];
    assert.equal(
      madeOf(await answerInvite(node(), id, { partstat: 'DECLINED', lines })),
      'attendance_declined by calendar',
    );
    const request = await showRequest(node(), id);
    assert.deepEqual([request.status, request.attention?.reason], ['booked', 'declined']);
    const [mail] = await attentionMails(node(), id);
    assert.equal(mail?.reply_to, GUEST);
    assert.match(
      mail?.text ?? '',
      /guest@example\.org has declined the invitation\.[\s\S]*I am ill, sorry\./,
    );
    const events = (await payloadsAbout(node(), id)).map(({ event }) => event);
    assert.equal(events.filter((event) => event === 'meeting_request.needs_attention').length, 1);
    await answerInvite(node(), id, { partstat: 'ACCEPTED' });
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('proposes another time: the organizer is told which', async () => {
    const { id } = await makeBooked(node());
    const lines = ['DTSTART:20260505T100000Z', 'DTEND:20260505T103000Z'];
    const message = await answerInvite(node(), id, { method: 'COUNTER', partstat: 'TENTATIVE', lines });
    assert.equal(madeOf(message), 'counter_proposal by calendar');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'counter_proposal');
    const [mail] = await attentionMails(node(), id);
    assert.match(mail?.text ?? '', /Suggested: Tuesday, 5 May, 10:00–10:30/);
    assert.equal((await showRequest(node(), id)).starts_at?.slice(0, 4), '2026');
  });

  test('counts for the time that everybody was asked about last, and starts anew with another', async () => {
    const { id, options } = await makeBooked(node());
    await answerInvite(node(), id, { partstat: 'ACCEPTED' });
    dataOf(await applyTransition(node(), id, 'reschedule', { starts_at: options[1]?.starts_at }));
    await untilIdle(node());
    assert.equal(await attendanceOf(node(), id), 'none');
    const late = await answerInvite(node(), id, { partstat: 'DECLINED' });
    assert.equal(madeOf(late), 'ignored: it answers an invite to another time');
    assert.equal(await attendanceOf(node(), id), 'none');
    const fresh = await answerInvite(node(), id, { partstat: 'ACCEPTED', sequence: 1 });
    assert.equal(fresh.understood_as, 'attendance_accepted');
  });

  test('counts for an earlier invite to the same time: only some people get those that follow it', async () => {
    const OTHER = 'other@example.org';
    const { id, pages, options } = await offerTo(node(), [GUEST, OTHER], {
      location: { kind: 'phone', caller: 'host' },
    });
    const [time, another] = options as [(typeof options)[0], (typeof options)[0]];
    dataOf(await applyTransition(node(), id, 'book', { starts_at: time.starts_at }));
    assert.equal(
      await outcomeOf(node(), pages[1] as string, 'number', { phone_number: '+44 20 7946 0018' }),
      'number',
    );
    dataOf(
      await node().post(`${REQUESTS}/${id}/participants`, { participants: [{ email: 'new@example.org' }] }),
    );
    await untilIdle(node());
    const sent = (await messagesAbout(node(), id, CALENDAR_KINDS)).map(inviteIn);
    assert.deepEqual([...new Set(sent.map(({ sequence }) => sequence))], [0, 1, 2]);
    const declined = { partstat: 'DECLINED', lines: linesOf(time) };
    assert.equal((await answerInvite(node(), id, declined)).understood_as, 'attendance_declined');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'declined');
    // It doesn't say which time it is instead of, so it says nothing of who comes.
    const proposed = { method: 'COUNTER', partstat: 'TENTATIVE', lines: linesOf(another) };
    assert.equal((await answerInvite(node(), id, proposed)).understood_as, 'counter_proposal');
    assert.equal(await attendanceOf(node(), id), 'declined');

    dataOf(await applyTransition(node(), id, 'reschedule', { starts_at: another.starts_at }));
    await untilIdle(node());
    for (const sequence of [0, 1, 2]) {
      const late = await answerInvite(node(), id, { ...declined, sequence });
      assert.equal(madeOf(late), 'ignored: it answers an invite to another time');
    }
    assert.equal(await attendanceOf(node(), id), 'none');
  });

  test('of a host counts with a proof', async () => {
    const { id, organizer_email } = await makeBooked(node());
    const declines = { partstat: 'DECLINED', attendee: organizer_email };
    const spoofed = await answerInvite(node(), id, { ...declines, letter: { header: [FROM_OUTSIDE] } });
    assert.equal(madeOf(spoofed), 'unclear by calendar.unproven');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'unclear_reply');
    assert.equal((await answerInvite(node(), id, declines)).understood_as, 'attendance_declined');
    assert.equal((await showRequest(node(), id)).attention?.reason, 'declined');
    // The organizer knows.
    assert.equal((await attentionMails(node(), id)).length, 1);
  });

  test('in the name of somebody else changes nothing: a person is told who has sent it', async () => {
    const OTHER = 'other@example.org';
    const { id } = await makeBooked(node(), { participant_emails: [GUEST, OTHER] });
    const [offer] = await writtenTo(node(), id, OTHER);
    const declined = await answerInvite(node(), id, { partstat: 'DECLINED' });
    assert.equal(declined.understood_as, 'attendance_declined');
    const lines = ['DTSTART:20260505T100000Z', 'DTEND:20260505T103000Z', 'COMMENT:We are all busy.'];
    const forgeries: Given[] = [
      // The other one has the UID from their own invite, and the same domain, proven.
      { partstat: 'ACCEPTED', letter: { from: OTHER } },
      { partstat: 'DECLINED', method: 'COUNTER', lines, letter: { from: OTHER } },
      { partstat: 'ACCEPTED', letter: { from: OTHER }, to: offer?.reply_to ?? '' },
      // Or says to be the guest.
      { partstat: 'ACCEPTED', letter: { header: [FROM_OUTSIDE] } },
      { partstat: 'TENTATIVE', letter: { from: 'eve@elsewhere.example' } },
    ];
    for (const forged of forgeries) {
      const message = await answerInvite(node(), id, forged);
      assert.equal(madeOf(message), 'unclear by calendar.unproven', JSON.stringify(forged));
      assert.equal(await attendanceOf(node(), id), 'declined');
    }
    const mails = (await attentionMails(node(), id)).slice(1);
    assert.deepEqual(
      mails.map(({ reply_to }) => reply_to),
      [OTHER, OTHER, OTHER, GUEST, 'eve@elsewhere.example'],
    );
    assert.match(mails[0]?.text ?? '', /other@example\.org answered the invitation on behalf of guest@/);
    assert.match(
      mails[1]?.text ?? '',
      /Suggested: Tuesday, 5 May, 10:00–10:30 \(UTC\)\nThey wrote: We are all busy\./,
    );
    assert.doesNotMatch(mails[0]?.text ?? '', /Suggested:/);
  });

  test('of somebody else, about another meeting or about none changes nothing', async () => {
    const { id } = await makeBooked(node());
    const { id: open } = await makeOffered(node());
    const before = await showRequest(node(), id);
    const stranger = await answerInvite(node(), id, { partstat: 'DECLINED', attendee: 'eve@example.org' });
    assert.equal(madeOf(stranger), 'ignored: it is from nobody who was invited');
    const unknown = await answerInvite(node(), id, {
      partstat: 'DECLINED',
      uid: `${node().services.ids('meetingRequest')}@${MAIL_DOMAIN}`,
    });
    assert.equal(madeOf(unknown), 'ignored: what it is about is not known here');
    const foreign = await answerInvite(node(), id, { partstat: 'DECLINED', uid: '4711@google.com' });
    assert.equal(madeOf(foreign), 'ignored: it answers an invite that is not from here');
    const unsent = await answerInvite(node(), open, { partstat: 'DECLINED' });
    assert.equal(madeOf(unsent), 'ignored: it answers an invite that was never sent');
    assert.deepEqual(await showRequest(node(), id), before);
    dataOf(await applyTransition(node(), id, 'cancel'));
    assert.equal(
      madeOf(await answerInvite(node(), id, { partstat: 'DECLINED' })),
      'ignored: the request is cancelled',
    );
  });
});
