// What a crash of `rota serve` leaves behind: a stream of requests to a real process, cut by
// SIGKILL, again and again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EmptyStorage, type Served } from './support/process.ts';
import { dataOf, type Engine, engines } from './support/rota.ts';

type NewApiKey = { id: string; key: string };
type AuditEntry = { target: { id: string } };

const KEYS = '/api/v1/api_keys';
const CHOSEN = '20-characters-chosen';

const statusWith = async (server: Served, key: string) =>
  (await server.call('GET', '/api/v1/workspace', { key })).status;

// Both at a time: much of what they do is to wait for a process.
describe('rota serve, killed', { concurrency: 2 }, () => {
  for (const engine of engines) defineTest(engine);
});

function defineTest(engine: Engine): void {
  test(`a crash loses no acknowledged key and parts none from its audit entry (${engine})`, async () => {
    await using storage = await EmptyStorage.make(engine);
    await using servers = new AsyncDisposableStack();
    const start = async () => servers.use(await storage.serve({ ROTA_BOOTSTRAP_API_KEY: CHOSEN }));
    let server = await start();
    const acknowledged = new Map<string, string>();
    // Killed after this many answers, with other requests in flight.
    for (const answers of [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]) {
      const recent = new Map<string, string>();
      const postUntilKilled = async () => {
        const body = { name: 'Stream', scopes: ['workspace.read'] };
        for (;;) {
          try {
            const answer = await server.call('POST', KEYS, { key: CHOSEN, body });
            const { id, key } = dataOf<NewApiKey>(answer);
            recent.set(id, key);
          } catch (error) {
            if (recent.size >= answers) return;
            throw error;
          }
          if (recent.size === answers) server.signal('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: 4 }, postUntilKilled));
      assert.equal((await server.ended).signal, 'SIGKILL');
      for (const [id, key] of recent) acknowledged.set(id, key);

      server = await start();
      const kept = new Set((await server.all<NewApiKey>(`${KEYS}?`, CHOSEN)).map(({ id }) => id));
      const lost = [...acknowledged.keys()].filter((id) => !kept.has(id));
      assert.deepEqual(lost, []);
      const entries = await server.all<AuditEntry>('/api/v1/audit_log?action=api_key.created', CHOSEN);
      assert.deepEqual(entries.map(({ target }) => target.id).sort(), [...kept].sort());
      const statuses = await Promise.all([...recent.values()].map((key) => statusWith(server, key)));
      assert.deepEqual(new Set(statuses), new Set([200]));
    }
  });
}
