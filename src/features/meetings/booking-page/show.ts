import type { Services } from '../../../context.ts';
import { banner } from '../../../html/blocks.ts';
import { datesFor } from '../../../html/dates.ts';
import type { Reader } from '../../../html/reader.ts';
import { withQuery } from '../../../html/urls.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { makeFormToken } from '../../../tokens/form-tokens.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { outcomeBanner } from './pages/banners.ts';
import { answeredPage, choosePage, markPage } from './pages/offer.ts';
import type { Screen } from './pages/screen.ts';
import { bookedPage, cancelledPage, overPage } from './pages/settled.ts';
import { timesPage } from './pages/times.ts';
import { timezonePage } from './pages/timezone.ts';
import { waitingPage } from './pages/waiting.ts';
import { type Outcome, timesToTake } from './rules.ts';
import { findTimes } from './times.ts';
import { readView, type View } from './view.ts';

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

/** The free times of a week. A participant who may not take any sees the meeting's state instead. */
export async function showTimes(
  services: Services,
  guest: Guest,
  query: { week: string | undefined; timezone: string | undefined },
): Promise<string> {
  const found = await readView(services, guest.link, query.timezone);
  const screen = screenOf(services, guest, found.view, { ...query });
  if (timesToTake(found.view.state) === 0) return statePage(screen, undefined);
  return timesPage(screen, await findTimes(found, query.week));
}

/** The page for choosing another time zone. */
export async function showTimezones(
  services: Services,
  guest: Guest,
  query: { timezone: string | undefined },
): Promise<string> {
  const { view } = await readView(services, guest.link, query.timezone);
  const screen = screenOf(services, guest, view, { ...query });
  return timezonePage(screen, linkUrl(guest, '/timezone', {}));
}

function screenOf(
  { secrets, clock }: Services,
  guest: Guest,
  view: View,
  query: Record<string, string | undefined> & { timezone: string | undefined },
): Screen {
  const { token, reader } = guest;
  // An unknown zone is dropped.
  const timezone = query.timezone === view.timezone ? query.timezone : undefined;
  return {
    ...view,
    reader,
    words: wordsOf(reader.language).participant,
    dates: datesFor(reader, { timezone: view.timezone, now: clock.now() }),
    token: makeFormToken(secrets.linkKeys(), token, clock.now()),
    query,
    visit_timezone: timezone,
    url: (path, parameters) => linkUrl(guest, path, { ...parameters, timezone }),
    banner: null,
  };
}

/** The URL of a page or form below the link, in the chosen language. */
export function linkUrl(
  { token, reader }: Pick<Guest, 'token' | 'reader'>,
  path: string,
  parameters: Record<string, string | undefined>,
): string {
  const lang = reader.chosen ? reader.language : undefined;
  return withQuery(`/m/${token}${path}`, { ...parameters, lang });
}
