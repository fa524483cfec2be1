// Every address that Rota has ever written from takes what comes back: answers, absences, reports. Over SMTP.
import assert from 'node:assert/strict';
import { Wire } from '../../../smtp/wire.ts';
import { test } from '../../../support/lanes.ts';
import { FROM_OUTSIDE, madeOf, rawLetter, writtenTo } from '../../../support/makers/letters.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { makeOffered, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import type { Message } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const STRANGER = 'stranger@example.net';

/** How calendars wrap an answer to an invite. */
const forms: Record<string, (calendar: string[]) => { header: string[]; body: string }> = {
  Google: (calendar) => ({
    header: ['Sender: Google Calendar <calendar-notification@google.com>', 'Auto-Submitted: auto-generated'],
    body: [
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: multipart/alternative; boundary=a',
      '',
      '--a',
      'Content-Type: text/plain; charset="UTF-8"; format=flowed; delsp=yes',
      '',
      'The guest has answered this invitation.',
      '--a',
      'Content-Type: text/calendar; charset="UTF-8"; method=REPLY',
      '',
      ...calendar,
      '--a--',
      '--m',
      'Content-Type: application/ics; name="invite.ics"',
      'Content-Disposition: attachment; filename="invite.ics"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(calendar.join('\r\n')).toString('base64'),
      '--m--',
    ].join('\n'),
  }),
  Outlook: (calendar) => ({
    header: ['X-MS-Exchange-Calendar-Originator-Id: 0', 'Content-Language: en-US'],
    body: [
      'Content-Type: multipart/alternative; boundary="_000_"',
      '',
      '--_000_',
      'Content-Type: text/plain; charset="us-ascii"',
      '',
      '',
      '--_000_',
      'Content-Type: text/calendar; charset="utf-8"; method=REPLY',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(calendar.join('\r\n')).toString('base64'),
      '--_000_--',
    ].join('\n'),
  }),
  Apple: (calendar) => ({
    header: ['X-Mailer: Apple Mail (2.3774.600.62)'],
    body: ['Content-Type: text/calendar; charset=utf-8; method=REPLY', '', ...calendar].join('\n'),
  }),
};

/** The organizer's address in the last invite to the request, and its UID. */
async function inviteTo(node: Node, id: string): Promise<{ organizer: string; uid: string }> {
  const row = await node.services.database.get<{ text: string }>(
    'select text from invites where request_id = $1',
    [id],
  );
  const text = (row?.text ?? '').replace(/\r\n[ \t]/g, '');
  const [, organizer = ''] = /^ORGANIZER[^\r\n]*mailto:(\S+)$/im.exec(text) ?? [];
  const [, uid = ''] = /^UID:(\S+)$/m.exec(text) ?? [];
  assert.ok(organizer && uid, text);
  return { organizer, uid };
}

async function makeBooked(node: Node, fields: object = {}): Promise<string> {
  const { id, options } = await makeOffered(node, fields);
  dataOf(await applyTransition(node, id, 'book', { starts_at: options[0]?.starts_at }));
  await untilIdle(node);
  return id;
}

/** The answer of a mail server to the whole mail, after it has taken the recipient. */
async function deliver(node: Node, sender: string, recipient: string, raw: string): Promise<string> {
  await using wire = await Wire.open(node.app.mailAddresses.smtp as string);
  assert.match(await wire.say(`MAIL FROM:<${sender}>`), /^250/);
  assert.match(await wire.say(`RCPT TO:<${recipient}>`), /^250/, recipient);
  assert.match(await wire.say('DATA'), /^354/);
  wire.write(`${raw}\r\n.\r\n`);
  const answer = await wire.reply();
  await untilIdle(node);
  return answer;
}

async function lastOf(node: Node): Promise<Message> {
  const [message] = dataOf<Message[]>(await node.get('/api/v1/messages?direction=in&limit=1'));
  return message as Message;
}

async function answerInvite(node: Node, id: string, form: string, partstat: string): Promise<string> {
  const { organizer, uid } = await inviteTo(node, id);
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SEQUENCE:0',
    'DTSTAMP:20260302T080000Z',
    `ORGANIZER;CN=Somebody:mailto:${organizer}`,
    `ATTENDEE;PARTSTAT=${partstat};CN=Guest:mailto:${GUEST}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const letter = { from: GUEST, to: organizer, subject: `${partstat}: Meeting`, ...forms[form]?.(calendar) };
  const answer = await deliver(node, GUEST, organizer, rawLetter(letter));
  assert.match(answer, /^250/, `${form}, to ${organizer}`);
  return (await showRequest(node, id)).participants[0]?.attendance as string;
}

onBothEngines(
  'The address of an organizer',
  (node) => {
    test('takes the answers of calendars, as Google, Outlook and Apple write them', async () => {
      for (const form of Object.keys(forms)) {
        const id = await makeBooked(node());
        assert.equal((await inviteTo(node(), id)).organizer, 'acme@rota.localhost');
        assert.equal(await answerInvite(node(), id, form, 'ACCEPTED'), 'accepted', form);
        assert.equal(await answerInvite(node(), id, form, 'DECLINED'), 'declined', form);
      }
    });

    test('takes them after it has changed: of a handle, of a team, and of a workspace without either', async () => {
      const { id: memberId } = await makeMember(node());
      const team = dataOf<{ id: string }>(
        await node().post('/api/v1/teams', { name: 'Short-lived', member_ids: [memberId] }),
      );
      const byHandle = await makeBooked(node());
      const byTeam = await makeBooked(node(), { team_id: team.id });
      await node().post(`/api/v1/teams/${team.id}/deactivate`);
      dataOf(await node().patch('/api/v1/workspace', { handle: null }));
      const byNone = await makeBooked(node());
      assert.equal((await inviteTo(node(), byNone)).organizer, 'rota@rota.localhost');
      dataOf(await node().patch('/api/v1/workspace', { handle: 'acme-2' }));
      for (const id of [byHandle, byTeam, byNone]) {
        assert.equal(await answerInvite(node(), id, 'Google', 'ACCEPTED'), 'accepted');
      }
      dataOf(await node().patch('/api/v1/workspace', { handle: 'acme' }));
    });

    test('takes a reply that went to it, because it has what only the message had', async () => {
      const { id } = await makeOffered(node());
      const [offer] = await writtenTo(node(), id, GUEST);
      const letter = {
        from: GUEST,
        to: 'acme@rota.localhost',
        subject: 'Re: a meeting',
        text: 'The second one, please.',
        header: [FROM_OUTSIDE],
      };
      const guessed = rawLetter({ ...letter, answers: `<${offer?.id}@rota.localhost>` });
      assert.match(await deliver(node(), GUEST, 'acme@rota.localhost', guessed), /^250/);
      assert.equal(madeOf(await lastOf(node())), 'unclear by unproven_author');
      assert.equal((await showRequest(node(), id)).status, 'active');
      const real = rawLetter({ ...letter, answers: offer?.message_id ?? '' });
      assert.match(await deliver(node(), GUEST, 'acme@rota.localhost', real), /^250/);
      assert.equal((await lastOf(node())).understood_as, 'chose_options');
      assert.equal((await showRequest(node(), id)).status, 'booked');
    });

    test('makes nothing of what a stranger writes to it; that of the service refuses it', async () => {
      const count = async () =>
        dataOf<unknown[]>(await node().get(`${REQUESTS}?limit=100`)).length +
        dataOf<unknown[]>(await node().get('/api/v1/messages?direction=out&limit=100')).length;
      const before = await count();
      const letter = { from: STRANGER, subject: 'Win $500 now', text: 'http://example.net' };
      const raw = (to: string) => rawLetter({ ...letter, to });
      assert.match(
        await deliver(node(), STRANGER, 'acme@rota.localhost', raw('acme@rota.localhost')),
        /^250/,
      );
      assert.equal(madeOf(await lastOf(node())), 'ignored: it is not from a member');
      const refused = await deliver(node(), STRANGER, 'rota@rota.localhost', raw('rota@rota.localhost'));
      assert.match(refused, /^550 5\.1\.1/);
      assert.equal(await count(), before);
    });
  },
  { environment: { ROTA_SMTP_LISTEN: '127.0.0.1:0' } },
);
