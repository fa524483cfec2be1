import { wordsOf } from '../../../../html/words/words.ts';
import { zoneForm } from '../../../../html/zone-choice.ts';
import { page, type Screen } from './screen.ts';

/** The zone of this visit is not carried on with the form: the chosen one takes its place. */
export function timezonePage(screen: Screen, action: string, typed: string | undefined): string {
  const { reader, token, timezone, now, url } = screen;
  return page(screen, {
    over: wordsOf(reader.language).zones.title,
    content: zoneForm({
      reader,
      ...screen.place('/timezone'),
      action,
      token,
      timezone,
      now,
      typed,
      back: url(''),
    }),
  });
}
