// `rota` explains itself and refuses wrong usage before it opens a database.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { scopes } from '../../src/scopes.ts';
import { describe, test } from '../support/lanes.ts';
import { freshDataFolder } from '../support/server/databases.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { closedPort, type Exit, ROOT, rota } from '../support/server/process.ts';
import { SECRET_KEY } from '../support/server/rota.ts';

/** The options of each command. */
const commands: Record<string, string> = {
  serve: '--help',
  demo: '--json, --help',
  listen: '--forward URL, --secret SECRET, --event TYPE, --after ID, --json, --help',
  mcp: '--help',
  'trigger EVENT': '--json, --help',
  'erase EMAIL': '--cancel-open-requests, --json, --help',
  'export EMAIL': '--json, --help',
  'sign-in EMAIL': '--workspace ID|HANDLE, --json, --help',
  'mailbox [MESSAGE_ID]': '--workspace ID|HANDLE, --limit COUNT, --html FILE, --follow, --json, --help',
  'mail check [DOMAIN]':
    '--from ADDRESS, --selector NAME, --connect, --port PORT, --resolver ADDRESS[:PORT], --json, --help',
  'mail dkim [FILE]': '--key FILE, --domain DOMAIN, --selector NAME, --json, --help',
  'workspace create NAME': '--handle HANDLE, --json, --help',
  'workspace list': '--json, --help',
  'workspace suspend ID|HANDLE': '--reason TEXT, --json, --help',
  'workspace resume ID|HANDLE': '--json, --help',
  'workspace delete ID|HANDLE': '--grace-days DAYS, --json, --help',
  'workspace restore ID|HANDLE': '--json, --help',
  'workspace usage [ID|HANDLE]': '--from YYYY-MM, --to YYYY-MM, --json, --help',
  'key create NAME':
    '--workspace ID|HANDLE, --scope SCOPE, --all-scopes, --expires-at TIME, --network NETWORK, --json, --help',
  'key list': '--workspace ID|HANDLE, --json, --help',
  'key reroll ID': '--workspace ID|HANDLE, --grace-hours HOURS, --json, --help',
  'key revoke ID': '--workspace ID|HANDLE, --with-descendants, --json, --help',
  'entitlement create PLAN_KEY':
    '--workspace ID|HANDLE, --capacity SEATS, --unlimited yes|no, --mode hard|soft, --priority NUMBER, ' +
    '--active yes|no, --json, --help',
  'entitlement list': '--workspace ID|HANDLE, --json, --help',
  'entitlement update ID':
    '--workspace ID|HANDLE, --capacity SEATS, --unlimited yes|no, --mode hard|soft, --priority NUMBER, ' +
    '--active yes|no, --json, --plan-key PLAN_KEY, --reason TEXT, --help',
  'operator-key create NAME': '--expires-at TIME, --json, --help',
  'operator-key list': '--json, --help',
  'operator-key revoke ID': '--json, --help',
  'secret rotate': '--links, --keep-days DAYS, --lost, --json, --help',
  'secret status': '--json, --help',
  migrate: '--json, --help',
  'backup FILE': '--json, --help',
  'restore FILE': '--replace, --json, --help',
  move: '--to URL, --to-file FILE, --json, --help',
  check: '--accept-loss, --json, --help',
  doctor: '--calendar EMAIL, --workspace ID|HANDLE, --resolver ADDRESS[:PORT], --json, --help',
};
const signatures = Object.keys(commands);
const wordsOf = (signature: string) => signature.split(' ').filter((word) => word === word.toLowerCase());

/** `rota <command> --help`, run once for all comparisons. */
const helps = new Map<string, Promise<Exit>>();
function helpOf(signature: string): Promise<Exit> {
  const help = helps.get(signature) ?? rota([...wordsOf(signature), '--help']);
  helps.set(signature, help);
  return help;
}

/** The first column of the indented lines: the commands of an overview, the options of a command. */
function listed({ stdout }: Exit): string[] {
  return [...stdout.matchAll(/^ {2}(\S.*?)(?: {2,}.*)?$/gm)].map((match) => match[1] as string);
}

describe('rota, without a database', { concurrency: 2 }, () => {
  test('shows all commands, or those that begin with a word, or how one is used', async () => {
    const [all, short, nothing, group, one] = (await Promise.all(
      [['--help'], ['-h'], [], ['key', '--help'], ['help', 'key', 'create']].map((words) => rota(words)),
    )) as [Exit, Exit, Exit, Exit, Exit];
    assert.equal(all.stdout.split('\n')[2], 'Usage: rota COMMAND [options]');
    assert.deepEqual(listed(all), signatures);
    assert.deepEqual(all, succeeded(all.stdout));
    assert.deepEqual([short, nothing], [all, all]);
    assert.deepEqual(listed(group), ['key create NAME', 'key list', 'key reroll ID', 'key revoke ID']);
    assert.deepEqual(group, succeeded(group.stdout));
    assert.deepEqual(one, await helpOf('key create NAME'));
  });

  for (const signature of signatures) {
    test(`shows how \`${signature}\` is used`, async () => {
      const help = await helpOf(signature);
      assert.deepEqual(help, succeeded(help.stdout));
      assert.equal(help.stdout.split('\n')[0], `Usage: rota ${signature} [options]`);
      const options = listed(help).filter((line) => line.startsWith('--'));
      assert.equal(options.join(', '), commands[signature]);
    });
  }

  test('prints its version', async () => {
    const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    assert.deepEqual(await rota(['--version']), succeeded(`${version}\n`));
  });

  for (const [line, sentence] of [
    ['frob', 'there is no command "frob"; `rota --help` lists them'],
    ['key', 'there is no command "key"; `rota --help` lists them'],
    ['--frob migrate', 'there is no command "--frob migrate"; `rota --help` lists them'],
    ['serve now', 'unexpected argument: now'],
    ['migrate --frob', "Unknown option '--frob'"],
    ['workspace create A --handle', "Option '--handle <value>' argument missing"],
    ['workspace create ', 'NAME is missing'],
    ['key revoke', 'ID is missing'],
    ['key reroll', 'ID is missing'],
    ['key reroll key_1 --grace-hours 169', '--grace-hours must be at most 168'],
    ['key create CRM --all-scopes --network', "Option '--network <value>' argument missing"],
    ['backup', 'FILE is missing'],
    ['restore', 'FILE is missing'],
    ['check now', 'unexpected argument: now'],
    ['key create', 'NAME is missing'],
    ['key create CRM sync', 'NAME must be one word: put quotes around it'],
    ['key create CRM', 'give --scope, once or more, or --all-scopes'],
    ['key create CRM --scope teams.frob', `--scope must be one of ${scopes.join(', ')}`],
    [
      'key create CRM --all-scopes --expires-at tomorrow',
      '--expires-at must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z',
    ],
  ] as const) {
    test(`refuses \`rota ${line}\` with one sentence`, async () => {
      const signature = signatures.find((name) => `${line} `.startsWith(`${wordsOf(name).join(' ')} `));
      const refused = failed(2, sentence);
      if (signature) refused.stderr += `\n${(await helpOf(signature)).stdout}`;
      assert.deepEqual(await rota(line.split(' ')), refused);
    });
  }

  test('refuses a name that is too long', async () => {
    const name = 'N'.repeat(201);
    const refused = failed(4, 'NAME must be at most 200 characters');
    assert.deepEqual(await rota(['workspace', 'create', name]), refused);
    assert.deepEqual(await rota(['key', 'create', name, '--all-scopes']), refused);
  });

  test('names each setting that it can not use', async () => {
    const settings = { PORT: 'abc', DATABASE_URL: 'mysql://x', ROTA_BOOTSTRAP_API_KEY: 'short' };
    const refused = failed(
      2,
      'PORT must be a whole number from 0 to 65535\n' +
        'rota: DATABASE_URL must be an address that starts with postgres://\n' +
        'rota: ROTA_BOOTSTRAP_API_KEY must be at least 20 printable ASCII characters without spaces',
    );
    assert.deepEqual(await rota(['key', 'list'], settings), refused);
    assert.deepEqual(await rota(['serve'], settings), refused);
  });

  test('says in a sentence that PostgreSQL can not be reached', async () => {
    const port = await closedPort();
    const DATABASE_URL = `postgres://rota:secret@127.0.0.1:${port}/rota`;
    const settings = { DATABASE_URL, ROTA_SECRET_KEY: SECRET_KEY };
    const refused = failed(1, `the database can't be used: connect ECONNREFUSED 127.0.0.1:${port}`);
    assert.deepEqual(await rota(['migrate'], settings), refused);
    assert.deepEqual(await rota(['serve'], settings), refused);
  });

  test('says in a sentence that the data folder can not be used', async (t) => {
    const outer = await freshDataFolder();
    t.after(outer.remove);
    const file = path.join(outer.path, 'file');
    await writeFile(file, '');
    const { code, stdout, stderr } = await rota(['migrate'], { ROTA_DATA_DIR: file });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^rota: .*\/file.*\n$/);
  });
});
