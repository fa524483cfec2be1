/** Two measurements of the same run, and their ratio. */
export interface Figure {
  name: string;
  measured: Quantity;
  beside: Quantity & { what: string };
  ratio: number;
  /** For the ratio, or for the quantity itself. */
  goal?: Goal;
}

export interface Quantity {
  value: number;
  unit: '/s' | 'ms' | 'MB' | 's' | 'statements' | 'deliveries';
}

export type Goal = { of: 'ratio' | 'measured' } & ({ atLeast: number } | { below: number });

export function figure(
  name: string,
  measured: Quantity,
  beside: Quantity & { what: string },
  goal?: Goal,
): Figure {
  return { name, measured, beside, ratio: measured.value / beside.value, ...(goal && { goal }) };
}

export const atLeast = (ratio: number): Goal => ({ of: 'ratio', atLeast: ratio });
export const ratioBelow = (ratio: number): Goal => ({ of: 'ratio', below: ratio });
export const measuredBelow = (value: number): Goal => ({ of: 'measured', below: value });

export function isReached({ goal, ratio, measured }: Figure): boolean {
  if (!goal) return true;
  const value = goal.of === 'ratio' ? ratio : measured.value;
  return 'atLeast' in goal ? value >= goal.atLeast : value < goal.below;
}

/** The figures as a Markdown table, for the page and for the terminal. */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map((each) => [
    each.name,
    inWords(each.measured),
    `${each.beside.what} ${inWords(each.beside)}`,
    short(each.ratio),
    goalInWords(each),
  ]);
  const lines = [
    ['', 'measured', 'beside it', 'ratio', 'goal'],
    ['---', '---:', '---', '---:', '---'],
    ...rows,
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
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
  return `${bound}${unit && unit !== 'statements' ? ` ${unit}` : ''}: ${isReached(each) ? 'yes' : 'NO'}`;
}

const inWords = ({ value, unit }: Quantity) => `${short(value)}${unit === '/s' ? '' : ' '}${unit}`;

function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(value < 1 ? 2 : 3);
}

/** The percentile. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;
}

export const median = (values: number[]) => quantile(values, 0.5);
