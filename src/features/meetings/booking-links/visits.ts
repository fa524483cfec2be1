import type { Services } from '../../../context.ts';
import { type Reader, readerFor, statedLocale } from '../../../html/reader.ts';
import { withQuery } from '../../../html/urls.ts';
import { dateAt } from '../../../time/calendar-pages.ts';
import { isWritable, parseTimestamp } from '../../../time/timestamps.ts';
import { knownTimeZone } from '../../../time/zone-names.ts';
import { type MadeForm, makeFormToken } from '../../../tokens/form-tokens.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { type Booked, book } from './book.ts';
import { askToConfirm, confirm, openConfirmation } from './confirmations.ts';
import { findDays, findInstead } from './days.ts';
import { describeLink, findLink, findTimeAt, type OpenLink, openLink } from './open.ts';
import { tokenOf } from './operations.ts';
import {
  bookedPage,
  confirmationPage,
  daysPage,
  detailsPage,
  type Frame,
  insteadPage,
  mailPage,
  otherDaysPage,
  type RejectedForm,
  zonePage,
} from './pages.ts';
import { type Outcome, refusalOf, type SentFields, valuesIn } from './rules.ts';
import { selectUse } from './use-queries.ts';

/** Somebody visiting a link. */
export interface Visit {
  link: Named;
  token: string;
  reader: Reader;
  clientAddress: string;
  /** The token of the submitted form; null when a page is only read. */
  form: MadeForm | null;
}

export interface PageQuery {
  date?: string | undefined;
  at?: number | undefined;
  timezone: string | undefined;
  /** What is looked for among the zones. */
  q?: string | undefined;
  outcome?: Outcome | undefined;
  /** The nonce of the form that booked. */
  form?: string | undefined;
}

/** The response to a form: a redirect, or the same page again as HTML, with what is wrong. */
export type FormResult = { url: string } | { refused: string };

const linkPath = ({ token }: Visit) => `/b/${token}`;
const confirmationPath = ({ token }: Visit) => `/b/confirm/${token}`;

export async function showLink(services: Services, visit: Visit, query: PageQuery): Promise<string> {
  const found = await findLink(services, visit.link.ulid);
  const { context, link } = found;
  const use =
    query.outcome === 'booked' && query.form !== undefined
      ? await selectUse(context.database, context.caller.workspaceId, link.id, query.form)
      : undefined;
  if (!use || link.verify_email) return linkPage(await openLink(found), visit, query);
  const opened = await describeLink(found);
  const frame = await frameOf(opened, visit, linkPath(visit), query.timezone);
  const time = timeOf(use.starts_at, opened.duration_minutes);
  return bookedPage({ ...frame, time, form: query.form as string });
}

export async function showZones(services: Services, visit: Visit, query: PageQuery): Promise<string> {
  const opened = await openLink(await findLink(services, visit.link.ulid));
  return zonePage(await frameOf(opened, visit, linkPath(visit), query.timezone), {
    typed: query.q,
    date: query.date,
  });
}

/** Nothing is stored: the URL carries the zone. */
export function chooseZone(visit: Visit, timezone: string, date: string | undefined): FormResult {
  return { url: withQuery(linkPath(visit), { timezone, date, ...languageOf(visit) }) };
}

/**
 * Books a time, or sends the mail that asks for confirmation. The address isn't proven, so the link to the meeting goes there by
 * mail and is never shown to whoever typed it.
 */
export async function handleForm(
  services: Services,
  visit: Visit,
  query: PageQuery,
  { website, ...sent }: SentFields & { website?: string },
): Promise<FormResult> {
  const found = await findLink(services, visit.link.ulid);
  const made = visit.form as MadeForm;
  const { context, link } = found;
  const done = () => ({
    url: link.verify_email
      ? outcomeUrl(visit, linkPath(visit), query, 'mail')
      : outcomeUrl(visit, linkPath(visit), query, 'booked', made.nonce),
  });
  // Submitted twice: the first one may have used up the link.
  if (await selectUse(context.database, context.caller.workspaceId, link.id, made.nonce)) return done();
  const opened = await openLink(found);
  const refusal = refusalOf(made, website, context.clock.now());
  const { values, problems = {} } = valuesIn(sent);
  const again = async (rejected: Omit<RejectedForm, 'sent'>) => ({
    refused: await rejectedPage(opened, visit, query, { sent, ...rejected }),
  });
  if (refusal || !values) return again({ refusal, problems });
  const wanted = {
    ...values,
    nonce: made.nonce,
    timezone: knownTimeZone(query.timezone),
    locale: statedLocale(visit.reader),
    client_address: visit.clientAddress,
  };
  if (link.verify_email) {
    // Free times are no secret, and no mail goes out about any other time.
    if (!(await findTimeAt(opened, wanted.starts_at))) return again({ refusal: 'taken', problems });
    const asked = await askToConfirm(opened, wanted);
    return asked === 'limited' ? again({ refusal: 'limited', problems }) : done();
  }
  const booked = await book(opened, wanted);
  if (booked.outcome === 'taken' || booked.outcome === 'limited') {
    return again({ refusal: booked.outcome, problems });
  }
  if (booked.outcome === 'known') return { url: outcomeUrl(visit, linkPath(visit), query, 'known') };
  return done();
}

/** A confirmation that was used redirects to its meeting. */
export async function showConfirmation(
  services: Services,
  visit: Visit,
  query: PageQuery,
): Promise<string | { url: string }> {
  const { confirmation, opened } = await openConfirmation(services, visit.link.ulid);
  if (!opened) return { url: meetingUrl(services, visit, query, confirmation.request_id as string) };
  const { timezone, starts_at } = confirmation;
  const frame = await frameOf(
    opened,
    visit,
    confirmationPath(visit),
    query.timezone ?? timezone ?? undefined,
    confirmation.locale,
  );
  const asked = { ...frame, time: timeOf(query.at ?? starts_at, opened.duration_minutes) };
  const isGone =
    query.outcome === 'taken' || !(query.at === undefined || (await findTimeAt(opened, query.at)));
  if (query.date === undefined && !isGone)
    return confirmationPage({ ...asked, isOther: query.at !== undefined });
  const date = query.date ?? dateAt(frame.zone.timezone, asked.time.starts_at);
  const open = await findDays(opened, placeOf(frame), date);
  return otherDaysPage({
    ...frame,
    open,
    isDayChosen: query.date !== undefined,
    outcome: isGone ? 'taken' : undefined,
  });
}

/** Books the time asked for, or the one chosen instead. */
export async function handleConfirmation(
  services: Services,
  visit: Visit,
  query: PageQuery,
  sent: Pick<SentFields, 'starts_at'>,
): Promise<FormResult> {
  const open = await openConfirmation(services, visit.link.ulid);
  const booked: Booked = await confirm(open, parseTimestamp(sent.starts_at ?? ''));
  // Never `limited`: it counted when the confirmation was sent.
  if (!('request_id' in booked)) return { url: outcomeUrl(visit, confirmationPath(visit), query, 'taken') };
  return { url: meetingUrl(services, visit, query, booked.request_id) };
}

const placeOf = ({ zone, reader }: Frame) => ({ timezone: zone.timezone, locale: reader.locale });

/** The days; once a time is chosen, what else there is to say about it. */
async function linkPage(opened: OpenLink, visit: Visit, query: PageQuery): Promise<string> {
  const frame = await frameOf(opened, visit, linkPath(visit), query.timezone);
  if (query.outcome === 'mail') return mailPage(frame);
  const { at, outcome } = query;
  const time = at === undefined ? undefined : await findTimeAt(opened, at);
  const { verify_email } = opened.link;
  if (time) return detailsPage({ ...frame, verify_email, time });
  const date = query.date ?? (at === undefined ? undefined : dateAt(frame.zone.timezone, at));
  return daysPage({
    ...frame,
    open: await findDays(opened, placeOf(frame), date),
    isDayChosen: query.date !== undefined,
    outcome: at === undefined ? outcome : 'taken',
  });
}

/** The form again, with what was typed. If the time is gone, others are in its place. */
async function rejectedPage(
  opened: OpenLink,
  visit: Visit,
  query: PageQuery,
  rejected: RejectedForm,
): Promise<string> {
  const frame = await frameOf(opened, visit, linkPath(visit), query.timezone);
  const { verify_email } = opened.link;
  const starts_at = parseTimestamp(rejected.sent.starts_at ?? '');
  const isUsable = starts_at !== undefined && rejected.refusal !== 'taken' && isWritable(starts_at);
  if (isUsable) {
    const time = timeOf(starts_at, opened.duration_minutes);
    return detailsPage({ ...frame, verify_email, time, rejected });
  }
  const instead = await findInstead(opened, placeOf(frame), starts_at ?? opened.span.from);
  return insteadPage({ ...frame, verify_email, instead, rejected });
}

async function frameOf(
  { context, brand, link, team, duration_minutes, locale }: OpenLink,
  { reader, token }: Visit,
  path: string,
  timezone: string | undefined,
  own: string | null = null,
): Promise<Frame> {
  return {
    reader: readerFor(reader, { own, workspace: locale }),
    brand,
    path,
    form_token: makeFormToken(context.secrets.linkKeys(), token, context.clock.now()),
    zone: {
      timezone: knownTimeZone(timezone) ?? (await readWorkspace(context, context.database)).timezone,
      chosen: timezone !== undefined,
      isOwn: knownTimeZone(timezone) !== null,
      now: context.clock.now(),
    },
    team: team.name,
    title: link.title,
    duration_minutes,
  };
}

const languageOf = ({ reader }: Visit) => ({ lang: reader.chosen ? reader.language : undefined });

function outcomeUrl(
  visit: Visit,
  path: string,
  { timezone }: PageQuery,
  outcome: Outcome,
  form?: string,
): string {
  return withQuery(path, { outcome, form, timezone, ...languageOf(visit) });
}

/** The page of the only participant. Only for people who followed a mailed link. */
function meetingUrl(services: Services, visit: Visit, { timezone }: PageQuery, requestId: string): string {
  const path = `/m/${tokenOf(services, 'page', requestId)}`;
  return withQuery(path, { outcome: 'booked', timezone, ...languageOf(visit) });
}
