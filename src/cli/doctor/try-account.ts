import { isDeepStrictEqual } from 'node:util';
import type { Api } from '../../calendar-sync/accounts/api.ts';
import type { ConnectedCalendar } from '../../calendar-sync/accounts/connection-queries.ts';
import {
  AccessEnded,
  AskedToWait,
  NotThere,
  ProviderError,
  Refused,
} from '../../calendar-sync/accounts/errors.ts';
import type {
  CalendarProvider,
  Conference,
  EventToWrite,
  ReadCalendar,
} from '../../calendar-sync/accounts/provider.ts';
import { rangeToRead } from '../../calendar-sync/range.ts';
import { FetchFailed } from '../../network/fetch.ts';
import { formatTimestamp, HOUR_MS, MINUTE_MS } from '../../time/timestamps.ts';
import { firstMinuteAt, localDay, MINUTES_OF_DAY } from '../../time/zones.ts';
import { fail, type Line, ok, warn } from './check.ts';

// What Rota does with a connected account, tried once with the real provider. No title of anybody's event is read or printed.

/** Together less than a minute. */
const TRIAL_MS = 40_000;
const TIDY_MS = 15_000;

const TITLE = 'Rota test: will be deleted in a moment';

export interface TriedAccount {
  /** For the lines. */
  name: string;
  provider: CalendarProvider;
  /** What Rota knows of its calendars. */
  calendars: ConnectedCalendar[];
  timezone: string;
  /** An id that no request has: no other event can be mistaken for the one of the trial. */
  requestId: string;
  now: number;
  token(refused?: string): Promise<string>;
  /** All its calls together end after this time. */
  api(timeoutMs: number): Api;
}

interface Trial extends TriedAccount {
  /** Adds a line. What is found goes on from the name of the account. */
  say(verdict: typeof ok, found: string, advice?: string): void;
  /** What goes wrong becomes a line, and ends the trial. `doing` goes before "failed". */
  step<Result>(doing: string, work: () => Promise<Result>): Promise<Result>;
  readable(calendarId: string, token?: string | null): ReadCalendar;
}

/** Its line has been said. */
class TrialEnded extends Error {}

export async function tryAccount(tried: TriedAccount): Promise<Line[]> {
  const { name, provider, calendars, now, timezone } = tried;
  const lines: Line[] = [];
  const { from: start, until: end } = rangeToRead(now);
  const trial: Trial = {
    ...tried,
    say: (verdict, found, advice) => void lines.push(verdict(name, found, advice)),
    async step(doing, work) {
      try {
        return await work();
      } catch (error) {
        lines.push(fail(name, `${doing} failed: ${reasonOf(error)}`, adviceOn(error, provider)));
        throw new TrialEnded();
      }
    },
    readable: (id, token = null) => ({ id, token, range: { start, end }, timezone }),
  };
  try {
    const api = tried.api(TRIAL_MS);
    await tryAccess(trial);
    await tryList(trial, api);
    const tokens = await tryReading(trial, api);
    const receiving = calendars.find(({ receives_bookings }) => receives_bookings === 1);
    if (receiving === undefined) trial.say(ok, 'gets no bookings from Rota, so no event was made');
    else await tryEvent(trial, api, trial.readable(receiving.remote_id, tokens.get(receiving.remote_id)));
  } catch (error) {
    if (!(error instanceof TrialEnded)) throw error;
  }
  return lines;
}

async function tryAccess({ token, step, say }: Trial): Promise<void> {
  const doing = 'getting an access token';
  const known = await step(doing, () => token());
  // That one may be an hour old: what matters is whether Rota still gets others.
  await step(doing, () => token(known));
  say(ok, 'gives Rota a new access token');
}

async function tryList({ provider, calendars, step, say }: Trial, api: Api): Promise<void> {
  const { calendars: listed } = await step('listing the calendars', () => provider.listCalendars(api));
  const writable = listed.filter(({ is_writable }) => is_writable).length;
  say(ok, `lists ${counted(listed.length, 'calendar')}, and lets Rota write to ${writable}`);
  const ids = new Set(listed.map(({ id }) => id));
  const gone = calendars.filter((one) => isUsed(one) && !ids.has(one.remote_id)).length;
  if (gone > 0)
    say(
      warn,
      `doesn't list ${counted(gone, 'calendar')} that Rota uses`,
      "choose others on the console's page of their calendars",
    );
}

const isUsed = ({ is_read, receives_bookings }: ConnectedCalendar) =>
  is_read === 1 || receives_bookings === 1;

/** Returns the tokens to read changes with, by calendar. */
async function tryReading(
  { provider, calendars, step, say, readable }: Trial,
  api: Api,
): Promise<Map<string, string | null>> {
  const tokens = new Map<string, string | null>();
  let events = 0;
  for (const { remote_id } of calendars.filter(isUsed)) {
    const { ids, token } = await step('reading a calendar', () =>
      readChanges(provider, api, readable(remote_id)),
    );
    tokens.set(remote_id, token);
    events += ids.size;
  }
  say(ok, `shows ${counted(events, 'event')} in ${counted(tokens.size, 'calendar')} that Rota uses`);
  return tokens;
}

async function readChanges(provider: CalendarProvider, api: Api, calendar: ReadCalendar) {
  const ids = new Set<string>();
  const pages = provider.readChanges(api, calendar);
  let page = await pages.next();
  while (!page.done) {
    for (const { id } of page.value) ids.add(id);
    page = await pages.next();
  }
  return { ids, token: page.value };
}

/** Makes an event, moves it, reads it, and removes it in any case. */
async function tryEvent(trial: Trial, api: Api, calendar: ReadCalendar): Promise<void> {
  const { provider, step, say, requestId } = trial;
  const starts_at = tomorrow(trial);
  const entry: EventToWrite = {
    ...{ request_id: requestId, event_id: null, making: requestId, stuck_since: null },
    ...{ starts_at, ends_at: starts_at + HOUR_MS, title: TITLE, description: '', location: null },
    ...{ has_conference: true, had_conference: false },
  };
  const made = new Set<string>();
  let isRemoved = false;
  try {
    const { id, conference } = await step('making an event', () =>
      provider.writeEvent(api, calendar.id, entry),
    );
    made.add(id);
    say(...madeWith(conference));

    const moved = {
      ...{ ...entry, event_id: id, had_conference: conference !== null },
      ...{ starts_at: starts_at + HOUR_MS, ends_at: entry.ends_at + HOUR_MS },
    };
    const after = await step('moving the event', () => provider.writeEvent(api, calendar.id, moved));
    made.add(after.id);
    if (made.size > 1) say(fail, 'made another event when it was moved', docsOn(provider));
    else if (conference?.status === 'ready' && !isDeepStrictEqual(after.conference, conference))
      say(warn, 'moves it, but not its video call', docsOn(provider));
    else say(ok, 'moves it by an hour');

    const seen = await step('reading the event', () => provider.readEvent(api, calendar, id));
    const isThere = isDeepStrictEqual(seen?.times, [{ start: moved.starts_at, end: moved.ends_at }]);
    if (isThere) say(ok, 'shows it at its new time');
    else say(fail, "doesn't show it at its new time", docsOn(provider));
    const { ids } = await step('reading what has changed', () => readChanges(provider, api, calendar));
    if (ids.has(id)) say(ok, `lists it among the changes (${counted(ids.size, 'event')})`);
    else say(warn, "doesn't list it among the changes", 'try again: changes may be listed late');

    for (const each of made)
      await step('removing the event', () => provider.removeEvent(api, calendar.id, each));
    isRemoved = true;
    const left = await step('looking for the removed event', () => provider.readEvent(api, calendar, id));
    if (left === undefined) say(ok, 'removes it');
    else say(fail, 'still shows it after it was removed', byHand(starts_at));
  } finally {
    if (!isRemoved) await tidyUp(trial, calendar.id, [...made], entry);
  }
}

/** After a failure: the event may be there, also if the answer about it was lost. */
async function tidyUp(
  { provider, api: newApi, say }: Trial,
  calendarId: string,
  made: string[],
  entry: EventToWrite,
): Promise<void> {
  const api = newApi(TIDY_MS);
  try {
    // Writing it again finds it.
    const ids = made.length > 0 ? made : [(await provider.writeEvent(api, calendarId, entry)).id];
    for (const id of ids) await provider.removeEvent(api, calendarId, id);
    say(ok, 'deletes the test event anyway');
  } catch (error) {
    const wasNeverMade = made.length === 0 && (error instanceof Refused || error instanceof NotThere);
    if (!wasNeverMade)
      say(fail, `may still have the event: removing it failed: ${reasonOf(error)}`, byHand(entry.starts_at));
  }
}

/** At three in the morning. */
function tomorrow({ timezone, now }: Trial): number {
  const day = localDay(timezone, now) + 1;
  return firstMinuteAt(timezone, day * MINUTES_OF_DAY + 3 * 60) * MINUTE_MS;
}

function madeWith(conference: Conference | null): Parameters<Trial['say']> {
  const made = 'accepts a test event tomorrow at 03:00';
  switch (conference?.status) {
    case 'ready':
      return [ok, `${made}, with a video call`];
    case 'pending':
      return [ok, `${made}, and is still making its video call`];
    default:
      return [
        warn,
        `${made}, but makes no video call`,
        'the account may have no licence for it, or it is switched off',
      ];
  }
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

const byHand = (starts_at: number) =>
  `look for "${TITLE}" at ${formatTimestamp(starts_at)} or an hour later, and delete it`;

const docsOn = ({ kind }: CalendarProvider) => `docs/operate/${kind}-calendar.md#when-something-is-wrong`;

/** Of what providers and the network do wrong. Anything else is a fault of Rota's, and thrown. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderError || error instanceof FetchFailed) return error.message;
  throw error;
}

function adviceOn(error: unknown, provider: CalendarProvider): string {
  if (error instanceof AccessEnded) return 'have its owner connect it again';
  if (error instanceof AskedToWait) return 'try again in a few minutes';
  return docsOn(provider);
}
