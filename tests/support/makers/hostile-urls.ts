// URLs that a public server must refuse for webhooks, each with its message; similar URLs that it must accept; and resolved addresses
// that it must not send to.

export type HostileUrl = [url: string, message: string];

export const NO_HTTPS = 'url must be an https URL such as https://example.com/webhooks';
export const CREDENTIALS = 'url must not contain a user name or password';
export const INVISIBLE = 'url must not contain spaces or control characters';
export const notPublic = (address: string) => `url must not lead there: ${address} is not a public address`;

/** A URL for the name of a test: invisible and misleading characters are escaped. */
export function visible(url: string): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return url.replace(/[^\x20-\x7e]/g, escaped);
}

const hosts = (text: string) => text.trim().split(/\s+/);

/** Converts to full-width forms. */
const wide = (text: string) =>
  text.replace(/./g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

/** Ways to write one address, with its usual form as its name. */
const spellings = (address: string, written: string[]): HostileUrl[] =>
  written.map((host) => [`https://${host}/hook`, notPublic(address)]);

/** Addresses whose text is their name. */
const ipv4 = (text: string): HostileUrl[] => hosts(text).flatMap((host) => spellings(host, [host]));
const ipv6 = (text: string): HostileUrl[] => hosts(text).flatMap((host) => spellings(host, [`[${host}]`]));
/** Addresses whose text is not their name. */
const renamed = (pairs: Record<string, string>): HostileUrl[] =>
  Object.entries(pairs).flatMap(([written, address]) => spellings(address, [`[${written}]`]));

const saying = (message: string, urls: string[]): HostileUrl[] => urls.map((url) => [url, message]);

export const hostileUrls: Record<string, HostileUrl[]> = {
  'loopback in other words': spellings('127.0.0.1', [
    ...hosts('127.0.0.1 127.0.0.1. 127.0.0.1:443 127.0.0.1:22 127.1 127.0.1 127.1. 127.000.000.001'),
    ...hosts('2130706433 2130706433. 0x7f000001 0X7F000001 0x000000007f000001 017700000001 00017700000001'),
    ...hosts('0x7f.0.0.1 0x7f.1 0x7f.0x0.0x0.0x1 0177.0.0.1 0177.1 0177.00.00.01 0000177.0.0.1 127.0x0.00.1'),
    ...hosts('127.0.0.0x1 0x7f.0.1 0177.0x1'),
    // Characters that are read as digits and dots.
    ...[wide('127.0.0.1'), wide('0x7f.1'), wide('2130706433'), `127${wide('.')}1`],
    ...['127\u30020\u30020\u30021', '127\uff610\uff610\uff611', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏'],
    // Characters that are ignored.
    ...['127.0.0.1\u200b', '127.\u00ad0.0.1', '1\u206027.0.0.1', '127.0.0.\ufe0f1'],
    ...hosts('%31%32%37.0.0.1 127%2E0%2e0%2E1 %30x7f.1 127.0.0.1%2e %EF%BC%9127.0.0.1 127.0.0%C2%AD.1'),
  ]),
  'the metadata service in other words': spellings('169.254.169.254', [
    ...hosts(
      '169.254.169.254 169.254.169.254. 2852039166 0xa9fea9fe 025177524776 169.254.43518 169.16689662',
    ),
    ...hosts('0251.0376.0251.0376 0xa9.0xfe.0xa9.0xfe 0251.254.0xa9.254 ①⑥⑨.②⑤④.①⑥⑨.②⑤④'),
  ]),
  'zero in other words': spellings('0.0.0.0', [
    ...hosts('0 0. 0x 00 0x0 0.0 0.0.0.0 000.000.000.000 %30'),
    wide('0'),
  ]),
  'a service of the machine': ipv4(
    '169.254.170.2 169.254.169.123 168.63.129.16 100.100.100.200 192.0.0.192 169.254.42.42',
  ),
  'the first and last of a special network': [
    ...ipv4('0.0.0.1 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0'),
    ...ipv4('127.255.255.255 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255'),
    ...ipv4('192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0'),
    ...ipv4('198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0'),
    ...ipv4('239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255'),
    ...ipv6(
      '::1 :: ::2 ::ffff 100:: 100::ffff:ffff:ffff:ffff 64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff',
    ),
    ...ipv6(
      '2001:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    ),
    ...ipv6('2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'),
    ...ipv6(
      '5f00::1 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: fc00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    ),
    ...ipv6('fe80:: fe80::1 febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0:: feff::1 ff00:: ff02::1 ff0e::1'),
    ...ipv6('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fd00:ec2::254 fd20:ce::254 fd00:42::42 fe80::a9fe:a9fe'),
  ],
  'an address in other words or inside another': renamed({
    '0:0:0:0:0:0:0:1': '::1',
    '0000:0000:0000:0000:0000:0000:0000:0001': '::1',
    '::0001': '::1',
    '0::0:1': '::1',
    '::0.0.0.1': '::1',
    '0:0:0:0:0:0:0:0': '::',
    'FE80::1': 'fe80::1',
    '::ffff:127.0.0.1': '::ffff:7f00:1',
    '::FFFF:7F00:0001': '::ffff:7f00:1',
    '0:0:0:0:0:ffff:127.0.0.1': '::ffff:7f00:1',
    '0000:0000:0000:0000:0000:ffff:7f00:0001': '::ffff:7f00:1',
    '::ffff:0.0.0.0': '::ffff:0:0',
    '::ffff:10.0.0.1': '::ffff:a00:1',
    '::ffff:169.254.169.254': '::ffff:a9fe:a9fe',
    '::ffff:168.63.129.16': '::ffff:a83f:8110',
    '::ffff:255.255.255.255': '::ffff:ffff:ffff',
    '::127.0.0.1': '::7f00:1',
    '::10.0.0.1': '::a00:1',
    '::8.8.8.8': '::808:808',
    '::ffff:0:127.0.0.1': '::ffff:0:7f00:1',
    '::ffff:0:8.8.8.8': '::ffff:0:808:808',
    '64:ff9b::127.0.0.1': '64:ff9b::7f00:1',
    '64:ff9b::7f00:1': '64:ff9b::7f00:1',
    '64:ff9b::0.0.0.0': '64:ff9b::',
    '64:ff9b::10.0.0.1': '64:ff9b::a00:1',
    '64:ff9b::169.254.169.254': '64:ff9b::a9fe:a9fe',
    '64:ff9b::168.63.129.16': '64:ff9b::a83f:8110',
    '64:ff9b::1:127.0.0.1': '64:ff9b::1:7f00:1',
    '64:ff9b:1::8.8.8.8': '64:ff9b:1::808:808',
    '2002:7f00:1::': '2002:7f00:1::',
    '2002:a00:1::1': '2002:a00:1::1',
    '2002:808:808::1': '2002:808:808::1',
    '2001:0:7f00:1::': '2001:0:7f00:1::',
    '2001:0:4136:e378:8000:63bf:80ff:fffe': '2001:0:4136:e378:8000:63bf:80ff:fffe',
  }),
  'slashes that mislead': saying(NO_HTTPS, [
    ...hosts('https:127.0.0.1 https:/127.0.0.1 https:///127.0.0.1 https:////127.0.0.1/ https:example.com'),
    ...['https:\\\\127.0.0.1\\', 'https://\\127.0.0.1/', 'https:/\\127.0.0.1/', 'https:\\127.0.0.1'],
    ...['https://127.0.0.1\\@example.com/', 'https://127.0.0.1\\.example.com/', 'https://127.0.0.1:443\\x'],
    ...['https://example.com\\@127.0.0.1/', 'https:\\\\user@127.0.0.1', 'https:user@127.0.0.1'],
  ]),
  'what stands behind the host': saying(notPublic('127.0.0.1'), [
    ...hosts('HTTPS://127.0.0.1/'),
    ...hosts(
      'https://127.0.0.1?@example.com/ https://127.0.0.1#@example.com/ https://127.0.0.1/@example.com',
    ),
    ...hosts('https://@127.0.0.1/ https://:@127.0.0.1/ https://@127.1:8443/'),
  ]),
  'a user name or password': saying(CREDENTIALS, [
    ...hosts('https://user:password@example.com/ https://user@example.com/ https://:password@example.com/'),
    ...hosts('https://example.com@127.0.0.1/ https://example.com:443@127.0.0.1/ https://a@b@127.0.0.1/'),
    ...hosts('https://example.com%2F@127.0.0.1/ https://127.0.0.1%23@example.com/'),
  ]),
  'another scheme, or none': saying(NO_HTTPS, [
    ...hosts('http://example.com/hook HTTP://example.com/ http://127.0.0.1/ http://localhost/ http://[::1]/'),
    ...hosts(
      'ftp://example.com/ file:///etc/passwd file://127.0.0.1/etc/passwd gopher://127.0.0.1:6379/_INFO',
    ),
    ...hosts(
      'javascript:alert(1) data:text/plain,x ws://example.com/ wss://example.com/ dict://127.0.0.1:11211/',
    ),
    ...hosts(
      'unix:/run/docker.sock http+unix://%2Frun%2Fdocker.sock/ https+unix://x/ blob:https://example.com/1',
    ),
    ...hosts(
      'view-source:https://example.com/ jar:https://example.com!/ ldap://example.com/ mailto:a@example.com',
    ),
    ...hosts(
      '//example.com/hook //127.0.0.1/ \\\\127.0.0.1\\ /hook ?https://example.com #https://example.com',
    ),
    ...hosts(
      'example.com example.com/hook 127.0.0.1 localhost:3000 httpss://example.com/ https //https://x/',
    ),
  ]),
  'no URL at all': saying(NO_HTTPS, [
    ...hosts('https: https:// https:/// https://?x https://#x https://:443/ https://example.com:65536/'),
    ...hosts(
      'https://example.com:x/ https://example.com:-1/ https://example.com:443:443/ https://256.0.0.1/',
    ),
    ...hosts('https://127.0.0.1.1/ https://127.0.0.08/ https://0x100000000/ https://4294967296/'),
    ...hosts(
      'https://[::1 https://::1/ https://[127.0.0.1]/ https://[::1]x/ https://[::1]:x/ https://[:::1]/',
    ),
    ...hosts('https://[::ffff:127.0.0.256]/ https://[::ffff:0177.0.0.1]/ https://[fe80::1%25eth0]/'),
    ...hosts(
      'https://[fe80::1%eth0]/ https://[::%31]/ https://127.0.0.1%00/ https://127.0.0.1%00.example.com/',
    ),
    ...hosts('https://127.0.0.1%0a/ https://127.0.0.1%20/ https://example.com%2F127.0.0.1/ https://a<b>/'),
    ...hosts('https://a^b/ https://a|b/ https://%zz/ https://%ff/ https://127.0.0.1%5C@example.com%5C/'),
    'https://127\u20240\u20240\u20241/',
  ]),
  'spaces and control characters': saying(INVISIBLE, [
    ...[' https://example.com/', 'https://example.com/ ', 'https://exam ple.com/', 'https://example.com/a b'],
    ...['\thttps://example.com/', 'ht\ttps://127.0.0.1/', 'https://127.0.\t0.1/', 'https://127.0.0.1\n/'],
    ...[
      'https:\n//127.0.0.1/',
      'https://example.com/\r\nHost: 127.0.0.1',
      'https://example.com/\r',
      'java\nscript:x',
    ],
    ...['https://example.com/\x7f', '\x1fhttps://a/'],
    ...['https://example.com/\u0085', 'https://127.0.0.1\u00a0/', '\ufeffhttps://127.0.0.1/'],
    ...[
      'https://127.0.0.1\u3000/',
      'https://example.com/\u2028',
      'https://example.com/\u2029x',
      '\u2003https://a/',
    ],
  ]),
  'a null character': saying('url must not contain a null character', [
    'https://127.0.0.1\0.example.com/',
    '\0https://127.0.0.1/',
    'https://example.com/\0',
  ]),
};

/** Next to a refused range, or similar at first sight. Never connected to. */
export const harmlessUrls = [
  ...hosts(
    '1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15',
  ),
  ...hosts('168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0'),
  ...hosts('192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0'),
  ...hosts('223.255.255.255 0x08.8.010.8 134744072 [::ffff:8.8.8.8] [::ffff:808:808] [64:ff9b::8.8.8.8]'),
  ...hosts(
    '[2000::] [2001:200::] [2001:db7:ffff::] [2001:db9::] [2003::] [2606:4700:4700::1111] [3ffe:ffff::]',
  ),
  // Names of any form are looked up when something is sent.
  ...hosts(
    'example.com localhost 127.0.0.1.example.com 127-0-0-1.example 0x7f.example ①.example xn--nxasmq6b.example',
  ),
  ...hosts('metadata.google.internal example.com:8443 example.com. a_b.example 127.0.0.1..'),
].map((host) => `https://${host}/hook`);

/** Addresses that a name resolves to. Other machines are always paired with loopback, so that nothing ever leaves this machine. */
export const hostileAnswers: [what: string, answer: string[]][] = [
  ['loopback', ['127.0.0.1']],
  ['another loopback address', ['127.8.8.8']],
  ['zero, which Linux takes for loopback', ['0.0.0.0']],
  ['loopback of IPv6', ['::1']],
  ['zero of IPv6', ['::']],
  ['loopback mapped', ['::ffff:127.0.0.1']],
  ['loopback mapped, in hexadecimal', ['::ffff:7f00:1']],
  ['zero mapped', ['::ffff:0.0.0.0']],
  ['a public address, then loopback', ['8.8.8.8', '127.0.0.1']],
  ['loopback, then a public address', ['127.0.0.1', '8.8.8.8']],
  ['public addresses, then loopback', ['8.8.8.8', '2606:4700:4700::1111', '::1']],
  ['a private address', ['10.0.0.1', '127.0.0.1']],
  ['a public and a private address', ['8.8.8.8', '192.168.0.1', '127.0.0.1']],
  ['a metadata service', ['169.254.169.254', '127.0.0.1']],
  ['the metadata service of IPv6', ['fd00:ec2::254', '127.0.0.1']],
  ["the platform's address", ['168.63.129.16', '127.0.0.1']],
  ["a carrier's address", ['100.100.100.200', '127.0.0.1']],
  ['a private address mapped', ['::ffff:10.0.0.1', '127.0.0.1']],
  ['loopback behind NAT64', ['64:ff9b::7f00:1', '127.0.0.1']],
  ['a private address behind NAT64', ['64:ff9b::10.0.0.1', '127.0.0.1']],
  ['local NAT64', ['64:ff9b:1::808:808', '127.0.0.1']],
  ['loopback in 6to4', ['2002:7f00:1::', '127.0.0.1']],
  ['Teredo', ['2001:0:7f00:1::', '127.0.0.1']],
  ['loopback in the compatible form', ['::127.0.0.1', '127.0.0.1']],
  ['a public address in the compatible form', ['::8.8.8.8', '127.0.0.1']],
  ['a link-local address', ['fe80::1', '127.0.0.1']],
  ['a link-local address with its interface', ['fe80::1%eth0', '127.0.0.1']],
  ['a multicast address', ['224.0.0.1', '127.0.0.1']],
  ['the broadcast address', ['255.255.255.255', '127.0.0.1']],
];
