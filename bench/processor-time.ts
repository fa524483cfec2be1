// CPU time used so far, in microseconds. Linux only: elsewhere it is undefined, and tables leave it out.
import { readFileSync } from 'node:fs';

/** The unit of /proc on every Linux: 100 in a second. */
const TICK_US = 10_000;

/** Of the process and its threads. */
export function processorTime(pid: number): number | undefined {
  const ticks = ticksOf(pid);
  return ticks && ticks.own * TICK_US;
}

/** Of the process, and of its children, both living and ended: a PostgreSQL server by the id of its postmaster. */
export function processorTimeOfServer(pid: number): number | undefined {
  const server = ticksOf(pid);
  if (!server) return undefined;
  const living = childrenOf(pid).reduce((sum, child) => sum + (ticksOf(child)?.own ?? 0), 0);
  return (server.own + server.endedChildren + living) * TICK_US;
}

function ticksOf(pid: number): { own: number; endedChildren: number } | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field, the name in parentheses, can have spaces. utime is the fourteenth.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: user + system, endedChildren: endedUser + endedSystem };
}

function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
