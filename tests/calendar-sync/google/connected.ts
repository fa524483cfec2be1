// Ada's account at a Google for tests, and Rota's calls of it.
import assert from 'node:assert/strict';
import type { Api } from '../../../src/calendar-sync/accounts/api.ts';
import type {
  CalendarProvider,
  EventToWrite,
  RemoteEvent,
  WrittenEvent,
} from '../../../src/calendar-sync/accounts/provider.ts';
import { googleProvider } from '../../../src/calendar-sync/google/provider.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { ADA, entry, ProviderCalls } from '../../support/makers/provider-calls.ts';
import type { GoogleAccount, GoogleCalendar } from '../../support/receivers/google-account.ts';
import { GoogleServer } from '../../support/receivers/google-server.ts';

export interface Round {
  pages: number;
  events: RemoteEvent[];
  token: string | null;
}

export class Connected implements AsyncDisposable {
  readonly calls = new ProviderCalls();
  readonly server: GoogleServer;
  readonly account: GoogleAccount;
  readonly provider: CalendarProvider;
  api: Api;
  timezone = 'Europe/Berlin';
  range = { start: Date.parse('2026-03-01T00:00:00Z'), end: Date.parse('2027-03-01T00:00:00Z') };

  private constructor(server: GoogleServer) {
    this.server = server;
    server.oauth.now = () => this.calls.clock.now();
    this.account = server.addAccount(ADA);
    const provider = googleProvider(readConfig(server.settings));
    assert.ok(provider);
    this.provider = provider;
    this.api = this.calls.api(provider, server.tokenOf(ADA));
  }

  static async start(): Promise<Connected> {
    return new Connected(await GoogleServer.start());
  }

  get calendar(): GoogleCalendar {
    return this.account.primary;
  }

  async read(token: string | null = null, { id } = this.calendar): Promise<Round> {
    const { range, timezone } = this;
    const changes = this.provider.readChanges(this.api, { id, token, range, timezone });
    const events: RemoteEvent[] = [];
    for (let pages = 0; ; pages++) {
      const { done, value } = await changes.next();
      if (done) return { pages, events, token: value };
      events.push(...value);
    }
  }

  /** What is read of a single event of the calendar. */
  async readOnly(): Promise<RemoteEvent> {
    const { events } = await this.read();
    assert.equal(events.length, 1);
    return events[0] as RemoteEvent;
  }

  readEvent(eventId: string, { id } = this.calendar): Promise<RemoteEvent | undefined> {
    const { range, timezone } = this;
    return this.provider.readEvent(this.api, { id, token: null, range, timezone }, eventId);
  }

  write(change: Partial<EventToWrite> = {}, { id } = this.calendar): Promise<WrittenEvent> {
    return this.provider.writeEvent(this.api, id, { ...entry, ...change });
  }

  remove(eventId: string, { id } = this.calendar): Promise<void> {
    return this.provider.removeEvent(this.api, id, eventId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calls[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}
