// A Postfix in front of `rota serve`: it takes mail from everywhere, hands it in over LMTP, and sends what Rota writes.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import type { Handed } from './clients/mail-client.ts';
import { sendWithSwaks } from './clients/swaks.ts';
import { documented } from './documented.ts';
import { aiosmtpd } from './servers/aiosmtpd.ts';
import type { MailServer } from './servers/mail.ts';
import { type Postfix, startPostfix } from './servers/postfix.ts';
import { freePort } from './servers/server-of-others.ts';
import { MAIL_DOMAIN, MEMBER, Serving } from './serving.ts';

/** An address that is nobody's, for clients elsewhere. */
const OUTSIDE = ['--xclient', 'ADDR=203.0.113.5 NAME=mail.client.example'];
/** Mail to this domain is taken and then can't be delivered. */
const GONE = 'gone.example';
/** Of another Rota, which takes mail from everywhere itself. */
const OTHER_DOMAIN = 'other.example';

/** What only tests need: mail to GONE is taken, and the log tells of TLS. */
const MORE_SETTINGS = `
smtpd_reject_unlisted_recipient = no
smtp_tls_security_level = may
smtp_tls_loglevel = 1
`;

const textOf = (content: string | ArrayBuffer | Uint8Array = '') =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

describe('Postfix in front of Rota', () => {
  let serving: Serving;
  let other: Serving;
  let postfix: Postfix;
  /** The mailboxes of people elsewhere. */
  let people: MailServer;
  const opened = new AsyncDisposableStack();

  before(async () => {
    const port = await freePort();
    people = opened.use(await aiosmtpd.start());
    const sending = { ROTA_SMTP_URL: `smtp://127.0.0.1:${port}` };
    serving = opened.use(await Serving.start('sqlite', sending));
    other = opened.use(await Serving.start('sqlite', { ...sending, ROTA_MAIL_DOMAIN: OTHER_DOMAIN }));
    postfix = opened.use(
      await startPostfix({
        port,
        settings: documented('relay_domains =') + MORE_SETTINGS,
        transports: [
          documented('lmtp:inet:').replace(':2424', `:${serving.lmtpPort}`).trim(),
          `${OTHER_DOMAIN} smtp:[127.0.0.1]:${other.smtpPort}`,
          `${GONE} error:5.1.1 There is no such mailbox`,
          `* smtp:[127.0.0.1]:${new URL(people.url).port}`,
          '',
        ].join('\n'),
      }),
    );
  });
  after(() => opened.disposeAsync());

  interface Written {
    from: string;
    to?: string;
    subject: string;
    lines?: string[];
    text?: string[];
  }

  /** Hands a mail to Postfix, as a client elsewhere, unless told otherwise. */
  async function send(
    { from, to = serving.teamAddress, subject, lines = [], text = ['Could we talk?'] }: Written,
    words = OUTSIDE,
  ): Promise<Handed> {
    const file = await serving.mail(
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: <${subject.replaceAll(/\W/g, '-')}@client.example>`,
      ...lines,
      '',
      ...text,
      '',
    );
    return sendWithSwaks({ port: postfix.port, from, to, file }, words);
  }

  /** What somebody elsewhere has got, once there is one that is looked for. */
  function gotBy(address: string, isIt: (mail: Email) => boolean): Promise<Email> {
    return eventually(async () => {
      const taken = (await people.taken()).filter(({ to }) => to === address);
      const mails = await Promise.all(taken.map(({ raw }) => PostalMime.parse(raw)));
      return mails.find(isIt);
    });
  }

  test('a mail from elsewhere leads to times, a plain reply books one, and a calendar that declines is noticed or passed on', async () => {
    const author = 'grace@client.example';
    const { isTaken, told } = await send({ from: author, subject: 'Product demo' });
    assert.ok(isTaken, told);
    const { meeting_request_id: id } = await serving.worked('Product demo');
    const offer = await gotBy(author, (mail) => /pick a time/.test(mail.subject ?? ''));
    assert.equal(offer.inReplyTo, '<Product-demo@client.example>');

    const { options } = await serving.request(String(id));
    const to = offer.replyTo?.[0]?.address ?? '';
    await send({
      from: author,
      to,
      subject: 'Re: Product demo',
      lines: [`In-Reply-To: ${offer.messageId}`],
      text: [
        'Option 2 works.',
        '',
        'On 16 Nov 2026, at 10:00, Ada Lovelace via Rota wrote:',
        ...(offer.text ?? '').split('\n').map((line) => `> ${line}`),
      ],
    });
    assert.equal((await serving.worked('Re: Product demo')).understood_as, 'chose_options');
    const invite = await gotBy(author, ({ attachments }) => attachments.length > 0);
    const request = await serving.request(String(id));
    assert.deepEqual([request.status, request.starts_at], ['booked', options[1]?.starts_at]);

    const calendar = textOf(invite.attachments[0]?.content).replace(/\r?\n[ \t]/g, '');
    const field = (name: string) => new RegExp(`^${name}[:;].*$`, 'm').exec(calendar)?.[0].trimEnd() ?? '';
    const [, organizer = ''] = /^ORGANIZER.*mailto:(.*)$/im.exec(field('ORGANIZER')) ?? [];
    const declined = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//example//calendar', 'METHOD:REPLY', 'BEGIN:VEVENT'],
      ...['UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'ORGANIZER'].map(field),
      `ATTENDEE;PARTSTAT=DECLINED:mailto:${author}`,
      ...['END:VEVENT', 'END:VCALENDAR'],
    ];
    await send({
      from: author,
      to: organizer,
      subject: 'Declined: Product demo',
      lines: ['MIME-Version: 1.0', 'Content-Type: text/calendar; method=REPLY; charset=utf-8'],
      text: declined,
    });
    // Nothing proves that it is theirs, and everybody who is invited could have written it to the team.
    assert.equal((await serving.worked('Declined: Product demo')).understood_as, 'unclear');
    const { attention, participants } = await serving.request(String(id));
    assert.deepEqual([attention?.reason, participants[0]?.attendance], ['unclear_reply', 'accepted']);
    await send({
      from: author,
      to,
      subject: 'Declined where only they answer',
      lines: ['MIME-Version: 1.0', 'Content-Type: text/calendar; method=REPLY; charset=utf-8'],
      text: declined,
    });
    const answered = await serving.worked('Declined where only they answer');
    assert.equal(answered.understood_as, 'attendance_declined');
  });

  test('550 for an address that Rota does not know: it is asked before the mail is taken', async () => {
    const { isTaken, told } = await send({
      from: 'grace@client.example',
      to: `nobody.acme@${MAIL_DOMAIN}`,
      subject: 'Lost',
    });
    assert.equal(isTaken, false);
    assert.match(told, /550.*undeliverable/);
  });

  test('a member is believed from this machine, and not from elsewhere', async () => {
    const to = `acme@${MAIL_DOMAIN}`;
    const lines = ['Cc: Grace <grace@client.example>'];
    const here = await send({ from: MEMBER, to, lines, subject: 'From the office' }, []);
    assert.ok(here.isTaken, here.told);
    assert.equal((await serving.worked('From the office')).understood_as, 'new_request');

    for (const to of [`acme@${MAIL_DOMAIN}`, serving.teamAddress]) {
      const subject = `From ${to}`;
      const { isTaken, told } = await send({ from: MEMBER, to, lines, subject });
      assert.ok(isTaken, told);
      const { status, meeting_request_id } = await serving.worked(subject);
      assert.deepEqual([status, meeting_request_id], ['ignored', null]);
    }
  });

  test('mail waits while Rota is away, and is delivered once; 450 for an address that was not asked about before', async () => {
    await serving.stop();
    const { isTaken, told } = await send({ from: 'alan@client.example', subject: 'While you were away' });
    assert.ok(isTaken, told);
    const asked = await send({
      from: 'alan@client.example',
      to: `new.acme@${MAIL_DOMAIN}`,
      subject: 'Later',
    });
    assert.match(asked.told, /450 .*unverified/);
    await eventually(async () => /to=<sales\.acme@.*status=deferred/.test(await postfix.log()));
    await serving.start();
    assert.equal((await serving.worked('While you were away')).understood_as, 'new_request');
    assert.equal((await serving.requests('participant_email=alan@client.example')).length, 1);
  });

  test('a message that can’t be delivered comes back: it has failed, and its request needs attention', async () => {
    const author = `nobody@${GONE}`;
    const { isTaken, told } = await send({ from: author, subject: 'Moved away' });
    assert.ok(isTaken, told);
    const { meeting_request_id: id } = await serving.worked('Moved away');
    const request = await eventually(async () => {
      const found = await serving.request(String(id));
      return found.attention !== null && found;
    });
    assert.equal(request.attention?.reason, 'bounced');
    const messages = (await serving.messages()).filter((each) => each.meeting_request_id === id);
    const offer = messages.find(({ kind }) => kind === 'options');
    assert.equal(offer?.status, 'failed');
    assert.match(String(offer?.last_error), /There is no such mailbox/);
    assert.equal(messages.find(({ kind }) => kind === 'bounce')?.understood_as, 'bounced');
  });

  test('over STARTTLS to another Rota: what one has written is nothing to the other', async () => {
    const { isTaken, told } = await send({ from: other.teamAddress, subject: 'Of a team elsewhere' });
    assert.ok(isTaken, told);
    const { meeting_request_id: id } = await serving.worked('Of a team elsewhere');
    const { status, subject, ignored_because } = await eventually(async () => {
      const [message] = await other.messages('direction=in');
      return message?.ignored_because !== null && message;
    });
    assert.deepEqual([status, /pick a time/.test(subject)], ['ignored', true], String(ignored_because));
    assert.match(await postfix.log(), new RegExp(`TLS connection established to .*:${other.smtpPort}`));
    assert.deepEqual(await other.messages('direction=out'), []);
    const about = (await serving.messages('direction=in')).filter((each) => each.meeting_request_id === id);
    assert.equal(about.length, 1);
  });
});
