// Full lane, because it starts many processes: Every command, once, as a process of its own: other tests run most of them in theirs.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { emptyPostgresDatabase } from '../support/server/databases.ts';
import { Installation, KEY, stop } from '../support/server/killed-server.ts';
import { closedPort, type Environment, RotaProcess, rotaProcess } from '../support/server/process.ts';

describe('rota as a process', () => {
  const seen = new Set<string>();

  /** Runs a command that must end with `code` and say nothing on standard error. Returns its standard output. */
  async function run(environment: Environment, command: string, words: string[] = [], code = 0) {
    seen.add(command);
    const exit = await rotaProcess([...command.split(' '), ...words], environment);
    assert.deepEqual([exit.code, exit.stderr], [code, ''], exit.stdout);
    return exit.stdout;
  }

  async function make(environment: Environment, command: string, ...words: string[]) {
    return JSON.parse(await run(environment, command, [...words, '--json'])) as { id: string };
  }

  test('makes, shows and changes what is in a workspace', async () => {
    await using installation = await Installation.make();
    const environment = installation.environment({ ROTA_PUBLIC_URL: 'http://127.0.0.1:3000' });
    assert.match(await run(environment, 'demo'), /^Created the workspace Demo, /);
    const key = await make(environment, 'key create', 'CI', '--all-scopes');
    assert.match(await run(environment, 'key list'), new RegExp(`^${key.id} `, 'm'));
    const next = await make(environment, 'key reroll', key.id);
    assert.equal(await run(environment, 'key revoke', [next.id]), `Revoked key ${next.id}.\n`);
    const { id } = await make(environment, 'entitlement create', 'pro', '--capacity', '3');
    assert.match(await run(environment, 'entitlement list'), new RegExp(`^${id} `, 'm'));
    const changed = await run(environment, 'entitlement update', [id, '--capacity', '4']);
    assert.equal(changed, `Changed entitlement ${id}.\n`);
    assert.match(await run(environment, 'sign-in', ['ada@example.com']), /\/console\/sign-in\/\w+/);
    assert.equal(await run(environment, 'mailbox'), 'No messages are kept.\n');
  });

  test('does what is for operators', async () => {
    await using installation = await Installation.make();
    const environment = installation.environment();
    assert.match(await run(environment, 'migrate'), /^Applied 0058-baseline\.\n/);
    const { id } = await make(environment, 'workspace create', 'Other', '--handle', 'other');
    assert.match(await run(environment, 'workspace list'), new RegExp(`^${id} `, 'm'));
    assert.match(await run(environment, 'workspace suspend', ['other']), /^Suspended workspace ws_/);
    assert.match(await run(environment, 'workspace resume', ['other']), /^Resumed workspace ws_/);
    assert.match(await run(environment, 'workspace delete', ['other']), /Everything in it is deleted after/);
    assert.match(await run(environment, 'workspace restore', ['other']), /will not be deleted/);
    assert.match(await run(environment, 'workspace usage', ['other']), /^MONTH +REQUESTS /);
    const key = await make(environment, 'operator-key create', 'Bills');
    assert.match(await run(environment, 'operator-key list'), new RegExp(`^${key.id} `, 'm'));
    assert.match(await run(environment, 'operator-key revoke', [key.id]), /^Revoked operator key /);
  });

  test('serves, and calls the service', async () => {
    seen.add('serve').add('listen').add('mcp');
    await using installation = await Installation.make();
    await using server = await installation.serve();
    const environment = installation.environment({ ROTA_URL: server.address, ROTA_KEY: KEY });
    const happened = /^Triggered meeting_request\.created for /;
    assert.match(await run(environment, 'trigger', ['meeting_request.created']), happened);
    const nobody = ['nobody@example.org'];
    assert.equal(await run(environment, 'export', nobody), 'Nothing is stored about this address.\n');
    assert.match(await run(environment, 'erase', nobody), /^Erased \(\w+\)\. Nothing was found\.\n$/);
    await using listening = new RotaProcess(['listen'], environment);
    await listening.printed((stdout) => stdout.includes('Following') || undefined, 'following');
    listening.signal('SIGINT');
    const listened = await listening.ended;
    assert.deepEqual([listened.code, listened.stderr], [0, '']);
    // Its input ends at once.
    const { code, stdout, stderr } = await rotaProcess(['mcp'], environment);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /^rota: forwarding messages to .+\/mcp until the input ends\n$/);
    await stop(server);
  });

  test('looks at what is there, copies it, puts it back and moves it', async () => {
    await using installation = await Installation.make();
    await installation.json('demo');
    const environment = installation.environment();
    assert.match(await run(environment, 'secret status'), /^In force: \w+\n/);
    assert.match(await run(environment, 'secret rotate'), /^The secret key in force is /);
    assert.match(await run(environment, 'check'), /^Checked .+\/rota\.db\n/);
    const resolver = ['--resolver', `127.0.0.1:${await closedPort()}`];
    assert.match(await run(environment, 'doctor', resolver), /^ok +\S/);
    const checked = await run(environment, 'mail check', ['example.com', ...resolver], 1);
    assert.match(checked, /^Checked example\.com\n/);

    const keyFile = installation.beside('dkim.pem');
    const told = await run(environment, 'mail dkim', [keyFile, '--domain', 'example.com']);
    assert.ok(told.startsWith(`Created the key ${keyFile}, for its owner only.\n`), told);

    const backup = installation.beside('copy.db');
    assert.match(await run(environment, 'backup', [backup]), /^Backed up to .+\/copy\.db: /);
    await using other = await Installation.make();
    assert.match(await run(other.environment(), 'restore', [backup]), /^Restored .+\/copy\.db to /);
    await cp(path.join(installation.folder, 'secret.key'), path.join(other.folder, 'secret.key'));
    seen.add('move');
    const target = await emptyPostgresDatabase();
    try {
      // It tells on standard error how far it is.
      const { code, stdout, stderr } = await other.rotaProcess('move', '--to', target.url);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^The target is complete: /m);
    } finally {
      await target.drop();
    }
  });

  test('has no other command', async () => {
    const { stdout } = await rotaProcess(['--help']);
    const signatures = [...stdout.matchAll(/^ {2}(\S.*?) {2,}/gm)].map((match) => String(match[1]));
    const words = signatures.map((signature) => signature.split(' '));
    const names = words.map((all) => all.filter((word) => word === word.toLowerCase()).join(' '));
    assert.ok(names.includes('serve'), stdout);
    assert.deepEqual([...seen].sort(), names.sort(), 'run a new one here');
  });
});
