// Engines that send notes, on a database of their own, for tests of the outbox.
import { Registry } from 'prom-client';
import { createLog } from '../../src/log.ts';
import { createEngine } from '../../src/outbox/engine.ts';
import { createNode, type Node } from '../../src/outbox/node.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { describe, laneHere } from '../support/lanes.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { startListening } from '../support/server/notifications.ts';
import { type Engine, onEachEngine } from '../support/server/rota.ts';
import { freshPlace, type Place } from '../support/server/storage.ts';
import { createNoteChannel, createTables, type NoteChannelOptions, noteRows } from './notes.ts';

export const DRAIN_MS = 10_000;

/** An engine that has been started, and what it says of itself. */
export class NoteEngine {
  readonly logLines: { level: string; msg: string; outcome?: string; note_id?: string }[] = [];
  readonly #registry = new Registry();
  readonly #worker: ReturnType<typeof createEngine>;
  readonly #clock: ManualClock;
  readonly #table: string;
  #stopped: Promise<void> | undefined;

  constructor(storage: OpenDatabase, clock: ManualClock, options: NoteChannelOptions = {}) {
    this.#clock = clock;
    this.#table = options.table ?? 'notes';
    this.#worker = createEngine({
      channel: createNoteChannel(storage, options),
      storage: recordingAfter(storage, options.recordAfter),
      node: nodeOn(storage, clock),
      clock,
      log: createLog('info', { write: (line) => void this.logLines.push(JSON.parse(line)) }),
      registry: this.#registry,
      drainMs: DRAIN_MS,
    });
    this.#worker.start();
  }

  /** `attempts_total` is summed over the outcomes. */
  async figure(name: string): Promise<number> {
    const metric = await this.#registry.getSingleMetric(`${this.#table}_${name}`)?.get();
    return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
  }

  /** Begins to stop; the test decides how much time passes. */
  beginStop(): Promise<void> {
    this.#stopped ??= this.#worker.stop();
    return this.#stopped;
  }

  async stop(): Promise<void> {
    const stopped = this.beginStop();
    this.#clock.advance(DRAIN_MS);
    await stopped;
  }
}

/** Engines of a process are one node. */
const nodes = new WeakMap<OpenDatabase, Node>();

export function nodeOn(storage: OpenDatabase, clock: ManualClock): Node {
  const node = nodes.get(storage) ?? createNode({ storage, clock, log: createLog('silent') });
  nodes.set(storage, node);
  return node;
}

/** An engine opens transactions only to record outcomes. */
function recordingAfter(storage: OpenDatabase, moment: Promise<void> | undefined): OpenDatabase {
  const { background } = storage;
  return {
    ...storage,
    background: {
      ...background,
      async transaction(work) {
        await moment;
        return background.transaction(work);
      },
    },
  };
}

/** A database with the tables of notes, a clock, and the engines that a test starts on them. */
export class NoteStorage implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly place: Place;
  readonly database: OpenDatabase;
  readonly #opened: OpenDatabase[] = [];
  readonly #engines: NoteEngine[] = [];

  private constructor(place: Place, database: OpenDatabase) {
    this.place = place;
    this.database = database;
  }

  static async make(engine: Engine, tables = ['notes']): Promise<NoteStorage> {
    const place = await freshPlace(engine);
    const database = await place.open();
    // Else its first notification could come at any time, and wake an engine that a test expects to sleep.
    await startListening(database);
    for (const table of tables) await createTables(database, table);
    return new NoteStorage(place, database);
  }

  start(options?: NoteChannelOptions): NoteEngine {
    return this.#start(this.database, options);
  }

  /** On PostgreSQL with connections of its own, as another node has them. SQLite has one process. */
  async startOther(options: NoteChannelOptions): Promise<NoteEngine> {
    if (this.database.dialect.engine === 'sqlite') return this.start(options);
    const database = await this.place.open();
    this.#opened.push(database);
    return this.#start(database, options);
  }

  #start(database: OpenDatabase, options?: NoteChannelOptions): NoteEngine {
    const engine = new NoteEngine(database, this.clock, options);
    this.#engines.push(engine);
    return engine;
  }

  /** Waits until no note is pending. */
  async untilDone(table = 'notes'): Promise<void> {
    await eventually(async () =>
      (await noteRows(this.database, table)).every(({ status }) => status !== 'pending'),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.stop()));
    await Promise.all([this.database, ...this.#opened].map((database) => database.close()));
    await this.place.remove();
  }
}

/** The suite on both engines of the storage, in the lane of the file. Each test has a database of its own. */
export function onBothStorages(name: string, define: (engine: Engine) => void): void {
  const onEach = laneHere() === 'full' ? onEachEngine.full : onEachEngine.fast;
  onEach((engine) => describe(`${name} (${engine})`, () => define(engine)));
}
