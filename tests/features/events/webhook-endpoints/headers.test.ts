// Custom headers are validated, and those accepted are sent as they are.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { assertFieldsRefused, auditOf, changeEndpoint } from '../../../support/makers/webhook-endpoints.ts';
import { createEndpoint, sendTest } from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const header = (key: unknown, value: unknown = 'abc') => ({ headers: [{ key, value }] });
/** After a valid header: the message must name the place of the invalid one. */
const second = (key: unknown, value: unknown = 'abc') => ({
  headers: [
    { key: 'X-Token', value: 'abc' },
    { key, value },
  ],
});

/** Names that are refused in any letter case. Those that end with a hyphen are also refused as prefixes. */
const RESERVED = [
  ...[
    'host',
    'connection',
    'transfer-encoding',
    'te',
    'upgrade',
    'expect',
    'cookie',
    'keep-alive',
    'trailer',
  ],
  ...['content-type', 'content-length', 'content-encoding', 'content-md5', 'content-'],
  ...['proxy-authorization', 'proxy-connection', 'proxy-authenticate', 'proxy-'],
  ...['x-webhook-signature', 'x-webhook-timestamp', 'x-webhook-event', 'x-webhook-id', 'x-webhook-'],
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature', 'webhook-'],
  ...['traceparent', 'tracestate'],
];
const capitals = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

onBothEngines('custom headers of webhook endpoints', (node) => {
  test('422: headers that are not a list of keys and values', async () => {
    await assertFieldsRefused(node(), [
      [{ headers: {} }, 'headers must be an array or null'],
      [{ headers: { 'X-Token': 'abc' } }, 'headers must be an array or null'],
      [{ headers: 'X-Token: abc' }, 'headers must be an array or null'],
      [{ headers: [null] }, 'headers[0] must be a JSON object'],
      [{ headers: ['X-Token: abc'] }, 'headers[0] must be a JSON object'],
      [{ headers: [['X-Token', 'abc']] }, 'headers[0] must be a JSON object'],
      [{ headers: [{}] }, 'headers[0].key is required'],
      [{ headers: [{ value: 'abc' }] }, 'headers[0].key is required'],
      [{ headers: [{ key: 'X-Token' }] }, 'headers[0].value is required'],
      [{ headers: [{ name: 'X-Token', value: 'abc' }] }, 'headers[0].key is required'],
      [second(null), 'headers[1].key must be a string'],
      [second('X-Token', null), 'headers[1].value must be a string'],
      [second('X-Token', 7), 'headers[1].value must be a string'],
    ]);
  });

  test('422: more than 20 headers; 20 are sent', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ key: `X-Number-${number}`, value: `${number}` }));
    await assertFieldsRefused(node(), [[{ headers: many(21) }, 'headers must have at most 20 items']]);
    await using receiver = await Receiver.start();
    const { id } = await createEndpoint(node(), receiver.url, { headers: many(20) });
    await sendTest(node(), id);
    const [received] = await receiver.atLeast(1);
    const sent = Object.entries(received?.headers ?? {}).filter(([name]) => name.startsWith('x-number-'));
    assert.deepEqual(
      sent,
      many(20).map(({ key, value }) => [key.toLowerCase(), value]),
    );
  });

  test('422: a key that is not a header name, or is longer than 200 characters', async () => {
    const notToken = 'must be a header name such as X-Token';
    await assertFieldsRefused(node(), [
      [header(''), 'headers[0].key must not be empty'],
      ...[...'"(),/:;<=>?@[\\]{} \t\r\n\x01\x7f\x80é\u212a'].flatMap((character) =>
        [`X-${character}Token`, `X-Token${character}`].map(
          (key) => [second(key), `headers[1].key ${notToken}`] as const,
        ),
      ),
      [header('X-Token\r\nHost: evil.example'), `headers[0].key ${notToken}`],
      [header('X-\0Token'), 'headers[0].key must not contain a null character'],
      [header('X'.repeat(201)), 'headers[0].key must be at most 200 characters'],
    ]);
  });

  test('422: a reserved key, in any letter case', async () => {
    await assertFieldsRefused(
      node(),
      RESERVED.flatMap((name) => [name, capitals(name)]).map(
        (key) => [second(key), `headers[1].key must not be ${key}: that header is reserved`] as const,
      ),
    );
  });

  test('422: a value with control or non-ASCII characters, or longer than 1,024 characters', async () => {
    const notPrintable = 'headers[1].value must be printable ASCII characters';
    const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).slice(1);
    await assertFieldsRefused(node(), [
      ...[...controls, '\x7f', '\x80', '\x9f', '\xa0', 'é', '\u2028', '\u{1f4c5}'].flatMap((character) =>
        [`${character}a`, `a${character}`].map((value) => [second('X-Token', value), notPrintable] as const),
      ),
      [second('X-Token', 'abc\r\nHost: evil.example'), notPrintable],
      [second('X-Token', 'a\0b'), 'headers[1].value must not contain a null character'],
      [header('X-Token', 'x'.repeat(1_025)), 'headers[0].value must be at most 1024 characters'],
    ]);
  });

  test('keys and values at the limits of what is allowed are sent as they are', async () => {
    const headers = [
      // Every character allowed in a name, and every one allowed in a value.
      { key: "!#$%&'*+.^_`|~0123456789-AZaz", value: 'abc' },
      {
        key: 'X-Printable',
        value: Array.from({ length: 0x5f }, (_, place) => String.fromCharCode(0x20 + place))
          .join('')
          .trim(),
      },
      { key: 'X'.repeat(200), value: 'x'.repeat(1_024) },
      { key: 'X-Empty', value: '' },
      // Nearly reserved.
      ...[
        'X-Webhook',
        'Webhook',
        'My-Webhook-Id',
        'Hosts',
        'X-Host',
        'Content',
        'X-Content-Type',
        'Cookie2',
        'Tea',
        'Proxy',
      ],
      ...['Upgrade-Insecure-Requests', 'Authorization', 'User-Agent', 'Accept'],
    ].map((given) => (typeof given === 'string' ? { key: given, value: `value of ${given}` } : given));
    await using receiver = await Receiver.start();
    for (const { id } of [
      await createEndpoint(node(), receiver.url, { headers }),
      await changeEndpoint(node(), await createEndpoint(node(), receiver.url), { headers }),
    ]) {
      const place = receiver.received.length;
      await sendTest(node(), id);
      const received = (await receiver.atLeast(place + 1))[place];
      assert.deepEqual(
        headers.map(({ key }) => received?.headers[key.toLowerCase()]),
        headers.map(({ value }) => value),
      );
    }
  });

  test('they do not follow a URL to another origin, unless they are given with it', async () => {
    await using receiver = await Receiver.start();
    await using other = await Receiver.start();
    const headers = [
      { key: 'X-Token', value: 'abc' },
      { key: 'X-Tenant', value: '7' },
    ];
    const tokensAt = async (place: Receiver, id: string) => {
      const before = place.received.length;
      await sendTest(node(), id);
      const received = (await place.atLeast(before + 1))[before];
      return [received?.headers['x-token'], received?.headers['x-tenant']];
    };
    const endpoint = await createEndpoint(node(), receiver.url, { headers });
    for (const url of [`${receiver.url}/moved`, receiver.url.replace('http:', 'HTTP:'), receiver.url]) {
      await changeEndpoint(node(), endpoint, { url });
      assert.deepEqual(await tokensAt(receiver, endpoint.id), ['abc', '7'], url);
    }
    await changeEndpoint(node(), endpoint, { url: other.url, headers: [{ key: 'X-Token', value: 'def' }] });
    assert.deepEqual(await tokensAt(other, endpoint.id), ['def', undefined]);
    await changeEndpoint(node(), endpoint, { url: receiver.url });
    assert.deepEqual(await tokensAt(receiver, endpoint.id), [undefined, undefined]);
  });

  test('another scheme, host or port is another origin, and changing the URL back does not restore them', async () => {
    for (const url of ['http://127.0.0.1:1/hook', 'https://127.0.0.2:1/hook', 'https://127.0.0.1:2/hook']) {
      const endpoint = await createEndpoint(node(), 'https://127.0.0.1:1/hook', {
        headers: [{ key: 'X-Token', value: 'abc' }],
      });
      await changeEndpoint(node(), endpoint, { url });
      assert.deepEqual((await auditOf(node(), endpoint)).at(-1)?.changes, {
        url: ['https://127.0.0.1:1/hook', url],
        headers: [['X-Token'], []],
      });
      await changeEndpoint(node(), endpoint, { url: 'https://127.0.0.1:1/hook' });
      assert.deepEqual((await auditOf(node(), endpoint)).at(-1)?.changes, {
        url: [url, 'https://127.0.0.1:1/hook'],
      });
    }
  });
});
