import type { Clock, MachineClock } from '../clock.ts';
import { timeOf } from '../ids.ts';
import type { Worker, WorkerOptions } from '../worker.ts';
import type { Database, OpenDatabase } from './database.ts';

/** How often the time is kept in the database, and PostgreSQL is asked for its own. */
const HEARTBEAT_MS = 60_000;
/** PostgreSQL's answer is as exact as it is quick: the quickest of so many counts. */
const QUESTIONS = 3;
/** A machine's clock that differs by more from the time that has passed was set, or the machine has slept. */
const STEP_MS = 1_000;
/** While time is ahead of the clock, because that was set back, it passes at this pace until the clock has caught up. */
const PACE_AHEAD = 0.5;

export interface DatabaseClock extends Clock {
  stop(): void;
}

/**
 * The clock of everything that is kept in this database. It never goes back, be it that the machine's clock is set back or
 * that another machine goes on with the data: it begins with the latest time that the database knows. On PostgreSQL it is the
 * database's own, so that nodes agree whatever their clocks show: a lease that has ended for one has ended for all.
 */
export async function openClock(database: OpenDatabase, machine: MachineClock): Promise<DatabaseClock> {
  const wall =
    database.dialect.engine === 'postgres' ? await followServer(database, machine) : () => machine.wall();
  let time = Math.max(wall(), await selectLatest(database));
  let at = machine.monotonic();
  let cancel = machine.after(HEARTBEAT_MS, heartbeat);

  function now(): number {
    const passed = machine.monotonic() - at;
    at += passed;
    time = Math.max(wall(), time + passed * PACE_AHEAD);
    return Math.floor(time);
  }

  function heartbeat(): void {
    cancel = machine.after(HEARTBEAT_MS, heartbeat);
    // A database that is away is noticed elsewhere; the next heartbeat comes.
    keepTime(database.background, now()).catch(() => {});
  }

  return {
    now,
    wall: () => Math.floor(wall()),
    after: (ms, action) => machine.after(ms, action),
    stop: () => cancel(),
  };
}

/** Writes down what time it is, unless a later one is known; the smallest change that there is. */
export async function keepTime(database: Database, now: number): Promise<void> {
  await database.change(
    'update clock set latest = case when latest < $1 then $1 else latest end where id = 1',
    [now],
  );
}

/** Writes the time at the end, so that whoever starts next goes on from there, whatever the clock shows then. */
export function createTimeKeeper({ storage, clock, log }: WorkerOptions): Worker {
  return {
    name: 'time',
    start() {},
    stop: () =>
      keepTime(storage.probe, clock.now()).catch((error) => log.warn({ err: error }, 'time not kept')),
    stopsLast: true,
  };
}

/** The latest time that the database knows: of its own row, or of the last change, each of which has an audit entry. */
async function selectLatest(database: Database): Promise<number> {
  const kept = await database.get<{ latest: number }>('select latest from clock where id = 1');
  const changed = await database.get<{ id: string | null }>(
    `select max((select max(id) from audit_entries where audit_entries.workspace_id = workspaces.id)) as id
     from workspaces`,
  );
  return Math.max(kept?.latest ?? 0, changed?.id ? timeOf(changed.id) : 0);
}

/** The server's time, measured now and then, and in between by the time that has passed. */
async function followServer(database: OpenDatabase, machine: MachineClock): Promise<() => number> {
  let measured = await measure();
  let askedAt = measured.at;

  async function measure() {
    const answers: { took: number; time: number; at: number; machineTime: number }[] = [];
    for (let question = 0; question < QUESTIONS; question += 1) {
      const asked = machine.monotonic();
      const row = await database.background.get<{ now: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
      );
      const at = machine.monotonic();
      const took = at - asked;
      answers.push({ took, time: (row?.now ?? 0) + took / 2, at, machineTime: machine.wall() });
    }
    return answers.reduce((best, answer) => (answer.took < best.took ? answer : best));
  }

  /** Until there is an answer, it goes on from the one before. */
  function measureAgain(): void {
    askedAt = machine.monotonic();
    measure().then(
      (answer) => {
        measured = answer;
      },
      () => {},
    );
  }

  return () => {
    const passed = machine.monotonic() - measured.at;
    const isStepped = Math.abs(machine.wall() - measured.machineTime - passed) > STEP_MS;
    if ((isStepped || passed > HEARTBEAT_MS) && machine.monotonic() - askedAt > STEP_MS) measureAgain();
    return measured.time + passed;
  };
}
