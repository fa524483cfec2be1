import { wordsOf } from '../../../../html/words/words.ts';
import { zoneForm } from '../../../../html/zone-choice.ts';
import { page, type Screen } from './screen.ts';

/** The zone of this visit is not carried on: the chosen one takes its place. */
export function timezonePage(screen: Screen, action: string): string {
  const { reader, token, timezone, url } = screen;
  return page(screen, {
    over: wordsOf(reader.language).zones.title,
    content: zoneForm({ reader, action, token, timezone, back: url('') }),
  });
}
