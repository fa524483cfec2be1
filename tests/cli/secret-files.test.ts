// Every secret setting can come from a file, and what is wrong with the file is said without its content.
import assert from 'node:assert/strict';
import { createPrivateKey, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { ConfigError, readConfig, settings } from '../../src/settings/config.ts';
import { describe, test } from '../support/lanes.ts';
import { FIRST_KEY } from '../support/makers/dkim.ts';

const KEY = 'aB'.repeat(32);
const secretNames = Object.values(settings).flatMap(({ name, secret }) => (secret ? [name] : []));

function problemsIn(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError, `not a ConfigError: ${error}`);
    return error.message;
  }
  return '';
}

describe('secrets from files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rota-secret-files-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function fileWith(text: string): Promise<string> {
    const file = join(folder, `secret-${randomUUID()}`);
    await writeFile(file, text);
    return file;
  }

  test('a secret setting is read from the file that NAME_FILE names, without the line break at its end', async () => {
    const config = readConfig({
      ROTA_SECRET_KEY_FILE: await fileWith(`${KEY}\n`),
      ROTA_SECRET_KEY_PREVIOUS_FILE: await fileWith(`${'0'.repeat(64)}\r\n`),
      DATABASE_URL_FILE: await fileWith('postgres://rota:p@db/rota'),
      ROTA_SMTP_URL_FILE: await fileWith('smtp://user:p@mail.example.com\n'),
      ROTA_BOOTSTRAP_API_KEY_FILE: await fileWith('a key of twenty signs'.replaceAll(' ', '_')),
      ROTA_DKIM_KEY_FILE: await fileWith(FIRST_KEY.pem),
      ROTA_WRITER_KEY_FILE: await fileWith('key of the model\n'),
      ROTA_KEY_FILE: await fileWith('some key\n'),
    });
    assert.equal(config.secretKey, KEY);
    assert.equal(config.secretKeyPrevious, '0'.repeat(64));
    assert.equal(config.databaseUrl, 'postgres://rota:p@db/rota');
    assert.equal(config.smtpUrl, 'smtp://user:p@mail.example.com');
    assert.equal(config.bootstrapApiKey, 'a_key_of_twenty_signs');
    assert.ok(config.dkimKey?.equals(createPrivateKey(FIRST_KEY.pem)));
    assert.equal(config.writerKey, 'key of the model');
    assert.equal(config.apiKey, 'some key');
  });

  test('a setting and its file together are refused, and both are named', async () => {
    const file = await fileWith(KEY);
    for (const name of secretNames) {
      assert.equal(
        problemsIn({ [name]: KEY, [`${name}_FILE`]: file }),
        `${name} and ${name}_FILE are both set: set one`,
      );
    }
  });

  test('an empty variable counts as not set', async () => {
    assert.equal(readConfig({ ROTA_SECRET_KEY: KEY, ROTA_SECRET_KEY_FILE: '' }).secretKey, KEY);
    const file = await fileWith(KEY);
    assert.equal(readConfig({ ROTA_SECRET_KEY: '', ROTA_SECRET_KEY_FILE: file }).secretKey, KEY);
  });

  test('a file that is missing, a folder, empty or too large is refused, with the variable and the file', async () => {
    const missing = join(folder, 'missing');
    assert.match(
      problemsIn({ ROTA_SECRET_KEY_FILE: missing }),
      /^ROTA_SECRET_KEY_FILE can't be read from .*missing: ENOENT/,
    );
    assert.match(
      problemsIn({ ROTA_SECRET_KEY_FILE: folder }),
      /^ROTA_SECRET_KEY_FILE can't be read from .*: EISDIR/,
    );
    const empty = await fileWith('\n');
    assert.equal(
      problemsIn({ ROTA_WRITER_KEY_FILE: empty }),
      `ROTA_WRITER_KEY_FILE can't be read from ${empty}: the file is empty`,
    );
    const large = await fileWith('x'.repeat(65_537));
    assert.equal(
      problemsIn({ ROTA_WRITER_KEY_FILE: large }),
      `ROTA_WRITER_KEY_FILE can't be read from ${large}: it has more than 65536 bytes`,
    );
    // A device never ends.
    assert.match(problemsIn({ ROTA_WRITER_KEY_FILE: '/dev/zero' }), /more than 65536 bytes$/);
  });

  test('a value in a file that is no good is not repeated', async () => {
    const file = await fileWith('hunter2\n');
    for (const name of [
      'ROTA_SECRET_KEY',
      'DATABASE_URL',
      'ROTA_SMTP_URL',
      'ROTA_DKIM_KEY',
      'ROTA_BOOTSTRAP_API_KEY',
    ]) {
      const problem = problemsIn({ [`${name}_FILE`]: file });
      assert.ok(problem.startsWith(`${name}_FILE: what ${file} holds must be`), problem);
      assert.doesNotMatch(problem, /hunter2/);
    }
  });

  test('other settings have no file', async () => {
    assert.equal(readConfig({ PORT_FILE: await fileWith('99999') }).port, 3000);
  });
});
