import { facts, head, notice } from '../../../html/blocks.ts';
import { type Dates, duration } from '../../../html/dates.ts';
import { type Content, html } from '../../../html/html.ts';
import { renderPage } from '../../../html/page.ts';
import type { Reader } from '../../../html/reader.ts';
import type { Words } from '../../../html/words/words.ts';
import type { View } from '../view.ts';

/** What pages are made from: what is to be said, to whom, and where links and forms lead. */
export interface Screen extends View {
  reader: Reader;
  words: Words['participant'];
  dates: Dates;
  /** For every form. */
  token: string;
  /** The parameters of this page. */
  query: Record<string, string | undefined>;
  /** The zone of this visit, which forms carry on; undefined for the participant's usual one. */
  visit_timezone: string | undefined;
  /** A page or form of this link, such as `/answer`, with what was chosen for this visit. */
  url(path: string, parameters?: Record<string, string>): string;
  notice: Content;
}

export interface Text {
  /** A word or two: where the meeting stands. */
  over: string;
  lead?: Content;
  content?: Content;
}

/** A whole page about the meeting. */
export function page(screen: Screen, { over, lead, content }: Text): string {
  const { reader, words, meeting, query } = screen;
  const title = words.meetingWith(meeting.organizer);
  return renderPage({
    reader,
    title: `${over}: ${title}`,
    query,
    zone: { timezone: screen.timezone, chosen: screen.is_timezone_chosen },
    content: html`${screen.notice}
${head({ over, title, lead })}
${aboutMeeting(screen)}
${content}`,
  });
}

function aboutMeeting({ reader, words, meeting }: Screen): Content {
  const { title, purpose, organizer, organizer_title, duration_minutes } = meeting;
  return facts([
    { label: words.facts.what, value: title },
    { label: words.facts.about, value: purpose },
    { label: words.facts.length, value: duration(duration_minutes, reader) },
    organizer_title !== null && { label: words.facts.with, value: `${organizer}, ${organizer_title}` },
  ]);
}

/** The meeting has a time until another is found. */
export function heldTime({ words, dates }: Screen, held: { starts_at: number; ends_at: number } | null) {
  return held && notice('info', html`${words.held} ${dates.whole(held)}`);
}
