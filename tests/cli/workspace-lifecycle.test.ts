// `rota workspace suspend`, `resume`, `delete`, `restore` and `usage`, beside a running server.
import assert from 'node:assert/strict';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { writeEvents } from '../support/makers/webhook-rows.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { rota } from '../support/server/process.ts';
import { onBothEngines } from '../support/server/rota.ts';

interface Printed {
  id: string;
  status: string;
  suspended_reason: string | null;
  delete_at: string | null;
}

onBothEngines('rota workspace', (node, storage) => {
  const run = (...words: string[]) => rota(['workspace', ...words], storage().environment);
  async function json<Data = Printed>(...words: string[]): Promise<Data> {
    const { code, stdout, stderr } = await run(...words, '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
    return JSON.parse(stdout);
  }

  test('suspends and resumes one, by its id or its handle, and the server obeys at once', async () => {
    const { id, rawKey } = await node().otherWorkspace('late-payer');
    const status = async () => (await node().get('/api/v1/workspace', { key: rawKey })).status;
    const said = [`Suspended workspace ${id}.`, `To undo it: rota workspace resume ${id}`];
    assert.deepEqual(
      await run('suspend', 'late-payer', '--reason', 'unpaid bills'),
      succeeded(`${said.join('\n')}\n`),
    );
    assert.equal(await status(), 403);
    const [listed] = (await json<Printed[]>('list')).filter((each) => each.id === id);
    assert.deepEqual([listed?.status, listed?.suspended_reason], ['suspended', 'unpaid bills']);
    const resumed = await json('resume', id);
    assert.deepEqual([resumed.status, resumed.suspended_reason], ['active', null]);
    assert.equal(await status(), 200);
  });

  test('deletes one after some days, and restores it before', async () => {
    const { id } = await node().otherWorkspace('leaving');
    const from = Date.now();
    const leaving = await json('delete', 'leaving', '--grace-days', '3');
    assert.equal(leaving.status, 'deleting');
    const days = (Date.parse(leaving.delete_at ?? '') - from) / DAY_MS;
    assert.ok(days >= 3 && days < 3.1, `${days} days`);
    assert.deepEqual(await run('suspend', id), failed(4, 'The workspace is being deleted: restore it first'));
    assert.deepEqual(
      await run('restore', id),
      succeeded(`Workspace ${id} will not be deleted. It is active.\n`),
    );
  });

  test('refuses what is wrong, and changes nothing', async () => {
    const { id } = await node().otherWorkspace('steady');
    for (const [words, message] of [
      [['suspend'], 'ID|HANDLE is missing'],
      [['delete', id, '--grace-days', '366'], '--grace-days must be at most 365'],
      [['delete', id, '--grace-days=-1'], '--grace-days must be at least 0'],
    ] as const) {
      const { code, stderr } = await run(...words);
      assert.deepEqual([code, stderr.includes(message)], [2, true], stderr);
    }
    assert.deepEqual(await run('resume', 'nowhere'), failed(3, 'Workspace nowhere not found'));
    assert.deepEqual(
      await run('usage', id, '--from', 'May'),
      failed(4, 'from must be a month such as 2026-11'),
    );
    const [listed] = (await json<Printed[]>('list')).filter((each) => each.id === id);
    assert.equal(listed?.status, 'active');
  });

  test('shows what one, or each, has used', async () => {
    const { id } = await node().otherWorkspace('counted');
    await writeEvents({ services: node().services, workspaceId: id }, 5, Date.parse('2026-02-10T00:00:00Z'));
    await eventually(async () => {
      node().clock.advance(60_000);
      const [month] = await json<{ events: number }[]>(
        'usage',
        'counted',
        '--from',
        '2026-01',
        '--to',
        '2026-03',
      );
      return month?.events === 5;
    });
    const months = ['--from', '2026-02', '--to', '2026-02'];
    const table = [
      'MONTH    REQUESTS  BOOKINGS  SENT  RECEIVED  EVENTS  API  MEMBERS  SEATS',
      '2026-02  0         0         0     0         5       0    0        0',
    ];
    assert.deepEqual(await run('usage', id, ...months), succeeded(`${table.join('\n')}\n`));
    const all = await json<{ workspace_id: string; events: number }[]>('usage', ...months);
    assert.deepEqual(
      all.map(({ workspace_id, events }) => [workspace_id, events]),
      [[id, 5]],
    );
  });
});
