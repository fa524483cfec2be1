// What is kept of mail, and how much of it a workspace takes in a day.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { Wire } from '../../../smtp/wire.ts';
import { test } from '../../../support/lanes.ts';
import { writtenTo } from '../../../support/makers/letters.ts';
import { rawMail } from '../../../support/makers/raw-mail.ts';
import { makeOffered, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { figure } from '../../../support/server/metrics.ts';
import type { Message, Team } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const STRANGER = 'stranger@example.org';
/** Of 1 MB, which is what a workspace takes in these tests: two of them are too much. */
const LARGE = 'x'.repeat(600_000).replace(/.{900}/g, '$&\n');

onBothEngines(
  'Mail that came in',
  (node) => {
    let teams = 0;
    const addressOfTeam = async () =>
      String(dataOf<Team>(await node().post('/api/v1/teams', { name: `Team ${++teams}` })).email_address);
    const open = () => Wire.open(String(node().app.mailAddresses.smtp));
    const send = async (to: string, text: string) => {
      await using wire = await open();
      // Awaited here: the connection ends with the function.
      return await wire.mail(STRANGER, to, rawMail({ from: STRANGER, to, text }));
    };
    const storedBytes = async () => {
      const sql = 'select count(*) as mails, coalesce(sum(length(raw)), 0) as bytes from inbox';
      const row = await node().services.database.get<{ mails: number; bytes: number }>(sql);
      return { mails: Number(row?.mails), bytes: Number(row?.bytes) };
    };
    const overQuota = async () => Number(await figure(node(), 'rota_smtp_over_quota_total'));
    const fillDay = () =>
      node().services.database.transaction((tx) =>
        tx.run('update inbox_days set bytes = 1000000 where workspace_id = $1', [node().workspaceId]),
      );
    const nextDay = () => node().clock.advance(DAY_MS);

    test('to several teams takes the room of its headers once it was worked on', async () => {
      nextDay();
      const to: string[] = [];
      while (to.length < 4) to.push(await addressOfTeam());
      const before = await storedBytes();
      await using wire = await open();
      await wire.envelope(STRANGER, ...to);
      const text = 'A line of the body\n'.repeat(10_000);
      wire.write(rawMail({ from: STRANGER, to: to.join(', '), text }));
      assert.match(await wire.say('.'), /^250/);
      await untilIdle(node());
      const after = await storedBytes();
      assert.equal(after.mails - before.mails, 4);
      assert.ok(after.bytes - before.bytes < 4 * 500, `${after.bytes - before.bytes} bytes`);
      // What it said is with its message: enough of it to see why nothing was made of it.
      const [message] = dataOf<Message[]>(await node().get('/api/v1/messages?direction=in&limit=1'));
      assert.equal(message?.status, 'ignored');
      assert.match(String(message?.text), /^A line of the body\n/);
      assert.ok(String(message?.text).length <= 5_000);
    });

    test('452: beyond the megabytes of a day it is not taken; the next day it is', async () => {
      nextDay();
      const [first, second] = [await addressOfTeam(), await addressOfTeam()];
      assert.match(await send(first, LARGE), /^250/);
      await untilIdle(node());
      const before = await storedBytes();
      const counted = await overQuota();
      assert.match(await send(second, LARGE), /^452 4\.2\.2/);
      assert.deepEqual(await storedBytes(), before, 'nothing of it is stored');
      assert.match(await send(second, 'x\n'.repeat(100_000)), /^250/, 'there is room for a smaller one');
      // Filled to the brim, recipients are refused before anything is sent.
      await fillDay();
      await using wire = await open();
      assert.match(await wire.say(`MAIL FROM:<${STRANGER}>`), /^250/);
      assert.match(await wire.say(`RCPT TO:<${second}>`), /^452 4\.2\.2/);
      assert.equal(await overQuota(), counted + 2);
      const posted = await node().call('POST', `/api/v1/inbound_messages?recipient=${second}`, {
        rawBody: rawMail({ from: STRANGER, to: second }).toString(),
        headers: { 'content-type': 'message/rfc822' },
      });
      assert.equal(posted.status, 429);
      assert.match(posted.text, /as much mail as it may in a day/);
      assert.ok(Number(posted.headers['retry-after']) > 0);
      // Other workspaces are not concerned.
      const { rawKey } = await node().otherWorkspace('elsewhere');
      const team = dataOf<Team>(await node().post('/api/v1/teams', { name: 'Sales' }, { key: rawKey }));
      assert.match(await send(String(team.email_address), 'Hello'), /^250/);
      nextDay();
      assert.match(await send(second, LARGE), /^250/);
    });

    test('who answers is heard when strangers have filled the day', async () => {
      nextDay();
      const organizer = await makeMember(node());
      const { id } = await makeOffered(node(), { organizer_email: organizer.email });
      const [offer] = await writtenTo(node(), id);
      const team = await addressOfTeam();
      assert.match(await send(team, 'Hello'), /^250/);
      await fillDay();
      await using wire = await open();
      assert.match(await wire.say(`MAIL FROM:<${STRANGER}>`), /^250/);
      assert.match(await wire.say(`RCPT TO:<${team}>`), /^452/);
      const answered = String(offer?.reply_to);
      assert.match(answered, /^re-/);
      assert.match(await send(answered, 'The first one, please.'), /^250/);
    });
  },
  { environment: { ROTA_SMTP_LISTEN: '127.0.0.1:0', ROTA_MAX_INBOX_MB_PER_DAY: '1' } },
);
