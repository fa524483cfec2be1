// Listening to the channels of a database.
import type { OpenDatabase } from '../../../src/storage/database.ts';
import { eventually } from '../makers/webhooks.ts';

/** Counts what is heard on a channel. */
export class Ear {
  heard = 0;
  readonly stop: () => void;

  constructor(database: OpenDatabase, channel: string) {
    this.stop = database.listen(channel, () => {
      this.heard += 1;
    });
  }

  /** Waits until it has heard that often. */
  async atLeast(times: number): Promise<void> {
    await eventually(async () => this.heard >= times);
  }
}

/** Who begins to listen on PostgreSQL is called once when the connection for it is there; from then on nothing is lost. */
export async function beginToListen(database: OpenDatabase): Promise<void> {
  if (database.dialect.engine === 'sqlite') return;
  const ear = new Ear(database, 'beginning');
  await ear.atLeast(1);
  ear.stop();
}

export const say = (database: OpenDatabase, ...channels: string[]) =>
  database.transaction(async (tx) => channels.forEach(tx.notify));
