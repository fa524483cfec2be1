import type { Services } from '../../../context.ts';
import { banner } from '../../../html/blocks.ts';
import { datesFor } from '../../../html/dates.ts';
import { type Reader, readerFor } from '../../../html/reader.ts';
import { withQuery } from '../../../html/urls.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { dateAt } from '../../../time/calendar-pages.ts';
import { formatTimestamp, MINUTE_MS } from '../../../time/timestamps.ts';
import { makeFormToken } from '../../../tokens/form-tokens.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { outcomeBanner } from './pages/banners.ts';
import { answeredPage, choosePage, markPage } from './pages/offer.ts';
import type { Screen } from './pages/screen.ts';
import { bookedPage, cancelledPage, overPage } from './pages/settled.ts';
import { chosenTimesPage, type TimesProblem, timesPage } from './pages/times.ts';
import { timezonePage } from './pages/timezone.ts';
import { waitingPage } from './pages/waiting.ts';
import { type OpenForm, type Outcome, timesToTake } from './rules.ts';
import { findDays, findTaken } from './times.ts';
import { type Found, readView, type View } from './view.ts';

/** Somebody who opens the link of a participant. */
export interface Guest {
  link: Named;
  token: string;
  reader: Reader;
}

export interface PageQuery {
  /** Selected when the page opens. */
  option: string | undefined;
  timezone: string | undefined;
  outcome: Outcome | undefined;
  /** The form that is open when the page opens. */
  open: OpenForm | undefined;
}

/** The page of a participant, as HTML, whatever the state of the request. */
export async function showPage(services: Services, guest: Guest, query: PageQuery): Promise<string> {
  const { view } = await readView(services, guest.link, query.timezone);
  const screen = screenOf(services, guest, view, { ...query });
  const { words } = screen;
  const said = query.outcome && outcomeBanner(words, query.outcome, view.state);
  const isGone = query.option !== undefined && !said && !isOffered(view, query.option);
  return statePage({ ...screen, banner: isGone ? banner('problem', words.optionGone) : said }, query.option);
}

/** True for a settled meeting: nothing is offered, and nobody expects it. */
function isOffered({ state }: View, option: string): boolean {
  return !('options' in state) || state.options.some(({ id }) => id === option);
}

function statePage(screen: Screen, option: string | undefined): string {
  const { state } = screen;
  switch (state.kind) {
    case 'choose':
      return choosePage(screen, state, option);
    case 'mark':
      return markPage(screen, state, option);
    case 'answered':
      return answeredPage(screen, state, option);
    case 'searching':
    case 'paused':
      return waitingPage(screen, state);
    case 'booked':
      return bookedPage(screen, state);
    case 'over':
      return overPage(screen, state.time);
    case 'cancelled':
      return cancelledPage(screen, state.time);
  }
}

interface TimesQuery {
  /** The day whose times are shown. */
  date: string | undefined;
  /** When the chosen or marked times begin. */
  at: number[];
  /** Says that the marked times are to be sent. */
  step: 'send' | undefined;
  /** Says that some of the times were gone when they were sent. */
  outcome: 'taken' | undefined;
  timezone: string | undefined;
}

/**
 * Free times, day by day; once they are chosen, the step that sends them. A participant who may not take any sees the meeting's state
 * instead.
 */
export async function showTimes(services: Services, guest: Guest, query: TimesQuery): Promise<string> {
  const { date, at, step, outcome, timezone } = query;
  const found = await readView(services, guest.link, timezone);
  const shown = { date, at: listOfStarts(at), step, outcome, timezone };
  const screen = screenOf(services, guest, found.view, shown);
  const { state } = found.view;
  const most = timesToTake(state);
  if (most === 0) {
    const said = outcome && outcomeBanner(screen.words, outcome, state);
    return statePage({ ...screen, banner: said }, undefined);
  }
  const { locale } = screen.reader;
  const isSent = most === 1 ? at.length > 0 : step === 'send';
  const isTaken = most > 1 && outcome === 'taken';
  const gone = isTaken ? await findTaken(found, locale, at) : [];
  const problem = isSent ? await problemOf(found, locale, at, most) : undefined;
  if (isSent && problem === undefined) {
    const ends = found.view.meeting.duration_minutes * MINUTE_MS;
    return chosenTimesPage(
      screen,
      at.map((starts_at) => ({ starts_at, ends_at: starts_at + ends })),
    );
  }
  const day = date ?? (at[0] === undefined ? undefined : dateAt(found.view.timezone, at[0]));
  const open = await findDays(found, locale, day);
  const marked = at.filter((start) => !gone.includes(start));
  return timesPage(screen, { open, marked, gone, isDayChosen: date !== undefined, problem });
}

async function problemOf(
  found: Found,
  locale: string,
  at: number[],
  most: number,
): Promise<TimesProblem | undefined> {
  if (at.length === 0) return 'empty';
  if (at.length > most) return 'tooMany';
  // Several are checked when they are sent: that a search for each would show it earlier isn't worth it.
  const [only] = at as [number];
  return most === 1 && (await findTaken(found, locale, [only])).length > 0 ? 'taken' : undefined;
}

/** Start times as one parameter; none as none. */
export const listOfStarts = (at: readonly number[]): string | undefined =>
  at.map((start) => formatTimestamp(start)).join() || undefined;

/** Where somebody comes from to choose a zone, and goes back to: the page of times if it names a day. */
interface BeforeZone {
  date: string | undefined;
  at: number[];
}

/** The page after a zone was chosen. On that of times, the times themselves show it. */
export function afterZone(guest: Guest, { date, at }: BeforeZone, outcome: Outcome): string {
  const isToTimes = date !== undefined && outcome === 'timezone';
  return isToTimes
    ? linkUrl(guest, '/times', { date, at: listOfStarts(at) })
    : linkUrl(guest, '', { outcome });
}

/** The page for choosing another time zone. */
export async function showTimezones(
  services: Services,
  guest: Guest,
  { timezone, q, date, at }: BeforeZone & { timezone: string | undefined; q: string | undefined },
): Promise<string> {
  const { view } = await readView(services, guest.link, timezone);
  const kept = date === undefined ? {} : { date, at: listOfStarts(at) };
  const screen = screenOf(services, guest, view, { timezone, q, ...kept });
  return timezonePage(screen, {
    kept,
    typed: q,
    action: linkUrl(guest, '/timezone', kept),
    back: screen.url(date === undefined ? '' : '/times', kept),
  });
}

function screenOf(
  { secrets, clock }: Services,
  guest: Guest,
  view: View,
  query: Record<string, string | undefined> & { timezone: string | undefined },
): Screen {
  const { token } = guest;
  const reader = readerFor(guest.reader, view.locales);
  // An unknown zone is dropped.
  const timezone = query.timezone === view.timezone ? query.timezone : undefined;
  return {
    ...view,
    reader,
    words: wordsOf(reader.language).participant,
    dates: datesFor(reader, { timezone: view.timezone, now: clock.now(), isOwn: view.is_timezone_own }),
    token: makeFormToken(secrets.linkKeys(), token, clock.now()),
    query,
    visit_timezone: timezone,
    url: (path, parameters) => linkUrl(guest, path, { ...parameters, timezone }),
    place: (path) => ({ path: linkPath(guest, path), query: { timezone, lang: chosenLanguage(guest) } }),
    banner: null,
    now: clock.now(),
  };
}

/** The URL of a page or form below the link, in the chosen language. */
export function linkUrl(
  { token, reader }: Pick<Guest, 'token' | 'reader'>,
  path: string,
  parameters: Record<string, string | undefined>,
): string {
  return withQuery(linkPath({ token }, path), { ...parameters, lang: chosenLanguage({ reader }) });
}

const linkPath = ({ token }: Pick<Guest, 'token'>, path: string) => `/m/${token}${path}`;

const chosenLanguage = ({ reader }: Pick<Guest, 'reader'>) => (reader.chosen ? reader.language : undefined);
