import type { Cost } from './costs/cost.ts';

/** Two measurements of the same run, and their ratio. */
export interface Figure {
  name: string;
  measured: Quantity;
  beside: Quantity & { what: string };
  /** If both ran in rounds, the median of the rounds' ratios. */
  ratio: number;
  /** The lowest and the highest ratio of a round. */
  range?: { lowest: number; highest: number };
  /** A goal for the ratio, or for the quantity itself. */
  goal?: Goal;
  /** For docs/operate/capacity.md. */
  costs?: { postgres: Cost; sqlite: Cost };
}

export interface Quantity {
  value: number;
  unit: '/s' | 'µs' | 'ms' | 'MB' | 's' | 'statements' | 'deliveries';
  processor?: Processor;
}

/** CPU time in µs for one request, delivery or message: of the process, and of its database server. */
export interface Processor {
  process: number;
  database?: number;
}

export type Goal = { of: 'ratio' | 'measured'; wholeRangeAbove?: number } & (
  | { atLeast: number }
  | { below: number }
);

export function figure(
  name: string,
  measured: Quantity,
  beside: Quantity & { what: string },
  goal?: Goal,
): Figure {
  return { name, measured, beside, ratio: measured.value / beside.value, ...(goal && { goal }) };
}

export const atLeast = (ratio: number): Goal => ({ of: 'ratio', atLeast: ratio });
/** In the median of the rounds, and above 1 in each of them. */
export const atLeastAndAlwaysAhead = (ratio: number): Goal => ({ ...atLeast(ratio), wholeRangeAbove: 1 });
export const ratioBelow = (ratio: number): Goal => ({ of: 'ratio', below: ratio });
export const measuredBelow = (value: number): Goal => ({ of: 'measured', below: value });

export function isReached({ goal, ratio, range, measured }: Figure): boolean {
  if (!goal) return true;
  if (goal.wholeRangeAbove !== undefined && (range?.lowest ?? ratio) <= goal.wholeRangeAbove) return false;
  const value = goal.of === 'ratio' ? ratio : measured.value;
  return 'atLeast' in goal ? value >= goal.atLeast : value < goal.below;
}

/** The figures as a Markdown table, for the page and for the terminal. */
export function tableOf(figures: Figure[]): string {
  const isWithProcessor = figures.some(({ measured, beside }) => measured.processor ?? beside.processor);
  const processor = (cell: string) => (isWithProcessor ? [cell] : []);
  const rows = figures.map((each) => [
    each.name,
    inWords(each.measured),
    ...processor(processorInWords(each.measured)),
    `${each.beside.what} ${inWords(each.beside)}`,
    ...processor(processorInWords(each.beside)),
    ratioInWords(each),
    goalInWords(each),
  ]);
  const lines = [
    ['', 'measured', ...processor('CPU µs'), 'beside it', ...processor('CPU µs'), 'ratio', 'goal'],
    ['---', '---:', ...processor('---:'), '---', ...processor('---:'), '---:', '---'],
    ...rows,
  ];
  const widths = (lines[0] as string[]).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map(
      (line, place) =>
        `| ${line.map((cell, column) => fill(cell, widths[column] ?? 0, place)).join(' | ')} |`,
    )
    .join('\n');
}

function fill(cell: string, width: number, line: number): string {
  if (line !== 1) return cell.padEnd(width);
  return cell.endsWith(':') ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
}

function goalInWords(each: Figure): string {
  const { goal, measured } = each;
  if (!goal) return '';
  const unit = goal.of === 'measured' ? measured.unit : undefined;
  const bound = 'atLeast' in goal ? `at least ${goal.atLeast}` : `below ${goal.below}`;
  const always = goal.wholeRangeAbove === undefined ? '' : `, always above ${goal.wholeRangeAbove}`;
  return `${bound}${unit && unit !== 'statements' ? ` ${unit}` : ''}${always}: ${isReached(each) ? 'yes' : 'NO'}`;
}

/** "1.34 (1.21–1.47)" */
export const ratioInWords = ({ ratio, range }: Pick<Figure, 'ratio' | 'range'>) =>
  `${inBrief(ratio)}${range ? ` (${inBrief(range.lowest)}–${inBrief(range.highest)})` : ''}`;

/** "210 + 95": of the process, and of the database server. */
function processorInWords({ processor }: Quantity): string {
  if (!processor) return '';
  const { process, database } = processor;
  return [process, ...(database === undefined ? [] : [database])].map(inBrief).join(' + ');
}

const inWords = ({ value, unit }: Quantity) => `${inBrief(value)}${unit === '/s' ? '' : ' '}${unit}`;

/** Three digits, or two below 1. */
export function inBrief(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(value < 1 ? 2 : 3);
}

/** The percentile. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
}

export const median = (values: number[]) => quantile(values, 0.5);
