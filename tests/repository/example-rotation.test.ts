// Full lane, because it starts many processes: examples/sales-rotation.mjs works, run as its readers run it.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from '../support/lanes.ts';
import { NodeProcess, ROOT } from '../support/server/process.ts';
import { onBothEngines } from '../support/server/rota.ts';

onBothEngines('The example of a sales rotation', (node) => {
  async function lines(): Promise<string[]> {
    const environment = { ROTA_URL: node().url, ROTA_KEY: node().rawKey };
    const script = path.join(ROOT, 'examples/sales-rotation.mjs');
    const { code, stdout, stderr } = await new NodeProcess([script], environment).ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return stdout.split('\n');
  }

  test('builds it from nothing, and goes on with it when it is run again', async () => {
    assert.deepEqual(await lines(), [
      'Inbound sales has the address inbound-sales.acme@rota.localhost',
      'grace@example.org meets ada@example.com',
      'alan@example.org meets ben@example.com',
      'edsger@example.org meets chloe@example.com',
      'barbara@example.org meets ada@example.com',
      'Whose turn it is next, and how many each had in 30 days:',
      '  Ben: 1',
      '  Chloé: 1',
      '  Ada: 2',
      '',
    ]);
    const again = await lines();
    assert.equal(again[1], 'grace@example.org meets ben@example.com');
    assert.deepEqual(again.slice(-4), ['  Chloé: 2', '  Ada: 3', '  Ben: 3', '']);
    const { body } = await node().get('/api/v1/teams');
    assert.equal((body as { data: unknown[] }).data.length, 1);
  });
});
