// Bad input for an endpoint is refused by field, and nothing changes.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { EVENT_TYPES } from '../../../support/makers/events.ts';
import {
  assertFieldsRefused,
  changeEndpoint,
  HOOK,
  LEAST,
  pathOf,
} from '../../../support/makers/webhook-endpoints.ts';
import { createEndpoint, ENDPOINTS, readEndpoint } from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const RESERVED = { headers: [{ key: 'Host', value: 'example.com' }] };
const NOT_HTTPS = 'url must be an https URL such as https://example.com/webhooks';
const ONE_OF = `must be one of ${EVENT_TYPES.join(', ')}`;

onBothEngines('what webhook endpoints refuse', (node) => {
  test('422: a required field is missing, or null', async () => {
    await assertRefused(
      node(),
      (
        [
          [undefined, 'url is required'],
          [{}, 'url is required'],
          [{ events: LEAST.events }, 'url is required'],
          [{ url: HOOK }, 'events is required'],
          [{ ...LEAST, url: undefined, URL: HOOK }, 'url is required'],
        ] as const
      ).map(([body, message]) => [() => node().post(ENDPOINTS, body), 'invalid_request', message]),
    );
    await assertFieldsRefused(node(), [
      [{ url: null }, 'url must be a string'],
      [{ events: null }, 'events must be an array'],
    ]);
  });

  test('422: a body that is not a JSON object', async () => {
    const { id } = await createEndpoint(node(), HOOK);
    await assertRefused(
      node(),
      [[LEAST], 'url', 7, null].flatMap((body) => [
        [() => node().post(ENDPOINTS, body), 'invalid_request', 'body must be a JSON object'],
        [() => node().patch(pathOf({ id }), body), 'invalid_request', 'body must be a JSON object'],
      ]),
    );
  });

  test('422: a url that is not https, has spaces, control characters or credentials, or leads into the network', async () => {
    const all = (urls: string[], message: string) => urls.map((url) => [{ url }, message] as const);
    await assertFieldsRefused(node(), [
      [{ url: '' }, 'url must not be empty'],
      [{ url: 7 }, 'url must be a string'],
      [{ url: [HOOK] }, 'url must be a string'],
      ...all(
        [
          ...['example.com/webhooks', '//example.com/webhooks', '/webhooks', 'https://', 'https://a<b>/'],
          ...['ftp://example.com/', 'file:///etc/passwd', 'wss://example.com/', 'javascript:alert(1)'],
        ],
        NOT_HTTPS,
      ),
      ...all(
        [...' \t\r\n\x01\x1f\x7f\x85\xa0\u2028\ufeff'].flatMap((character) => [
          `${character}${HOOK}`,
          `${HOOK}${character}`,
          HOOK.replace('example', `exam${character}ple`),
        ]),
        'url must not contain spaces or control characters',
      ),
      [{ url: `${HOOK}\0` }, 'url must not contain a null character'],
      ...all(
        ['https://ada@example.com/', 'https://ada:secret@example.com/', 'http://:secret@127.0.0.1:1/hook'],
        'url must not contain a user name or password',
      ),
      ...all(
        ['https://10.0.0.1/hook', 'http://10.0.0.1/hook', 'https://167772161/hook'],
        'url must not lead there: 10.0.0.1 is not a public address',
      ),
    ]);
  });

  test('422: a url longer than 2,048 characters; one of just as many is accepted', async () => {
    // Characters are counted, not UTF-16 units or bytes.
    for (const end of ['end', '\u{1f4c5}']) {
      const longest = `${HOOK}/`.padEnd(2_048 - [...end].length, 'x') + end;
      await assertFieldsRefused(node(), [[{ url: `${longest}x` }, 'url must be at most 2048 characters']]);
      const endpoint = await createEndpoint(node(), longest);
      assert.equal(endpoint.url, longest);
      const changed = await changeEndpoint(node(), endpoint, { url: longest.replace('rota', 'ROTA') });
      assert.equal(changed.url, longest.replace('rota', 'ROTA'));
    }
  });

  test('422: no events, or unknown ones; a test can not be subscribed to', async () => {
    await assertFieldsRefused(node(), [
      [{ events: [] }, 'events must have at least 1 item'],
      [{ events: ['test'] }, `events[0] ${ONE_OF}`],
      [{ events: [...EVENT_TYPES, 'test'] }, `events[${EVENT_TYPES.length}] ${ONE_OF}`],
      ...[
        '',
        '*',
        'meeting_request.*',
        'meeting_request',
        'Meeting_Request.Created',
        ' member.deactivated',
      ].map((event) => [{ events: ['member.deactivated', event] }, `events[1] ${ONE_OF}`] as const),
      [{ events: [null] }, 'events[0] must be a string'],
      [{ events: [['member.deactivated']] }, 'events[0] must be a string'],
      [{ events: 'member.deactivated' }, 'events must be an array'],
      [{ events: { 0: 'member.deactivated' } }, 'events must be an array'],
    ]);
  });

  test('422: a description that is not text, or is longer than 5,000 characters', async () => {
    const longest = '\u{1f4c5}'.repeat(5_000);
    await assertFieldsRefused(node(), [
      [{ description: `${longest}.` }, 'description must be at most 5000 characters'],
      [{ description: 7 }, 'description must be a string or null'],
      [{ description: ['text'] }, 'description must be a string or null'],
      [{ description: 'a\0b' }, 'description must not contain a null character'],
    ]);
    const endpoint = await createEndpoint(node(), HOOK, { description: longest });
    assert.equal(endpoint.description, longest);
    const changed = await changeEndpoint(node(), endpoint, { description: `.${longest.slice(2)}` });
    assert.deepEqual(await readEndpoint(node(), endpoint.id), changed);
  });

  test('422: enabled that is not a boolean', async () => {
    const { id } = await createEndpoint(node(), HOOK);
    await assertRefused(
      node(),
      [null, 'false', 0, []].map((enabled) => [
        () => node().patch(pathOf({ id }), { enabled }),
        'invalid_request',
        'enabled must be a boolean',
      ]),
    );
  });

  test('422: one mistake, and nothing of the rest is changed', async () => {
    const { id } = await createEndpoint(node(), HOOK);
    const good = { url: `${HOOK}/moved`, events: ['member.deactivated'], description: 'New', enabled: false };
    await assertRefused(
      node(),
      (
        [
          [{ ...good, ...RESERVED }, 'headers[0].key must not be Host: that header is reserved'],
          [{ ...good, events: [] }, 'events must have at least 1 item'],
          [{ ...good, url: 'nowhere' }, NOT_HTTPS],
        ] as const
      ).map(([body, message]) => [() => node().patch(pathOf({ id }), body), 'invalid_request', message]),
    );
    // Without the mistake, the change is made.
    assert.equal((await changeEndpoint(node(), { id }, good)).enabled, false);
  });

  test('422: the input is checked before the endpoint is looked up', async () => {
    const absent = { id: `we_${'0'.repeat(26)}` };
    await assertRefused(node(), [
      [() => node().patch(pathOf(absent), { url: 'ftp://example.com' }), 'invalid_request', NOT_HTTPS],
      [
        () => node().patch(pathOf(absent), RESERVED),
        'invalid_request',
        'headers[0].key must not be Host: that header is reserved',
      ],
      [() => node().patch(pathOf(absent), { url: HOOK }), 'not_found', 'Webhook endpoint not found'],
    ]);
  });

  test('422: a test of a disabled endpoint; once it is enabled it can be tried', async () => {
    await using receiver = await Receiver.start();
    const { id } = await createEndpoint(node(), receiver.url);
    await changeEndpoint(node(), { id }, { enabled: false });
    const ask = () => node().post(pathOf({ id }, '/test'));
    await assertRefused(node(), [[ask, 'invalid_request', 'The webhook endpoint is disabled']]);
    await changeEndpoint(node(), { id }, { enabled: true });
    assert.equal((await ask()).status, 202);
    assert.equal((await receiver.atLeast(1)).length, 1);
  });

  test('422: a cursor of another list, a limit that is not a number', async () => {
    const cursor = 'cursor must be the next_cursor of an earlier page of this list';
    await assertRefused(node(), [
      [() => node().get(`${ENDPOINTS}?cursor=del_01KJPWD6M0A57CPWZ0TQZND9PP`), 'invalid_request', cursor],
      [() => node().get(`${ENDPOINTS}?cursor=`), 'invalid_request', cursor],
      [() => node().get(`${ENDPOINTS}?limit=all`), 'invalid_request', 'limit must be an integer'],
    ]);
  });
});
