// Every command, once, as a process of its own: other tests run most of them in their own.
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freshPostgresDatabase } from '../support/server/databases.ts';
import { Installation, KEY, stop } from '../support/server/killed-server.ts';
import {
  closedPort,
  type Environment,
  type Exit,
  RotaProcess,
  rotaProcess,
  type Served,
} from '../support/server/process.ts';

describe('rota as a process', () => {
  let installation: Installation;
  let server: Served;
  let overview: Exit;
  const seen = new Set<string>();

  before(async () => {
    installation = await Installation.make();
    server = await installation.serve();
    overview = await rotaProcess(['--help']);
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    await installation?.[Symbol.asyncDispose]();
  });

  const environment = (): Environment =>
    installation.environment({ ROTA_URL: server.address, ROTA_KEY: KEY, ROTA_PUBLIC_URL: server.address });

  /** Runs a command that must end with `code` and say nothing on standard error. Returns its standard output. */
  async function run(command: string, words: string[] = [], settings = environment(), code = 0) {
    seen.add(command);
    const exit = await rotaProcess([...command.split(' '), ...words], settings);
    assert.deepEqual([exit.code, exit.stderr], [code, ''], exit.stdout);
    return exit.stdout;
  }

  async function made(command: string, ...words: string[]): Promise<{ id: string }> {
    return JSON.parse(await run(command, [...words, '--json']));
  }

  test('makes, shows and changes what is in a workspace', async () => {
    const key = await made('key create', 'CI', '--all-scopes');
    assert.match(await run('key list'), new RegExp(`^${key.id} `, 'm'));
    const next = await made('key reroll', key.id);
    assert.equal(await run('key revoke', [next.id]), `Revoked key ${next.id}.\n`);
    const entitlement = await made('entitlement create', 'pro', '--capacity', '3');
    assert.match(await run('entitlement list'), new RegExp(`^${entitlement.id} `, 'm'));
    const changed = await run('entitlement update', [entitlement.id, '--capacity', '4']);
    assert.equal(changed, `Changed entitlement ${entitlement.id}.\n`);
    assert.match(await run('sign-in', ['owner@example.com']), /\/console\/sign-in\/\w+/);
    assert.equal(await run('mailbox'), 'No message is kept.\n');
  });

  test('does what is for operators', async () => {
    const { id } = await made('workspace create', 'Other', '--handle', 'other');
    assert.match(await run('workspace list'), new RegExp(`^${id} `, 'm'));
    assert.match(await run('workspace suspend', ['other']), /^Suspended workspace ws_/);
    assert.match(await run('workspace resume', ['other']), /^Resumed workspace ws_/);
    assert.match(await run('workspace delete', ['other']), /will be removed from/);
    assert.match(await run('workspace restore', ['other']), /will not be deleted/);
    assert.match(await run('workspace usage', ['other']), /^MONTH +REQUESTS /);
    const key = await made('operator-key create', 'Bills');
    assert.match(await run('operator-key list'), new RegExp(`^${key.id} `, 'm'));
    assert.equal(await run('operator-key revoke', [key.id]), `Revoked operator key ${key.id}.\n`);
    assert.match(await run('demo'), /^Made the workspace Demo, /);
    assert.equal(await run('migrate'), 'The schema is up to date.\n');
    assert.match(await run('secret status'), /secret key/i);
    assert.match(await run('secret rotate'), /^The secret key in force is /);
  });

  test('calls the service', async () => {
    assert.match(await run('trigger', ['meeting_request.created']), /^meeting_request\.created happened to /);
    const nobody = 'nobody@example.org';
    assert.equal(await run('export', [nobody]), 'Nothing is kept about this address.\n');
    assert.match(await run('erase', [nobody]), /\S/);

    seen.add('listen').add('mcp');
    await using listening = new RotaProcess(['listen'], environment());
    await listening.printed((stdout) => stdout.includes('Following') || undefined, 'following');
    listening.signal('SIGINT');
    const listened = await listening.ended;
    assert.deepEqual([listened.code, listened.stderr], [0, '']);
    // Its input ends at once.
    const { code, stdout, stderr } = await rotaProcess(['mcp'], environment());
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /^rota: passing messages on to .+\/mcp; the end of the input ends it\n$/);
  });

  test('looks at the service and its surroundings', async () => {
    const resolver = ['--resolver', `127.0.0.1:${await closedPort()}`];
    assert.match(
      await run('mail check', ['example.com', ...resolver], environment(), 1),
      /^Checked example\.com\n/,
    );
    assert.match(await run('check'), /^Checked .+\/rota\.db\n/);
    const settings = { ...environment(), PORT: new URL(server.address).port };
    assert.match(await run('doctor', resolver, settings), /^ok +\S/);
  });

  test('copies the database, puts it back and moves it', async () => {
    const backup = installation.beside('copy.db');
    assert.match(await run('backup', [backup]), /^Made .+\/copy\.db: /);
    await using other = await Installation.make();
    assert.match(await run('restore', [backup], other.environment()), /^Restored .+\/copy\.db to /);
    await cp(path.join(installation.folder, 'secret.key'), path.join(other.folder, 'secret.key'));
    seen.add('move');
    const target = await freshPostgresDatabase();
    try {
      const { code, stdout, stderr } = await rotaProcess(['move', '--to', target.url], other.environment());
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^The target is complete: /m);
    } finally {
      await target.drop();
    }
  });

  test('serves until it is asked to stop', async () => {
    seen.add('serve');
    await stop(server);
  });

  test('has no other command', () => {
    const listed = [...overview.stdout.matchAll(/^ {2}(\S.*?) {2,}/gm)].map(([, signature = '']) =>
      signature
        .split(' ')
        .filter((word) => word === word.toLowerCase())
        .join(' '),
    );
    assert.ok(listed.includes('serve'), overview.stdout);
    assert.deepEqual([...seen].sort(), listed.sort(), 'run a new one here');
  });
});
