// The page on which somebody confirms a booking, reached by a link in a mail.
import type { Services } from '../../../context.ts';
import { withQuery } from '../../../html/urls.ts';
import { dateAt } from '../../../time/calendar-pages.ts';
import { parseTimestamp } from '../../../time/timestamps.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { tokenOf } from '../booking-links/operations.ts';
import type { Booked } from './book.ts';
import { confirmationPage, otherDaysPage } from './confirmation-pages.ts';
import { confirm, isHostGone, openConfirmation } from './confirmations.ts';
import { findDays, findTimeAt } from './days.ts';
import type { SentFields } from './rules.ts';
import {
  type FormResult,
  frameOf,
  languageOf,
  outcomeUrl,
  type PageQuery,
  placeOf,
  type Visit,
} from './visits.ts';

const pathOf = ({ token }: Visit) => `/b/confirm/${token}`;

/** A confirmation that was used redirects to its meeting. */
export async function showConfirmation(
  services: Services,
  ulid: string,
  visit: Visit,
  query: PageQuery,
): Promise<string | { url: string }> {
  const open = await openConfirmation(services, ulid);
  const { confirmation, opened } = open;
  if (!opened) return { url: meetingUrl(services, visit, query, confirmation.request_id as string) };
  const { timezone, starts_at } = confirmation;
  const frame = await frameOf(opened, visit, {
    path: pathOf(visit),
    timezone: query.timezone ?? timezone ?? undefined,
    own: confirmation.locale,
  });
  const asked = { ...frame, time: timeOf(query.at ?? starts_at, opened.duration_minutes) };
  const isGone =
    query.outcome === 'taken' ||
    (query.at === undefined ? isHostGone(open) : !(await findTimeAt(opened, query.at)));
  if (query.date === undefined && !isGone)
    return confirmationPage({ ...asked, isOther: query.at !== undefined });
  const date = query.date ?? dateAt(frame.zone.timezone, asked.time.starts_at);
  const days = await findDays(opened, placeOf(frame), date);
  return otherDaysPage({
    ...frame,
    open: days,
    isDayChosen: query.date !== undefined,
    outcome: isGone ? 'taken' : undefined,
  });
}

/** Books the time asked for, or the one chosen instead. */
export async function handleConfirmation(
  services: Services,
  ulid: string,
  visit: Visit,
  query: PageQuery,
  sent: Pick<SentFields, 'starts_at'>,
): Promise<FormResult> {
  const open = await openConfirmation(services, ulid);
  const booked: Booked = await confirm(open, parseTimestamp(sent.starts_at ?? ''));
  // Never `limited`: it counted when the confirmation was sent.
  if (!('request_id' in booked)) return { url: outcomeUrl(visit, pathOf(visit), query, 'taken') };
  return { url: meetingUrl(services, visit, query, booked.request_id) };
}

/** The page of the only participant. Only for people who followed a mailed link. */
function meetingUrl(services: Services, visit: Visit, { timezone }: PageQuery, requestId: string): string {
  const path = `/m/${tokenOf(services, 'page', requestId)}`;
  return withQuery(path, { outcome: 'booked', timezone, ...languageOf(visit) });
}
