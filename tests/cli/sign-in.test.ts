// `rota sign-in` prints a link that signs a member in, beside a running service.
import assert from 'node:assert/strict';
import { isIn, sessionCookieIn, useLink } from '../support/console/door.ts';
import { describe, test } from '../support/lanes.ts';
import { createMember, deactivate } from '../support/makers/team-members.ts';
import { failed } from '../support/server/exits.ts';
import { rota } from '../support/server/process.ts';
import type { AuditEntry } from '../support/server/resources.ts';
import { dataOf, freshStorage, onEachEngine, startNode } from '../support/server/rota.ts';

onEachEngine((engine) => {
  describe(`rota sign-in (${engine})`, () => {
    test('prints a link for an active member, in one workspace', async (t) => {
      const storage = await freshStorage(engine);
      const node = await startNode(storage);
      t.after(async () => {
        await node.stop();
        await storage.remove();
      });
      const environment = { ...storage.environment, PORT: new URL(node.url).port };
      const signIn = (...words: string[]) => rota(['sign-in', ...words], environment);

      const gone = await createMember(node, { email: 'gone@example.com' });
      await deactivate(node, gone);
      const other = await node.otherWorkspace('other');
      await createMember(node, { email: 'there@example.com' }, other.rawKey);

      const acme = ['--workspace', 'acme'];
      const [printed, nobody, deactivated, unsaid, there] = await Promise.all([
        signIn('Owner@Example.com', ...acme),
        signIn('nobody@example.com', ...acme),
        signIn(gone.email, ...acme),
        signIn('there@example.com'),
        signIn('there@example.com', '--workspace', 'other', '--json'),
      ]);
      assert.equal(printed.code, 0, printed.stderr);
      const [sentence, url = ''] = printed.stdout.trimEnd().split('\n');
      assert.match(String(sentence), /^This link signs in as owner@example\.com, once, until \d{4}-\S+Z:$/);
      assert.ok(url.startsWith(`${node.url}/console/sign-in/`));
      assert.equal(await isIn(node, sessionCookieIn(await useLink(node, url))), true);
      const entries = dataOf<AuditEntry[]>(await node.get('/api/v1/audit_log?limit=100'));
      const made = entries.find(({ action }) => action === 'sign_in_link.created');
      assert.deepEqual([made?.actor.type, made?.target.type], ['cli', 'member']);

      assert.deepEqual(nobody, failed(3, 'Active member nobody@example.com not found'));
      assert.deepEqual(deactivated, failed(3, 'Active member gone@example.com not found'));
      assert.equal(unsaid.code, 2, 'it has to be said which workspace');
      const link = JSON.parse(there.stdout);
      assert.deepEqual(Object.keys(link), ['url', 'expires_at']);
      assert.equal((await useLink(node, link.url)).status, 303);
    });
  });
});
