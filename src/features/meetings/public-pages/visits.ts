import type { Embeddable } from '../../../html/embeddable.ts';
import { type Reader, readerFor, statedLocale } from '../../../html/reader.ts';
import { withQuery } from '../../../html/urls.ts';
import { dateAt } from '../../../time/calendar-pages.ts';
import { isWritable, parseTimestamp } from '../../../time/timestamps.ts';
import { knownTimeZone } from '../../../time/zone-names.ts';
import { type MadeForm, makeFormToken } from '../../../tokens/form-tokens.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { readUse } from '../page-bookings/operations.ts';
import { book } from './book.ts';
import { askToConfirm } from './confirmations.ts';
import { findDays, findInstead } from './days.ts';
import { describePage, type FoundPage, findTimeAt, type OpenPage, openPage, requireOpen } from './open.ts';
import {
  bookedPage,
  daysPage,
  detailsPage,
  type Frame,
  insteadPage,
  mailPage,
  type RejectedForm,
  zonePage,
} from './pages.ts';
import { type Outcome, refusalOf, type SentFields, valuesIn } from './rules.ts';

/** Somebody visiting a page. */
export interface Visit {
  /** What the forms of the page are made for. */
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
  /** The website that shows the page in a frame, as it says itself. */
  embed?: string | undefined;
  /** What is looked for among the zones. */
  q?: string | undefined;
  outcome?: Outcome | undefined;
  /** The nonce of the form that booked. */
  form?: string | undefined;
}

/** The response to a form: a redirect, or the same page again as HTML, with what is wrong. */
export type FormResult = { url: string } | { refused: Embeddable };

export async function showPage(found: FoundPage, visit: Visit, query: PageQuery): Promise<Embeddable> {
  const { context, owner } = found;
  const use =
    query.outcome === 'booked' && query.form !== undefined
      ? await readUse(context, context.database, owner, query.form)
      : undefined;
  const opened = use && (await describePage(found));
  if (!opened || opened.confirms) return bookingPage(await openPage(found), visit, query);
  const frame = await frameOf(opened, visit, query);
  const time = timeOf(use.starts_at, opened.duration_minutes);
  return embeddable(opened, bookedPage({ ...frame, time, form: query.form as string }));
}

const embeddable = ({ embed_origins }: OpenPage, page: string): Embeddable => ({
  page,
  framedBy: embed_origins,
});

export async function showZones(found: FoundPage, visit: Visit, query: PageQuery): Promise<Embeddable> {
  const opened = await openPage(found);
  const frame = await frameOf(opened, visit, query);
  return embeddable(opened, zonePage(frame, { typed: query.q, date: query.date }));
}

/** Nothing is stored: the URL carries the zone. */
export function chooseZone(
  path: string,
  visit: Visit,
  timezone: string,
  { date, embed }: Pick<PageQuery, 'date' | 'embed'>,
): FormResult {
  return { url: withQuery(path, { timezone, date, embed, ...languageOf(visit) }) };
}

/**
 * Books a time, or sends the mail that asks for confirmation. The address isn't proven, so the link to the meeting goes there by
 * mail and is never shown to whoever typed it.
 */
export async function handleForm(
  found: FoundPage,
  visit: Visit,
  query: PageQuery,
  { website, ...sent }: SentFields & { website?: string },
): Promise<FormResult> {
  const made = visit.form as MadeForm;
  const { context, owner, path } = found;
  const { clock, database } = context;
  const described = await describePage(found);
  const done = () => ({
    url: described.confirms
      ? outcomeUrl(visit, path, query, 'mail')
      : outcomeUrl(visit, path, query, 'booked', made.nonce),
  });
  // Submitted twice: the first one may have used up the link.
  if (await readUse(context, database, owner, made.nonce)) return done();
  const opened = requireOpen(described);
  const refusal = refusalOf(made, website, clock.now());
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
  if (opened.confirms) {
    // Free times are no secret, and no mail goes out about any other time.
    if (!(await findTimeAt(opened, wanted.starts_at))) return again({ refusal: 'taken', problems });
    const asked = await askToConfirm(opened, wanted);
    return asked === 'limited' ? again({ refusal: 'limited', problems }) : done();
  }
  const booked = await book(opened, wanted);
  if (booked.outcome === 'taken' || booked.outcome === 'limited') {
    return again({ refusal: booked.outcome, problems });
  }
  if (booked.outcome === 'known') return { url: outcomeUrl(visit, path, query, 'known') };
  return done();
}

export const placeOf = ({ zone, reader }: Frame) => ({ timezone: zone.timezone, locale: reader.locale });

/** The days; once a time is chosen, what else there is to say about it. */
async function bookingPage(opened: OpenPage, visit: Visit, query: PageQuery): Promise<Embeddable> {
  const frame = await frameOf(opened, visit, query);
  if (query.outcome === 'mail') return embeddable(opened, mailPage(frame));
  const { at, outcome } = query;
  const time = at === undefined ? undefined : await findTimeAt(opened, at);
  const { confirms } = opened;
  if (time) return embeddable(opened, detailsPage({ ...frame, confirms, time }));
  const date = query.date ?? (at === undefined ? undefined : dateAt(frame.zone.timezone, at));
  const open = await findDays(opened, placeOf(frame), date);
  const isDayChosen = query.date !== undefined;
  return embeddable(
    opened,
    daysPage({ ...frame, open, isDayChosen, outcome: at === undefined ? outcome : 'taken' }),
  );
}

/** The form again, with what was typed. If the time is gone, others are in its place. */
async function rejectedPage(
  opened: OpenPage,
  visit: Visit,
  query: PageQuery,
  rejected: RejectedForm,
): Promise<Embeddable> {
  const frame = await frameOf(opened, visit, query);
  const { confirms } = opened;
  const starts_at = parseTimestamp(rejected.sent.starts_at ?? '');
  const isUsable = starts_at !== undefined && rejected.refusal !== 'taken' && isWritable(starts_at);
  if (isUsable) {
    const time = timeOf(starts_at, opened.duration_minutes);
    return embeddable(opened, detailsPage({ ...frame, confirms, time, rejected }));
  }
  const instead = await findInstead(opened, placeOf(frame), starts_at ?? opened.span.from);
  return embeddable(opened, insteadPage({ ...frame, confirms, instead, rejected }));
}

interface FrameOf {
  /** The path of the page, unless it's the one where everything begins. */
  path?: string;
  timezone: string | undefined;
  embed?: string | undefined;
  /** The language that is kept for the visitor. */
  own?: string | null;
}

/** What all pages have in common. */
export async function frameOf(
  opened: OpenPage,
  { reader, token }: Visit,
  { path = opened.path, timezone, embed, own = null }: FrameOf,
): Promise<Frame> {
  const { context, brand, team, title, duration_minutes, locale, embed_origins } = opened;
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
    // A website that is on the list: the page tells it what happens.
    embed: embed_origins.find((origin) => origin === embed),
    team: team.name,
    title,
    duration_minutes,
  };
}

export const languageOf = ({ reader }: Visit) => ({ lang: reader.chosen ? reader.language : undefined });

/** Where a form leads. */
export function outcomeUrl(
  visit: Visit,
  path: string,
  { timezone, embed }: PageQuery,
  outcome: Outcome,
  form?: string,
): string {
  return withQuery(path, { outcome, form, timezone, embed, ...languageOf(visit) });
}
