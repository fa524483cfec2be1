// `rota sign-in` prints a link that signs a member in, beside a running service.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isIn, sessionCookieIn, useLink } from '../support/console/door.ts';
import { createMember, deactivate } from '../support/makers/team-members.ts';
import { failed } from '../support/server/exits.ts';
import { rota } from '../support/server/process.ts';
import type { AuditEntry } from '../support/server/resources.ts';
import { dataOf, engines, freshStorage, startNode } from '../support/server/rota.ts';

for (const engine of engines) {
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

      const printed = await signIn('Owner@Example.com');
      assert.equal(printed.code, 0, printed.stderr);
      const [sentence, url] = printed.stdout.trimEnd().split('\n');
      assert.match(String(sentence), /^This link signs in as owner@example\.com, once, until \d{4}-\S+Z:$/);
      assert.ok(url?.startsWith(`${node.url}/console/sign-in/`));
      assert.equal(await isIn(node, sessionCookieIn(await useLink(node, url))), true);
      const entries = dataOf<AuditEntry[]>(await node.get('/api/v1/audit_log?limit=5'));
      assert.deepEqual(
        entries.slice(0, 2).map(({ action, actor }) => [action, actor.type]),
        [
          ['session.created', 'member'],
          ['sign_in_link.created', 'cli'],
        ],
      );

      assert.deepEqual(
        await signIn('nobody@example.com'),
        failed(3, 'Active member nobody@example.com not found'),
      );
      const gone = await createMember(node, { email: 'gone@example.com' });
      await deactivate(node, gone);
      assert.deepEqual(await signIn(gone.email), failed(3, 'Active member gone@example.com not found'));

      const other = await node.otherWorkspace('other');
      await createMember(node, { email: 'there@example.com' }, other.rawKey);
      assert.equal((await signIn('there@example.com')).code, 2, 'it has to be said which workspace');
      const there = JSON.parse((await signIn('there@example.com', '--workspace', 'other', '--json')).stdout);
      assert.deepEqual(Object.keys(there), ['url', 'expires_at']);
      assert.equal((await useLink(node, there.url)).status, 303);
    });
  });
}
