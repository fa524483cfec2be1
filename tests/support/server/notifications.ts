// Listening to the notifications of a database, and sending them.
import type { OpenDatabase } from '../../../src/storage/database.ts';
import { eventually } from '../makers/webhooks.ts';

/** Counts the notifications of a topic. */
export class CountingListener {
  calls = 0;
  readonly stop: () => void;

  constructor(database: OpenDatabase, topic: string) {
    this.stop = database.listen(topic, () => {
      this.calls += 1;
    });
  }

  /** Waits for that many calls. */
  async atLeast(times: number): Promise<void> {
    await eventually(async () => this.calls >= times);
  }
}

/** On PostgreSQL a new listener is called once when its connection is ready. From then on no notification is lost. */
export async function startListening(database: OpenDatabase): Promise<void> {
  if (database.dialect.engine === 'sqlite') return;
  const listener = new CountingListener(database, 'start');
  await listener.atLeast(1);
  listener.stop();
}

export const notify = (database: OpenDatabase, ...topics: string[]) =>
  database.transaction(async (tx) => topics.forEach(tx.notify));
