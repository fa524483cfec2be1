// Who gets to the tools: keys that work, exactly the tools of their scopes, and nothing of another workspace.
import assert from 'node:assert/strict';
import { scopesOf } from '../../src/mcp/tool.ts';
import { tools } from '../../src/mcp/tools.ts';
import { type Scope, scopes } from '../../src/scopes.ts';
import { test } from '../support/lanes.ts';
import { operatorOf, WORKSPACES } from '../support/makers/operator.ts';
import {
  argumentsOf,
  callWith,
  goodCall,
  kindOf,
  type Stage,
  setStage,
} from '../support/makers/tool-calls.ts';
import { connectAgent } from '../support/server/agent.ts';
import { untilIdle } from '../support/server/idle.ts';
import { callTool, modernRequest, refusalIn, request, speak } from '../support/server/mcp-wire.ts';
import { dataOf, type Node, onBothEngines, startNode } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

const LIST = request('tools/list');
const KEYS = '/api/v1/api_keys';
/** In every name and title of the other workspace. */
const SECRET_NAME = 'Nightingale-7731';
const SECOND_MS = 1_000;
const INTERNAL_ERROR = -32603;
const MEETING = 'rota://meetings/mr_01KJPWD6M0C7RSKCESEPW7CWHS';

/** The names that a key gets listed. */
async function listed(node: Node, key: string): Promise<string[]> {
  const { status, message, text } = await speak(node, LIST, { key });
  assert.equal(status, 200, text);
  return ((message.result?.tools ?? []) as { name: string }[]).map(({ name }) => name);
}

onBothEngines('Access to the tools', (node, storage) => {
  test('is refused without a key that works, before anything is read', async () => {
    const operator = await operatorOf(node());
    const made = dataOf<{ id: string; key: string }>(await node().post(KEYS, { name: 'Gone', scopes }));
    const expires_at = new Date(node().clock.now() + SECOND_MS).toISOString();
    const short = dataOf<{ key: string }>(await node().post(KEYS, { name: 'Short', scopes, expires_at }));
    assert.equal((await speak(node(), LIST, { key: made.key })).status, 200);
    assert.equal((await speak(node(), LIST, { key: short.key })).status, 200);
    await node().delete(`${KEYS}/${made.id}`);
    node().clock.advance(SECOND_MS);
    for (const key of [null, '', 'x', 'sk_live_wrong', made.key, short.key, operator.key]) {
      for (const body of [LIST, '{', '[]', 'x'.repeat(300_000)]) {
        const { status, headers, text } = await speak(node(), body, { key });
        assert.equal(status, 401, `${key}: ${text}`);
        assert.match(headers['www-authenticate'] ?? '', /^Bearer/);
        assert.doesNotMatch(text, /jsonrpc|tools/);
      }
    }
    assert.match((await speak(node(), LIST, { key: operator.key })).text, /operator key/);
  });

  test('is refused to a key of another network', async () => {
    const body = { name: 'Elsewhere', scopes, allowed_networks: ['203.0.113.0/24'] };
    const { key } = dataOf<{ key: string }>(await node().post(KEYS, body));
    const { status, text } = await speak(node(), LIST, { key });
    assert.ok(status === 401 || status === 403, text);
    assert.doesNotMatch(text, /tools/);
  });

  test('is refused while the workspace is suspended', async () => {
    const { id, rawKey } = await node().otherWorkspace();
    assert.equal((await speak(node(), LIST, { key: rawKey })).status, 200);
    const operator = await operatorOf(node());
    dataOf(await operator.post(`${WORKSPACES}/${id}/suspend`, { reason: 'Overdue' }));
    const { status, text } = await speak(node(), LIST, { key: rawKey });
    assert.equal(status, 403, text);
    assert.match(text, /suspended/);
  });

  test('is exactly to the tools of the scopes of the key; others are refused by the name of their scope', async () => {
    const stage = await setStage(node());
    const keys = new Map<Scope, string>();
    for (const scope of scopes) keys.set(scope, await node().keyWith(scope));
    const before = await unchanged(node());
    for (const [scope, key] of keys) {
      const allowed = tools.filter((tool) => scopesOf(tool).includes(scope)).map(({ name }) => name);
      assert.deepEqual(await listed(node(), key), allowed, scope);
      for (const tool of tools.filter((each) => !scopesOf(each).includes(scope))) {
        const refusal = refusalIn(await callTool(node(), tool.name, goodCall(tool, stage), { key }));
        const missing = scopesOf(tool).join(' or ');
        assert.match(refusal, new RegExp(`^forbidden: API key missing required scope: ${missing}\n`));
      }
    }
    // The same for arguments that are wrong: who may not call it learns nothing of it.
    const key = keys.get('privacy.read') as string;
    for (const { name } of tools) {
      assert.match(refusalIn(await callTool(node(), name, { wrong: 1 }, { key })), /^forbidden: /);
    }
    // Where the scope depends on what the call is about, one for something else is not enough.
    for (const tool of tools) {
      for (const [argument, needed] of Object.entries(typeof tool.scope === 'string' ? {} : tool.scope)) {
        const others = { team_id: stage.team, meeting_type_id: stage.ids.meetingType };
        const value = { member_email: stage.member.email, ...others }[argument] ?? stage.offered.id;
        for (const scope of scopesOf(tool)) {
          const call = callWith(tool, stage, [argument], value);
          const called = await callTool(node(), tool.name, call, { key: keys.get(scope) as string });
          if (scope === needed) assert.ok(!called.result?.isError, called.text);
          else assert.match(refusalIn(called), new RegExp(`required scope: ${needed}\n`));
        }
      }
    }
    await before();
  });

  test('of a key without a scope for any is an empty list, and a sentence that says why', async () => {
    const key = await node().keyWith('privacy.read');
    assert.deepEqual(await listed(node(), key), []);
    for (const era of ['2026-07-28', '2025-11-25'] as const) {
      const { client } = await connectAgent(node(), { key, era });
      assert.match(client.getInstructions() ?? '', /This key allows no tool/);
    }
    const { client } = await connectAgent(node());
    assert.doesNotMatch(client.getInstructions() ?? '', /This key allows no tool/);
  });

  test('needs good arguments for every tool to be known here, and each of them works', async () => {
    for (const tool of tools) {
      const stage = await setStage(node());
      const { result, text } = await callTool(node(), tool.name, goodCall(tool, stage));
      assert.ok(result && !result.isError, `${tool.name}: ${text}`);
    }
  });

  test('knows calls by themselves: an Idempotency-Key makes two different calls no equal ones', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const [one, other] = [await setStage(node()), await setStage(node())];
    for (const tool of tools.filter(({ kind }) => kind === 'changes')) {
      for (const stage of [one, other]) {
        const { result, text } = await callTool(node(), tool.name, goodCall(tool, stage), { headers });
        assert.doesNotMatch(text, /Idempotency-Key/);
        assert.notEqual(result?.structuredContent?.repeated, true, text);
      }
    }
    const { status } = await speak(node(), LIST, { headers: { 'idempotency-key': 'x'.repeat(1_000) } });
    assert.equal(status, 200);
  });

  test('of a read-only node is to reading: what changes something is refused', async () => {
    const stage = await setStage(node());
    await untilIdle(node());
    const reader = await startNode(storage(), {
      clock: node().clock,
      environment: { ROTA_READ_ONLY: 'true' },
    });
    try {
      const before = await unchanged(node());
      for (const tool of tools) {
        const called = await callTool(reader, tool.name, goodCall(tool, stage));
        if (tool.kind === 'reads') assert.ok(called.result && !called.result.isError, called.text);
        else assert.match(refusalIn(called), /^unavailable: .*read-only/, tool.name);
        if (!('dry_run' in tool.input.properties)) continue;
        const tried = await callTool(reader, tool.name, { ...goodCall(tool, stage), dry_run: true });
        assert.doesNotMatch(tried.text, /internal_error/);
      }
      await before();
    } finally {
      await reader.stop();
    }
  });

  test('of other workspaces is to nothing: their ids are answered like those that nobody has', async () => {
    const own = await setStage(node());
    const other = await node().otherWorkspace();
    const theirs = await setStage(node(), other.rawKey, SECRET_NAME);
    const before = await unchanged(node());
    let tried = 0;
    for (const tool of tools) {
      for (const argument of argumentsOf(tool)) {
        const kind = kindOf(argument);
        if (!kind) continue;
        tried += 1;
        const name = argument.path.join('.');
        const call = (id: string) => callTool(node(), tool.name, callWith(tool, own, argument.path, id));
        const foreignId = theirs.ids[kind];
        assert.ok(
          foreignId,
          `add an id of the kind ${kind} to the stage of tests/support/makers/tool-calls.ts`,
        );
        const unknownId = node().services.ids(kind);
        const [withForeign, withUnknown] = [await call(foreignId), await call(unknownId)];
        assert.equal(
          withForeign.text.replaceAll(foreignId, 'ID'),
          withUnknown.text.replaceAll(unknownId, 'ID'),
          `${tool.name} with ${name} of another workspace`,
        );
        assertNothingOf(theirs, withForeign.text, `${tool.name} ${name}`);
        for (const id of [
          `${foreignId}x`,
          foreignId.toLowerCase(),
          foreignId.slice(0, -1),
          `${foreignId}\n`,
        ]) {
          const refusal = refusalIn(await call(id));
          assert.ok(refusal.includes(String(argument.path[0])), `${tool.name} ${name}: ${refusal}`);
        }
      }
      // Addresses name people: those of others are nobody's here.
      for (const argument of argumentsOf(tool).filter(({ shape }) => shape.format === 'idn-email')) {
        if (
          tool.kind === 'changes' &&
          !/^(organizer|member|participant)_email$/.test(String(argument.path[0]))
        )
          continue;
        const call = callWith(tool, own, argument.path, theirs.member.email);
        const called = await callTool(node(), tool.name, call);
        assert.ok(!called.text.includes(SECRET_NAME), called.text);
      }
    }
    assert.ok(tried >= tools.length / 2);
    await before();
  });

  test('of other workspaces is to no resource either, whatever the address', async () => {
    const own = await setStage(node());
    const other = await node().otherWorkspace();
    const theirs = await setStage(node(), other.rawKey, SECRET_NAME);
    const key = await node().keyWith('privacy.read');
    const before = await unchanged(node());
    const read = (uri: unknown, key?: string) =>
      speak(node(), request('resources/read', { uri }), key === undefined ? {} : { key });
    for (const uri of [`rota://meetings/${own.offered.id}`, `rota://teams/${own.team}/rotation`]) {
      assert.ok((await read(uri)).message.result, uri);
      const { message, text } = await read(uri, key);
      assert.match(message.error?.message ?? '', /missing required scope/, text);
    }
    const { ids } = node().services;
    const pairs = [
      [`rota://meetings/${theirs.offered.id}`, `rota://meetings/${ids('meetingRequest')}`],
      [`rota://teams/${theirs.team}/rotation`, `rota://teams/${ids('team')}/rotation`],
    ] as const;
    for (const [uri, unknown] of pairs) {
      const [refused, nobodys] = [await read(uri), await read(unknown)];
      assert.ok(refused.message.error, refused.text);
      assert.equal(refused.text.replaceAll(uri, 'URI'), nobodys.text.replaceAll(unknown, 'URI'));
    }
    const odd = [
      '',
      'rota://',
      'rota://meetings/',
      'rota://meetings/../teams',
      'file:///etc/passwd',
      `${MEETING}%2f..`,
    ];
    for (const uri of [
      ...odd,
      'rota://api/constructor',
      'rota://api/__proto__',
      'x'.repeat(50_000),
      7,
      null,
      {},
      [],
    ]) {
      const { message, text } = await read(uri);
      assert.ok(message.error, text);
      // What is no text is refused by the library, which calls that its own error.
      if (typeof uri === 'string')
        assert.notEqual(message.error.code, INTERNAL_ERROR, `${uri}: ${text.slice(0, 300)}`);
    }
    await before();
  });
});

onBothEngines(
  'The rate limit of /mcp',
  (node) => {
    test('counts every POST, whatever is in it, and says when to come again', async () => {
      const { rawKey: key } = await node().otherWorkspace();
      const { body, headers } = modernRequest('tools/list');
      const sent = [
        LIST,
        '{',
        '[]',
        request('nothing'),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
      ];
      for (let left = 60; left > 0; left -= 1) {
        const { status } = await speak(node(), sent[left % sent.length], { key });
        assert.notEqual(status, 429, `${left} left`);
      }
      const refused = await speak(node(), body, { key, headers });
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
      assert.equal(
        (await node().get('/api/v1/teams', { key })).status,
        429,
        'the API and MCP count together',
      );
      node().clock.advance(60_000);
      const { status, headers: told } = await speak(node(), body, { key, headers });
      assert.deepEqual([status, told['ratelimit-policy']], [200, '"default";q=60;w=60']);
    });
  },
  { environment: { ROTA_RATE_LIMIT_PER_MINUTE: '60' } },
);

/** Returns what asserts that no row was changed since. */
async function unchanged(node: Node): Promise<() => Promise<void>> {
  await untilIdle(node);
  const snapshot = await snapshotsOf(node.services.database);
  const before = await snapshot();
  return async () => assert.deepEqual(await snapshot(), before);
}

/** Neither what others have written nor who they are is in the text. */
function assertNothingOf({ member, guest }: Stage, text: string, what: string): void {
  for (const secret of [SECRET_NAME, member.email, guest]) {
    assert.ok(!text.includes(secret), `${what} tells ${secret}: ${text}`);
  }
}
