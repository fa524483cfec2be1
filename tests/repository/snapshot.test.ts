// The tests' database snapshot notices every change; without that, "nothing changed" would prove nothing.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { onBothEngines } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

onBothEngines('A snapshot of the database', (node) => {
  test('is another one after every change, and the same after what is read or undone', async () => {
    const { database } = node().services;
    const snapshot = await snapshotsOf(database);
    const before = await snapshot();
    assert.ok(Object.keys(before).length > 15, 'it has every table');
    for (const name of ['Changed', 'Changed again']) {
      const earlier = await snapshot();
      await node().patch('/api/v1/workspace', { name });
      const { workspaces, audit_entries, ...others } = await snapshot();
      assert.notEqual(workspaces, earlier.workspaces);
      assert.notEqual(audit_entries, earlier.audit_entries);
      assert.deepEqual({ ...others, workspaces, audit_entries }, await snapshot());
      const { workspaces: _one, audit_entries: _other, ...rest } = earlier;
      assert.deepEqual(others, rest);
    }

    const latest = await snapshot();
    await node().get('/api/v1/workspace');
    const undone = database.transaction(async (tx) => {
      await tx.run("update workspaces set name = 'Undone'");
      throw new Error('on purpose');
    });
    await assert.rejects(undone, /on purpose/);
    assert.deepEqual(await snapshot(), latest);
    // A direct write to the database is noticed as well.
    await database.change("update members set name = 'Somebody'");
    assert.notEqual((await snapshot()).members, latest.members);
  });
});
