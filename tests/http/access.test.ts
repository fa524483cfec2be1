// A route's access decides who may call it and what the response looks like. Tested with kinds made up here.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { notFound, RotaError } from '../../src/errors.ts';
import type { Access, AccessKind, Visitor } from '../../src/http/access/access.ts';
import { everybody, publicAccess } from '../../src/http/access/public.ts';
import { pageQuery } from '../../src/http/query.ts';
import { type Route, route } from '../../src/http/route.ts';
import { Type } from '../../src/shapes/type.ts';
import { describe, test } from '../support/lanes.ts';
import { type BareServer, startBareServer } from '../support/server/bare-server.ts';
import { send, type WireAnswer } from '../support/server/http.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

interface Guest {
  guest: { name: string };
}

/** For guests by name: Ada and Ben are known, and only Ada may write. */
const guestWho = (may: 'read' | 'write'): Access<Guest> => ({
  kind: 'guest',
  authorize({ guest }) {
    if (may === 'write' && guest.name !== 'ada') throw new RotaError('forbidden', 'You may only read');
  },
});

const GUEST_HEADERS = { 'content-security-policy': "default-src 'self'" };

const guestAccess: AccessKind = {
  ...publicAccess,
  name: 'guest',
  identify(request): Visitor<Guest> {
    const name = String(request.headers['x-guest'] ?? '');
    if (!['ada', 'ben'].includes(name)) throw new RotaError('forbidden', 'You are no guest of ours');
    return { given: { guest: { name } }, logged: { guest: name } };
  },
  headers: GUEST_HEADERS,
  acceptBodies(server) {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
  },
  ownsPath: (path) => path.startsWith('/guests'),
  unknownPath: () => notFound('Page'),
  errorResponse: (error) => ({
    status: error instanceof RotaError && error.type === 'not_found' ? 404 : 403,
    headers: {},
    contentType: 'text/html; charset=utf-8',
    text: `<p>${(error as Error).message}</p>`,
  }),
};

const described = {
  group: { name: 'Made up', description: 'For this file.' },
  summary: '',
  description: '',
  response: { status: 200, description: '' },
} as const;
const path = { id: { kind: 'team', what: 'Team' } } as const;
const body = Type.Object({ name: Type.String({ minLength: 2 }) });
const TEAM = 'team_01KJPWD6M0A57CPWZ0TQZND9PP';

const routes: Route[] = [
  route({
    ...described,
    operation: 'write',
    method: 'POST',
    url: '/open/:id',
    access: everybody,
    path,
    query: pageQuery('team'),
    body,
    handle: async (_services, input) => ({ input }),
  }),
  route({
    ...described,
    operation: 'greet',
    method: 'POST',
    url: '/guests/:id',
    access: guestWho('write'),
    path,
    body,
    handle: async ({ guest }, input) => ({ guest, name: input.body.name }),
  }),
];

describe('Kinds of access', () => {
  let storage: Storage;
  let node: Node;
  let server: BareServer;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage);
    server = await startBareServer(node, { routes, accessKinds: [guestAccess, publicAccess] });
  });
  after(async () => {
    await server.close();
    await node.stop();
    await storage.remove();
  });

  function call(
    method: string,
    url: string,
    headers: Record<string, string>,
    text = '',
  ): Promise<WireAnswer> {
    return send({ method, url: server.url + url, headers, ...(text && { body: text }) });
  }

  const JSON_BODY = { 'content-type': 'application/json' };
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const messageOf = ({ body: answer }: WireAnswer) =>
    (answer as { error: { message: string } }).error.message;

  test('a public route gets path, query and body, checked as on any other route', async () => {
    const answer = await call('POST', `/open/${TEAM}?limit=5`, JSON_BODY, '{"name":"Ada"}');
    assert.deepEqual(answer.body, {
      input: { path: { id: TEAM }, query: { limit: 5 }, body: { name: 'Ada' } },
    });
    for (const [url, text, status, message] of [
      [`/open/${TEAM}`, '{"name":"A"}', 422, 'name must be at least 2 characters'],
      [`/open/${TEAM}`, '{}', 422, 'name is required'],
      [`/open/${TEAM}?limit=x`, '{"name":"Ada"}', 422, 'limit must be an integer'],
      ['/open/x', '{"name":"Ada"}', 404, 'Team not found'],
    ] as const) {
      const refusal = await call('POST', url, JSON_BODY, text);
      assert.deepEqual([refusal.status, messageOf(refusal)], [status, message]);
    }
  });

  test('a kind passes what it knows of the caller to its handlers and to the log', async () => {
    const answer = await call('POST', `/guests/${TEAM}`, { ...FORM, 'x-guest': 'ada' }, 'name=Grace');
    assert.deepEqual([answer.status, answer.body], [200, { guest: { name: 'ada' }, name: 'Grace' }]);
    assert.ok(server.logLines.some((line) => JSON.parse(line).guest === 'ada'));
  });

  test('a kind refuses unknown callers, and a route refuses callers without permission', async () => {
    for (const [guest, message] of [
      ['eve', 'You are no guest of ours'],
      ['ben', 'You may only read'],
    ] as const) {
      const answer = await call('POST', `/guests/${TEAM}`, { ...FORM, 'x-guest': guest }, 'name=Grace');
      assert.deepEqual([answer.status, answer.text], [403, `<p>${message}</p>`]);
    }
  });

  test('a kind has content types and headers of its own', async () => {
    const guest = { 'x-guest': 'ada' };
    const asJson = await call('POST', `/guests/${TEAM}`, { ...JSON_BODY, ...guest }, '{"name":"Grace"}');
    assert.equal(asJson.status, 403, 'the status of this kind for a body that it can not read');
    const asForm = await call('POST', `/open/${TEAM}`, FORM, 'name=Grace');
    assert.equal(asForm.status, 415);
    const guestPolicy = asJson.headers['content-security-policy'];
    assert.equal(guestPolicy, GUEST_HEADERS['content-security-policy']);
    assert.match(asForm.headers['content-security-policy'] as string, /^default-src 'none'/);
  });

  test('a kind refuses unknown paths and methods in its own way', async () => {
    const guest = { 'x-guest': 'ben' };
    const unknown = await call('GET', '/guests/a/b', guest);
    assert.deepEqual([unknown.status, unknown.text], [404, '<p>Page not found</p>']);
    assert.equal(unknown.headers['content-security-policy'], GUEST_HEADERS['content-security-policy']);
    assert.equal((await call('GET', '/guests/a/b', {})).text, '<p>You are no guest of ours</p>');
    const method = await call('DELETE', `/guests/${TEAM}`, guest);
    assert.equal(method.text, '<p>Use one of these methods on this path: POST</p>');
    assert.equal(
      (await call('GET', '/elsewhere', {})).headers['content-type'],
      'application/json; charset=utf-8',
    );
  });
});
