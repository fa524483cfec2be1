// What holds for every request: methods, body limit, JSON, headers, request ids.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from '../support/lanes.ts';
import { send } from '../support/server/http.ts';
import { errorOf, onBothEngines } from '../support/server/rota.ts';

const KEYS = '/api/v1/api_keys';

onBothEngines('HTTP', (node) => {
  test('404: unknown paths, with a key under /api/v1 and without elsewhere', async () => {
    for (const [path, key] of [
      ['/api/v1/nothing', node().rawKey],
      ['/api/v1', node().rawKey],
      ['/', null],
      ['/v1/teams', null],
      ['/api/teams', null],
      ['/api/v2/teams', node().rawKey],
      ['/api/v1/api_keys/', node().rawKey],
      ['/API/V1/api_keys', null],
    ] as const) {
      const answer = await node().get(path, { key });
      assert.equal(answer.status, 404, path);
      const advice = path.startsWith('/api/v1')
        ? '/docs lists all paths'
        : "the API's paths begin with /api/v1, and /docs lists them";
      assert.deepEqual(errorOf(answer), { type: 'not_found', message: `Path not found: ${advice}` });
    }
  });

  test('a browser that asks for / is sent to the console, and from there to sign in', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await send({ method, url: `${node().url}/`, headers });
      assert.deepEqual([answer.status, answer.headers.location], [302, 'console'], method);
    }
    const next = await send({ method: 'GET', url: `${node().url}/console`, headers });
    assert.equal(next.status, 303);
    assert.match(next.headers.location ?? '', /\/console\/sign-in/);
    assert.equal((await send({ method: 'GET', url: `${node().url}/docs`, headers })).status, 200);
    assert.equal((await send({ method: 'GET', url: `${node().url}/v1`, headers })).status, 404);
    assert.equal(
      (await send({ method: 'GET', url: `${node().url}/`, headers: { accept: '*/*' } })).status,
      404,
    );
  });

  test('404: a malformed id is not found', async () => {
    for (const id of [
      'x',
      'key_',
      'key_01kjpwd6m0a57cpwz0tqznd9pp',
      'ws_01KJPWD6M0A57CPWZ0TQZND9PP',
      '%00',
      "'--",
      'x'.repeat(150),
    ]) {
      assert.equal((await node().delete(`${KEYS}/${id}`)).status, 404, id);
    }
    const broken = await send({ method: 'GET', url: `${node().url}${KEYS}/%zz` });
    assert.deepEqual([broken.status, errorOf(broken).type], [404, 'not_found']);
    assert.match(broken.headers['x-request-id'] as string, /^req_/);
  });

  test('405: a known path with another method; the response lists the allowed ones', async () => {
    for (const [method, path, allow, key] of [
      ['PUT', KEYS, 'GET, POST, HEAD', undefined],
      ['GET', `${KEYS}/key_01KJPWD6M0A57CPWZ0TQZND9PP`, 'PATCH, DELETE', undefined],
      ['POST', '/api/v1/workspace', 'GET, PATCH, HEAD', undefined],
      ['OPTIONS', '/api/v1/audit_log', 'GET, HEAD', undefined],
      ['POST', '/healthz', 'GET, HEAD', null],
    ] as const) {
      const answer = await node().call(method, path, { ...(key === null && { key }) });
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.allow, allow);
      assert.equal(errorOf(answer).type, 'method_not_allowed');
    }
    assert.equal((await node().call('PUT', KEYS, { key: null })).status, 401);
  });

  test('404 or 405: another method on a path with a long or encoded id', async () => {
    for (const [id, status] of [
      ['x'.repeat(100), 405],
      ['x'.repeat(101), 404],
      ['%2F'.repeat(100), 405],
      [`${'x'.repeat(97)}%25zz`, 405],
      [`${'x'.repeat(101)}%25zz`, 404],
    ] as const) {
      const answer = await send({
        method: 'PUT',
        url: `${node().url}${KEYS}/${id}`,
        headers: { authorization: `Bearer ${node().rawKey}` },
      });
      assert.equal(answer.status, status, id);
    }
  });

  test('413: a body over 256 KiB, and one of exactly 256 KiB is read', async () => {
    const headers = { 'content-type': 'application/json' };
    const filled = (bytes: number) => `{"name":"x","filler":"${'y'.repeat(bytes - 24)}"}`;
    assert.equal(filled(262_144).length, 262_144);
    assert.equal((await node().call('POST', KEYS, { rawBody: filled(262_144), headers })).status, 201);
    const answer = await node().call('POST', KEYS, { rawBody: filled(262_145), headers });
    assert.equal(answer.status, 413);
    assert.deepEqual(errorOf(answer), {
      type: 'payload_too_large',
      message: 'The body must be at most 256 KiB',
    });
  });

  test('415: a body that is not JSON by its content type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { 'content-type': type };
      const answer = await node().call('POST', KEYS, { rawBody: '{"name":"x"}', headers });
      assert.deepEqual([answer.status, errorOf(answer).type], [415, 'unsupported_media_type'], type);
    }
    const untyped = await node().call('POST', KEYS, { rawBody: '{"name":"x"}' });
    assert.equal(untyped.status, 415);
  });

  test('a JSON content type may have parameters, and may end in +json', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json']) {
      const headers = { 'content-type': type };
      assert.equal((await node().call('POST', KEYS, { rawBody: '{"name":"x"}', headers })).status, 201, type);
    }
  });

  test('an empty body counts as no body, whatever the content type and method', async () => {
    const headers = { 'content-type': 'application/json' };
    assert.equal((await node().get(KEYS, { headers })).status, 200);
    assert.equal((await node().patch('/api/v1/workspace', undefined, { headers })).status, 200);
    assert.equal((await node().patch('/api/v1/workspace')).status, 200);
    const gone = await node().delete(`${KEYS}/key_01KJPWD6M0A57CPWZ0TQZND9PP`, { headers });
    assert.equal(gone.status, 404);
    const nameless = await node().call('POST', KEYS, { headers });
    assert.deepEqual([nameless.status, errorOf(nameless).message], [422, 'name is required']);
  });

  test('422: a body that is not valid JSON, or not UTF-8', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const [rawBody, message] of [
      ['{"name":', 'body must be valid JSON'],
      ['\ufeff{"name":"x"}', 'body must be valid JSON'],
      ['[1] [2]', 'body must be valid JSON'],
      [Buffer.from([0x22, 0xff, 0x22]), 'body must be UTF-8 text'],
    ] as const) {
      const answer = await node().call('POST', KEYS, { rawBody: rawBody as string, headers });
      assert.deepEqual([answer.status, errorOf(answer)], [422, { type: 'invalid_request', message }]);
    }
  });

  test('every response has a request id: a sane one is kept, any other is replaced', async () => {
    const idFor = async (given: string) =>
      (await node().get('/healthz', { headers: { 'x-request-id': given } })).headers['x-request-id'];
    for (const sane of ['1', 'abc-123', '4bf92f3577b34da6a3ce929d0e0e4736', 'a/b:c.d_e+f=@']) {
      assert.equal(await idFor(sane), sane);
    }
    for (const odd of ['', 'with space', 'x'.repeat(129), '<script>', 'caf\u00e9']) {
      assert.match((await idFor(odd)) as string, /^req_[0-9A-Z]{26}$/);
    }
  });

  test('the key itself, sent as a request id, is not kept: it would be logged', async () => {
    const headers = { 'x-request-id': node().rawKey };
    assert.match((await node().get(KEYS, { headers })).headers['x-request-id'] as string, /^req_/);
  });

  test('every response has the security headers', async () => {
    for (const path of ['/healthz', '/metrics', KEYS, '/api/v1/nothing', '/nothing']) {
      const { headers } = await node().get(path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
      assert.equal(headers['x-frame-options'], 'DENY');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.match(headers['content-security-policy'] as string, /^default-src 'none'/);
      assert.equal(headers['x-powered-by'], undefined);
    }
  });

  test('health, readiness and metrics need no key', async () => {
    assert.deepEqual((await node().get('/healthz', { key: null })).body, { status: 'ok' });
    assert.deepEqual((await node().get('/readyz', { key: null })).body, { status: 'ok' });
    await node().get(KEYS);
    const { text } = await node().get('/metrics', { key: null });
    assert.match(
      text,
      /^rota_http_requests_total\{method="GET",route="\/api\/v1\/api_keys",status="200"\} \d+$/m,
    );
    assert.match(text, /^rota_http_request_duration_seconds_bucket\{le="0.001",method="GET",/m);
    assert.match(text, /^process_resident_memory_bytes \d+$/m);
  });

  test('one log line for each request, with caller, route and status, and nothing of what was sent', async () => {
    const marker = 'do-not-log-me';
    const before = node().logLines.length;
    await node().post(`${KEYS}?q=${marker}`, { name: marker }, { headers: { 'x-note': marker } });
    await node().delete(`${KEYS}/${marker}`);
    await node().get(`/${marker}`);
    await node().get(KEYS, { key: `${marker}-as-a-key` });
    const lines = node()
      .logLines.slice(before)
      .filter((line) => !line.includes('/openapi.json'));
    assert.equal(lines.length, 4);
    assert.ok(!lines.join().includes(marker));
    const { time, duration_ms, request_id, trace_id, span_id, api_key_id, ...line } = JSON.parse(
      lines[0] as string,
    );
    assert.deepEqual(line, {
      level: 'info',
      method: 'POST',
      route: KEYS,
      status: 201,
      workspace_id: node().workspaceId,
      client: '127.0.0.1',
      msg: 'request',
    });
    assert.equal(typeof duration_ms, 'number');
    assert.match(request_id, /^req_/);
    assert.match(`${trace_id} ${span_id}`, /^[0-9a-f]{32} [0-9a-f]{16}$/);
    assert.match(api_key_id, /^key_/);
    assert.ok(!Number.isNaN(Date.parse(time)));
  });

  test('a request that is not HTTP gets a response in the usual form', async () => {
    const { port } = new URL(node().url);
    for (const [sent, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(sent);
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      await once(socket, 'close');
      assert.match(text, new RegExp(`^HTTP/1.1 ${status} `));
      assert.equal(JSON.parse(text.split('\r\n\r\n')[1] as string).error.type, 'invalid_request');
    }
  });

  test('500: no internal detail leaks, and the message ends with the request id', async () => {
    const { database } = node().services;
    await database.transaction((tx) => tx.script('alter table audit_entries rename to hidden_entries'));
    const answer = await node().get('/api/v1/audit_log', { headers: { 'x-request-id': 'find-me' } });
    const write = await node().post(KEYS, { name: 'half' });
    await database.transaction((tx) => tx.script('alter table hidden_entries rename to audit_entries'));
    assert.equal(answer.status, 500);
    assert.deepEqual(errorOf(answer), {
      type: 'internal_error',
      message: 'Something went wrong. Request id: find-me',
    });
    // The key was written before its audit entry failed: both are rolled back.
    assert.equal(write.status, 500);
    const row = await database.get("select id from api_keys where name = 'half'");
    assert.equal(row, undefined);
    const logged = node().logLines.find(
      (line) => line.includes('find-me') && line.includes('"level":"error"'),
    );
    assert.match(logged as string, /audit_entries/);
    assert.equal((await node().get('/api/v1/audit_log')).status, 200);
  });
});

onBothEngines(
  'HTTP behind a trusted proxy',
  (node) => {
    test('the client is the address that the proxy forwards; anything else is ignored', async () => {
      for (const [forwarded, client] of [
        ['203.0.113.7', '203.0.113.7'],
        ['2001:db8::7', '2001:db8::7'],
        ['Bearer some-secret', '127.0.0.1'],
      ] as const) {
        await node().get(KEYS, { headers: { 'x-forwarded-for': forwarded } });
        const line = node().logLines.findLast((text) => text.includes(`"route":"${KEYS}"`));
        assert.equal(JSON.parse(line as string).client, client);
      }
    });
  },
  { environment: { ROTA_TRUSTED_PROXIES: '127.0.0.0/8' } },
);
