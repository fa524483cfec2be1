// `rota export` shows what is kept about a participant, and `rota erase` waits until nothing is.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { findInTables } from '../support/makers/erasures.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { untilIdle } from '../support/server/idle.ts';
import { rota } from '../support/server/process.ts';
import { onBothEngines } from '../support/server/rota.ts';

const ANN = 'ann@guests.example.org';

onBothEngines('rota', (node) => {
  test('exports and erases what is kept about a participant', async () => {
    const environment = { ROTA_URL: node().url, ROTA_KEY: node().rawKey };
    const { id } = await makeRequest(node(), { participant_emails: [ANN] });
    await untilIdle(node());
    const exported = await rota(['export', ANN], environment);
    assert.deepEqual([exported.code, exported.stderr], [0, '']);
    assert.match(exported.stdout, new RegExp(`^meeting_request ${id}$`, 'm'));
    const why =
      'the service refused: cancel_open_requests is required: 1 meeting request with this person is active, paused, or booked and not over';
    assert.deepEqual(await rota(['erase', ANN], environment), failed(4, why));
    await applyTransition(node(), id, 'cancel');
    const { stdout } = await rota(['erase', ANN, '--json'], environment);
    const done = JSON.parse(stdout) as { status: string; counts: Record<string, number> };
    assert.deepEqual([done.status, done.counts.meeting_requests], ['done', 1]);
    assert.deepEqual(await findInTables(node().services.database, ANN), []);
    const nothing = await rota(['export', ANN], environment);
    assert.deepEqual(nothing, succeeded('Nothing is stored about this address.\n'));
  });
});
