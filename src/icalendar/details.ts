import { multiline } from '../text/plain-text.ts';
import { calendarLines, escaped, foldedText, quoted } from './text.ts';

/** What an invitation says to one reader: in their language, with their own link. */
export interface InviteDetails {
  description: string | null;
  location: string | null;
  /** Where they can do something about the meeting. */
  url: string | null;
  /** Where to join by video, and what following it does. */
  conference: { url: string; label: string } | null;
}

const OWN = /^(?:DESCRIPTION|LOCATION|URL|CONFERENCE)[;:]/;

/** The invitation as this reader gets it. */
export function withDetails(text: string, details: InviteDetails): string {
  const own = detailLines(details);
  const lines = calendarLines(text).filter((line) => !OWN.test(line));
  const summary = lines.findIndex((line) => line.startsWith('SUMMARY'));
  return foldedText(lines.toSpliced(summary + 1, 0, ...own));
}

/** RFC 7986, 5.11 has `CONFERENCE`. Whoever doesn't know it finds the same address in the location and in the description. */
function detailLines({ description, location, url, conference }: InviteDetails): string[] {
  const [said, place] = [description, location].map((text) => multiline(text ?? ''));
  return [
    ...(said ? [`DESCRIPTION:${escaped(said)}`] : []),
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    ...(conference
      ? [`CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=${quoted(conference.label)}:${conference.url}`]
      : []),
  ];
}
