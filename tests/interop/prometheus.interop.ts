// Prometheus reads the metrics of `rota serve`, and takes the alerts and every expression of the dashboard.
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { dashboardExpressions, RULES_FOLDER } from '../support/server/deployed.ts';
import { send } from '../support/server/http.ts';
import { EmptyStorage } from '../support/server/process.ts';
import { promtool, startPrometheus } from './servers/prometheus.ts';

const RULES = path.join(RULES_FOLDER, 'alerts.yml');

/** As Grafana fills it in. */
const filled = (expression: string) =>
  expression.replaceAll('$job', 'rota').replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m');

describe('Prometheus', () => {
  test('finds nothing wrong with the alerts', async () => {
    assert.match(await promtool(['check', 'rules', RULES]), /SUCCESS: \d\d rules found/);
  });

  test('fires each alert when it should, and alone', async () => {
    const said = await promtool(['test', 'rules', 'alerts.test.yml'], { cwd: RULES_FOLDER });
    assert.match(said, /SUCCESS/);
  });

  test('reads the metrics of a service, and answers every question of the dashboard', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using server = await storage.serve({ ROTA_METRICS_LISTEN: '127.0.0.1:0' });
    const address = String((await server.logged('listening')).metrics);
    await using prometheus = await startPrometheus(address, RULES);
    await eventually(async () => {
      const [up] = await prometheus.query('up{job="rota"}').catch(() => []);
      return up?.value[1] === '1';
    });
    const [info] = await prometheus.query('rota_build_info');
    assert.ok(info?.metric.version);
    for (const { expr } of dashboardExpressions()) await prometheus.query(filled(expr));
    assert.deepEqual(await prometheus.query('ALERTS'), []);

    const { text } = await send({ method: 'GET', url: `${address}/metrics` });
    const own = text.split('\n').filter((line) => line.includes('rota_'));
    assert.equal(await promtool(['check', 'metrics'], { input: `${own.join('\n')}\n` }), '');
  });
});
