// Signing secrets are shown only when made and stored sealed; header values are never shown.
import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { test } from '../../../support/lanes.ts';
import { makeRequest } from '../../../support/makers/meeting-requests.ts';
import { secretKeyOf } from '../../../support/makers/sealed.ts';
import {
  changeEndpoint,
  type EndpointWithSecret,
  HOOK,
  LEAST,
  listEndpoints,
  pathOf,
  readableIn,
  rotateSecret,
  storedTexts,
  withoutSecret,
} from '../../../support/makers/webhook-endpoints.ts';
import { createEndpoint, ENDPOINTS, eventually, tryOnce } from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { dataOf, errorOf, type Node, onBothEngines, SECRET_KEY } from '../../../support/server/rota.ts';

const SECRET = /^whsec_[0-9A-Za-z]{32}$/;
const TOKEN = 'value-of-a-header';
const headers = [{ key: 'X-Token', value: TOKEN }];

interface Sealed {
  sealed_secret: string;
  sealed_headers: string;
  sealed_former_secret: string | null;
}

async function sealedOf({ services: { database } }: Node, { id }: { id: string }): Promise<Sealed> {
  const row = await database.get<Sealed>(
    'select sealed_secret, sealed_headers, sealed_former_secret from webhook_endpoints where id = $1',
    [id],
  );
  assert.ok(row);
  return { ...row };
}

/** A mark, and AES-256-GCM bound to a place: twelve bytes of nonce, sixteen of tag, and the ciphertext. */
function decrypt(sealed: string, key: Buffer, place: string[]): string {
  assert.ok(sealed.startsWith('2.'));
  const bytes = Buffer.from(sealed.slice(2), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(JSON.stringify(place)));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}

onBothEngines('secrets of webhook endpoints', (node) => {
  test('a secret is whsec_ and 32 letters and digits, another one each time', async () => {
    const made = [await createEndpoint(node(), HOOK), await createEndpoint(node(), HOOK)];
    for (const endpoint of made.slice()) {
      made.push(await rotateSecret(node(), endpoint), await rotateSecret(node(), endpoint));
    }
    for (const { signing_secret } of made) assert.match(signing_secret, SECRET);
    assert.equal(new Set(made.map(({ signing_secret }) => signing_secret)).size, 6);
    // All letters and digits are in use: in 192 draws from 62, at least forty differ even on a bad day.
    const letters = new Set(made.flatMap(({ signing_secret }) => [...signing_secret.slice(6)]));
    assert.ok(letters.size >= 40, [...letters].sort().join(''));
    assert.ok([/[0-9]/, /[A-Z]/, /[a-z]/].every((kind) => [...letters].some((letter) => kind.test(letter))));
  });

  test('only its creation and a rotation show a secret; nothing shows the value of a header', async () => {
    await using receiver = await Receiver.start();
    const created = await node().post(ENDPOINTS, { url: receiver.url, events: LEAST.events, headers });
    const { signing_secret: first, ...endpoint } = dataOf<EndpointWithSecret>(created);
    const rotated = await node().post(pathOf(endpoint, '/rotate_secret'));
    const { signing_secret: second } = dataOf<EndpointWithSecret>(rotated);
    const [inCreated, inRotated] = [created, rotated].map(({ text }) => text) as [string, string];
    assert.deepEqual(readableIn([inCreated], [first, TOKEN]), [first]);
    assert.deepEqual(readableIn([inRotated], [first, second, TOKEN]), [second]);

    await makeRequest(node());
    const { id: delivery } = await tryOnce(node(), endpoint.id);
    const responses = [
      await node().get(pathOf(endpoint)),
      await node().get(`${ENDPOINTS}?limit=100`),
      await node().patch(pathOf(endpoint), {}),
      await node().patch(pathOf(endpoint), { description: 'New', headers }),
      await node().patch(pathOf(endpoint), { headers: [...headers, { key: 'X-Other', value: TOKEN }] }),
      await node().patch(pathOf(endpoint), { enabled: false }),
      await node().patch(pathOf(endpoint), { enabled: true }),
      await node().post(pathOf(endpoint, '/test')),
      await node().get(pathOf(endpoint, '/deliveries')),
      await node().get(pathOf(endpoint, `/deliveries/${delivery}`)),
      await node().post(pathOf(endpoint, '/recover'), { since: endpoint.created_at }),
      await node().get('/api/v1/audit_log?limit=100'),
      await node().get(`/api/v1/audit_log?target_id=${endpoint.id}`),
      await node().call('GET', '/metrics', { key: null }),
      await node().delete(pathOf(endpoint)),
      await node().get('/api/v1/audit_log?limit=100'),
    ];
    for (const [place, { status, text }] of responses.entries()) {
      assert.ok(status < 300, `response ${place}: ${text}`);
      assert.deepEqual(readableIn([text], ['signing_secret', 'whsec_', TOKEN]), [], `response ${place}`);
    }
    // A delivery has the headers, and does not show the secret that signs it.
    for (const { headers: sent, body } of await receiver.atLeast(2)) {
      assert.equal(sent['x-token'], TOKEN);
      assert.deepEqual(readableIn([JSON.stringify(sent), body], [first, second, 'whsec_']), []);
    }
  });

  test('no table has a secret or the value of a header that can be read', async () => {
    const { signing_secret: first, ...endpoint } = await createEndpoint(node(), 'http://127.0.0.1:1/', {
      headers,
    });
    const { signing_secret: second } = await rotateSecret(node(), endpoint);
    await changeEndpoint(node(), endpoint, { headers: [{ key: 'X-Token', value: `${TOKEN}-2` }] });
    const idempotent = { headers: { 'idempotency-key': 'in the tables' } };
    const kept = await node().post(ENDPOINTS, { ...LEAST, headers }, idempotent);
    const { signing_secret: third } = dataOf<EndpointWithSecret>(kept);
    const again = await node().post(pathOf(endpoint, '/rotate_secret'), undefined, {
      headers: { 'idempotency-key': 'in the tables too' },
    });
    const { signing_secret: fourth } = dataOf<EndpointWithSecret>(again);
    await tryOnce(node(), endpoint.id);
    const texts = await storedTexts(node());
    assert.deepEqual(readableIn(texts, [endpoint.id, endpoint.url, 'X-Token']).length, 3, 'it was read');
    const secrets = [first, second, third, fourth];
    const bare = secrets.map((secret) => secret.replace('whsec_', ''));
    assert.deepEqual(readableIn(texts, [...secrets, ...bare, TOKEN, 'whsec_']), []);
  });

  test('they are sealed with ROTA_SECRET_KEY by AES-256-GCM, differently each time', async () => {
    const { engine } = node().services.database.dialect;
    const key =
      engine === 'postgres' ? Buffer.from(SECRET_KEY, 'hex') : secretKeyOf(node().services.config).export();
    assert.equal(key.length, 32);
    const { signing_secret: first, ...endpoint } = await createEndpoint(node(), HOOK, { headers });
    const before = await sealedOf(node(), endpoint);
    const placeOf = (column: keyof Sealed, { id }: { id: string }) => [
      ...['webhook_endpoints', column, node().workspaceId, id],
    ];
    const open = (row: Sealed, column: keyof Sealed, place: { id: string } = endpoint) =>
      decrypt(row[column] as string, key, placeOf(column, place));
    assert.equal(open(before, 'sealed_secret'), first);
    assert.deepEqual(JSON.parse(open(before, 'sealed_headers')), headers);
    assert.equal(before.sealed_former_secret, null);
    const wrong = Buffer.alloc(32, 0xf0);
    assert.throws(
      () => decrypt(before.sealed_secret, wrong, placeOf('sealed_secret', endpoint)),
      /authenticate/,
    );

    const { signing_secret: second } = await rotateSecret(node(), endpoint);
    const other = await createEndpoint(node(), HOOK, { headers });
    const [after, others] = [await sealedOf(node(), endpoint), await sealedOf(node(), other)];
    assert.equal(open(after, 'sealed_secret'), second);
    assert.equal(open(after, 'sealed_former_secret'), first);
    const same = [after.sealed_headers, others.sealed_headers];
    assert.deepEqual(
      [open(after, 'sealed_headers'), open(others, 'sealed_headers', other)],
      Array(2).fill(JSON.stringify(headers)),
    );
    assert.notEqual(...(same as [string, string]));
  });

  test('nothing sealed is left of a deleted endpoint', async () => {
    const endpoint = await createEndpoint(node(), HOOK, { headers });
    await rotateSecret(node(), endpoint);
    assert.equal((await node().delete(pathOf(endpoint))).status, 204);
    assert.deepEqual(await sealedOf(node(), endpoint), {
      sealed_secret: '',
      sealed_headers: '',
      sealed_former_secret: null,
    });
  });

  test('the log has no secret, no value of a header and no URL, also of what was refused or failed', async () => {
    await using receiver = await Receiver.start(500);
    const url = `${receiver.url}/token-in-a-path?token-in-a-query`;
    const endpoint = await createEndpoint(node(), url, { headers });
    const { signing_secret } = await rotateSecret(node(), endpoint);
    const bad = [{ key: 'X-Token', value: `${TOKEN}\u00e9` }];
    for (const body of [{ headers: bad }, { url: 'https://ada:token-in-a-path@example.com/' }]) {
      const refused = await node().patch(pathOf(endpoint), body);
      assert.equal(refused.status, 422);
      assert.deepEqual(readableIn([errorOf(refused).message], [TOKEN, 'token-in-a-path']), []);
    }
    const { id } = await tryOnce(node(), endpoint.id);
    await changeEndpoint(node(), endpoint, { url: 'https://unknown.example/token-in-a-path' });
    const failed = await tryOnce(node(), endpoint.id);
    assert.equal(failed.attempt_log[0]?.error, 'the name has no address');
    const attemptsLogged = () =>
      node().logLines.filter((line) => line.includes(id) || line.includes(failed.id)).length;
    await eventually(async () => attemptsLogged() === 2);
    const hidden = [
      signing_secret,
      endpoint.signing_secret,
      'whsec_',
      TOKEN,
      'token-in-a-',
      'unknown.example',
    ];
    assert.deepEqual(readableIn(node().logLines, hidden), []);
  });

  test('201: with the same Idempotency-Key the same secret is returned, and one endpoint is made', async () => {
    const body = { ...LEAST, description: 'Only once', headers };
    const create = () => node().post(ENDPOINTS, body, { headers: { 'idempotency-key': 'create once' } });
    const [first, second] = [await create(), await create()];
    assert.match(dataOf<EndpointWithSecret>(first).signing_secret, SECRET);
    assert.deepEqual([second.status, second.text], [201, first.text]);
    assert.deepEqual(
      [first, second].map((answer) => answer.headers['idempotency-replayed']),
      [undefined, 'true'],
    );
    const { data } = await listEndpoints(node(), '?limit=100');
    const made = data.filter(({ description }) => description === 'Only once');
    assert.deepEqual(made, [withoutSecret(dataOf(first))]);
  });

  test('200: with the same Idempotency-Key a secret is rotated once', async () => {
    const endpoint = await createEndpoint(node(), HOOK);
    const rotate = () =>
      node().post(pathOf(endpoint, '/rotate_secret'), undefined, {
        headers: { 'idempotency-key': 'rotate once' },
      });
    const first = await rotate();
    const before = await sealedOf(node(), endpoint);
    const second = await rotate();
    assert.deepEqual([second.status, second.text], [200, first.text]);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.deepEqual(await sealedOf(node(), endpoint), before);
  });
});
