// Full lane, because it starts many processes: Commands escape text that others wrote, so that it cannot control the operator's terminal.
import assert from 'node:assert/strict';
import { visible } from '../../src/cli/command.ts';
import { describe, test } from '../support/lanes.ts';
import { ScriptedServer } from '../support/receivers/scripted-server.ts';
import { EmptyStorage, RotaProcess, rota } from '../support/server/process.ts';

/** Clears the screen in two ways, sets the window's title, fakes another line, and reverses the text. */
const HOSTILE = 'Evil\u001b[2J\u009b2J\u001b]0;title\u0007\r\nfake\tline\u202egnp.exe\u2066\u200f\u007f';
const SHOWN =
  'Evil\\u001b[2J\\u009b2J\\u001b]0;title\\u0007\\r\\nfake\\tline\\u202egnp.exe\\u2066\\u200f\\u007f';
const OBEYED = /[^\P{Control}\n]|\p{Bidi_Control}/u;

describe('Text that others have written', () => {
  test('is shown as it is, but for what a terminal obeys', () => {
    assert.equal(visible(HOSTILE), SHOWN);
    for (const text of ['Chloé Martin', '田中 恵美', 'عمر', 'דנה', '👩‍🚀', 'a\\nb', ' '])
      assert.equal(visible(text), text);
    for (let code = 0; code < 0x10_000; code++) {
      const isObeyed =
        code < 0x20 ||
        (code >= 0x7f && code <= 0x9f) ||
        [0x061c, 0x200e, 0x200f].includes(code) ||
        (code >= 0x202a && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069);
      const text = String.fromCharCode(code);
      assert.equal(visible(text) !== text, isObeyed, code.toString(16));
    }
    assert.deepEqual(JSON.parse(visible(JSON.stringify({ name: HOSTILE }))), { name: HOSTILE });
  });

  test('is escaped in lists and events, and whole in --json', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve();
    const own = ['--workspace', 'acme'];
    await storage.json('workspace', 'create', HOSTILE);
    const { key } = await storage.json<{ key: string }>('key', 'create', HOSTILE, '--all-scopes', ...own);
    await storage.json('entitlement', 'create', HOSTILE, '--capacity', '1', ...own);
    for (const words of [
      ['workspace', 'list'],
      ['key', 'list', ...own],
      ['entitlement', 'list', ...own],
    ]) {
      const { stdout } = await storage.rota(...words);
      assert.doesNotMatch(stdout, OBEYED, words[0]);
      assert.ok(stdout.includes(`  ${SHOWN}\n`), stdout);
      const { stdout: json } = await storage.rota(...words, '--json');
      assert.doesNotMatch(json, OBEYED, words[0]);
      const items = JSON.parse(json) as { name?: string; plan_key?: string }[];
      assert.ok(items.some(({ name, plan_key }) => (name ?? plan_key) === HOSTILE));
    }

    const environment = { ROTA_URL: server.address, ROTA_KEY: key };
    await using listening = new RotaProcess(['listen'], environment);
    await listening.printed((stdout) => (stdout.includes('Following') ? true : undefined), 'listening');
    const member = { email: 'evil@example.com', name: HOSTILE };
    const made = await server.call('POST', '/api/v1/workspace_members', { key, body: member });
    const { id } = (made.body as { data: { id: string } }).data;
    await server.call('POST', `/api/v1/workspace_members/${id}/deactivate`, { key });
    const line = await listening.printed((stdout) => /^.*member\.deactivated.*$/m.exec(stdout)?.[0], 'it');
    assert.doesNotMatch(line, OBEYED);
    assert.ok(line.includes(`"name":"${SHOWN}"`), line);
  });

  test('is escaped in what a command says when it fails', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await storage.json('workspace', 'create', 'Acme');
    const unknown = await storage.rota('key', 'list', '--workspace', HOSTILE);
    assert.deepEqual([unknown.code, unknown.stderr], [3, `rota: Workspace ${SHOWN} not found\n`]);
    const wrong = await rota([HOSTILE]);
    assert.doesNotMatch(wrong.stderr, OBEYED);

    const body = { error: { type: 'invalid_request', message: HOSTILE } };
    await using server = await ScriptedServer.start({ status: 422, body });
    const environment = { ROTA_URL: server.url, ROTA_KEY: 'x' };
    const refused = await rota(['trigger', 'meeting_request.created'], environment);
    assert.deepEqual([refused.code, refused.stderr], [4, `rota: the service refused: ${SHOWN}\n`]);
  });
});
