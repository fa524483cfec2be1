// The tables of docs/operate/capacity.md, from the published measurements `costs` and `nodes`.
import { withBlock } from '../blocks.ts';
import { tableOf } from '../figures.ts';
import { type Measured, newest, type Published } from '../results.ts';
import type { Cost } from './cost.ts';
import {
  type Costs,
  ofOneRequest,
  PEAK,
  type Plan,
  perRequest,
  planFor,
  rowsInserted,
  USABLE,
} from './plan.ts';

const EXAMPLES = [1_000, 100_000, 10_000_000];

/** docs/operate/capacity.md with the newest published figures of each. */
export function scalingWith(text: string, { costs = [], nodes = [] }: Published): string {
  const blocks = [
    ...(costs.length > 0 ? tablesOfCosts(newest(costs)) : []),
    ...(nodes.length > 0 ? [tableOfNodes(newest(nodes))] : []),
  ];
  return blocks.reduce((page, [name, ...lines]) => withBlock(page, name, lines), text);
}

type Block = [name: string, ...lines: string[]];

const tableOfNodes = (measured: Measured): Block => ['nodes', origin(measured), tableOf(measured.figures)];

function tablesOfCosts(measured: Measured): Block[] {
  const units = measured.figures.flatMap(({ name, costs }) => (costs ? [{ name, ...costs }] : []));
  const postgres: Costs = Object.fromEntries(units.map(({ name, postgres }) => [name, postgres]));
  const head = [
    '',
    'CPU of Rota',
    'CPU of PostgreSQL',
    'statements',
    'WAL',
    'rows inserted',
    'rows updated',
    'disk',
  ];
  const costs = units.map(({ name, postgres: cost }) => [name, ...costCells(cost)]);
  const sqlite = units.map(({ name, sqlite: { rotaMicros, bytes } }) => [
    name,
    micros(rotaMicros),
    size(bytes),
  ]);
  const rows = units
    .filter(({ postgres }) => rowsInserted(postgres) >= 1)
    .map(({ name, postgres }) => [name, rowsInWords(postgres)]);
  return [
    ['costs', origin(measured), table(head, costs)],
    ['costs on SQLite', table(['', 'CPU of Rota', 'disk'], sqlite)],
    ['rows', table(['', 'inserted, and updated (+)'], rows, 'left')],
    [
      'mix',
      table(
        ['with one meeting request', 'times'],
        Object.entries(perRequest).map(([name, times]) => [name, count(times)]),
      ),
    ],
    ['sum', sumInWords(postgres)],
    ['plan', planTable(postgres)],
  ];
}

const origin = ({ measuredAt, machine }: Measured) =>
  `Measured ${measuredAt.slice(0, 10)} on: ${Object.values(machine).join(', ')}.`;

function costCells(cost: Cost): string[] {
  const { rotaMicros, postgresMicros = 0, statements = 0, walBytes = 0, bytes, tables } = cost;
  const uses = Object.values(tables);
  const updated = uses.reduce((sum, use) => sum + use.updated, 0);
  const hot = uses.reduce((sum, use) => sum + use.hot, 0);
  return [
    micros(rotaMicros),
    micros(postgresMicros),
    count(statements),
    size(walBytes),
    count(rowsInserted(cost)),
    updated < 0.1 ? '0' : `${count(updated)} (${count(hot)} HOT)`,
    size(bytes),
  ];
}

function rowsInWords({ tables }: Cost): string {
  const words = Object.entries(tables).map(
    ([name, { inserted, updated }]) =>
      `\`${name}\` ${count(inserted)}${updated < 0.1 ? '' : ` + ${count(updated)}`}`,
  );
  return words.join(', ');
}

function sumInWords(costs: Costs): string {
  const each = (part: (cost: Cost) => number) => ofOneRequest(costs, part);
  const [rota, postgres] = [each((cost) => cost.rotaMicros), each((cost) => cost.postgresMicros ?? 0)];
  const carried = (perUnit: number) => ((USABLE / PEAK) * 86_400 * 1e6) / perUnit;
  return table(
    ['', 'one request with all of this', 'one core carries'],
    [
      ['Rota', micros(rota), `${count(carried(rota))} requests a day`],
      ['PostgreSQL', micros(postgres), `${count(carried(postgres))} requests a day`],
    ],
  );
}

const lines: [what: string, value: (plan: Plan) => string][] = [
  [
    'requests/s, mean and peak',
    ({ meanPerSecond, peakPerSecond }) => `${count(meanPerSecond)}, ${count(peakPerSecond)}`,
  ],
  ['cores of Rota', ({ rotaCores }) => count(rotaCores)],
  ['nodes', ({ nodes }) => count(nodes)],
  ['connections', ({ connections }) => count(connections)],
  ['cores of PostgreSQL', ({ postgresCores }) => count(postgresCores)],
  ['statements/s at the peak', ({ statementsPerSecond }) => count(statementsPerSecond)],
  ['WAL a second at the peak', ({ walPerSecond }) => size(walPerSecond)],
  ['WAL a day', ({ walPerDay }) => size(walPerDay)],
  ['rows a month', ({ rowsPerMonth }) => count(rowsPerMonth)],
  ['disk after a month', ({ bytesAfterMonth }) => size(bytesAfterMonth)],
  ['disk after a year', ({ bytesAfterYear }) => size(bytesAfterYear)],
];

function planTable(costs: Costs): string {
  const plans = EXAMPLES.map((perDay) => planFor(perDay, costs));
  const head = ['requests a day', ...EXAMPLES.map(count)];
  return table(
    head,
    lines.map(([what, value]) => [what, ...plans.map(value)]),
  );
}

function table(head: string[], rows: string[][], side: 'left' | 'right' = 'right'): string {
  const marks = head.map((_, column) => (column === 0 || side === 'left' ? '---' : '---:'));
  return [head, marks, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function micros(value: number): string {
  return value >= 1_000 ? `${count(value / 1_000)} ms` : `${Math.round(value)} µs`;
}

const steps = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

function size(bytes: number): string {
  if (bytes < 10) return '0';
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), steps.length - 1);
  return `${count(bytes / 1_000 ** step)} ${steps[step]}`;
}

/** Rounds to three digits: the figures aren't more precise. */
function count(value: number): string {
  if (value >= 1e9) return `${count(value / 1e9)} billion`;
  if (value >= 1e6) return `${count(value / 1e6)} million`;
  if (value >= 100) return Number(value.toPrecision(3)).toLocaleString('en');
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}
