// The dashboard and alerts in deploy/ use metrics and labels that there are; docs/operate/monitoring.md names them all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { createEndpoint, eventually, sendTest } from '../support/makers/webhooks.ts';
import { dashboardExpressions, readDashboard, readRules, readRuleTests } from '../support/server/deployed.ts';
import { send } from '../support/server/http.ts';
import { closedPort, ROOT } from '../support/server/process.ts';
import { freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

const OF_HISTOGRAMS = ['_bucket', '_sum', '_count'];
/** Prometheus adds these itself. */
const ADDED = ['job', 'instance'];
const METRIC = /\b(?:rota|process|nodejs)_[a-z0-9_]+/g;
const SELECTOR = /\b((?:rota|process|nodejs)_[a-z0-9_]+)\{([^}]*)\}/g;
const GRID_WIDTH = 24;
/** Whichever Prometheus is chosen: no data source of somebody's own. */
const DATA_SOURCE = ['$', '{datasource}'].join('');

/** Of each metric that the service has, the labels of its series; undefined while it has no series. */
function readMetrics(text: string): Map<string, Set<string> | undefined> {
  const metrics = new Map<string, Set<string> | undefined>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const names = type === 'histogram' ? OF_HISTOGRAMS.map((suffix) => name + suffix) : [name];
    for (const each of names) metrics.set(each, undefined);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label as string);
    metrics.set(name, new Set([...(metrics.get(name) ?? []), ...names]));
  }
  return metrics;
}

describe('What is deployed', () => {
  let storage: Storage;
  let node: Node;
  let metrics: ReturnType<typeof readMetrics>;
  const used = [
    ...dashboardExpressions().map(({ title, expr }) => ({ where: `the panel ${title}`, text: expr })),
    ...[...readRules().matchAll(/- alert: (\w+)\n +expr: ((?:.|\n {8,})*)/g)].map(([, name, text = '']) => ({
      where: `the alert ${name}`,
      text,
    })),
  ];

  before(async () => {
    storage = await freshStorage('sqlite');
    const endpoint = `http://127.0.0.1:${await closedPort()}`;
    // Metrics about traces are there with a collector only.
    node = await startNode(storage, { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    // One that waits, for the metrics of single endpoints.
    await sendTest(node, (await createEndpoint(node, `${endpoint}/hook`)).id);
    metrics = await eventually(async () => {
      node.clock.advance(1_000);
      const found = readMetrics((await send({ method: 'GET', url: `${node.url}/metrics` })).text);
      return found.get('rota_webhook_endpoint_backlog') && found;
    });
  });
  after(async () => {
    await node?.stop();
    await storage?.remove();
  });

  test('names no metric that the service does not have', () => {
    assert.ok(used.length > 60, `${used.length} expressions`);
    const unknown = used.flatMap(({ where, text }) =>
      [...text.matchAll(METRIC)].filter(([name]) => !metrics.has(name)).map(([name]) => `${where}: ${name}`),
    );
    assert.deepEqual(unknown, []);
  });

  test('names no label that the metric does not have', () => {
    const unknown = used.flatMap(({ where, text }) =>
      [...text.matchAll(SELECTOR)].flatMap(([, name = '', selector = '']) => {
        const labels = metrics.get(name);
        const named = [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label as string);
        return named
          .filter((label) => !ADDED.includes(label) && labels && !labels.has(label))
          .map((label) => `${where}: ${name}{${label}}`);
      }),
    );
    assert.deepEqual(unknown, []);
  });

  test('has every metric of Rota itself explained in docs/operate/monitoring.md', () => {
    const page = readFileSync(path.join(ROOT, 'docs/operate/monitoring.md'), 'utf8');
    const explained = new Set(page.match(METRIC));
    const own = [...metrics.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    const missing = [...new Set(own)].filter((name) => name.startsWith('rota_') && !explained.has(name));
    assert.deepEqual(missing, [], 'add them to the table');
  });

  test('tests every alert, and every alert says what to do', () => {
    const rules = readRules();
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    assert.ok(names.length > 15);
    for (const name of names)
      assert.match(readRuleTests(), new RegExp(`labels: '\\{alertname="${name}"\\}'`), name);
    for (const word of ['severity: (?:page|ticket)', 'summary: .', 'description: .{40,}']) {
      assert.equal(rules.match(new RegExp(word, 'g'))?.length, names.length, word);
    }
  });

  test('has a dashboard of the form that Grafana reads', () => {
    const { uid, title, schemaVersion, templating, panels } = readDashboard();
    assert.deepEqual([uid, title], ['rota', 'Rota']);
    assert.ok(schemaVersion >= 36);
    const variables = templating.list.map(({ name }) => name);
    assert.deepEqual(variables, ['datasource', 'job', 'instance']);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length, 'each id once');
    const taken = new Set<string>();
    for (const { title: name, type, gridPos, datasource, targets = [] } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        assert.ok(x < GRID_WIDTH, name);
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          assert.ok(!taken.has(`${x} ${y}`), `${name} lies over another`);
          taken.add(`${x} ${y}`);
        }
      }
      if (type === 'row') continue;
      assert.ok(['timeseries', 'stat'].includes(type), type);
      assert.ok(targets.length > 0, name);
      assert.equal(datasource?.uid, DATA_SOURCE);
      for (const { expr, datasource: own } of targets) {
        assert.equal(own.uid, DATA_SOURCE);
        for (const [, variable = ''] of expr.matchAll(/\$(\w+)/g)) {
          assert.ok([...variables, '__rate_interval'].includes(variable), expr);
        }
      }
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length);
    }
  });
});
