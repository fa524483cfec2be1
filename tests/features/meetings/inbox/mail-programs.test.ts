// What people and machines send, as mail programs, calendars and mail servers write it: from SMTP to what is done.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { ulidOf } from '../../../../src/ids.ts';
import { makeToken } from '../../../../src/tokens/link-tokens.ts';
import { mailIn } from '../../../mail-in/mails.ts';
import { Wire } from '../../../smtp/wire.ts';
import { describe, test } from '../../../support/lanes.ts';
import { writtenTo } from '../../../support/makers/letters.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { answered, offeredIn, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { ManualClock } from '../../../support/server/manual-clock.ts';
import type { MeetingRequest, Message } from '../../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, onEachEngine, startNode } from '../../../support/server/rota.ts';

// In the files.
const DOMAIN = 'rota.example.org';
const TOKEN = '01kbm8p1kwg8q4t7m2n6p0r1s000a1b2c3d4e5f6g7h8j9k0m1n2p3';
const ULID = '01KBM8P1KWG8Q4T7M2N6P0R1S0';
const GRACE = 'grace@example.com';
/** The times that they are about. */
const STARTS = ['2026-11-17T13:00:00.000Z', '2026-11-18T08:30:00.000Z', '2026-11-20T15:00:00.000Z'];

/** What becomes of a request whose participant sends it. */
const answers = {
  gmail: 'chose_options, booked for time 2',
  'gmail-phone-de': 'chose_options, booked for time 2',
  outlook: 'chose_options, booked for time 3',
  'outlook-html-only': 'chose_options, booked for time 2',
  'outlook-phone': 'chose_options, booked for time 1',
  'ios-de': 'chose_options, booked for time 3',
  yahoo: 'chose_options, booked for time 2',
  'yahoo-android': 'chose_options, booked for time 2',
  'exchange-de': 'chose_options, booked for time 1',
  unmarked: 'chose_options, booked for time 3',
  'pgp-signed': 'chose_options, booked for time 1',
  'mime-signed': 'chose_options, booked for time 1',
  'smime-opaque': 'chose_options, booked for time 3',
  'pgp-encrypted': 'unclear, active, needs attention: unclear_reply',
  'smime-encrypted': 'unclear, active, needs attention: unclear_reply',
  'exchange-out-of-office-de': 'out_of_office, active',
  'gmail-out-of-office': 'out_of_office, active',
  'mailing-list': 'ignored, active',
  'spam-report': 'ignored, active',
  'read-receipt': 'ignored, active',
  'own-message': 'ignored, active',
};

/** What becomes of it once a server reports on the message with the times. */
const reports = {
  'postfix-failed': 'bounced, active, needs attention: bounced',
  'exchange-failed': 'bounced, active, needs attention: bounced',
  'gmail-failed': 'bounced, active, needs attention: bounced',
  'qmail-failed': 'bounced, active, needs attention: bounced',
  'exim-failed': 'bounced, active, needs attention: bounced',
  'postfix-delayed': 'delayed, active',
  'exim-delayed': 'delayed, active',
};

/** What becomes of it once it is booked for the first time, and the participant's calendar answers. */
const calendars = {
  'google-accepted': 'attendance_accepted, booked for time 1',
  'thunderbird-accepted': 'attendance_accepted, booked for time 1',
  'apple-tentative': 'attendance_tentative, booked for time 1',
  'outlook-declined': 'attendance_declined, booked for time 1, needs attention: declined',
  'exchange-counter': 'counter_proposal, booked for time 1, needs attention: counter_proposal',
};

onEachEngine((engine) => {
  describe(`Over SMTP (${engine})`, () => {
    const opened = new AsyncDisposableStack();
    let node: Node;
    before(async () => {
      const storage = await freshStorage(engine);
      opened.defer(storage.remove);
      const server = opened.use(await SmtpServer.start());
      const clock = new ManualClock(Date.parse('2026-11-16T09:00:00Z'));
      const receiving = { ROTA_MAIL_DOMAIN: DOMAIN, ROTA_SMTP_LISTEN: '127.0.0.1:0' };
      node = await startNode(storage, {
        clock,
        environment: { ...sendingThrough(server.url), ...receiving },
      });
      opened.defer(() => node.stop());
      dataOf(await node.patch('/api/v1/workspace', { timezone: 'Europe/Berlin', handle: 'example' }));
    });
    after(() => opened.disposeAsync());

    test('answers of mail programs book what they say, and no machine does', async () => {
      assert.deepEqual(await fates(node, Object.keys(answers)), answers);
    });

    test('answers that choose no time book nothing', async () => {
      for (const fate of Object.values(
        await fates(node, ['apple-mail', 'outlook-web-de', 'thunderbird-de']),
      )) {
        assert.match(fate, /, active/);
      }
    });

    test('a mail to a team that was forwarded, with others in copy and a calendar, is a new request', async () => {
      dataOf(await node.post('/api/v1/teams', { name: 'Sales', member_ids: [(await makeMember(node)).id] }));
      await using wire = await Wire.open(String(node.app.mailAddresses.smtp));
      const raw = mailIn('new-request-forwarded');
      assert.match(await wire.mail('gregoire@example.com', `sales.example@${DOMAIN}`, raw), /^250 /);
      await untilIdle(node);
      const [request] = dataOf<MeetingRequest[]>(await node.get(`${REQUESTS}?limit=1`));
      assert.deepEqual(
        [request?.title, request?.duration_minutes, request?.participant_emails],
        [null, 45, ['Gregoire@example.com']],
      );
      const { suggested_participants } = await showRequest(node, request?.id as string);
      assert.deepEqual(
        suggested_participants.map(({ email }) => email),
        ['alan@example.com', 'joan@example.com', 'konrad@example.com'],
      );
    });

    test('reports of mail servers are about the message that could not be delivered', async () => {
      assert.deepEqual(await fates(node, Object.keys(reports)), reports);
    });

    test('calendars accept, decline and propose', async () => {
      assert.deepEqual(await fates(node, Object.keys(calendars), { isBooked: true }), calendars);
    });
  });
});

/** Hands in each mail about a request of its own, and tells what became of the two. */
async function fates(
  node: Node,
  files: string[],
  { isBooked = false } = {},
): Promise<Record<string, string>> {
  const requests = new Map<string, string>();
  for (const file of files) requests.set(file, await makeOffered(node));
  await untilIdle(node);
  for (const id of isBooked ? requests.values() : []) {
    const [first] = offeredIn(await showRequest(node, id));
    assert.ok(first);
    await answered(node, id, GRACE, [first.id]);
  }
  await untilIdle(node);
  await using wire = await Wire.open(String(node.app.mailAddresses.smtp));
  for (const [file, id] of requests) await handIn(wire, node, file, id);
  await untilIdle(node);
  const found = [...requests].map(async ([file, id]) => [file, await fateOf(node, id)]);
  return Object.fromEntries(await Promise.all(found));
}

/** A request whose participant is offered the times that the mails are about. */
async function makeOffered(node: Node): Promise<string> {
  const participants = [{ email: GRACE, name: 'Grace Hopper', timezone: 'Europe/Berlin' }];
  const { id } = await makeRequest(node, { participants });
  dataOf(await node.post(`${REQUESTS}/${id}/options`, { starts_at: STARTS }));
  return id;
}

/** The mail in the file answers the last message about the request, or reports on it. */
async function handIn(wire: Wire, node: Node, file: string, requestId: string): Promise<void> {
  const last = (await writtenTo(node, requestId, GRACE)).at(-1);
  assert.ok(last?.reply_to);
  const [replyTo = ''] = last.reply_to.split('@');
  const bounce = `b-${makeToken(node.services.secrets.linkKeys(), 'bounce', { ulid: ulidOf(last.id), place: 0 })}`;
  const about = (text: string) =>
    text
      .replaceAll(`re-${TOKEN}`, replyTo)
      .replaceAll(`b-${TOKEN}`, bounce)
      .replaceAll(`msg_${ULID}`, last.id)
      .replaceAll(`mr_${ULID}`, requestId);
  const raw = about(mailIn(file).toString('latin1')).replace(
    /(?:^[A-Za-z0-9+/]{76}\r\n)+^[A-Za-z0-9+/=]{0,76}\r\n/gm,
    (base64) => inBase64(about(Buffer.from(base64, 'base64').toString('latin1'))),
  );
  const isReport = raw.includes(`${bounce}@`);
  const [from, to] = isReport ? ['', bounce] : [GRACE, replyTo];
  assert.match(await wire.mail(from, `${to}@${DOMAIN}`, Buffer.from(raw, 'latin1')), /^250 /);
}

const inBase64 = (text: string) =>
  Buffer.from(text, 'latin1')
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n');

async function fateOf(node: Node, id: string): Promise<string> {
  const messages = dataOf<Message[]>(await node.get(`${REQUESTS}/${id}/messages?limit=100`));
  const message = messages.find(({ direction }) => direction === 'in');
  const { status, starts_at, attention } = await showRequest(node, id);
  const time = starts_at === null ? '' : ` for time ${STARTS.indexOf(starts_at) + 1}`;
  const needs = attention === null ? '' : `, needs attention: ${attention.reason}`;
  return `${message?.understood_as ?? message?.status}, ${status}${time}${needs}`;
}
