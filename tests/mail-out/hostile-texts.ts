// Texts that attack headers, MIME, HTML and iCalendar, each with what a reader is to see of it.

export interface HostileText {
  name: string;
  text: string;
  /** Where it stands on one line. */
  line: string;
  /** Where it may have lines. */
  lines: string;
}

type Row = [name: string, text: string, line?: string, lines?: string];

const ZERO_WIDTH_JOINER = '\u200d';
const long = 'a'.repeat(10_000);

// Where nothing else is said, the text is meant as it is.
const rows: Row[] = [
  // Headers.
  [
    'a line break and a header',
    'Grace\r\nBcc: all@example.net',
    'Grace Bcc: all@example.net',
    'Grace\nBcc: all@example.net',
  ],
  ['a line feed and a header', 'Grace\nX-Evil: 1', 'Grace X-Evil: 1', 'Grace\nX-Evil: 1'],
  ['a carriage return and a header', 'Grace\rX-Evil: 1', 'Grace X-Evil: 1', 'Grace\nX-Evil: 1'],
  [
    'a folded header',
    'Grace\r\n Bcc: all@example.net',
    'Grace Bcc: all@example.net',
    'Grace\n Bcc: all@example.net',
  ],
  ['an end of headers', 'Grace\r\n\r\n<b>body</b>', 'Grace <b>body</b>', 'Grace\n\n<b>body</b>'],
  ['a next line (U+0085) and a header', 'Grace\u0085Bcc: x', 'Grace Bcc: x', 'Grace\nBcc: x'],
  ['a line separator', 'Grace\u2028Bcc: x', 'Grace Bcc: x', 'Grace\nBcc: x'],
  ['a paragraph separator', 'Grace\u2029Bcc: x', 'Grace Bcc: x', 'Grace\nBcc: x'],
  ['a vertical tab and a form feed', 'Grace\vHopper\fx', 'Grace Hopper x', 'Grace\nHopper\nx'],
  ['a tab', 'Grace\tHopper', 'Grace Hopper', 'Grace Hopper'],
  ['an encoded word', '=?utf-8?Q?Ad=61?='],
  ['an encoded word in base64', '=?utf-8?B?PHNjcmlwdD4=?='],
  ['an encoded word with a line break', '=?utf-8?Q?a=0D=0ABcc:_x?='],
  ['encoded words side by side', '=?utf-8?Q?a?= =?utf-8?Q?b?='],
  ['an encoded word in another charset', '=?utf-7?Q?+ADw-script+AD4-?='],
  ['the beginning of an encoded word', 'a =? b'],
  ['an encoded word and letters beyond ASCII', 'é =?utf-8?Q?a?='],
  ['quotation marks', 'Grace "Amazing" Hopper'],
  ['a quotation mark that ends the name', 'Grace" <all@example.net>, "'],
  ['a backslash at the end', 'Grace\\'],
  ['a backslash and a quotation mark', 'Grace\\" Hopper\\\\'],
  ['an address in brackets', 'Grace <all@example.net>'],
  ['a list of addresses', 'a@example.net, b@example.net; c@example.net'],
  ['a group', 'undisclosed: a@example.net;'],
  ['a comment', 'Grace (all@example.net)'],
  ['an at sign alone', '@'],
  ['punctuation alone', ',;:<>()[]\\"@.'],
  ['only one dot', '.'],
  ['commas of other scripts', 'a，b、c；d'],
  // SMTP and MIME.
  [
    'the end of data',
    'Grace\r\n.\r\nMAIL FROM:<x@example.net>',
    'Grace . MAIL FROM:<x@example.net>',
    'Grace\n.\nMAIL FROM:<x@example.net>',
  ],
  ['lines of dots', '..\n...\n.', '.. ... .', '..\n...\n.'],
  ['a line with From', 'x\nFrom all@example.net', 'x From all@example.net', 'x\nFrom all@example.net'],
  [
    'the boundary of the message',
    'x\n--=_msg_1_a\nContent-Type: text/html\n\n<b>x</b>',
    'x --=_msg_1_a Content-Type: text/html <b>x</b>',
    'x\n--=_msg_1_a\nContent-Type: text/html\n\n<b>x</b>',
  ],
  ['the end of the outer boundary', 'x\n--=_msg_1_m--', 'x --=_msg_1_m--', 'x\n--=_msg_1_m--'],
  ['a boundary encoded', 'x\n--=3D_msg_1_a', 'x --=3D_msg_1_a', 'x\n--=3D_msg_1_a'],
  ['a soft line break', 'a=\nb', 'a= b', 'a=\nb'],
  ['quoted-printable', '=0D=0ABcc: x=20=', '=0D=0ABcc: x=20='],
  ['spaces at ends of lines', 'a   \nb   ', 'a b', 'a\nb'],
  ['many empty lines', 'a\n\n\n\n\nb', 'a b', 'a\n\nb'],
  ['a very long word', long, `${'a'.repeat(499)}…`, `${'a'.repeat(4_999)}…`],
  ['a long name', 'Wolfe Schlegel Steinhausen Berger Dorff '.repeat(5).trim()],
  ['a word of a line', 'a'.repeat(79)],
  ['a long word beyond ASCII', 'ü'.repeat(450)],
  [
    'a very long text',
    'word '.repeat(2_000),
    `${'word '.repeat(100).slice(0, 499).trimEnd()}…`,
    `${'word '.repeat(1_000).slice(0, 4_999).trimEnd()}…`,
  ],
  // Characters.
  ['NUL', 'Gr\0ace', 'Grace', 'Grace'],
  ['escape sequences of a terminal', '\u001b[2JGrace\u001b[31m', '[2JGrace[31m', '[2JGrace[31m'],
  ['controls', 'G\u0001r\u0008a\u000ec\u001fe\u007f\u009b', 'Grace', 'Grace'],
  ['a byte order mark', '\ufeffGrace', 'Grace', 'Grace'],
  ['emoji', `👩🏽${ZERO_WIDTH_JOINER}🚀 🇩🇪 ❤️`],
  ['many emoji', `👩${ZERO_WIDTH_JOINER}👩${ZERO_WIDTH_JOINER}👧${ZERO_WIDTH_JOINER}👦`.repeat(7)],
  ['an override of direction', 'invoice\u202efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
  ['isolates and embeddings', '\u2066a\u2069\u202ab\u202c\u2067c', 'abc', 'abc'],
  ['Hebrew and Arabic with their marks', 'שלום\u200f (اجتماع)\u200e'],
  ['half of a surrogate pair', 'a\ud83db', 'a\ufffdb', 'a\ufffdb'],
  ['the other half', '\udc00x', '\ufffdx', '\ufffdx'],
  ['no characters', 'a\uffffb\ufdd0c', 'a\ufffdb\ufffdc', 'a\ufffdb\ufffdc'],
  ['combining marks', `Z${'\u0351\u0321\u036b'.repeat(20)}algo`],
  ['wide spaces', 'Grace\u3000\u00a0Hopper', 'Grace Hopper', 'Grace\u3000\u00a0Hopper'],
  // HTML.
  ['a script', '<script>alert(1)</script>'],
  ['an end of styles', '</style></head><body onload=alert(1)>'],
  ['an end of the table', '</td></tr></table></body></html>'],
  ['an attribute', '" onmouseover="alert(1)'],
  ['an attribute with the other quotation mark', "' style='position:fixed"],
  ['a picture that tells who reads', '<img src="https://example.net/pixel.gif">'],
  ['a link with a script', 'javascript:alert(1)'],
  ['a link', '<a href="javascript:alert(1)">Choose</a>'],
  ['entities', '&lt;b&gt; &amp;amp; &#39; &#x202e;'],
  ['a comment of Outlook', '<!--[if mso]><b>x</b><![endif]-->'],
  ['an end of a comment', '--><b>x</b><!--'],
  ['a section of data', ']]><![CDATA[<b>'],
  // Templates.
  ['a word of a template', '{title} {organizer} {reader}'],
  [
    'a condition and a block',
    '[title] @button Click\n@times',
    '[title] @button Click @times',
    '[title] @button Click\n@times',
  ],
  ['a subject', 'Subject: You have won'],
  ['patterns of replacements', "$& $1 $$ $` $'"],
  ['other templates', '$' + '{7*7} {{7*7}} <%= 7*7 %> %s #{7}'],
  // iCalendar.
  [
    'an end of the event',
    'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil',
    'x END:VEVENT BEGIN:VEVENT UID:evil',
    'x\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil',
  ],
  ['escaped line breaks', 'a\\nb\\;c\\,d'],
  ['a parameter', '";X-EVIL=1:mailto:x@example.net'],
  ['carets', "^n ^' ^^"],
];

export const hostileTexts: HostileText[] = rows.map(([name, text, line = text, lines = line]) => ({
  name,
  text,
  line,
  lines,
}));
