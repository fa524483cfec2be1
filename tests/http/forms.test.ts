// What forms send becomes fields, whatever it is; what is no form is refused before anything is done with it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import fc from 'fast-check';
import { publicAccess } from '../../src/http/access/public.ts';
import { SeeOther } from '../../src/http/form-results.ts';
import { acceptForms } from '../../src/http/forms.ts';
import { route } from '../../src/http/route.ts';
import { Type } from '../../src/shapes/type.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { type BareServer, startBareServer } from '../support/server/bare-server.ts';
import { send, type WireAnswer } from '../support/server/http.ts';
import { errorOf, freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const SIZE_LIMIT = 64 * 1024;
const FIELD_LIMIT = 200;
/** In the order in which the fields are checked. */
const body = Type.Object({
  comment: Type.Optional(Type.String({ maxLength: 5_000 })),
  days: Type.Optional(Type.Array(Type.String(), { maxItems: 7 })),
});

describe.inBothLanes('Forms', () => {
  let storage: Storage;
  let node: Node;
  let server: BareServer;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage);
    server = await startBareServer(node, {
      routes: [
        route({
          operation: 'echo',
          method: 'POST',
          url: '/echo',
          access: { kind: 'public', authorize() {} },
          group: { name: 'Made up', description: 'For this file.' },
          summary: '',
          description: '',
          body,
          response: { status: 200, description: '' },
          handle: async (_services, input) => ({ given: input.body }),
        }),
      ],
      accessKinds: [{ ...publicAccess, acceptBodies: acceptForms }],
    });
  });
  after(async () => {
    await server.close();
    await node.stop();
    await storage.remove();
  });

  function post(text: string | Buffer, headers: Record<string, string> = FORM): Promise<WireAnswer> {
    return send({ method: 'POST', url: `${server.url}/echo`, headers, body: text });
  }
  async function given(text: string | Buffer, headers?: Record<string, string>): Promise<unknown> {
    const answer = await post(text, headers);
    assert.equal(answer.status, 200, answer.text);
    return (answer.body as { given: unknown }).given;
  }
  async function refusal(text: string | Buffer, headers?: Record<string, string>) {
    const answer = await post(text, headers);
    return [answer.status, errorOf(answer).message];
  }

  test('200: text, lists, spaces, any script', async () => {
    assert.deepEqual(await given('comment=Not+on+a+Friday%2C+bitte%21&days%5B%5D=mon&days[]=tue'), {
      comment: 'Not on a Friday, bitte!',
      days: ['mon', 'tue'],
    });
    assert.deepEqual(await given('comment=%E6%97%A5%F0%9F%99%82'), { comment: '日🙂' });
    assert.deepEqual(await given('comment=日🙂'), { comment: '日🙂' }, 'as UTF-8, not encoded');
    assert.deepEqual(await given('comment=a=b=c&&comment'), { comment: '' }, 'the last one counts');
    assert.deepEqual(
      await given('comment=x', { 'content-type': `${FORM['content-type']}; charset=latin1` }),
      {
        comment: 'x',
      },
    );
  });

  test('200: nothing at all, and fields that nobody knows', async () => {
    assert.deepEqual(await given(''), {});
    assert.deepEqual(await given('', {}), {}, 'without a content type');
    assert.deepEqual(await given('unknown=1&=2&[]=3&%5B%5D'), {});
  });

  test('200: names of what every object has are names like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']) {
      assert.deepEqual(await given(`${name}=x&${name}[]=y&${name}[z]=1&comment=c`), { comment: 'c' });
    }
    assert.equal(({} as { x?: unknown }).x, undefined);
  });

  test('422: a list where text is expected, and text where a list is', async () => {
    assert.deepEqual(await refusal('comment[]=x'), [422, 'comment must be a string']);
    assert.deepEqual(await refusal('comment=x&comment[]=y'), [422, 'comment must be a string']);
    assert.deepEqual(await refusal('days=mon'), [422, 'days must be an array']);
  });

  test('422: what is no text', async () => {
    for (const encoded of ['%', '%zz', '%C3%28', '%FF', '%ED%A0%80', '%F8%88%80%80%80']) {
      assert.deepEqual(
        await refusal(`comment=${encoded}`),
        [422, 'comment must be percent-encoded UTF-8 text'],
        encoded,
      );
      assert.deepEqual(
        await refusal(`${encoded}=x`),
        [422, 'The name of a field must be percent-encoded UTF-8 text'],
        encoded,
      );
    }
    assert.deepEqual(await refusal('comment=a%00b'), [422, 'comment must not contain a null character']);
    assert.deepEqual(await refusal(Buffer.from([0x61, 0x3d, 0xff])), [422, 'The form must be UTF-8 text']);
  });

  test('422 or 413: too many fields, or too much of them', async () => {
    assert.deepEqual(await given(Array(FIELD_LIMIT).fill('comment=x').join('&')), { comment: 'x' });
    for (const fields of [FIELD_LIMIT + 1, 20_000]) {
      assert.deepEqual(await refusal(Array(fields).fill('a=').join('&')), [
        422,
        `The form must have at most ${FIELD_LIMIT} fields`,
      ]);
    }
    assert.equal((await post(`comment=${'x'.repeat(SIZE_LIMIT)}`)).status, 413);
    assert.equal((await post(`unknown=${'x'.repeat(SIZE_LIMIT - 8)}`)).status, 200);
    assert.deepEqual(await given(`comment=${'%F0%9F%99%82'.repeat(5_000)}`), { comment: '🙂'.repeat(5_000) });
  });

  test('415: anything else, also what a form of another site could send', async () => {
    const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/json', 'x/y', 'nonsense'];
    for (const type of types) {
      assert.equal((await post('comment=x', { 'content-type': type })).status, 415, type);
    }
    assert.equal((await post('comment=x', {})).status, 415, 'a body without a type');
  });

  test('any text comes through as it is, as any browser would send it', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 100 }).filter((each) => !each.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 7 }), async (comment, days) => {
        const form = new URLSearchParams({ comment });
        for (const day of days) form.append('days[]', day);
        assert.deepEqual(await given(`${form}`), { comment, ...(days.length > 0 && { days }) });
      }),
      runs(50),
    );
  });

  test('any bytes are read or refused', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)),
      fc
        .array(fc.constantFrom('&', '=', '[]', '%', '%5B', '%00', '%FF', '+', 'comment', 'days', '__proto__'))
        .map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (each) => {
        assert.ok([200, 422].includes((await post(each)).status));
      }),
      runs(200),
    );
  });

  test('a form leads to a path of this service, and nowhere else', () => {
    for (const path of ['/', '/m/abc', '/m/abc?outcome=booked&timezone=Asia%2FKathmandu']) {
      assert.equal(new SeeOther(path).url, path);
    }
    for (const path of [
      '',
      'm/abc',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/m\r\nx: y',
      '/a b',
    ]) {
      assert.throws(() => new SeeOther(path), path);
    }
  });
});
