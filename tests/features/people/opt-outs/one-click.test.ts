// A reminder says how its reader gets no more of them, and their mail provider can do it for them (RFC 8058).
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { resume, suspend } from '../../../support/makers/closed-workspaces.ts';
import { FIRST_KEY, signingWith, verdictsOn } from '../../../support/makers/dkim.ts';
import { MAIL_DOMAIN, sendingThrough } from '../../../support/makers/mail.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { oneClick, stopPathOf } from '../../../support/makers/opt-outs.ts';
import { makeOffered, passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { SmtpServer, type TakenMail } from '../../../support/receivers/smtp-server.ts';
import { headerOf, lastTo } from '../../../support/receivers/taken-mail.ts';
import { send } from '../../../support/server/http.ts';
import {
  dataOf,
  freshStorage,
  onBothEngines,
  onEachEngine,
  startNode,
} from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const GRACE = 'grace@example.org';
const hasHeader = ({ raw }: TakenMail, name: string) => raw.split('\r\n\r\n')[0]?.includes(`\r\n${name}: `);
/** The fields that a signature is about. A name that is there twice says that there is no second field of it. */
const signedFields = (mail: TakenMail) =>
  /h=([^;]+);/.exec(headerOf(mail, 'DKIM-Signature'))?.[1]?.replaceAll(' ', '').split(':') ?? [];
const timesSigned = (mail: TakenMail, name: string) =>
  signedFields(mail).filter((field) => field === name).length;
/** Its plain text, without the line breaks of quoted-printable. */
const textOf = ({ raw }: TakenMail) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');

onEachEngine((engine) => {
  test(`A reminder has the headers of one click, an offer has the link alone (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const server = stack.use(await SmtpServer.start());
    const node = await startNode(storage, {
      environment: {
        ...sendingThrough(server.url),
        ...signingWith('first', FIRST_KEY, MAIL_DOMAIN),
        ROTA_PUBLIC_URL: 'https://meet.example.com',
      },
    });
    stack.defer(() => node.stop());
    const { id } = await makeRequest(node, { participants: [{ email: GRACE }] });
    await untilIdle(node);
    const url = `https://meet.example.com${stopPathOf(node, id)}`;
    const offer = lastTo(server, GRACE);
    assert.ok(textOf(offer).includes(`Stop these emails: ${url}`));
    // With either, most auto-responders would not say that somebody is away.
    assert.equal(hasHeader(offer, 'List-Unsubscribe'), false);
    assert.equal(hasHeader(offer, 'List-Unsubscribe-Post'), false);

    dataOf(await applyTransition(node, id, 'follow_up'));
    await untilIdle(node);
    const reminder = lastTo(server, GRACE);
    assert.equal(headerOf(reminder, 'Subject'), `Re: ${headerOf(offer, 'Subject')}`);
    assert.equal(headerOf(reminder, 'List-Unsubscribe'), `<${url}>`);
    assert.equal(headerOf(reminder, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    assert.ok(textOf(reminder).includes(`Stop these emails: ${url}`));
    // Without both of them in the signature, mail programs show no button (RFC 8058).
    assert.equal(timesSigned(reminder, 'List-Unsubscribe'), 2);
    assert.equal(timesSigned(reminder, 'List-Unsubscribe-Post'), 2);
    const published = { [`first._domainkey.${MAIL_DOMAIN}`]: FIRST_KEY.record };
    const verdicts = await verdictsOn(Buffer.from(reminder.raw, 'latin1'), published);
    assert.deepEqual(verdicts, [`pass ${MAIL_DOMAIN} first`]);

    const [, path = ''] =
      /<https:\/\/meet\.example\.com(.+)>/.exec(headerOf(reminder, 'List-Unsubscribe')) ?? [];
    assert.equal((await oneClick(node, path)).status, 200);
    assert.equal((await showRequest(node, id)).participants[0]?.opted_out, true);
    // The invite of what they agree to has nothing to unsubscribe from.
    dataOf(await applyTransition(node, id, 'book', { starts_at: '2026-04-01T10:00:00Z', force: true }));
    await untilIdle(node);
    const invite = lastTo(server, GRACE);
    assert.match(headerOf(invite, 'Subject'), /^Booked/);
    assert.equal(hasHeader(invite, 'List-Unsubscribe'), false);
    assert.equal(timesSigned(invite, 'Auto-Submitted'), 2);
  });
});

onBothEngines('A link to stop messages', (node) => {
  const optedOut = async (id: string) => (await showRequest(node(), id)).participants[0]?.opted_out;
  let people = 0;
  const offered = async () => {
    const { email: organizer_email } = await makeMember(node(), 'Ada Lovelace');
    const email = `one-click-${++people}@example.org`;
    const { id } = await makeOffered(node(), { organizer_email, participants: [{ email }] });
    return { id, path: stopPathOf(node(), id) };
  };

  test('does nothing when it is only looked at, however often', async () => {
    const { id, path } = await offered();
    for (const method of ['GET', 'HEAD', 'GET']) {
      assert.equal((await visit(node(), path, {}, method)).status, 200);
    }
    // It says what would happen.
    const { text } = await visit(node(), path);
    assert.match(text, /won’t email you about new meetings or send reminders\./);
    assert.match(text, /We’ll let Ada Lovelace know\./);
    const german = await visit(node(), path, { 'accept-language': 'de' });
    assert.match(german.text, /Keine E-Mails mehr\?/);
    assert.equal(await optedOut(id), false);
  });

  test('works without a cookie, an origin or a page, once or many times, and leads nowhere else', async () => {
    const { id, path } = await offered();
    const answers = await Promise.all(Array.from({ length: 4 }, () => oneClick(node(), path)));
    for (const { status, headers, text } of answers) {
      assert.deepEqual([status, headers.location, headers['set-cookie']], [200, undefined, undefined]);
      assert.match(text, /You won’t get these emails any more/);
    }
    assert.equal(await optedOut(id), true);
    const { data } = (await node().get(`/api/v1/opt_outs?email=one-click-${people}@example.org`)).body as {
      data: unknown[];
    };
    assert.equal(data.length, 1);
  });

  test('takes whatever a mail provider sends: as a form, in parts, from elsewhere, or with nothing in it', async () => {
    const parts = 'multipart/form-data; boundary=x';
    const inParts =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const ways: [Record<string, string>, string | undefined][] = [
      [{ 'content-type': parts }, inParts],
      [
        {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://mail.example',
          'sec-fetch-site': 'cross-site',
        },
        'List-Unsubscribe=One-Click',
      ],
      [{}, undefined],
    ];
    for (const [headers, body] of ways) {
      const { id, path } = await offered();
      // Mail servers may change the case of anything.
      const url = node().url + path.replace(/[^/]+$/, (token) => token.toUpperCase());
      const answer = await send({ method: 'POST', url, headers, ...(body !== undefined && { body }) });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await optedOut(id), true);
    }
  });

  test('is heard while the workspace is suspended, and a month after the meeting', async () => {
    const { id, path } = await offered();
    await suspend(node());
    assert.equal((await oneClick(node(), path)).status, 200);
    await resume(node());
    assert.equal(await optedOut(id), true);

    const later = await offered();
    dataOf(await applyTransition(node(), later.id, 'cancel'));
    await passTime(node(), 31 * DAY_MS);
    assert.equal((await visit(node(), await pathOf(node(), later.id))).status, 410);
    assert.equal((await oneClick(node(), later.path)).status, 200);
    assert.equal(await optedOut(later.id), true);
  });

  test('is good for nothing else, and nothing else is good for it', async () => {
    const { id, path } = await offered();
    const token = path.split('/').at(-1) as string;
    const page = (await pathOf(node(), id)).split('/').at(-1) as string;
    assert.equal((await visit(node(), `/m/${token}`)).status, 404);
    assert.equal((await oneClick(node(), `/m/stop/${page}`)).status, 404);
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    assert.equal((await oneClick(node(), `/m/stop/${wrong}`)).status, 404);
    assert.equal(await optedOut(id), false);
  });
});
