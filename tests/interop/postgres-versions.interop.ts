// Rota on every version of PostgreSQL that it works with.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import { createDatabase } from '../../scripts/postgres/databases.ts';
import type { PostgresServer } from '../../scripts/postgres/server.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { storageBehaves } from '../storage/behaviour.ts';
import { describe, test } from '../support/lanes.ts';
import { patient } from '../support/server/databases.ts';
import { rota, Served } from '../support/server/process.ts';
import { startVersion, versions } from './servers/postgres.ts';
import { nodeOn, tellsTheStory } from './story.ts';

for (const version of versions) {
  describe(`PostgreSQL ${version}`, () => {
    let server: PostgresServer;
    before(async () => {
      server = await startVersion(version);
    });
    after(() => server.stop());

    const emptyDatabase = () => createDatabase(server.url, randomBytes(6).toString('hex'), 'template0');

    storageBehaves(`PostgreSQL ${version}`, async () => {
      const { url, drop } = await emptyDatabase();
      const address = patient(url);
      return { address, open: () => openPostgres({ url: address }), remove: drop };
    });

    test('the service migrates an empty database, offers times, writes, and delivers', async () => {
      const settings = nodeOn(await emptyDatabase());
      await using node = await Served.start(settings);
      await tellsTheStory(node, node);
      const { code, stdout } = await rota(['check'], settings);
      assert.equal(code, 0, stdout);
    });
  });
}
