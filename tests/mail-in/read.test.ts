// Mails as programs of others write them: what kind each is, its headers, and what a person has written in it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { readMail } from '../../src/mail-in/read.ts';
import { describe, test } from '../support/lanes.ts';
import { mailCases } from './mail-cases.ts';
import { FOLDER, mailIn, mailOf } from './mails.ts';

describe('A mail in a file', () => {
  for (const { file, nature = { nature: 'human' }, reply, ...expected } of mailCases) {
    test(`${file} is ${nature.nature}`, async () => {
      const mail = await readMail(mailIn(file));
      assert.deepEqual(mail.nature, nature);
      assert.equal(mail.is_encrypted, expected.is_encrypted ?? false);
      assert.equal(mail.is_interleaved, expected.is_interleaved ?? false);
      if (reply !== undefined) assert.equal(mail.reply, reply);
    });
  }

  test('has a case for each file', () => {
    const files = readdirSync(FOLDER).map((name) => name.replace('.eml', ''));
    assert.deepEqual(files.sort(), mailCases.map(({ file }) => file).sort());
  });

  test('is read as postal-mime reads it: its headers, and the words of its text', async () => {
    const words = (text = '') => text.match(/[\p{L}\p{N}@]+/gu) ?? [];
    for (const { file } of mailCases.filter((one) => !/html|web|opaque|encrypted|pgp/.test(one.file))) {
      const raw = mailIn(file);
      const mail = await readMail(raw);
      const other = await PostalMime.parse(raw, { forceRfc822Attachments: true });
      assert.equal(mail.subject, other.subject, file);
      assert.equal(mail.message_id, other.messageId ?? null, file);
      assert.deepEqual(mail.from[0]?.address.toLowerCase(), other.from?.address?.toLowerCase(), file);
      assert.deepEqual(words(mail.text), words(other.text), file);
    }
  });

  test('has everybody in it, decoded, and the way it took', async () => {
    const mail = await readMail(mailIn('new-request-forwarded'));
    assert.deepEqual(mail.from, [{ address: 'Gregoire@example.com', name: 'Grégoire Höpper' }]);
    assert.deepEqual(mail.to, [
      { address: 'sales.example@rota.example.org', name: 'Sales, Example Ltd' },
      { address: 'alan@example.com', name: 'Alan' },
      { address: 'joan@example.com', name: null },
    ]);
    assert.deepEqual(mail.cc, [{ address: 'konrad@example.com', name: 'Konrad Zuße' }]);
    assert.equal(mail.subject, 'Fwd: Demo nächste Woche?');
    assert.equal(mail.written_at, Date.parse('2026-11-16T10:30:00+01:00'));
    assert.deepEqual(mail.received_from, ['127.0.0.1', '198.51.100.20', '203.0.113.9']);
  });
});

describe('A mail', () => {
  const read = (header: string, body: string | Buffer = 'text', sender?: string) =>
    readMail(Buffer.concat([mailOf(`${header}\n\n`), Buffer.from(body)]), sender);
  const FROM = 'From: Grace <grace@example.com>';

  test('is read in any charset, also in the wrong one or in none', async () => {
    const cases: [charset: string, bytes: Buffer][] = [
      ['utf-8', Buffer.from('für mich')],
      ['iso-8859-1', Buffer.from('für mich', 'latin1')],
      ['"windows-1252"', Buffer.from('für mich', 'latin1')],
      ['utf-16le', Buffer.from('für mich', 'utf16le')],
      // Said to be something else.
      ['us-ascii', Buffer.from('für mich')],
      ['utf-8', Buffer.from('für mich', 'latin1')],
      ['iso-8859-1', Buffer.from('für mich')],
      ['no-such-charset', Buffer.from('für mich')],
      ['', Buffer.from('für mich', 'latin1')],
    ];
    for (const [charset, bytes] of cases) {
      const mail = await read(`${FROM}\nContent-Type: text/plain; charset=${charset}`, bytes);
      assert.equal(mail.text, 'für mich', charset);
    }
    const japanese = Buffer.from('1b24422431244c1b2842', 'hex');
    assert.equal((await read('Content-Type: text/plain; charset=iso-2022-jp', japanese)).text, 'けぬ');
  });

  test('has words in its headers, encoded well or badly', async () => {
    const subjects = {
      '=?utf-8?Q?f=C3=BCr?= =?utf-8?B?IG1pY2g=?=': 'für mich',
      '=?utf-8?Q?f=C3?= =?utf-8?Q?=BCr?=': 'für',
      '=?utf-8?Q?open': '=?utf-8?Q?open',
      '=?x-unknown?Q?abc?=': 'abc',
    };
    for (const [written, shown] of Object.entries(subjects)) {
      assert.equal((await read(`Subject: ${written}`)).subject, shown);
    }
    // SMTPUTF8, and a program that writes whatever its machine speaks.
    assert.equal((await readMail(Buffer.from('Subject: für mich\r\n\r\n'))).subject, 'für mich');
    assert.equal((await readMail(Buffer.from('Subject: für mich\r\n\r\n', 'latin1'))).subject, 'für mich');
    const international = await readMail(Buffer.from('From: Žofie <žofie@příklad.cz>\r\n\r\n'));
    assert.deepEqual(international.from, [{ address: 'žofie@příklad.cz', name: 'Žofie' }]);
  });

  test('with two addresses in From, or two From, has two senders', async () => {
    for (const header of [
      'From: a@example.com, b@example.com',
      'From: a@example.com\nFrom: b@example.com',
      'From: Ada <a@example.com>, not an address <b@>',
    ]) {
      assert.equal((await read(header)).from.length, 2, header);
    }
    assert.deepEqual((await read('From: "b@example.com" <a@example.com>')).from, [
      { address: 'a@example.com', name: 'b@example.com' },
    ]);
    assert.deepEqual((await read('From: nobody')).from, []);
  });

  test('of HTML alone becomes text, without scripts, styles and what nobody sees', async () => {
    const html = `<html><head><title>2</title><style>p{x:3}</style></head><body><script>4</script>
      <p>Option&nbsp;1 &amp; caf&#233;</p><div style="display: none">5</div><span hidden>6</span>
      <div>next<br>line</div><ul><li>one</li><li>two</li></ul><!-- 7 -->a &lt; b
      <blockquote>8</blockquote><div style="overflow: hidden">end</div></body></html>`;
    const mail = await read(`${FROM}\nContent-Type: text/html; charset=utf-8`, html);
    assert.equal(mail.reply, 'Option 1 & café\n\nnext\nline\n- one\n- two\na < b\n\nend');
    assert.match(mail.text, /^> 8$/m);
    assert.doesNotMatch(mail.text, /[234567]/);
  });

  test('of HTML that is broken never shows what is quoted', async () => {
    for (const html of [
      'yes<blockquote><div>quoted</blockquote></div>',
      'yes<div id=appendonsend></div>quoted',
      'yes<blockquote type="cite">quoted',
      'yes<!-- quoted',
    ]) {
      assert.equal((await read(`${FROM}\nContent-Type: text/html`, html)).reply, 'yes', html);
    }
  });

  test('of HTML keeps what its author has only indented', async () => {
    const html =
      'Option 2<blockquote style="margin:0 0 0 40px;border:none;padding:0px">not on Friday</blockquote>';
    assert.equal((await read(`${FROM}\nContent-Type: text/html`, html)).reply, 'Option 2\nnot on Friday');
  });

  test('does not take a file that it shows for what was written', async () => {
    const shown = 'Content-Type: text/plain; name="notes.txt"\nContent-Disposition: inline\n\noption 3\n';
    const body = `--a\nContent-Type: text/plain\n\nsee below\n--a\n${shown}--a--\n`;
    const mail = await readMail(mailOf(`${FROM}\nContent-Type: multipart/mixed; boundary=a\n\n${body}`));
    assert.equal(mail.text, 'see below');
  });

  test('has flowed lines joined, with and without the space at their ends', async () => {
    const flowed = 'one \r\ntwo\r\n> quoted \r\n> too\r\n-- \r\nname';
    const type = `${FROM}\nContent-Type: text/plain; format=flowed`;
    assert.equal((await read(type, flowed)).text, 'one two\n> quoted too\n--\nname');
    assert.equal((await read(`${type}; delsp=yes`, flowed)).text, 'onetwo\n> quotedtoo\n--\nname');
  });

  test('takes file names and boundaries in several pieces', async () => {
    const header = `${FROM}\nContent-Type: multipart/mixed; boundary*0="a "; boundary*1*=b%3D`;
    const body = '--a b=\n\nfirst\n--a b=\nContent-Disposition: attachment\n\nnot this\n--a b=--\nnor this';
    assert.equal((await readMail(mailOf(`${header}\n\n${body}`))).text, 'first');
  });

  test('of a machine is known by its headers', async () => {
    const machines: Record<string, string> = {
      'Auto-Submitted: auto-notified': 'says Auto-Submitted: auto-notified',
      'X-Autorespond: yes': 'is marked as an automatic reply',
      'Precedence: bulk': 'says Precedence: bulk',
      'List-Id: <a.example.com>': 'came through a mailing list',
      'Return-Path: <>': 'was sent without an address to return it to',
      'From: no-reply@example.com': 'is from an address that nobody reads',
      'X-TMDA-Fingerprint: a': 'asks to confirm that a person has written',
    };
    for (const [header, reason] of Object.entries(machines)) {
      const { nature } = await read(`${header}\n${FROM}`.replace(/^(From: no.*)\n.*/s, '$1'));
      assert.deepEqual(nature, { nature: 'automatic', reason }, header);
    }
    assert.equal((await read(FROM, 'text', '')).nature.nature, 'automatic');
    const loop = 'Received: from a.example ([192.0.2.1]) by b.example; x\n'.repeat(31);
    assert.deepEqual((await read(`${loop}${FROM}`)).nature, {
      nature: 'automatic',
      reason: 'has passed more than 30 mail servers',
    });
  });

  test('about an absence is an out-of-office reply only if a machine says so', async () => {
    const isAway = async (header: string, body = 'text') =>
      (await read(`${FROM}\n${header}`, body)).nature.nature === 'out_of_office';
    assert.ok(await isAway('Subject: Automatic reply: Times'));
    assert.ok(await isAway('Subject: Abwesenheitsnotiz: Times'));
    assert.ok(await isAway('Subject: Urlaub\nAuto-Submitted: auto-replied'));
    assert.ok(
      await isAway('Auto-Submitted: auto-replied\nSubject: Re: Times', 'Ich bin bis 20.11. im Urlaub.'),
    );
    assert.ok(await isAway('Subject: Réponse automatique : Times'));
    assert.ok(!(await isAway('Subject: Urlaub im Juli?')));
    assert.ok(
      !(await isAway('Subject: Your ticket 2\nAuto-Submitted: auto-replied', 'We have got your mail.')),
    );
    assert.ok(!(await isAway('Subject: Holiday offers\nList-Id: <a.example.com>')));
  });

  test('with a calendar of somebody else asks for a meeting, or for nothing', async () => {
    const event =
      'BEGIN:VEVENT\nUID:a\nDTSTART:20261118T083000Z\nATTENDEE:mailto:grace@example.com\nEND:VEVENT';
    const nature = async (method: string) => {
      const calendar = `BEGIN:VCALENDAR\n${method}${event}\nEND:VCALENDAR\n`;
      return (await readMail(mailOf(`${FROM}\nContent-Type: text/calendar\n\n${calendar}`))).nature.nature;
    };
    assert.equal(await nature('METHOD:REQUEST\n'), 'human');
    assert.equal(await nature(''), 'human');
    assert.equal(await nature('METHOD:CANCEL\n'), 'automatic');
    assert.equal(await nature('METHOD:REPLY\n'), 'calendar');
  });

  test('with a counter-proposal that names everybody is of whoever has sent it', async () => {
    const calendar = `BEGIN:VCALENDAR
METHOD:COUNTER
BEGIN:VEVENT
UID:a
DTSTART;TZID=tzone://Microsoft/Custom:20261118T110000
DTEND;TZID=tzone://Microsoft/Custom:20261118T120000
ATTENDEE;PARTSTAT=ACCEPTED:mailto:alan@example.com
ATTENDEE;PARTSTAT=DECLINED:mailto:GRACE@example.com
END:VEVENT
END:VCALENDAR
`;
    const { nature } = await readMail(mailOf(`${FROM}\nContent-Type: text/calendar\n\n${calendar}`));
    assert.equal(nature.nature, 'calendar');
    assert.equal(nature.nature === 'calendar' && nature.reply.attendance, 'declined');
    assert.equal(nature.nature === 'calendar' && nature.reply.starts_at, null, 'nobody knows that zone');
  });

  test('with a counter-proposal is of the time that its zone means, if that is certain', async () => {
    const startIn = async (tzid: string) => {
      const times = ['DTSTART', 'DTEND'].map((name, hour) => `${name};TZID="${tzid}":20260618T1${hour}0000`);
      const calendar = `BEGIN:VCALENDAR\nMETHOD:COUNTER\nBEGIN:VEVENT\nUID:a\n${times.join('\n')}
ATTENDEE;PARTSTAT=DECLINED:mailto:grace@example.com\nEND:VEVENT\nEND:VCALENDAR\n`;
      const { nature } = await readMail(mailOf(`${FROM}\nContent-Type: text/calendar\n\n${calendar}`));
      return nature.nature === 'calendar' && nature.reply.starts_at;
    };
    const eight = Date.parse('2026-06-18T08:00:00Z');
    assert.equal(await startIn('(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna'), eight);
    assert.equal(await startIn('GMT +0100 (Standard) / GMT +0200 (Daylight)'), eight);
    assert.equal(await startIn('W. Europe Standard Time'), eight);
    assert.equal(await startIn('UTC+02:00'), eight);
    assert.equal(await startIn('(UTC+01:00) Somewhere'), null, 'it may have summer time');
  });

  test('of a person may have headers that only look like those of a machine', async () => {
    for (const header of [
      'Auto-Submitted: no',
      'X-Auto-Response-Suppress: All',
      'Precedence: first-class',
      'Return-Path: <grace@example.com>',
      'Subject: Re: Out of office on Friday',
    ]) {
      assert.deepEqual((await read(`${header}\n${FROM}`)).nature, { nature: 'human' }, header);
    }
  });
});
