// `rota operator-key` makes, lists and revokes keys of operators; a running server follows at once.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { WORKSPACES } from '../support/makers/operator.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { rota } from '../support/server/process.ts';
import { onBothEngines } from '../support/server/rota.ts';

onBothEngines('rota operator-key', (node, storage) => {
  const run = (...words: string[]) => rota(['operator-key', ...words], storage().environment);
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);

  test('a key is shown once, works at once, and no more when it is revoked', async () => {
    const said = await run('create', 'Billing');
    const [, id = '', key = ''] =
      /^Created operator key (opk_[0-9A-Z]{26})\. Its value is shown only once:\n(sk_operator_[0-9A-Za-z]{38})\n$/.exec(
        said.stdout,
      ) ?? [];
    assert.equal(said.code, 0);
    assert.equal((await node().get(WORKSPACES, { key })).status, 200);

    const [listed, ...others] = await json('list');
    assert.deepEqual(others, []);
    assert.deepEqual([listed.id, listed.name, listed.expires_at], [id, 'Billing', null]);
    assert.equal(listed.key_prefix, `${key.slice(0, 16)}....`);
    assert.ok(!JSON.stringify(listed).includes(key));
    assert.match((await run('list')).stdout, /^ID +KEY +LAST USED +EXPIRES +NAME\nopk_/);

    assert.deepEqual(await run('revoke', id), succeeded(`Revoked operator key ${id}.\n`));
    assert.equal((await node().get(WORKSPACES, { key })).status, 401);
    assert.deepEqual(await run('revoke', id), failed(3, 'Operator key not found'));
    assert.deepEqual(await json('list'), []);
  });

  test('an expiry is kept, and one that is over is refused', async () => {
    const made = await json('create', 'Until then', '--expires-at', '2099-01-01');
    assert.equal(made.expires_at, '2099-01-01T00:00:00.000Z');
    assert.deepEqual(
      await run('create', 'Too late', '--expires-at', '2020-01-01'),
      failed(4, 'expires_at must be in the future'),
    );
    assert.equal((await run('create')).code, 2);
  });
});
