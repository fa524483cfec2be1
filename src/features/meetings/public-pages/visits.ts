import type { Embeddable } from '../../../html/embeddable.ts';
import { type Reader, readerFor, statedLocale } from '../../../html/reader.ts';
import { type Parameters, withQuery } from '../../../html/urls.ts';
import { dateAt } from '../../../time/calendar-pages.ts';
import { isWritable, parseTimestamp } from '../../../time/timestamps.ts';
import { knownTimeZone } from '../../../time/zone-names.ts';
import { type MadeForm, makeFormToken } from '../../../tokens/form-tokens.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { asksForNumber, whereOf } from '../../workspace/locations/place.ts';
import { readWorkspace } from '../../workspace/workspaces/operations.ts';
import { readUse } from '../page-bookings/operations.ts';
import { book } from './book.ts';
import { askToConfirm } from './confirmations.ts';
import { findDays, findInstead, findTimeAt } from './days.ts';
import type { FormFields } from './fields.ts';
import type { Frame } from './frame.ts';
import { describePage, type FoundPage, type OpenPage, openPage, requireOpen } from './open.ts';
import {
  bookedPage,
  daysPage,
  detailsPage,
  hostsPage,
  insteadPage,
  mailPage,
  type RejectedForm,
  zonePage,
} from './pages.ts';
import {
  ANYONE,
  type Asked,
  answersIn,
  type Outcome,
  prefilled,
  refusalOf,
  type SentFields,
  valuesIn,
} from './rules.ts';

/** Somebody visiting a page. */
export interface Visit {
  /** What the forms of the page are made for. */
  token: string;
  reader: Reader;
  clientAddress: string;
  /** The parameters that the page was asked for with. */
  parameters: Parameters;
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
  /** The id of the member whom the visitor wants to meet, or `any`. */
  host?: string | undefined;
  /** The nonce of the form that booked. */
  form?: string | undefined;
}

/** What the form sends beside what the visitor typed. */
interface BesideFields {
  website?: string;
  meeting_type_id?: string;
}

/** The response to a form: a redirect, or the same page again as HTML, with what is wrong. */
export type FormResult = { url: string } | { refused: Embeddable };

export async function showPage(found: FoundPage, visit: Visit, query: PageQuery): Promise<Embeddable> {
  const { context, owner } = found;
  const use =
    query.outcome === 'booked' && query.form !== undefined
      ? await readUse(context, context.database, owner, query.form)
      : undefined;
  const described = await describePage(found, query.host);
  if (!use || described.confirms) return bookingPage(requireOpen(described), visit, query);
  const frame = await frameOf(described, visit, query);
  const time = timeOf(use.starts_at, described.duration_minutes);
  return embeddable(described, bookedPage({ ...frame, time, form: query.form as string }));
}

const embeddable = ({ embed_origins }: OpenPage, page: string): Embeddable => ({
  page,
  framedBy: embed_origins,
});

export async function showZones(found: FoundPage, visit: Visit, query: PageQuery): Promise<Embeddable> {
  const opened = await openPage(found, query.host);
  if (needsHost(opened, query)) return chooseHostPage(opened, visit, query);
  const frame = await frameOf(opened, visit, query);
  return embeddable(opened, zonePage(frame, { typed: query.q, date: query.date }));
}

/** Nothing is stored: the URL carries the zone. */
export async function chooseZone(
  found: FoundPage,
  visit: Visit,
  query: PageQuery,
  timezone: string,
): Promise<FormResult> {
  const opened = await describePage(found, query.host);
  const { carried, embed } = await frameOf(opened, visit, query);
  const { host } = query;
  return {
    url: withQuery(found.path, { ...carried, host, embed, timezone, date: query.date, ...languageOf(visit) }),
  };
}

/**
 * Books a time, or sends the mail that asks for confirmation. The address isn't proven, so the link to the meeting goes there by
 * mail and is never shown to whoever typed it.
 */
export async function handleForm(
  found: FoundPage,
  visit: Visit,
  query: PageQuery,
  { website, meeting_type_id, ...typed }: Omit<SentFields, 'answers'> & BesideFields,
  fields: object,
): Promise<FormResult> {
  const made = visit.form as MadeForm;
  const { context, owner, path } = found;
  const { clock, database } = context;
  const described = await describePage(found, query.host);
  const done = () => ({
    url: described.confirms
      ? outcomeUrl(visit, path, query, 'mail')
      : outcomeUrl(visit, path, query, 'booked', made.nonce),
  });
  // Submitted twice: the first one may have used up the link.
  if (await readUse(context, database, owner, made.nonce)) return done();
  const opened = requireOpen(described);
  const sent = { ...typed, answers: answersIn(opened.questions, fields) };
  if (needsHost(opened, query)) return { refused: await chooseHostPage(opened, visit, query, sent) };
  const isChanged = meeting_type_id !== undefined && meeting_type_id !== typeIdOf(opened);
  const refusal = isChanged ? 'changed' : refusalOf(made, website, clock.now());
  const { values, problems = {} } = valuesIn(sent, askedBy(opened, query));
  const again = async (rejected: Omit<RejectedForm, 'sent'>) => ({
    refused: await rejectedPage(opened, visit, query, { sent, ...rejected }),
  });
  if (refusal || !values) return again({ refusal, problems });
  const wanted = {
    ...values,
    nonce: made.nonce,
    host_id: opened.team ? (opened.member?.id ?? null) : null,
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

/** Whether it isn't clear yet whom the visitor wants to meet, or they can't be met any more: nobody else takes their place unasked. */
const needsHost = ({ team, choices, member }: OpenPage, { host }: PageQuery) =>
  team?.mode === 'pool' && !member && host !== ANYONE && (host !== undefined || choices.length > 0);

/** Whom to meet; then the days; once a time is chosen, what else there is to say about it. */
async function bookingPage(opened: OpenPage, visit: Visit, query: PageQuery): Promise<Embeddable> {
  const frame = await frameOf(opened, visit, query);
  if (query.outcome === 'mail') return embeddable(opened, mailPage(frame));
  if (needsHost(opened, query)) return chooseHostPage(opened, visit, query);
  const { at, outcome } = query;
  const time = at === undefined ? undefined : await findTimeAt(opened, at);
  if (time) return embeddable(opened, detailsPage({ ...frame, ...formOf(opened, visit, query), time }));
  const date = query.date ?? (at === undefined ? undefined : dateAt(frame.zone.timezone, at));
  const open = await findDays(opened, placeOf(frame), date);
  const isDayChosen = query.date !== undefined;
  return embeddable(
    opened,
    daysPage({ ...frame, open, isDayChosen, outcome: at === undefined ? outcome : 'taken' }),
  );
}

/** What was typed stays, if the one who was chosen can't be booked any more. */
async function chooseHostPage(
  opened: OpenPage,
  visit: Visit,
  query: PageQuery,
  sent: SentFields = {},
): Promise<Embeddable> {
  const { name, email, phone_number, note, answers } = sent;
  const typed = { name, email, phone_number, note, ...answers } as Parameters;
  const parameters = { ...visit.parameters, ...typed };
  const frame = await frameOf(opened, { ...visit, parameters }, query);
  const isGone = query.host !== undefined;
  return embeddable(opened, hostsPage({ ...frame, choices: opened.choices, isGone }));
}

/** The address may lead to another type than when the form was made. */
const typeIdOf = ({ type }: OpenPage) => type?.id ?? '';

const askedBy = ({ questions, where }: OpenPage, { timezone }: PageQuery): Asked => ({
  questions,
  phone_number: asksForNumber(where),
  timezone: knownTimeZone(timezone),
});

/** What the form asks, and what a link has filled in. */
function formOf(
  opened: OpenPage,
  { parameters }: Visit,
  query: PageQuery,
): { confirms: boolean; fields: FormFields } {
  const asked = askedBy(opened, query);
  const { name, email, phone_number, note, ...answers } = prefilled(parameters, asked) as Record<
    string,
    string
  >;
  return {
    confirms: opened.confirms,
    fields: {
      questions: asked.questions,
      asksPhone: asked.phone_number,
      prefilled: { name, email, phone_number, note, answers } as SentFields,
    },
  };
}

/** The form again, with what was typed. If the time is gone, others are in its place. */
async function rejectedPage(
  opened: OpenPage,
  visit: Visit,
  query: PageQuery,
  rejected: RejectedForm,
): Promise<Embeddable> {
  const frame = await frameOf(opened, visit, query);
  const form = formOf(opened, visit, query);
  const starts_at = parseTimestamp(rejected.sent.starts_at ?? '');
  const isUsable = starts_at !== undefined && rejected.refusal !== 'taken' && isWritable(starts_at);
  if (isUsable) {
    const time = timeOf(starts_at, opened.duration_minutes);
    return embeddable(opened, detailsPage({ ...frame, ...form, time, rejected }));
  }
  const instead = await findInstead(opened, placeOf(frame), starts_at ?? opened.span.from);
  return embeddable(opened, insteadPage({ ...frame, ...form, instead, rejected }));
}

interface FrameOf {
  /** The path of the page, unless it's the one where everything begins. */
  path?: string;
  timezone: string | undefined;
  embed?: string | undefined;
  host?: string | undefined;
  /** The language that is kept for the visitor. */
  own?: string | null;
}

/** What all pages have in common. */
export async function frameOf(
  opened: OpenPage,
  { reader, token, parameters }: Visit,
  { path = opened.path, timezone, embed, host, own = null }: FrameOf,
): Promise<Frame> {
  const { context, brand, title, description, choices, member, duration_minutes, locale } = opened;
  const isHostChosen = opened.team !== null && (member !== null || (choices.length > 0 && host === ANYONE));
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
    embed: opened.embed_origins.find((origin) => origin === embed),
    host: opened.host,
    isHostChosen,
    title,
    description,
    where: opened.where && whereOf(opened.where, null),
    duration_minutes,
    meeting_type_id: typeIdOf(opened),
    carried: {
      ...prefilled(parameters, { questions: opened.questions, timezone: knownTimeZone(timezone) }),
      host: isHostChosen ? host : undefined,
    },
  };
}

export const languageOf = ({ reader }: Visit) => ({ lang: reader.chosen ? reader.language : undefined });

/** Where a form leads. */
export function outcomeUrl(
  visit: Visit,
  path: string,
  { timezone, host, embed }: PageQuery,
  outcome: Outcome,
  form?: string,
): string {
  return withQuery(path, { outcome, form, timezone, host, embed, ...languageOf(visit) });
}
