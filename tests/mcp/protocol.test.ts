// Whatever is sent to /mcp, the answer is one of the protocol, nothing stays behind, and nothing secret is told.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import {
  BOTH_TYPES,
  LEGACY,
  MCP,
  MODERN,
  modernRequest,
  request,
  type SpeakOptions,
  speak,
} from '../support/server/mcp-wire.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

const PING = request('ping');
const KIB = 1_024;

onBothEngines('The protocol of /mcp', (node) => {
  async function assertAnswered(
    body: Parameters<typeof speak>[1],
    options: SpeakOptions,
    expected: { status: number; code?: number; says?: RegExp },
  ) {
    const { status, message, text } = await speak(node(), body, options);
    const shown = `${JSON.stringify(options)} ${JSON.stringify(body)?.slice(0, 200)}: ${text.slice(0, 500)}`;
    assert.equal(status, expected.status, shown);
    if (expected.code) assert.equal(message.error?.code, expected.code, shown);
    if (expected.says) assert.match(text, expected.says, shown);
  }

  test('every method but POST is refused, and the refusal names it', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD']) {
      const { status, headers } = await speak(node(), undefined, { method });
      assert.deepEqual([status, headers.allow], [405, 'POST'], method);
    }
  });

  test('what is no message of JSON-RPC is refused as the protocol says', async () => {
    for (const body of ['', '{', 'nul', "{'a':1}", '\u0000', '\ufeff{}', '{}{}']) {
      await assertAnswered(body, {}, { status: 400 });
    }
    await assertAnswered('{', {}, { status: 400, code: -32700 });
    for (const body of ['"x"', '1', 'null', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
      await assertAnswered(body, {}, { status: 400 });
    }
    await assertAnswered(Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), {}, { status: 400 });
    // An id that is no text and no number.
    for (const id of [null, {}, [], true]) await assertAnswered(request('ping', {}, id), {}, { status: 400 });
  });

  test('several messages in one request are refused, however they are written', async () => {
    for (const body of ['[]', JSON.stringify([PING, PING]), ` \r\n\t${JSON.stringify([PING])}`]) {
      await assertAnswered(body, {}, { status: 400, code: -32600, says: /one message at a time/ });
    }
  });

  test('another type, and a body that is too large, are refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'x', undefined]) {
      await assertAnswered(PING, { headers: { 'content-type': type } }, { status: 415 });
    }
    const large = { ...PING, params: { filling: 'x'.repeat(256 * KIB) } };
    await assertAnswered(large, {}, { status: 413 });
  });

  test('unknown methods and tools are refused, in both versions', async () => {
    const methods = [
      'nothing',
      'toString',
      '__proto__',
      'tools/List',
      'prompts/list',
      'sampling/createMessage',
    ];
    for (const method of methods) {
      const modern = modernRequest(method);
      await assertAnswered(request(method), {}, { status: 200, code: -32601 });
      await assertAnswered(modern.body, { headers: modern.headers }, { status: 404, code: -32601 });
    }
    for (const name of ['nothing', '', 'constructor', 'LIST_TEAMS', 'list_teams ', 'x'.repeat(10_000)]) {
      await assertAnswered(request('tools/call', { name, arguments: {} }), {}, { status: 200, code: -32602 });
    }
    for (const params of [{}, { name: 1 }, { name: null }, { name: ['list_teams'] }]) {
      await assertAnswered(request('tools/call', params), {}, { status: 200, code: -32602 });
    }
  });

  test('a version that there is not is refused, and the refusal names those that there are', async () => {
    const headers = { 'mcp-protocol-version': '1999-01-01' };
    await assertAnswered(PING, { headers }, { status: 400, says: new RegExp(LEGACY) });
    const modern = modernRequest('tools/list');
    const body = JSON.parse(JSON.stringify(modern.body).replaceAll(MODERN, '2099-01-01'));
    const future = { headers: { ...modern.headers, 'mcp-protocol-version': '2099-01-01' } };
    await assertAnswered(body, future, { status: 400, says: new RegExp(MODERN) });
  });

  test('headers that are missing, or say otherwise than the body, are refused', async () => {
    const { body, headers } = modernRequest('tools/call', { name: 'list_teams', arguments: {} });
    await assertAnswered(body, { headers }, { status: 200 });
    const wrong: Record<string, string | undefined>[] = [
      { 'mcp-protocol-version': undefined },
      { 'mcp-method': undefined },
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': undefined },
      { 'mcp-name': 'cancel' },
    ];
    for (const each of wrong) {
      await assertAnswered(body, { headers: { ...headers, ...each } }, { status: 400 });
    }
  });

  test('pages of others are refused, and our own pass', async () => {
    const own = new URL(node().url).host;
    for (const origin of ['https://example.net', 'null', 'http://127.0.0.1.example.net', 'x', 'file://']) {
      await assertAnswered(PING, { headers: { origin } }, { status: 403 });
    }
    await assertAnswered(PING, { headers: { origin: `http://${own}` } }, { status: 200 });
  });

  test('no stream is kept open: neither subscriptions nor a GET', async () => {
    const { body, headers } = modernRequest('subscriptions/listen', {
      subscriptions: ['tools/list_changed'],
    });
    await assertAnswered(body, { headers }, { status: 404, code: -32601 });
    const escaped = JSON.stringify(body).replace('subscriptions/listen', 'subscriptions\\u002flisten');
    const { message, text } = await speak(node(), escaped, { headers });
    assert.ok(message.error, text);
    await assertAnswered(
      undefined,
      { method: 'GET', headers: { accept: 'text/event-stream' } },
      { status: 405 },
    );
  });

  test('who takes no events is told so before anything is done', async () => {
    const call = request('tools/call', { name: 'list_teams', arguments: {} });
    for (const accept of ['application/json', 'text/html']) {
      await assertAnswered(call, { headers: { accept } }, { status: 406 });
    }
  });

  test('fifty calls at the same time are all answered', async () => {
    const { body, headers } = modernRequest('tools/call', { name: 'list_teams', arguments: {} });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        place % 2
          ? speak(node(), body, { headers })
          : speak(node(), request('tools/call', { name: 'list_teams', arguments: {} }, place)),
      ),
    );
    assert.ok(answers.every(({ status, message }) => status === 200 && message.result?.structuredContent));
  });

  test('HTTP/1.0 is answered, too', async () => {
    const answer = await rawCall(node(), JSON.stringify(PING), 'HTTP/1.0');
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.match(answer, /data: \{"result":\{\},"jsonrpc":"2\.0","id":1\}/);
  });

  test('an answer is never stored on the way', async () => {
    const { body, headers } = modernRequest('tools/list');
    for (const answer of [
      await speak(node(), request('tools/list')),
      await speak(node(), body, { headers }),
    ]) {
      assert.match(answer.headers['cache-control'] ?? '', /no-store/);
    }
  });

  test('callers who leave in the middle leave nothing behind', async () => {
    const text = JSON.stringify(request('tools/call', { name: 'list_teams', arguments: {} }));
    const before = openResources();
    const logged = node().logLines.length;
    for (let left = 20; left > 0; left -= 1) {
      const socket = connect(Number(new URL(node().url).port), '127.0.0.1');
      await once(socket, 'connect');
      // Some leave before the body is there, some before the answer is.
      const sent = left % 2 ? text : text.slice(0, -20);
      socket.write(`${headOf(node(), text.length)}${sent}`);
      socket.resetAndDestroy();
    }
    assert.equal((await speak(node(), PING)).status, 200);
    await eventually(async () => openResources() <= before);
    // A body that ends too early is noted, as everywhere.
    const failures = node()
      .logLines.slice(logged)
      .filter((line) => line.includes('"level":"error"') && !line.includes('"message":"aborted"'));
    assert.deepEqual(failures, []);
  });

  test('a log line names the tool, and has neither arguments nor texts', async () => {
    const marker = 'team_01KJPWD6M0C7RSKCESEPW7CWHS';
    const { headers } = await speak(
      node(),
      request('tools/call', { name: 'whose_turn', arguments: { team_id: marker } }),
    );
    const line = await eventually(async () =>
      node().logLines.find((each) => each.includes(String(headers['x-request-id']))),
    );
    assert.equal(JSON.parse(line).tool, 'whose_turn');
    assert.ok(!node().logLines.some((each) => each.includes(marker)));
  });

  test('a failure of ours says nothing of itself, and is in the log', async () => {
    const { database } = node().services;
    await database.transaction((tx) => tx.script('alter table teams rename to teams_elsewhere'));
    const { message, text } = await speak(node(), request('tools/call', { name: 'list_teams' }));
    await database.transaction((tx) => tx.script('alter table teams_elsewhere rename to teams'));
    assert.equal(message.result?.isError, true);
    assert.match(text, /internal_error: Something went wrong/);
    assert.doesNotMatch(text, /teams|select/);
    const [, traceId] = /trace (\w+)/.exec(text) ?? [];
    const failure = node().logLines.find(
      (line) => line.includes('"request failed"') && line.includes(`${traceId}`),
    );
    assert.match(failure ?? '', /teams/);
  });

  test('no answer has the key', async () => {
    const { rawKey } = node();
    for (const body of [
      PING,
      request('tools/list'),
      request('tools/call', { name: rawKey }),
      `{"${rawKey}`,
    ]) {
      const { text, headers } = await speak(node(), body);
      if (!JSON.stringify(body).includes(rawKey)) assert.ok(!text.includes(rawKey));
      assert.ok(!JSON.stringify(headers).includes(rawKey));
    }
  });
});

const headOf = ({ url, rawKey }: Node, length: number, version = 'HTTP/1.1') =>
  [
    `POST ${MCP} ${version}`,
    `Host: ${new URL(url).host}`,
    `Authorization: Bearer ${rawKey}`,
    'Content-Type: application/json',
    `Accept: ${BOTH_TYPES}`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

/** All bytes until the connection ends. */
async function rawCall(node: Node, body: string, version: string): Promise<string> {
  const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
  socket.write(`${headOf(node, body.length, version)}${body}`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

/** Connections and timers of this process, the server's among them. */
const openResources = () =>
  process.getActiveResourcesInfo().filter((kind) => /Timeout|TCPSocket/.test(kind)).length;
