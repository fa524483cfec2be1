// Full lane, because it kills processes: A server that is killed in the middle of an erasure goes on with it after its restart, and nothing is done twice.
import assert from 'node:assert/strict';
import { readConfig } from '../../../../src/settings/config.ts';
import { openDatabase } from '../../../../src/storage/open.ts';
import { describe, test } from '../../../support/lanes.ts';
import { ERASURES, type Erasure, findInFiles, findInTables } from '../../../support/makers/erasures.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { kill, stop } from '../../../support/server/killed-server.ts';
import { EmptyStorage, type Served } from '../../../support/server/process.ts';
import { dataOf, onEachEngine } from '../../../support/server/rota.ts';

const KEY = 'key-of-the-erasure-tests-0123456789';
const ANN = 'ann@guests.example.org';
const BEN = 'ben@guests.example.org';
const MEETINGS = 15;
/** After so many requests, each time. */
const KILLED_AFTER = [1, 7];

const post = async (server: Served, path: string, body: object) =>
  dataOf<{ id: string }>(await server.call('POST', path, { key: KEY, body }));

async function makeMeetings(server: Served): Promise<void> {
  await post(server, '/api/v1/workspace_members', { email: 'host@example.com' });
  for (let made = 0; made < MEETINGS; made += 1) {
    const participants = [{ email: BEN }, { email: ANN, name: `Ann ${made}` }];
    const body = { organizer_email: 'host@example.com', participants };
    const { id } = await post(server, REQUESTS, body);
    await post(server, `${REQUESTS}/${id}/cancel`, { notify: true });
  }
}

onEachEngine((engine) => {
  describe(`An erasure (${engine})`, () => {
    test('survives kills, and does everything once', async () => {
      await using storage = await EmptyStorage.make(engine);
      const settings = { ROTA_BOOTSTRAP_API_KEY: KEY };
      const first = await storage.serve(settings);
      await makeMeetings(first);
      const { id } = await post(first, ERASURES, { email: ANN });
      const read = async (server: Served) =>
        dataOf<Erasure>(await server.call('GET', `${ERASURES}/${id}`, { key: KEY }));

      let server = first;
      for (const count of KILLED_AFTER) {
        await eventually(async () => ((await read(server)).counts.meeting_requests ?? 0) >= count);
        assert.equal((await read(server)).status, 'running', 'it is killed in the middle');
        await kill(server);
        server = await storage.serve(settings);
      }
      const done = await eventually(async () => {
        const erasure = await read(server);
        return erasure.status === 'done' && erasure;
      });
      assert.equal(done.counts.meeting_requests, MEETINGS);
      await stop(server);

      const database = await openDatabase(readConfig({ ...storage.environment }));
      assert.deepEqual(await findInTables(database, ANN), []);
      const rows = await database.all<{ email: string; count: number }>(
        'select email, count(*) as count from meeting_request_participants group by email order by email',
      );
      await database.close();
      assert.deepEqual(
        rows.map(({ email, count }) => [email, Number(count)]),
        [
          [BEN, MEETINGS],
          ['erased-2@erased.invalid', MEETINGS],
        ],
      );
      if (engine === 'sqlite') {
        assert.deepEqual(await findInFiles(String(storage.environment.ROTA_DATA_DIR), ANN), []);
      }
    });
  });
});
