// A workspace is suspended, resumed, scheduled for deletion and restored: once each, and only where it makes sense.
import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import {
  deleteWorkspace,
  getOperatedWorkspace,
  listOperatedWorkspaces,
  restoreWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '../../../../src/features/workspace/workspaces/lifecycle.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  atCommandLine,
  comeBack,
  leave,
  resume,
  suspend,
} from '../../../support/makers/closed-workspaces.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('A workspace', (node) => {
  const operated = () => getOperatedWorkspace(atCommandLine(node()));
  const refuses = (work: Promise<unknown>, type: string, message: RegExp) =>
    assert.rejects(work, (error: Error & { type?: string }) => {
      assert.equal(error.type, type);
      assert.match(error.message, message);
      return true;
    });

  /** What was done to it since a moment, the oldest first. Its own key reads it, once it works again. */
  async function logged(since: number): Promise<AuditEntry[]> {
    const from = new Date(since).toISOString();
    const path = `/api/v1/audit_log?target_id=${node().workspaceId}&created_after=${from}&limit=100`;
    return dataOf<AuditEntry[]>(await node().get(path)).reverse();
  }

  // So that the log of a test is told apart.
  beforeEach(() => node().clock.advance(1_000));
  afterEach(async () => {
    await comeBack(node());
    await resume(node());
  });

  test('is suspended with a reason and resumed, and both are logged', async () => {
    const since = node().clock.now();
    const at = new Date(since).toISOString();
    const suspended = await suspend(node(), 'unpaid bills');
    assert.deepEqual(
      [suspended.status, suspended.suspended_at, suspended.suspended_reason, suspended.delete_at],
      ['suspended', at, 'unpaid bills', null],
    );
    const resumed = await resume(node());
    assert.deepEqual(
      [resumed.status, resumed.suspended_at, resumed.suspended_reason],
      ['active', null, null],
    );
    const entries = await logged(since);
    assert.deepEqual(
      entries.map(({ action, actor, reason, changes }) => [action, actor.type, reason, changes.status]),
      [
        ['workspace.suspended', 'cli', 'unpaid bills', ['active', 'suspended']],
        ['workspace.resumed', 'cli', null, ['suspended', 'active']],
      ],
    );
  });

  test('stays as it is when the same is asked for again', async () => {
    const since = node().clock.now();
    const first = await suspend(node(), null);
    node().clock.advance(1_000);
    assert.deepEqual(await suspend(node(), null), first);
    const other = await suspend(node(), 'abuse');
    assert.deepEqual([other.suspended_at, other.suspended_reason], [first.suspended_at, 'abuse']);
    for (const _ of [1, 2]) await resume(node());
    const leaving = await leave(node(), 3);
    node().clock.advance(1_000);
    assert.deepEqual(await leave(node(), 20), leaving);
    for (const _ of [1, 2]) await comeBack(node());
    assert.deepEqual(
      (await logged(since)).map(({ action }) => action.split('.')[1]),
      ['suspended', 'suspended', 'resumed', 'deletion_scheduled', 'restored'],
    );
  });

  test('is closed from the moment somebody deletes it, for the days of grace, and can be restored until then', async () => {
    const leaving = await leave(node(), 2);
    assert.equal(leaving.status, 'deleting');
    assert.equal(leaving.delete_at, new Date(node().clock.now() + 2 * DAY_MS).toISOString());
    assert.equal((await node().get('/api/v1/workspace')).status, 403);
    node().clock.advance(2 * DAY_MS - 1);
    assert.deepEqual([(await comeBack(node())).status, (await operated()).delete_at], ['active', null]);
    assert.equal((await node().get('/api/v1/workspace')).status, 200);
  });

  test('that was suspended before it was to be deleted is so when it is restored', async () => {
    await suspend(node(), 'unpaid bills');
    await leave(node());
    const restored = await comeBack(node());
    assert.deepEqual([restored.status, restored.suspended_reason], ['suspended', 'unpaid bills']);
  });

  test('404: that does not exist', async () => {
    const nowhere = atCommandLine(node(), 'ws_01KG0000000000000000000000');
    const calls = [
      () => suspendWorkspace(nowhere, { reason: null }),
      () => resumeWorkspace(nowhere),
      () => deleteWorkspace(nowhere, { grace_days: 1 }),
      () => restoreWorkspace(nowhere),
    ];
    for (const call of calls) await refuses(call(), 'not_found', /Workspace not found/);
  });

  test('422: with days of grace that are out of range', async () => {
    for (const days of [-1, 366, 1.5, Number.NaN]) {
      await refuses(
        leave(node(), days),
        'invalid_request',
        /^grace_days must be a whole number from 0 to 365$/,
      );
    }
    assert.equal((await operated()).status, 'active');
  });

  test('422: to suspend or resume one that is being deleted', async () => {
    await leave(node());
    await refuses(suspend(node()), 'invalid_request', /being deleted: restore it first/);
    await refuses(resume(node()), 'invalid_request', /being deleted: restore it first/);
  });

  test('is in the list of operators with its status, and members see nothing of that', async () => {
    const { id } = await node().otherWorkspace('listed');
    await suspendWorkspace(atCommandLine(node(), id), { reason: 'abuse' });
    const all = await listOperatedWorkspaces(node().services);
    assert.deepEqual(
      all.map((workspace) => [workspace.id, workspace.status]),
      [
        [id, 'suspended'],
        [node().workspaceId, 'active'],
      ],
    );
    const own = dataOf<object>(await node().get('/api/v1/workspace'));
    assert.deepEqual(Object.keys(own), ['id', 'name', 'handle', 'timezone', 'created_at', 'updated_at']);
  });
});
