import { banner, facts, head, named, said } from '../../../../html/blocks.ts';
import { type Dates, duration } from '../../../../html/dates.ts';
import { type Content, type Html, html } from '../../../../html/html.ts';
import { renderPage } from '../../../../html/page.ts';
import type { Reader } from '../../../../html/reader.ts';
import { zoneNote } from '../../../../html/times/time-choice.ts';
import { meetingFacts } from '../../../../html/times/time-picker.ts';
import type { Words } from '../../../../html/words/words.ts';
import { mapUrlOf, whereForGuest } from '../../../../text/where.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import type { View } from '../view.ts';

/** What a page is made from: its content, its reader, and where links and forms lead. */
export interface Screen extends View {
  reader: Reader;
  words: Words['participant'];
  dates: Dates;
  /** For every form. */
  token: string;
  /** The parameters of this page. */
  query: Record<string, string | undefined>;
  /** The zone of this visit, which forms pass on; undefined for the participant's usual one. */
  visit_timezone: string | undefined;
  /** The URL of a page or form below this link, such as `/answer`, with the choices made for this visit. */
  url(path: string, parameters?: Record<string, string | undefined>): string;
  /** The same for a form that is sent by GET: its fields take the place of the parameters. */
  place(path: string): { path: string; query: Record<string, string | undefined> };
  banner: Content;
  now: number;
}

export interface Text {
  /** A word or two: where the meeting stands. */
  over: string;
  content?: Content;
}

/** A whole page about the meeting. */
export function page(screen: Screen, { over, content }: Text): string {
  const { reader, words, meeting } = screen;
  const title = words.meetingWith(meeting.organizer);
  const length = duration(meeting.duration_minutes, reader);
  return document(screen, {
    title: `${over}: ${title}`,
    content: html`${screen.banner}
${head({ over, title, lead: meeting.title === null ? length : html`${named(meeting.title)}, ${length}` })}
${content}`,
  });
}

export const document = (screen: Screen, { title, content }: { title: string; content: Content }): string =>
  renderPage({
    reader: screen.reader,
    brand: screen.brand,
    title,
    query: screen.query,
    zone: { timezone: screen.timezone, chosen: screen.is_timezone_chosen },
    content,
  });

/** What the meeting is about, how long it takes, and when it is so far. */
export function factsOf({ reader, meeting, dates, words }: Screen, time: MeetingTime | null): Html {
  return meetingFacts([
    meeting.title && { icon: 'about', text: meeting.title },
    { icon: 'length', text: duration(meeting.duration_minutes, reader) },
    time && {
      icon: 'time',
      text: `${words.times.now} ${dates.day(time.starts_at)}, ${dates.clockSpan(time)}`,
    },
  ]);
}

/** Whose clock the times are on, with a link to another one. */
export const zoneLine = ({ reader, dates, now, url, is_timezone_own }: Screen): Html =>
  zoneNote(reader, { dates, now, url: url('/timezone'), isOwn: is_timezone_own });

export const sentence = (text: Content) => html`<p>${text}</p>`;

/** What the meeting is about, where it is, and who is asking for it. */
export function aboutMeeting(screen: Screen): Content {
  const { words, meeting } = screen;
  const { purpose, organizer, organizer_title } = meeting;
  const place = placeOf(screen);
  if (purpose === null && organizer_title === null && place === null) return null;
  return facts([
    place !== null && { label: words.facts.where, value: place },
    purpose !== null && { label: words.facts.about, value: said(purpose) },
    organizer_title !== null && { label: words.facts.with, value: `${organizer}, ${organizer_title}` },
  ]);
}

/** Where the meeting is, with the way there. */
function placeOf({ reader, words, meeting }: Screen): Content | null {
  const { where, organizer, phone_number } = meeting;
  if (where === null) return null;
  const text = whereForGuest(where, reader.language, { host: organizer, number: phone_number });
  const lines = text.split('\n').map((line, place) => html`${place > 0 && html`<br>`}${line}`);
  const map = mapUrlOf(where);
  return html`${lines}${map && html`<br><a href="${map}" rel="noreferrer">${words.place.map}</a>`}`;
}

/** The meeting keeps its time until another is found. */
export function bookedTimeBanner({ words, dates }: Screen, time: MeetingTime | null): Content {
  return time && banner('info', html`${words.stillBooked} ${dates.whole(time)}`);
}
