// Nodes that write bookings to connected accounts and are killed while they do, and the accounts.
import assert from 'node:assert/strict';
import { requestSyncs } from '../../../src/calendar-sync/sync-requests.ts';
import type { Context } from '../../../src/context.ts';
import { within } from '../../../src/storage/within.ts';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import { makeManyMembers } from '../../support/makers/many-members.ts';
import {
  connectAccount,
  type ProviderAccount,
  type ProviderServer,
  providerServers,
} from '../../support/makers/provider-accounts.ts';
import { eventually } from '../../support/makers/webhooks.ts';
import type { AskedOf, Fault } from '../../support/receivers/answering-server.ts';
import type { KilledScript } from '../../support/server/killed-script.ts';
import type { Environment, NodeProcess } from '../../support/server/process.ts';

/** Before what was asked for takes effect, after it did and before the answer, with the answer, and while there is no token. */
export const moments = ['before', 'after', 'answered', 'refreshing'] as const;
export type Moment = (typeof moments)[number];

export interface Host {
  email: string;
  server: ProviderServer;
  account: ProviderAccount;
  calendarId: string;
}

interface Kill {
  moment: Moment;
  /** Calls that write, until the one that is the last. */
  calls: number;
}

interface Life {
  process: NodeProcess;
  nodeId: string;
}

/** Accounts of hosts, half of them at Google, half at Microsoft, and the nodes that write to them. */
export class KilledWriters {
  readonly hosts: Host[] = [];
  readonly #context: Context;
  readonly #start: () => NodeProcess;
  readonly #lives: Life[] = [];
  /** Hosts whose access token has ended, and that haven't been seen with another one. */
  readonly #stale = new Set<Host>();
  /** Once there are none of them. */
  #fresh = Promise.withResolvers<boolean>();
  #next: Kill | undefined;
  #killed: { life: Life; host: Host; asked: AskedOf | undefined } | undefined;

  private constructor(context: Context, start: () => NodeProcess) {
    this.#context = context;
    this.#start = start;
  }

  static async make(
    stack: AsyncDisposableStack,
    context: Context,
    { script, environment, hosts }: { script: KilledScript; environment: Environment; hosts: number },
  ): Promise<KilledWriters> {
    const servers = [await providerServers.google(), await providerServers.microsoft()];
    for (const server of servers) stack.use(server);
    const settings = Object.assign({}, ...servers.map((server) => server.settings), environment);
    const writers = new KilledWriters(context, () => stack.use(script.start([], settings)));
    const place = { services: context, workspaceId: context.caller.workspaceId };
    for (const [index, member] of (await makeManyMembers(place, hosts)).entries()) {
      const server = servers[index % servers.length] as ProviderServer;
      const account = server.addAccount(member.email);
      const { calendar } = await connectAccount(place, member, server, account);
      writers.hosts.push({ email: member.email, server, account, calendarId: calendar.id });
    }
    for (const server of servers) {
      // They end when the test says so.
      server.oauth.accessSeconds = 24 * 3600;
      server.answerWith = (asked) => writers.#answer(server, asked);
    }
    const [google, microsoft] = servers as [ProviderServer, ProviderServer];
    google.oauth.answerWith = () => writers.#answerForToken();
    // A token that is used is never taken again.
    microsoft.oauth.rotation = 'replaced';
    return writers;
  }

  /** As many as are missing. */
  async start(nodes: number): Promise<void> {
    while (this.#lives.length < nodes) await this.#startOne();
  }

  async #startOne(): Promise<void> {
    const process = this.#start();
    const nodeId = await eventually(async () => {
      const rows = await this.#context.database.all<{ id: string }>(
        'select id from nodes where dead_at is null',
      );
      const known = new Set(this.#lives.map((life) => life.nodeId));
      return rows.find(({ id }) => !known.has(id))?.id;
    });
    this.#lives.push({ process, nodeId });
  }

  /**
   * Ends all access tokens, has all calendars synced by as many nodes, and kills the one that makes such a call. Returns what it asked for.
   */
  async kill(kill: Kill, nodes: number): Promise<AskedOf | undefined> {
    this.#killed = undefined;
    this.#next = kill;
    await this.#endTokens();
    await this.start(nodes);
    const { life, asked } = await eventually(async () => this.#killed);
    // Otherwise, others would know it after fifteen seconds, and what it had claimed to refresh a token after forty-five.
    const { database } = this.#context;
    await database.change(
      `update calendar_connections set refresh_until = 0 where refresh_claim_id is not null and id in
         (select connection_id from calendars join calendar_syncs on calendar_id = calendars.id
          where substr(claim_id, 1, 36) = $1)`,
      [life.nodeId],
    );
    await database.change('update nodes set dead_at = $2 where id = $1', [
      ...[life.nodeId, this.#context.clock.now()],
    ]);
    this.#lives.splice(this.#lives.indexOf(life), 1);
    return asked;
  }

  async #endTokens(): Promise<void> {
    // Whoever still waits for the former ones would wait for themselves.
    this.#fresh.resolve(false);
    this.#fresh = Promise.withResolvers();
    for (const host of this.hosts) {
      host.server.oauth.endAccessTokens();
      this.#stale.add(host);
    }
    await this.#requestSyncs(this.hosts.map(({ calendarId }) => calendarId));
  }

  async #requestSyncs(calendarIds: string[]): Promise<void> {
    await this.#context.database.transaction((tx) =>
      requestSyncs({ ...this.#context, database: within(tx) }, tx, calendarIds),
    );
  }

  /** Waits until nothing is due any more, nor soon: what has failed is tried again at once. */
  async quiet(): Promise<void> {
    await eventually(async () => {
      const { database, clock } = this.#context;
      const rows = await database.all<{ calendar_id: string; claim_id: string | null; due_at: number }>(
        'select calendar_id, claim_id, due_at from calendar_syncs where due_at <= $1 or claim_id is not null',
        [clock.now() + MINUTE_MS],
      );
      const waiting = rows.filter(({ claim_id, due_at }) => claim_id === null && due_at > clock.now());
      await this.#requestSyncs(waiting.map(({ calendar_id }) => calendar_id));
      return rows.length === 0;
    });
  }

  async stop(): Promise<void> {
    // Whatever they still do is answered.
    this.#stale.clear();
    this.#fresh.resolve(true);
    for (const { process } of this.#lives) {
      process.signal('SIGTERM');
      assert.equal((await process.ended).code, 0, process.stderr);
    }
    this.#lives.length = 0;
  }

  async #answer(server: ProviderServer, asked: AskedOf): Promise<Fault | undefined> {
    const token = (asked.headers.authorization ?? '').replace('Bearer ', '');
    const email = server.oauth.accountOf(token)?.email;
    const host = this.hosts.find((one) => one.email === email);
    if (!host) return undefined;
    if (this.#stale.delete(host) && this.#stale.size === 0) this.#fresh.resolve(true);
    if (asked.method === 'GET') return undefined;
    // Never while a token is being replaced: where the former one isn't taken again, nobody could have the answer that was lost.
    if (!(await this.#allHaveTokens(host))) return { status: 503 };
    const life = await this.#lifeOf(host.calendarId);
    // It was a node that has been killed: nobody hears the answer.
    if (!life) return { status: 503 };
    const kill = this.#next;
    if (kill === undefined || kill.moment === 'refreshing') return undefined;
    kill.calls -= 1;
    if (kill.calls > 0) return undefined;
    this.#next = undefined;
    if (kill.moment === 'answered') {
      setImmediate(() => void this.#end(life, host, asked));
      return undefined;
    }
    await this.#end(life, host, asked);
    return kill.moment === 'before' ? { status: 503 } : 'lost';
  }

  /** False if the node that waits for it has died meanwhile, or tokens have ended again. */
  async #allHaveTokens({ calendarId }: Host): Promise<boolean> {
    const { promise } = this.#fresh;
    if (this.#stale.size === 0) return true;
    const life = await this.#lifeOf(calendarId);
    return (await promise) && life !== undefined && this.#lives.includes(life);
  }

  /** Google takes a refresh token any number of times. */
  async #answerForToken(): Promise<undefined> {
    if (this.#next?.moment !== 'refreshing') return;
    this.#next = undefined;
    await eventually(async () => [...this.#stale].every(({ server }) => server.kind === 'google'));
    const row = await this.#context.database.get<{ id: string }>(
      `select calendars.id from calendars
       join calendar_connections on calendar_connections.id = connection_id
       where provider = 'google' and refresh_claim_id is not null limit 1`,
    );
    const host = this.hosts.find(({ calendarId }) => calendarId === row?.id);
    assert.ok(host, 'a token is being replaced');
    const life = await this.#lifeOf(host.calendarId);
    assert.ok(life, 'a node has the calendar');
    await this.#end(life, host, undefined);
  }

  async #end(life: Life, host: Host, asked: AskedOf | undefined): Promise<void> {
    life.process.signal('SIGKILL');
    assert.equal((await life.process.ended).signal, 'SIGKILL', life.process.stderr);
    // After what was asked for has taken effect.
    setImmediate(() => {
      this.#killed = { life, host, asked };
    });
  }

  /** Which living node has the calendar. */
  async #lifeOf(calendarId: string): Promise<Life | undefined> {
    const row = await this.#context.database.get<{ claim_id: string | null }>(
      'select claim_id from calendar_syncs where calendar_id = $1',
      [calendarId],
    );
    return this.#lives.find(({ nodeId }) => row?.claim_id?.startsWith(nodeId));
  }
}
