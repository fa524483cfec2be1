// What all public pages have in common.
import { head, said, smallPrint } from '../../../html/blocks.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import { duration } from '../../../html/dates.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { type Page, renderPage } from '../../../html/page.ts';
import type { Reader } from '../../../html/reader.ts';
import { meetingFacts } from '../../../html/times/time-picker.ts';
import { type Parameters, withQuery } from '../../../html/urls.ts';
import { wordsOf } from '../../../html/words/words.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import { mapUrlOf, type Where, whereForGuest } from '../../../text/where.ts';

export interface Frame {
  reader: Reader;
  brand: Brand;
  /** The path of the page. */
  path: string;
  /** Proves that the form came from us. */
  form_token: string;
  /** Whether the visitor chose it, or their browser did. */
  zone: { timezone: string; chosen: boolean; isOwn: boolean; now: number };
  /** The website that shows the page in a frame. */
  embed?: string | undefined;
  /** Who the meeting is with. */
  host: string;
  /** Whether the visitor has chosen the host, and can choose another one. */
  isHostChosen: boolean;
  title: string | null;
  description: string | null;
  /** Where the meetings are. */
  where: Where | null;
  duration_minutes: number;
  /** The meeting type that is booked, as the form says it: empty for none. */
  meeting_type_id: string;
  /** What goes along from step to step: the chosen host, and what a link has filled in. */
  carried: Parameters;
}

export const wordsFor = ({ reader }: Frame) => wordsOf(reader.language).booking;
export const titleOf = (frame: Frame) => frame.title ?? wordsFor(frame).title(frame.host);

/** A page of this visit: for its reader, in the company's colour. */
export const renderIn = (
  { reader, brand, embed }: Frame,
  page: Omit<Page, 'reader' | 'brand' | 'embed'>,
): string => renderPage({ reader, brand, embed, ...page });

/** Carries the reader's choices for this visit on to the next page. */
export function urlOf(frame: Frame, query: Parameters = {}, below = ''): string {
  return withQuery(`${frame.path}${below}`, { ...visitQuery(frame), ...query });
}

export const visitQuery = ({
  reader,
  zone,
  embed,
  carried,
}: Pick<Frame, 'reader' | 'zone' | 'embed' | 'carried'>) => ({
  ...carried,
  embed,
  timezone: zone.chosen ? zone.timezone : undefined,
  lang: reader.chosen ? reader.language : undefined,
});

/** What the meeting is, at the side of a step. */
export function aboutOf(frame: Frame): Html {
  const { reader, host, isHostChosen, title, description, where, duration_minutes } = frame;
  return html`${head({ over: title && host, title: titleOf(frame) })}
${isHostChosen && smallPrint(html`<a href="${urlOf(frame, { host: undefined })}" data-in-place>${wordsFor(frame).hosts.change}</a>`)}
${meetingFacts([
  { icon: 'length', text: duration(duration_minutes, reader) },
  where && { icon: 'place', text: placeIn(where, frame) },
])}
${description && said(description)}`;
}

/** Before anything is booked, nobody gets a link to the meeting. */
function placeIn(where: Where, { reader, host }: Frame): Content {
  const text = onOneLine(whereForGuest(where, reader.language, { host, number: null }));
  const map = mapUrlOf(where);
  return map ? html`<a href="${map}" target="_blank" rel="noreferrer">${text}</a>` : text;
}
