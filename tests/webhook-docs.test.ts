// The examples of docs/webhooks.md, run as they stand there on real deliveries.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Received, Receiver } from './support/receiver.ts';
import { onBothEngines } from './support/rota.ts';
import { createEndpoint, ENDPOINTS, sendTest } from './support/webhooks.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rota-docs-'));
after(() => rmSync(folder, { recursive: true }));
const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');

/** Writes the page's example in this language to a file. */
function exampleIn(language: string, name: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? [];
  assert.ok(code, `docs/webhooks.md has an example in ${language}`);
  const file = path.join(folder, name);
  writeFileSync(file, code);
  return file;
}

interface Case {
  body: string;
  signature: string;
  secret: string;
  now: number;
}
type Verify = (given: Case) => Promise<boolean>;

const languages: Record<string, Verify> = {
  Node: async ({ body, signature, secret, now }) => {
    const { verify } = await import(pathToFileURL(exampleIn('js', 'verify.mjs')).href);
    const realNow = Date.now;
    Date.now = () => now;
    try {
      return verify(Buffer.from(body), signature, secret);
    } finally {
      Date.now = realNow;
    }
  },
  Python: async (given) => {
    exampleIn('python', 'verify.py');
    const script = `
import json, sys, time
from verify import verify
given = json.load(sys.stdin)
time.time = lambda: given["now"] / 1000
print(verify(given["body"].encode(), given["signature"], given["secret"]))`;
    const { stdout, stderr, error } = spawnSync('python3', ['-c', script], {
      cwd: folder,
      input: JSON.stringify(given),
      encoding: 'utf8',
    });
    assert.ifError(error);
    assert.match(stdout, /^(True|False)\n$/, stderr);
    return stdout === 'True\n';
  },
};

const FIVE_MINUTES_MS = 300_000;

onBothEngines('The examples of docs/webhooks.md', (node) => {
  for (const [language, verify] of Object.entries(languages)) {
    test(`${language}: accepts what Rota sends, and nothing else`, async () => {
      await using receiver = await Receiver.start();
      const { id, signing_secret: secret } = await createEndpoint(node(), receiver.url);
      await sendTest(node(), id);
      const [received] = (await receiver.atLeast(1)) as [Received];
      const good = {
        body: received.body,
        signature: String(received.headers['x-webhook-signature']),
        secret,
        now: node().clock.now(),
      };
      const wrong: Record<string, Partial<Case>> = {
        'another body': { body: `${good.body} ` },
        'another secret': { secret: `${secret}x` },
        'another time': { signature: good.signature.replace(/t=\d/, 't=9') },
        'a time that is no number': { signature: good.signature.replace(/t=\d+/, 't=²') },
        'a time without end': { signature: good.signature.replace(/t=/, `t=${'9'.repeat(5_000)}`) },
        'another signature': { signature: good.signature.replace(/v1=./, 'v1=_') },
        'no signature': { signature: good.signature.split(',')[0] as string },
        'no header': { signature: '' },
        'a signature that is too short': { signature: good.signature.slice(0, -2) },
        'an old request': { now: good.now + FIVE_MINUTES_MS + 1_000 },
        'a request from the future': { now: good.now - FIVE_MINUTES_MS - 1_000 },
      };
      assert.equal(await verify(good), true);
      assert.equal(await verify({ ...good, now: good.now + FIVE_MINUTES_MS }), true, 'still recent');
      for (const [what, change] of Object.entries(wrong)) {
        assert.equal(await verify({ ...good, ...change }), false, what);
      }
    });

    test(`${language}: accepts both secrets during a rotation`, async () => {
      await using receiver = await Receiver.start();
      const { id, signing_secret: former } = await createEndpoint(node(), receiver.url);
      const rotated = await node().post(`${ENDPOINTS}/${id}/rotate_secret`);
      const { signing_secret: secret } = (rotated.body as { data: { signing_secret: string } }).data;
      await sendTest(node(), id);
      const [received] = (await receiver.atLeast(1)) as [Received];
      const given = {
        body: received.body,
        signature: String(received.headers['x-webhook-signature']),
        now: node().clock.now(),
      };
      assert.deepEqual(
        [await verify({ ...given, secret }), await verify({ ...given, secret: former })],
        [true, true],
      );
    });
  }
});
