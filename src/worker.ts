/** Something that runs beside requests: an engine, a sweep, a sync. `app.ts` has the list of them. */
export interface Worker {
  /** For the log, and for whoever looks for what runs. */
  name: string;
  start(): void;
  /** Takes on nothing new, brings what is under way to an end, and resolves when nothing of it is left. */
  stop(): Promise<void>;
}
