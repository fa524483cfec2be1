// Full lane, because it needs much data: What acting on a mail reads is found by indexes, on a database with any amount of history.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { act } from '../../../../src/features/meetings/inbox/act.ts';
import { recipientFor } from '../../../../src/features/meetings/inbox/addresses.ts';
import { receive } from '../../../../src/features/meetings/inbox/receive.ts';
import { ulidOf } from '../../../../src/ids.ts';
import { mailTable, selectClaimed } from '../../../../src/mail-in/queries.ts';
import { readMail } from '../../../../src/mail-in/read.ts';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { makeToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import {
  type Letter,
  MAIL_DOMAIN,
  madeOf,
  rawLetter,
  showMessage,
  writtenTo,
} from '../../../support/makers/letters.ts';
import { makeManyRequests } from '../../../support/makers/many-requests.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { writeMessages } from '../../../support/makers/messages.ts';
import { makeOffered, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const MESSAGES = 3_000;
/** More rows than any of these statements needs, and far fewer than there are. */
const FEW = 50;
const GUEST = 'guest@example.org';
const TABLES =
  /^SCAN (inbox|messages|meeting_request\w*|participants|others|options|option_\w+|members|team\w*|bookings|invites)\b/;

onBothEngines('Among much mail', (node) => {
  let later = 0;

  before(async () => {
    await makeManyRequests(node());
    const { database } = node().services;
    const incoming = { direction: 'in', kind: 'reply', status: 'received' } as const;
    const rows = await writeMessages(node(), MESSAGES, {
      fieldsOf: (place) => (place % 2 === 0 ? incoming : {}),
    });
    const given = rows.filter(({ direction }) => direction === 'in').map(({ id }) => ({ id }));
    await database.change(
      `insert into inbox (workspace_id, id, target, recipient_address, message_key, envelope_sender, received_at, attempts, raw)
       select $1, id, 'workspace', id, id, '', 0, 0, $3 from ${database.dialect.rows('$2', { id: 'text' })}`,
      [node().workspaceId, JSON.stringify(given), Buffer.from('From: x')],
    );
    if (database.dialect.engine === 'postgres') await database.transaction((tx) => tx.script('analyze'));
  });

  /** What was made of a mail, and how the statements have read. It is due in an hour, so that the node leaves it to the test. */
  async function actOn(letter: Letter & { to: string }): Promise<string> {
    later += 1;
    const { services, workspaceId: workspace_id } = node();
    const now = services.clock.now() + HOUR_MS + later;
    const ahead = { ...services, clock: { ...services.clock, now: () => now } };
    const recipient = await recipientFor(services, letter.to);
    assert.ok(typeof recipient === 'object');
    const raw = Buffer.from(rawLetter({ from: GUEST, ...letter }));
    const client = { address: '127.0.0.1', name: null };
    const [stored] = await receive(ahead, { recipients: [recipient], sender: GUEST, client, raw });
    const id = stored?.id as string;
    const claim = { id: `of a test ${later}`, now, until: now + HOUR_MS };
    const scans = await scansOf(services.storage.background, FEW, async (database) => {
      assert.equal((await mailTable.claim(database, [{ workspace_id, id }], claim)).length, 1);
      const [item] = await selectClaimed(database, claim.id, [{ workspace_id, id }]);
      assert.ok(item);
      const authenticity = { proof: 'proven', client_address: null, results: '' } as const;
      assert.equal(await act({ ...services, database }, item, await readMail(raw), authenticity), true);
      // Once its request has offered times, nobody acts on the mail again.
      await untilIdle(node());
      assert.equal(await act({ ...services, database }, item, await readMail(raw), authenticity), false);
    });
    assert.deepEqual(
      scans.filter((detail) => TABLES.test(detail)),
      [],
    );
    await untilIdle(node());
    return madeOf(await showMessage(node(), id));
  }

  test('a mail to a team or the workspace', async () => {
    const member = await makeMember(node());
    const team = dataOf<{ email_address: string }>(
      await node().post('/api/v1/teams', { name: 'Plans', member_ids: [member.id] }),
    );
    assert.equal(await actOn({ to: team.email_address }), 'new_request by request.outsider');
    assert.equal(await actOn({ to: team.email_address, subject: 'Hello' }), 'unclear by unnamed_request');
    const ofMember = { from: member.email, to: `acme@${MAIL_DOMAIN}`, cc: GUEST };
    assert.equal(await actOn(ofMember), 'new_request by request.member');
  });

  test('answers, reports and absences', async () => {
    const { id } = await makeOffered(node());
    const [offer] = await writtenTo(node(), id, GUEST);
    const to = offer?.reply_to as string;
    const answers = offer?.message_id as string;
    const away = { to, answers, header: ['Auto-Submitted: auto-replied'], subject: 'Out of office' };
    assert.match(await actOn({ ...away, text: 'I am out of office.' }), /^out_of_office/);
    assert.match(await actOn({ to, answers, text: 'It depends on Ben.' }), /^unclear/);
    assert.match(await actOn({ to, answers, text: 'Well, it does.' }), /^unclear/);
    assert.match(await actOn({ to, answers, text: '2' }), /^chose_options/);
    const token = makeToken(node().services.secrets.linkKeys(), 'bounce', {
      ulid: ulidOf(offer?.id as string),
      place: 0,
    });
    await node().services.database.change("update messages set status = 'sent' where id = $1", [
      offer?.id ?? '',
    ]);
    const body = [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '\n--b\nContent-Type: text/plain\n\nNo.',
      '--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org',
      `\nFinal-Recipient: rfc822; ${GUEST}\nAction: failed\nStatus: 5.1.1\n\n--b--`,
    ].join('\n');
    const from = 'MAILER-DAEMON@mx.example.org';
    assert.equal(await actOn({ from, to: `b-${token}@${MAIL_DOMAIN}`, body }), 'bounced by dsn');
  });

  test('the answer of a calendar', async () => {
    const { id, options } = await makeOffered(node());
    dataOf(await applyTransition(node(), id, 'book', { starts_at: options[0]?.starts_at }));
    await untilIdle(node());
    const event = `UID:${id}@${MAIL_DOMAIN}\nSEQUENCE:0\nATTENDEE;PARTSTAT=DECLINED:mailto:${GUEST}`;
    const calendar = `BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR`;
    const body = `Content-Type: text/calendar; method=REPLY\n\n${calendar}`;
    const made = await actOn({ to: `acme@${MAIL_DOMAIN}`, body });
    assert.equal(made, 'attendance_declined by calendar');
  });
});
