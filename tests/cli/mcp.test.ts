// Full lane, because it starts many processes: `rota mcp` brings an agent on standard input and output to the service, whatever it speaks and whatever fails.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { makeRequest, readRequest } from '../support/makers/meeting-requests.ts';
import { makeMember, makeTeam } from '../support/makers/team-members.ts';
import { type AnswerWith, Receiver } from '../support/receivers/receiver.ts';
import { connectAgent, type Era, startAgent } from '../support/server/agent.ts';
import { nextAnswer, whileRequestLocked } from '../support/server/blocked-calls.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { failed } from '../support/server/exits.ts';
import { closedPort, type Environment, RotaProcess, rota, rotaProcess } from '../support/server/process.ts';
import { startRestartable } from '../support/server/restarts.ts';
import { freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';

const eras: Era[] = ['2026-07-28', '2025-11-25'];
const environmentOf = ({ url, rawKey }: Node) => ({ ROTA_URL: url, ROTA_KEY: rawKey });

interface Answer {
  id?: string | number;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: object };
}

/** `rota mcp` without a client: lines go in, lines come out. */
class Bridge extends RotaProcess {
  constructor(environment: Environment, shell?: string) {
    super(['mcp'], environment, { isFed: true, ...(shell !== undefined && { shell }) });
  }

  say(message: object): void {
    this.input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Everything that it has written. Whatever is not a message of the protocol fails the test. */
  get messages(): (Answer & { jsonrpc: string })[] {
    const messages = this.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    for (const { jsonrpc } of messages) assert.equal(jsonrpc, '2.0');
    return messages;
  }

  answer(id: string | number | undefined): Promise<Answer> {
    return this.printed(() => this.messages.find((message) => message.id === id), `an answer to ${id}`);
  }

  /** The error that the request gets. */
  async refusal(id: string | number, method = 'tools/list'): Promise<Answer['error']> {
    this.say({ id, method });
    return (await this.answer(id)).error;
  }
}

/** A service that answers as a test wants it to. */
async function serve(answer: AnswerWith): Promise<Receiver & { environment: Environment }> {
  const receiver = await Receiver.start(answer);
  return Object.assign(receiver, { environment: { ROTA_URL: receiver.url, ROTA_KEY: 'key-of-the-tests' } });
}

const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

onBothEngines('rota mcp', (node, storage) => {
  for (const era of eras) {
    test(`gives a client the tools that the service has, in the version of ${era}`, async () => {
      const [agent, direct] = await Promise.all([
        startAgent(environmentOf(node()), era),
        connectAgent(node(), { era }),
      ]);
      assert.deepEqual(await agent.client.listTools(), await direct.client.listTools());
      assert.equal(agent.client.getInstructions(), direct.client.getInstructions());

      const ada = await makeMember(node(), 'Ada');
      const [team] = await makeTeam(node(), [ada]);
      const input = { team_id: team.id };
      const wanted = await direct.call('whose_turn', input);
      const answers = await Promise.all(Array.from({ length: 20 }, () => agent.call('whose_turn', input)));
      for (const answer of answers) assert.deepEqual(answer, wanted);

      const paused = await agent.call<{ repeated: boolean }>('pause_member', {
        ...input,
        member_email: ada.email,
      });
      assert.equal(paused.repeated, false);
      const again = await direct.call('pause_member', { ...input, member_email: ada.email });
      assert.deepEqual(again, { ...paused, repeated: true });
      assert.match(
        await agent.refusal('whose_turn', { team_id: 'team_00000000000000000000000000' }),
        /list_teams/,
      );
      await assert.rejects(agent.result('no_such_tool'), /There is no tool "no_such_tool"/);
    });
  }

  for (const era of eras) {
    test(`passes on progress and cancellation, in the version of ${era}`, async () => {
      const agent = await startAgent(environmentOf(node()), era);
      const { id } = await makeRequest(node());
      const pause = { name: 'pause', arguments: { meeting_id: id } };
      await whileRequestLocked(node(), storage().engine, id, async (untilWaiting) => {
        const cancelling = new AbortController();
        const answer = nextAnswer();
        const called = assert.rejects(agent.client.callTool(pause, { signal: cancelling.signal }));
        const { closed } = await answer;
        await untilWaiting();
        cancelling.abort();
        await called;
        // The service has noticed.
        await closed;
      });
      assert.equal((await readRequest(node(), id)).status, 'active');

      assert.deepEqual(await agent.stepsOf(pause.name, pause.arguments), [
        { progress: 1, message: 'Pausing the meeting' },
        { progress: 2, message: 'Reading the meeting' },
      ]);
      assert.equal((await readRequest(node(), id)).status, 'paused');
    });
  }
});

// From here on, it does not depend on the database of the service.

for (const era of eras) {
  test(`rota mcp works again once the service does, in the version of ${era}`, async (t) => {
    const port = await closedPort();
    const service = await startRestartable(t, 'sqlite', { PORT: String(port) });
    const agent = await startAgent(environmentOf(service.node()), era);
    await agent.call('list_teams');
    await service.stop();
    await assert.rejects(
      agent.call('list_teams'),
      /No answer from the service: connect ECONNREFUSED 127\.0\.0\.1:\d+/,
    );
    await service.start();
    await agent.call('list_teams');
  });
}

describe('rota mcp', { concurrency: 2 }, () => {
  test('says what is missing, and takes the key from a file', async (t) => {
    const folder = await freshDataFolder();
    t.after(folder.remove);
    assert.deepEqual(
      await rota(['mcp']),
      failed(2, 'ROTA_KEY is missing: set it to an API key of the workspace'),
    );
    assert.deepEqual(
      await rota(['mcp'], { ROTA_KEY: 'kéy' }),
      failed(2, 'ROTA_KEY must be an API key: printable ASCII characters without spaces'),
    );
    await using service = await serve((response) => response.writeHead(503).end());
    const file = path.join(folder.path, 'key');
    await writeFile(file, 'key-in-a-file\n');
    await using bridge = new Bridge({ ROTA_URL: service.url, ROTA_KEY_FILE: file });
    await bridge.refusal(1);
    assert.equal(service.received[0]?.headers.authorization, 'Bearer key-in-a-file');
  });

  test('tells the client in a sentence what the service refuses, and goes on', async (t) => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '3' } });
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    await using stranger = new Bridge({ ROTA_URL: node.url, ROTA_KEY: 'not-a-key-of-this-service' });
    assert.deepEqual(await stranger.refusal(1), {
      code: -32603,
      message:
        'The service refused: Invalid or expired API key. ROTA_KEY must be an API key of the workspace',
      data: { status: 401 },
    });
    assert.match(String((await stranger.refusal('another'))?.message), /Invalid or expired/);
    assert.match(stranger.stderr, /^rota: tools\/list: The service refused: Invalid or expired API key/m);
    assert.ok(!stranger.stderr.includes('not-a-key'));

    await using eager = new Bridge(environmentOf(node));
    for (const id of [1, 2]) assert.equal(await eager.refusal(id), undefined);
    const { message, data } = (await eager.refusal(3)) ?? {};
    const [, seconds] = /^The service refused: Too many requests\. Call again in (\d+) seconds$/.exec(
      message ?? '',
    ) as string[];
    assert.deepEqual(data, { status: 429, retry_after_seconds: Number(seconds) });
  });

  test('tells it what is wrong on the way, and never waits for an answer that can not come', async () => {
    const refuse = (status: number, message: string) => (response: ServerResponse) =>
      response.writeHead(status).end(JSON.stringify({ error: { type: 'x', message } }));
    const cases: [Exclude<AnswerWith, number>, RegExp][] = [
      [
        refuse(403, 'API key missing required scope'),
        /^The service refused: API key missing required scope$/,
      ],
      [refuse(413, 'The body is too large'), /^The service refused: The body is too large$/],
      [refuse(500, 'Something went wrong'), /^The service failed: Something went wrong$/],
      [
        (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
        /^The service failed: it answered with the status 502$/,
      ],
      [
        (response) => response.writeHead(307, { location: 'http://127.0.0.2/' }).end(),
        /^No answer from the service: .*redirect/i,
      ],
      [
        (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
        /^No answer from the service: Unexpected content type: text\/html$/,
      ],
      [(response) => response.writeHead(202).end(), /^No answer from the service: the response ended/],
      [
        (response) =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end('{"jsonrpc":"2.0","id":"x","result":{}}'),
        /^No answer from the service: the response ended without one$/,
      ],
      [
        (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
        /^No answer from the service: /,
      ],
      [(response) => stream(response).end(event({ id: 'x', result: {} })), /the response ended without one$/],
      [(response) => stream(response).end('data: {\n\n'), /the response ended without one$/],
      [
        (response) => stream(response).write(':\n', () => response.destroy()),
        /the response ended without one$/,
      ],
      [(response) => response.destroy(), /^No answer from the service: other side closed$/],
      [
        (response, { payload }) =>
          response.writeHead(404).end(
            JSON.stringify({
              jsonrpc: '2.0',
              id: (payload as { id?: unknown }).id,
              error: { code: -32601, message: 'Method not found' },
            }),
          ),
        /^Method not found$/,
      ],
    ];
    await using service = await serve((response, received, place) =>
      cases[place]?.[0](response, received, place),
    );
    await using bridge = new Bridge(service.environment);
    for (const [place, [, expected]] of cases.entries()) {
      assert.match(String((await bridge.refusal(place))?.message), expected);
    }
    assert.ok(!(bridge.stdout + bridge.stderr).includes('key-of-the-tests'));
    assert.ok(service.received.every(({ path: asked }) => asked === '/hook/mcp'));
  });

  test('refuses lines that are no messages, and goes on', async () => {
    await using service = await serve((response) =>
      stream(response).end(event({ id: 'last', result: { done: true } })),
    );
    await using bridge = new Bridge(service.environment);
    const long = 'x'.repeat(1024 * 1024);
    bridge.input.write('no JSON\n\n  \r\n');
    bridge.input.write(`[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n{"id":2,"method":"ping"}\n`);
    bridge.input.write(`{"jsonrpc":"2.0","id":3,"method":"ping","params":{"x":"${long}"}}\n`);
    bridge.input.write(`{"method":"ping","params":{"x":"${long}","id":1},"jsonrpc":"2.0","id":"four"}\r\n`);
    bridge.input.write(`{"method":"ping","params":{"x":"${long}","id":1}}\n`);
    // The last line has no end.
    bridge.input.end('{"jsonrpc":"2.0","id":"last","method":"ping"}');
    const { code } = await bridge.ended;
    assert.equal(code, 0);
    assert.deepEqual(
      bridge.messages.map(({ id, error, result }) => [id, error?.code ?? result]),
      [
        [undefined, -32700],
        [undefined, -32600],
        [2, -32600],
        [3, -32600],
        ['four', -32600],
        [undefined, -32600],
        ['last', { done: true }],
      ],
    );
    assert.equal(service.received.length, 1);
  });

  test('passes on progress, and ends a call that is cancelled', async () => {
    const calls = new Map<unknown, ServerResponse>();
    await using service = await serve((response, { payload }) => {
      const { id } = payload as unknown as { id: unknown };
      calls.set(id, response);
      const params = { progressToken: id, progress: 1, message: 'Looking' };
      stream(response).write(event({ method: 'notifications/progress', params }));
    });
    await using bridge = new Bridge(service.environment);
    const isTold = (token: unknown) => () =>
      bridge.stdout.includes(`"params":{"progressToken":${JSON.stringify(token)}`) || undefined;
    bridge.say({ id: 1, method: 'tools/call' });
    bridge.say({ id: '1', method: 'tools/call' });
    await bridge.printed(isTold(1), 'progress');
    await bridge.printed(isTold('1'), 'progress');
    // An id is in use until its answer.
    assert.match(String((await bridge.refusal(1))?.message), /another request with this id/);

    const [cancelled, other] = [calls.get(1), calls.get('1')] as [ServerResponse, ServerResponse];
    const gone = once(cancelled, 'close');
    bridge.say({ method: 'notifications/cancelled', params: { requestId: 9 } });
    bridge.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await gone;
    other.end(event({ id: '1', result: { isFound: true } }));
    assert.deepEqual((await bridge.answer('1')).result, { isFound: true });
    bridge.input.end();
    assert.equal((await bridge.ended).code, 0);
    assert.deepEqual(
      bridge.messages.filter(({ id }) => id === 1).map(({ error }) => error?.code),
      [-32600],
    );
    assert.equal(service.received.length, 2);
  });

  for (const [how, stop] of [
    ['its input ends', (bridge: Bridge) => bridge.input.end()],
    ['it is told to', (bridge: Bridge) => bridge.signal('SIGTERM')],
  ] as const) {
    test(`ends when ${how}, after what it was asked is answered`, async () => {
      let waiting: ServerResponse | undefined;
      await using service = await serve((response) => {
        waiting = response;
      });
      await using bridge = new Bridge(service.environment);
      bridge.say({ id: 1, method: 'tools/list' });
      await service.atLeast(1);
      stop(bridge);
      waiting?.writeHead(200, { 'content-type': 'application/json' });
      waiting?.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [] } }));
      const { code, signal } = await bridge.ended;
      assert.deepEqual([code, signal, bridge.messages.map(({ id }) => id)], [0, null, [1]]);
    });
  }

  const twice: [string, (bridge: Bridge) => void][] = [
    ['by its input and by a signal', (bridge) => bridge.input.end()],
    ['by two signals', (bridge) => bridge.signal('SIGINT')],
  ];
  for (const [how, tellOnce] of twice) {
    test(`ends at once when it is told so twice, ${how}, in either order`, async () => {
      await using service = await serve(() => {});
      for (const signalComesLast of [true, false]) {
        await using told = new Bridge(service.environment);
        told.say({ id: 1, method: 'tools/list' });
        await service.atLeast(signalComesLast ? 1 : 2);
        if (signalComesLast) tellOnce(told);
        told.signal('SIGTERM');
        if (!signalComesLast) tellOnce(told);
        const { code, stdout } = await told.ended;
        assert.deepEqual([code, stdout], [0, '']);
      }
    });
  }

  test('ends at once when nobody reads what it writes', async () => {
    await using service = await serve((response, _, place) => {
      if (place === 1) response.writeHead(503).end();
    });
    await using bridge = new Bridge(service.environment, 'exec > >(:)');
    bridge.say({ id: 1, method: 'tools/list' });
    await service.atLeast(1);
    bridge.say({ id: 2, method: 'tools/list' });
    assert.equal((await bridge.ended).code, 0);
  });

  test('loads what it needs only: no server, and no engine of a database', async () => {
    const settings = { ROTA_KEY: 'x', ROTA_URL: 'http://127.0.0.1:1', NODE_DEBUG: 'esm' };
    const { code, stderr } = await rotaProcess(['mcp'], settings);
    const loaded = (name: string) => stderr.includes(`/${name}/`);
    assert.equal(code, 0);
    assert.ok(loaded('node_modules/@modelcontextprotocol/client'), 'it is told what is loaded');
    for (const name of ['@modelcontextprotocol/server', 'fastify', 'pg', 'nodemailer']) {
      assert.ok(!loaded(`node_modules/${name}`), `${name} is not loaded`);
    }
    for (const folder of ['features/meetings/requests', 'http', 'mcp/tools']) {
      assert.ok(!loaded(`src/${folder}`), `${folder} is not loaded`);
    }
  });
});
