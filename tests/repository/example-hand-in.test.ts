// Full lane, because it starts many processes: examples/hand-in.mjs works, run as a mail system runs it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { rawMail } from '../support/makers/raw-mail.ts';
import { type DataFolder, freshDataFolder } from '../support/server/databases.ts';
import { NodeProcess, ROOT } from '../support/server/process.ts';
import type { Message } from '../support/server/resources.ts';
import { dataOf, freshStorage, type Node, startNode } from '../support/server/rota.ts';

const TEAM = 'sales.acme@rota.localhost';

describe('The example that hands mail in', () => {
  const opened = new AsyncDisposableStack();
  let folder: DataFolder;
  let node: Node;
  before(async () => {
    const storage = await freshStorage('sqlite');
    opened.defer(storage.remove);
    node = await startNode(storage);
    opened.defer(() => node.stop());
    folder = await freshDataFolder();
    opened.defer(folder.remove);
    dataOf(await node.post('/api/v1/teams', { name: 'Sales' }));
  });
  after(() => opened.disposeAsync());

  async function handIn(mail: Buffer, words: string[], environment: Record<string, string> = {}) {
    const file = path.join(folder.path, 'mail.eml');
    await writeFile(file, mail);
    const settings = { ROTA_URL: node.url, ROTA_KEY: node.rawKey, ...environment };
    const script = path.join(ROOT, 'examples/hand-in.mjs');
    const { code, stderr } = await new NodeProcess([script, ...words], settings, {
      shell: `exec < "${file}"`,
    }).ended;
    return { code, stderr };
  }

  test('0: the mail is there, to the address that it names or that is named', async () => {
    for (const [subject, words] of [
      ['By itself', []],
      ['By name', [TEAM]],
    ] as const) {
      assert.deepEqual(await handIn(rawMail({ subject }), [...words]), { code: 0, stderr: '' });
      const [message] = dataOf<Message[]>(await node.get('/api/v1/messages?direction=in&limit=1'));
      assert.deepEqual([message?.subject, message?.to], [subject, TEAM]);
    }
  });

  test('67 for an address that is not ours, 65 for a mail that is too large, 75 for what may pass', async () => {
    const nobody = await handIn(rawMail(), ['nobody.acme@rota.localhost']);
    assert.deepEqual([nobody.code, /recipient/.test(nobody.stderr)], [67, true]);
    assert.equal((await handIn(rawMail({ text: 'x'.repeat(1024 * 1024) }), [TEAM])).code, 65);
    assert.equal((await handIn(rawMail(), [TEAM], { ROTA_KEY: 'a-key-that-nobody-has-made' })).code, 75);
    assert.equal((await handIn(rawMail(), [TEAM], { ROTA_URL: 'http://127.0.0.1:1' })).code, 75);
  });
});
