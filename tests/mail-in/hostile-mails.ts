import { mailOf } from './mails.ts';

const MIB = 1024 * 1024;
const FROM = 'From: Grace <grace@example.com>\n';

/** As often as it fits into the largest mail that is read. */
function full(header: string, piece: string, end = ''): Buffer {
  const head = Buffer.from(`${header.replaceAll('\n', '\r\n')}\r\n`, 'latin1');
  const bytes = Buffer.from(piece, 'latin1');
  const count = Math.floor((MIB - head.length - end.length) / bytes.length);
  return Buffer.concat([head, Buffer.alloc(count * bytes.length, bytes), Buffer.from(end)]);
}
const header = (name: string, piece: string) =>
  mailOf(`${FROM}${name}: ${piece.repeat(64_000 / piece.length)}\n\nhello`);
const html = (piece: string) => full(`${FROM}Content-Type: text/html; charset=utf-8\n`, piece);
const text = (piece: string, type = 'text/plain') => full(`${FROM}Content-Type: ${type}\n`, piece);

function nested(depth: number): Buffer {
  let inner = 'Content-Type: text/plain\n\nhello\n';
  for (let level = depth; level > 0; level -= 1) {
    inner = `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n${inner}\n--b${level}--\n`;
  }
  return mailOf(FROM + inner);
}

const multipart = (type = 'mixed') => `${FROM}Content-Type: multipart/${type}; boundary=a\n`;

/** Mails that were made to take long, or to break something. `because`: of which bound they are stopped. */
export const hostileMails: { name: string; raw: Buffer; reason?: string }[] = [
  { name: 'one byte too many', raw: Buffer.alloc(MIB + 1, 'a'), reason: 'is larger than 1 MiB' },
  { name: '100 parts', raw: mailOf(`${multipart()}\n${'--a\n\nx\n'.repeat(99)}--a--\n`) },
  {
    name: '1,000 parts',
    raw: mailOf(`${multipart()}\n${'--a\n\nx\n'.repeat(1_000)}--a--\n`),
    reason: 'has more than 100 parts',
  },
  { name: 'parts and nothing else', raw: full(multipart(), '--a\n'), reason: 'has more than 100 parts' },
  {
    name: 'parts that cost much to begin',
    raw: full(multipart(), '--a\nContent-Transfer-Encoding: quoted-printable\n\n'),
    reason: 'has more than 100 parts',
  },
  {
    name: 'lines like boundaries',
    raw: full(multipart(), '--ab\n'),
    reason: 'has too many lines like boundaries',
  },
  { name: '10 deep', raw: nested(10) },
  { name: '1,000 deep', raw: nested(1_000), reason: 'is nested more than 10 deep' },
  {
    name: 'headers without an end',
    raw: full(FROM.trim(), 'X-A: b\r\n'),
    reason: 'has more than 64 KiB of headers',
  },
  { name: 'a header of 1 MiB', raw: full(`${FROM}X-A: a`, 'b'), reason: 'has more than 64 KiB of headers' },
  { name: 'a folded header', raw: header('Subject', '\r\n a') },
  { name: 'encoded words', raw: header('Subject', '=?utf-8?q?=c3=a9?= ') },
  { name: 'encoded words that never end', raw: header('Subject', '=?a?q?') },
  { name: 'encoded words inside of each other', raw: header('Subject', '=?utf-8?B?PT91dGYtOD9CPw==?=') },
  { name: 'addresses', raw: header('To', 'a@b.example,') },
  { name: 'angle brackets', raw: header('To', '<') },
  { name: 'groups of addresses', raw: header('To', 'a:') },
  {
    name: 'groups of addresses in many fields',
    raw: mailOf(`${FROM}${`To: ${'a:'.repeat(1_000)}\n`.repeat(30)}\nhello`),
  },
  { name: 'comments', raw: header('From', '(') },
  { name: 'quotation marks', raw: header('From', '"\\') },
  { name: 'spaces', raw: header('Cc', ' ') },
  { name: 'ids of messages', raw: header('References', '<a@b>') },
  { name: 'parameters', raw: header('Content-Type', 'text/plain; a*0*=b;') },
  { name: 'parameters in pieces', raw: header('Content-Type', 'text/plain; x*1=b;') },
  {
    name: 'Received lines',
    raw: mailOf(`${'Received: from a by b; c\n'.repeat(2_000)}${FROM}\nx`),
    reason: 'has passed more than 30 mail servers',
  },
  { name: 'a long Received line', raw: header('Received', 'from ([1.2.3.4]) ') },
  { name: 'no line break', raw: text('a') },
  { name: 'empty lines', raw: text('\n') },
  { name: 'short lines', raw: text('ab\r\n') },
  { name: 'NUL', raw: text('\0') },
  { name: 'CR', raw: text('\r') },
  { name: 'spaces in the text', raw: text(' ') },
  { name: 'quotes', raw: text('> a\n') },
  { name: 'quotes of quotes', raw: text('>') },
  { name: 'flowed lines', raw: text('a \r\n', 'text/plain; format=flowed') },
  { name: 'lines that introduce quotes', raw: text('On 1 a\n') },
  { name: 'words that introduce quotes', raw: text('On 1 a wrote On ') },
  { name: 'verbs that introduce quotes', raw: text('On 1 wrote b wrote \nOn ') },
  { name: 'dates that introduce nothing', raw: text(`On ${'1 '.repeat(110)}wrot:\n`) },
  {
    name: 'verbs before addresses that never end',
    raw: text(`On 1${' wrote'.repeat(45)}${` <${'a'.repeat(60)}`.repeat(3)}\n`),
  },
  { name: 'verbs that introduce nothing', raw: text(`On ${'wrote 1 '.repeat(30)}x:\n`) },
  { name: 'addresses that introduce nothing', raw: text(`${'<a@'.repeat(80)}1:\n`) },
  { name: 'digits above quotes', raw: text(`${'1'.repeat(980)}:\n>\n`) },
  { name: 'headers in the text', raw: text('From: a\n') },
  { name: 'bold words', raw: text('*') },
  { name: 'lines of dashes', raw: text('-----------\n') },
  { name: 'greetings', raw: text('Hello a,\n') },
  { name: 'names', raw: text('Grace\n') },
  { name: 'names with titles', raw: text(`${'Grace | A B\n'.repeat(12)}but\n`) },
  { name: 'titles below names', raw: text(`Grace | A B\n${`${'A '.repeat(9)}b\n`.repeat(11)}`) },
  { name: 'footers of phones', raw: text(`Sent from my ${'- '.repeat(30)}\n`) },
  { name: 'regards', raw: text('Best regards,\n') },
  { name: 'armour', raw: text('-----BEGIN PGP SIGNED MESSAGE-----\n') },
  { name: 'a text of equals signs', raw: full(`${FROM}Content-Transfer-Encoding: quoted-printable\n`, '=') },
  {
    name: 'equals signs and space',
    raw: full(`${FROM}Content-Transfer-Encoding: quoted-printable\n`, '= \t'),
  },
  { name: 'padding', raw: full(`${FROM}Content-Transfer-Encoding: base64\n`, 'QQ==') },
  { name: 'escapes of ISO-2022-JP', raw: text('\x1b$B$3', 'text/plain; charset=iso-2022-jp') },
  { name: 'GB 18030', raw: text('\x81\x30', 'text/plain; charset=gb18030') },
  { name: 'tags', raw: html('<b>a') },
  { name: 'tags that never end', raw: html('<a ') },
  { name: 'less-than signs', raw: html('<') },
  { name: 'comments in HTML', raw: html('<!--') },
  { name: 'blockquotes', raw: html('<blockquote>') },
  { name: 'hidden elements', raw: html('<p hidden>') },
  { name: 'styles', raw: html('<p style="display      :">') },
  { name: 'scripts', raw: html('<script>') },
  { name: 'ends of elements', raw: html('</div>') },
  { name: 'elements of a quote', raw: html('<div id=appendonsend>') },
  { name: 'entities', raw: html('&amp') },
  { name: 'character references', raw: html('&#x10ffff;') },
  { name: 'attributes', raw: full(`${FROM}Content-Type: text/html\n`, ' a=b', '>x') },
  { name: 'a calendar of lines', raw: text('BEGIN:VEVENT\n', 'text/calendar; method=REPLY') },
  { name: 'a calendar of folds', raw: text('\n a', 'text/calendar; method=REPLY') },
  { name: 'a calendar of parameters', raw: text(';a=b', 'text/calendar; method=REPLY') },
  { name: 'a delivery report', raw: text('Action: failed\n\n', 'message/delivery-status') },
  { name: 'a signature of zeros', raw: text('\x30\x80', 'application/pkcs7-mime') },
  {
    name: 'dates',
    raw: mailOf(
      `${FROM}Subject: Out of office\nDate: Mon, 16 Nov 2026 10:00:00 +0000\n\n${'back on 1. 1. '.repeat(70_000)}`,
    ),
  },
];
