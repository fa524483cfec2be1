// Rota's own calls of a provider of calendars, without a service around them.
import { type Api, createApi } from '../../../src/calendar-sync/accounts/api.ts';
import type { OAuthParts } from '../../../src/calendar-sync/accounts/oauth.ts';
import type { CalendarProvider, EventToWrite } from '../../../src/calendar-sync/accounts/provider.ts';
import { startDeadline } from '../../../src/network/exchange.ts';
import { createFetch } from '../../../src/network/fetch.ts';
import { ManualClock } from '../server/manual-clock.ts';

export const ADA = 'ada@example.com';
export const REQUEST = 'mr_01JN8C9XJ2M4T6V8X0Z2B4D6F8';

/** A booking of Ada's, to be written to her calendar. */
export const entry: EventToWrite = {
  request_id: REQUEST,
  event_id: null,
  making: 'first',
  stuck_since: null,
  starts_at: Date.parse('2026-03-09T14:00:00Z'),
  ends_at: Date.parse('2026-03-09T14:30:00Z'),
  title: 'Product demo with Grace Hopper',
  description: 'Grace Hopper\ngrace@example.com',
  location: 'Room 4',
  has_conference: false,
  had_conference: false,
};

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 50 * 1024 * 1024;
const WORKSPACE = 'ws_01JN8C9XJ2M4T6V8X0Z2B4D6F8';

export class ProviderCalls implements AsyncDisposable {
  readonly clock = new ManualClock();
  /** For consent and tokens. */
  readonly parts: OAuthParts;
  readonly #close: () => Promise<void>;

  constructor() {
    const { clock } = this;
    const { fetch, close } = createFetch({
      policy: { allowed: [], isLocal: true },
      resolve: () => Promise.reject(new Error('no test looks up a name')),
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_BYTES,
      clock,
    });
    this.parts = { fetch, clock, workspaceId: WORKSPACE };
    this.#close = close;
  }

  /** Calls with the tokens that `token` gives, or with this one. */
  api(
    { name, apiUrl }: Pick<CalendarProvider, 'name' | 'apiUrl'>,
    token: string | ((refused?: string) => Promise<string>),
    { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = {},
  ): Api {
    const { fetch, clock, workspaceId } = this.parts;
    return createApi({
      ...{ fetch, workspaceId, name, apiUrl, maxBytes },
      token: typeof token === 'function' ? token : async () => token,
      deadline: startDeadline(clock, timeoutMs),
      now: () => clock.now(),
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}
