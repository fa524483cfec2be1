// Ada's account at a Microsoft for tests, and Rota's calls of it.
import assert from 'node:assert/strict';
import type { Api } from '../../../src/calendar-sync/accounts/api.ts';
import type {
  CalendarProvider,
  EventToWrite,
  RemoteEvent,
} from '../../../src/calendar-sync/accounts/provider.ts';
import { microsoftProvider } from '../../../src/calendar-sync/microsoft/provider.ts';
import { readConfig } from '../../../src/settings/config.ts';
import type { Interval } from '../../../src/time/hosts.ts';
import { formatTimestamp } from '../../../src/time/timestamps.ts';
import { ADA, entry, ProviderCalls } from '../../support/makers/provider-calls.ts';
import type { MicrosoftCalendar, MicrosoftMailbox } from '../../support/receivers/microsoft-mailbox.ts';
import { MicrosoftServer } from '../../support/receivers/microsoft-server.ts';

interface Round {
  /** As they came, page by page. */
  pages: RemoteEvent[][];
  /** The last word about each event. */
  events: Map<string, RemoteEvent>;
  token: string | null;
}

export class Connected implements AsyncDisposable {
  readonly calls = new ProviderCalls();
  readonly server: MicrosoftServer;
  readonly mailbox: MicrosoftMailbox;
  readonly provider: CalendarProvider;
  api: Api;
  timezone = 'Europe/Berlin';
  range = { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2027-03-01T00:00:00Z') };

  private constructor(server: MicrosoftServer) {
    this.server = server;
    server.oauth.now = () => this.calls.clock.now();
    this.mailbox = server.addAccount(ADA);
    const provider = microsoftProvider(readConfig(server.settings));
    assert.ok(provider);
    this.provider = provider;
    this.api = this.calls.api(provider, server.tokenOf(ADA));
  }

  static async start(): Promise<Connected> {
    return new Connected(await MicrosoftServer.start());
  }

  async read(token: string | null = null, calendar = this.mailbox.primary): Promise<Round> {
    const { range, timezone } = this;
    const changes = this.provider.readChanges(this.api, { id: calendar.id, token, range, timezone });
    const pages: RemoteEvent[][] = [];
    for (;;) {
      const { done, value } = await changes.next();
      if (done) {
        const events = new Map(pages.flat().map((event) => [event.id, event]));
        return { pages, events, token: value };
      }
      pages.push(value);
    }
  }

  readEvent(id: string, calendar = this.mailbox.primary): Promise<RemoteEvent | undefined> {
    const { range, timezone } = this;
    return this.provider.readEvent(this.api, { id: calendar.id, token: null, range, timezone }, id);
  }

  write(change: Partial<EventToWrite> = {}, calendar: MicrosoftCalendar = this.mailbox.primary) {
    return this.provider.writeEvent(this.api, calendar.id, { ...entry, ...change });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calls[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}

/** `2026-03-09T14:00:00.000Z – 2026-03-09T14:30:00.000Z`, to compare with. */
export const inWords = (times: Interval[]): string[] =>
  times.map(({ start, end }) => `${formatTimestamp(start)} – ${formatTimestamp(end)}`);
