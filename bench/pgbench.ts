// The ceiling of PostgreSQL for the statements of a call: pgbench, where it is installed.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Quantity } from './figures.ts';
import type { Contestant } from './rounds.ts';
import type { Statement } from './wire.ts';

const SECONDS = 1;
const run = promisify(execFile);

export const hasPgbench = (): Promise<boolean> =>
  run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );

interface Server {
  url: string;
  connections: number;
  /** Of each connection. */
  options: string;
}

/** All statements of a call, again and again, prepared, on each connection. */
export async function pgbenchOf(
  name: string,
  statements: Statement[],
  { url, connections, options }: Server,
): Promise<Contestant<Quantity> & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-pgbench-'));
  const script = path.join(folder, 'statements.sql');
  const variable = (statement: number, value: number) => `v${statement}_${value}`;
  const text = statements.map(
    ({ sql, values }, place) =>
      `${sql.replace(/\$(\d+)/g, (_, number) =>
        // A variable of pgbench can not be null.
        values[number - 1] === null ? 'null' : `:${variable(place, Number(number))}`,
      )};\n`,
  );
  await writeFile(script, text.join(''));
  const variables = statements.flatMap(({ values }, place) =>
    values.map((value, index) => `--define=${variable(place, index + 1)}=${value}`),
  );
  const words = ['--no-vacuum', '--protocol=prepared', `--client=${connections}`, `--file=${script}`];
  return {
    name,
    async run() {
      const { stdout } = await run('pgbench', [...words, `--time=${SECONDS}`, ...variables, url], {
        env: { ...process.env, PGOPTIONS: options },
      });
      return { value: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]), unit: '/s' };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
