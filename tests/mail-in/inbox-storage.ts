// The inbox of a workspace, without a server: mail is stored, claimed and worked on when a test says so.
import { bootstrap } from '../../src/bootstrap.ts';
import type { Context, Services } from '../../src/context.ts';
import { asInbox } from '../../src/features/meetings/inbox/addresses.ts';
import { listEveryWorkspace } from '../../src/features/workspace/workspaces/operations.ts';
import type { Arrival, Recipient } from '../../src/mail-in/arrival.ts';
import { type ClaimedMail, mailTable, selectClaimed } from '../../src/mail-in/queries.ts';
import { createServices } from '../../src/services.ts';
import { readConfig } from '../../src/settings/config.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { rawMail } from '../support/makers/raw-mail.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { type Engine, freshStorage } from '../support/server/rota.ts';

export const LEASE_MS = 60_000;

export class InboxStorage implements AsyncDisposable {
  readonly services: Services;
  readonly clock: ManualClock;
  readonly context: Context;
  readonly recipient: Recipient;
  readonly #remove: () => Promise<void>;
  #claims = 0;

  private constructor(
    services: Services,
    clock: ManualClock,
    workspaceId: string,
    remove: () => Promise<void>,
  ) {
    this.services = services;
    this.clock = clock;
    this.context = asInbox(services, workspaceId);
    this.recipient = { target: 'workspace', workspace_id: workspaceId, address: 'acme@rota.localhost' };
    this.#remove = remove;
  }

  static async make(engine: Engine): Promise<InboxStorage> {
    const storage = await freshStorage(engine);
    const config = readConfig(storage.environment);
    const database = await openDatabase(config);
    const clock = new ManualClock();
    await migrate(database, clock);
    const services = createServices(config, database, clock);
    await bootstrap(services, undefined);
    await services.secrets.load();
    const [workspace] = await listEveryWorkspace(services);
    return new InboxStorage(services, clock, workspace?.id ?? '', storage.remove);
  }

  arrival(fields: Partial<Arrival> = {}): Arrival {
    const client = { address: '127.0.0.1', name: 'mx.example.org' };
    return { recipients: [this.recipient], sender: 'grace@example.org', client, raw: rawMail(), ...fields };
  }

  /** Claims everything that is due now. */
  async claim(): Promise<ClaimedMail[]> {
    const { background } = this.services.storage;
    const now = this.clock.now();
    const { lanes } = await mailTable.createDueSearch()(background, now, 1_000, {
      lane_ids: [],
      workspace_ids: [],
    });
    const keys = lanes.flatMap(({ workspace_id, first_ids, retry_ids }) =>
      [...first_ids, ...retry_ids].map((id) => ({ workspace_id, id })),
    );
    this.#claims += 1;
    const claim = { id: `claim ${this.#claims}`, now, until: now + LEASE_MS };
    return selectClaimed(background, claim.id, await mailTable.claim(background, keys, claim));
  }

  message(id: string) {
    return this.services.database.get<Record<string, unknown>>('select * from messages where id = $1', [id]);
  }

  row(id: string) {
    return this.services.database.get<Record<string, unknown>>('select * from inbox where id = $1', [id]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.services.storage.close();
    await this.#remove();
  }
}
