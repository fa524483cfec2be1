// Full lane, because it kills processes: A process that is killed in the middle of a deletion leaves it to the next one, which ends it all the same.
import assert from 'node:assert/strict';
import { createServices } from '../../../../src/services.ts';
import { readConfig } from '../../../../src/settings/config.ts';
import { openDatabase } from '../../../../src/storage/open.ts';
import { systemClock } from '../../../../src/time/clock.ts';
import { HOUR_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { fillEveryTable, rowsOfWorkspace, tablesIn } from '../../../support/makers/every-table.ts';
import { writeMessages } from '../../../support/makers/messages.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { EmptyStorage } from '../../../support/server/process.ts';
import { type Engine, engines } from '../../../support/server/rota.ts';

const MESSAGES = 6_000;
/** Killed when so many are left. */
const KILLS = [5_000, 2_500];

// Both at the same time, because they mostly wait for processes.
describe('A deletion, killed', { concurrency: 2 }, () => {
  for (const engine of engines) defineTest(engine);
});

function defineTest(engine: Engine): void {
  test(`leaves nothing of the workspace in the end, and all of the other (${engine})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using stack = new AsyncDisposableStack();
    const make = async (name: string) => (await storage.json<{ id: string }>('workspace', 'create', name)).id;
    const [leaving, staying] = [await make('Leaving'), await make('Staying')];
    const config = readConfig(storage.environment);
    const database = await openDatabase(config);
    stack.defer(() => database.close());
    const services = createServices(config, database, systemClock);
    for (const workspaceId of [leaving, staying]) await fillEveryTable({ services, workspaceId }, 2);
    await writeMessages({ services, workspaceId: leaving }, MESSAGES);
    const ofStaying = async () => {
      const { usage_months, usage_marks, ...others } = await rowsOfWorkspace(database, staying);
      return others;
    };
    const past = Date.now() - HOUR_MS;
    // Closed, so that nothing works on its rows but what is tested here.
    await database.change('update workspaces set suspended_at = $2 where id = $1', [staying, past]);
    const before = await ofStaying();
    await database.change('update workspaces set delete_at = $2, updated_at = $2 where id = $1', [
      leaving,
      past,
    ]);

    const left = async () => {
      const row = await database.get<{ count: number }>(
        'select count(*) as count from messages where workspace_id = $1',
        [leaving],
      );
      return Number(row?.count);
    };
    for (const few of KILLS) {
      await using server = await storage.serve();
      await eventually(async () => (await left()) <= few);
      server.signal('SIGKILL');
      assert.equal((await server.ended).signal, 'SIGKILL');
      assert.ok((await left()) > 0, 'it was in the middle');
    }
    await using server = await storage.serve();
    await server.logged('workspace deleted');
    assert.deepEqual(tablesIn(await rowsOfWorkspace(database, leaving)), []);
    assert.deepEqual(await ofStaying(), before);
    assert.deepEqual(
      server.logLines.filter(({ level }) => !['info', 'debug'].includes(level)),
      [],
    );
  });
}
