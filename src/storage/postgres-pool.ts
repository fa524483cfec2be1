import pg from 'pg';
import type { Use } from './database.ts';
import type { ConnectionSpec } from './postgres-address.ts';
import { Client, type Renewal } from './postgres-client.ts';
import { run } from './postgres-connection.ts';
import { isFromStandby, translateError } from './postgres-errors.ts';
import type { Statement } from './postgres-statement.ts';

export type PooledClient = Client & Pick<pg.PoolClient, 'release'>;

/** Connections for one kind of work, each for one user at a time. */
export interface Pool {
  take(): Promise<PooledClient>;
  /** Ends a connection that is broken or spent. The next use opens another. */
  giveBack(client: PooledClient, isBroken: boolean): void;
  /** Runs a single statement. */
  run<Row>(statement: Statement<Row>): Promise<Row[]>;
  use(work: string): Use;
  end(): Promise<void>;
}

const ignore = () => {};

export function openPool(spec: ConnectionSpec, renewal: Renewal, options: pg.PoolConfig): Pool {
  const config = { ...spec.config, ...options, spec, renewal };
  const pool = new pg.Pool({
    ...config,
    Client: Client as unknown as new () => pg.ClientBase,
    onConnect: (client) => (client as Client).assertPrimary(),
  });
  // The pool drops an idle connection that breaks. Without a listener, its error would end the process.
  pool.on('error', ignore);

  async function take(): Promise<PooledClient> {
    try {
      for (;;) {
        const client = (await pool.connect()) as unknown as PooledClient;
        if (!client.isSpent()) return client;
        client.release(true);
      }
    } catch (error) {
      throw translateError(error);
    }
  }

  function giveBack(client: PooledClient, isBroken: boolean): void {
    client.release(isBroken || client.isSpent());
  }

  return {
    take,
    giveBack,
    async run(statement) {
      const client = await take();
      // The statement reports it.
      client.on('error', ignore);
      statement.settings = client.ahead();
      const end = (isBroken: boolean) => {
        client.off('error', ignore);
        giveBack(client, isBroken);
      };
      try {
        await run(client, statement);
      } catch (error) {
        if (isFromStandby(error)) void client.leave().then(() => end(true));
        else end(true);
        throw error;
      }
      end(false);
      return statement.found;
    },
    use: (work) => ({
      work,
      open: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: () => pool.end(),
  };
}
