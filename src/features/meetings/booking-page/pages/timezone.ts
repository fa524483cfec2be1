import { zoneForm } from '../../../../html/times/zone-choice.ts';
import { wordsOf } from '../../../../html/words/words.ts';
import { page, type Screen } from './screen.ts';

interface ZonePage {
  /** Parameters for the page that the reader comes back to. */
  kept: Record<string, string | undefined>;
  typed: string | undefined;
  /** Without the zone of this visit: the chosen one takes its place. */
  action: string;
  back: string;
}

export function timezonePage(screen: Screen, { kept, typed, action, back }: ZonePage): string {
  const { reader, token, timezone, now } = screen;
  const { path, query } = screen.place('/timezone');
  return page(screen, {
    over: wordsOf(reader.language).zones.title,
    content: zoneForm({
      reader,
      path,
      query: { ...query, ...kept },
      action,
      token,
      timezone,
      now,
      typed,
      back,
    }),
  });
}
