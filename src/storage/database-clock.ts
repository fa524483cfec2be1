// Time that never goes back, the same on every node: docs/decisions/0008-one-clock-and-a-heartbeat.md.
import { timeOf } from '../ids.ts';
import type { Clock, MachineClock } from '../time/clock.ts';
import type { Database, OpenDatabase } from './database.ts';

/** How often the time is stored in the database, and read from PostgreSQL. */
const HEARTBEAT_MS = 60_000;
/** A reading is only as exact as its round trip is short: the quickest of three counts. */
const READINGS = 3;
/** A larger gap between the machine's clock and the time passed means that the clock was set, or the machine slept. */
const STEP_MS = 1_000;
/** After the clock was set back, time passes at half speed until the clock has caught up. */
const CATCH_UP_PACE = 0.5;

export interface DatabaseClock extends Clock {
  stop(): void;
}

/**
 * The clock of all data in this database. It starts at the latest time in the database and never goes back, even when the
 * machine's clock is set back or another machine takes over the data. On PostgreSQL it follows the server's clock, so that
 * all nodes agree: a lease that has ended for one has ended for all.
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
    time = Math.max(wall(), time + passed * CATCH_UP_PACE);
    return Math.floor(time);
  }

  function heartbeat(): void {
    cancel = machine.after(HEARTBEAT_MS, heartbeat);
    // The readiness probe reports an unreachable database; the next heartbeat tries again.
    keepTime(database.background, now()).catch(() => {});
  }

  return {
    now,
    wall: () => Math.floor(wall()),
    after: (ms, action) => machine.after(ms, action),
    stop: () => cancel(),
  };
}

/** Stores the time, unless a later one is stored. It is the smallest write there is, so it also serves as a probe. */
export async function keepTime(database: Database, now: number): Promise<void> {
  await database.change(
    'update clock set latest = case when latest < $1 then $1 else latest end where id = 1',
    [now],
  );
}

/** The stored time. */
export async function readTime(database: Database): Promise<number | undefined> {
  const row = await database.get<{ latest: number }>('select latest from clock where id = 1');
  return row?.latest;
}

/** The stored time, or the time of the last change if that is later: every change has an audit entry. */
async function selectLatest(database: Database): Promise<number> {
  const kept = await readTime(database);
  const changed = await database.get<{ id: string | null }>(
    `select max((select max(id) from audit_entries where audit_entries.workspace_id = workspaces.id)) as id
     from workspaces`,
  );
  return Math.max(kept ?? 0, changed?.id ? timeOf(changed.id) : 0);
}

/** The server's time, read every heartbeat, and carried on by the monotonic clock in between. */
async function followServer(database: OpenDatabase, machine: MachineClock): Promise<() => number> {
  let measured = await measure();
  let askedAt = measured.at;

  async function measure() {
    const readings: { took: number; time: number; at: number; machineTime: number }[] = [];
    for (let reading = 0; reading < READINGS; reading += 1) {
      const asked = machine.monotonic();
      const row = await database.background.get<{ now: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
      );
      const at = machine.monotonic();
      const took = at - asked;
      readings.push({ took, time: (row?.now ?? 0) + took / 2, at, machineTime: machine.wall() });
    }
    return readings.reduce((best, reading) => (reading.took < best.took ? reading : best));
  }

  /** Until the new reading arrives, the previous one is used. */
  function measureAgain(): void {
    askedAt = machine.monotonic();
    measure().then(
      (reading) => {
        measured = reading;
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
