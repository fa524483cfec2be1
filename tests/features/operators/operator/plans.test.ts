// Lists for operators read a page of workspaces, however many there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { pageOperatedWorkspaces } from '../../../../src/features/workspace/workspaces/lifecycle.ts';
import { test } from '../../../support/lanes.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const WORKSPACES = 3_000;
/** A page, and one more. */
const FEW = 26;
const page = { limit: 25, cursor: undefined };

onBothEngines.fast('Among many workspaces', (node) => {
  before(async () => {
    const { database, ids } = node().services;
    const rows = Array.from({ length: WORKSPACES }, (_, number) => ({
      id: ids('workspace'),
      handle: `many-${number}`,
      external_id: `cus_many_${number}`,
      // The oldest ones: a search in the order of ids would pass by all others.
      suspended_at: number < 30 ? 1 : null,
      delete_at: number >= 15 && number < 60 ? 1 : null,
    }));
    const columns = {
      id: 'text',
      handle: 'text',
      external_id: 'text',
      suspended_at: 'bigint',
      delete_at: 'bigint',
    } as const;
    await database.change(
      `insert into workspaces (id, name, handle, timezone, external_id, suspended_at, delete_at, created_at, updated_at)
       select id, 'Many', handle, 'UTC', external_id, suspended_at, delete_at, 0, 0 from ${database.dialect.rows('$1', columns)}`,
      [JSON.stringify(rows)],
    );
    if (database.dialect.engine === 'postgres') {
      await database.transaction((tx) => tx.script('analyze workspaces'));
    }
  });

  test('each filter leads to its own by an index', async () => {
    const filters = [
      {},
      { status: 'active' },
      { status: 'suspended' },
      { status: 'deleting' },
      { handle: 'many-7' },
      { external_id: 'cus_many_7', status: 'suspended' },
    ] as const;
    for (const filter of filters) {
      const scans = await scansOf(node().services.storage.background, FEW, async (database) => {
        const { data } = await pageOperatedWorkspaces(
          { ...node().services, database },
          { ...page, ...filter },
        );
        assert.ok(data.length > 0);
      });
      const bad = scans.filter((detail) => /^SCAN workspaces(?!.*USING INDEX)|TEMP B-TREE/.test(detail));
      assert.deepEqual(bad, [], JSON.stringify(filter));
    }
  });
});
