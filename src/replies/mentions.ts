import { readEvery } from './every.ts';
import type { Mention, Scene } from './mention.ts';
import { readOne } from './one.ts';
import { hasSense, type Read } from './reading.ts';
import type { Token } from './tokens.ts';

/** What is named from a place on. */
export function readMention(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  return (
    readEvery(tokens, place, scene) ??
    readOne(tokens, place, scene) ??
    (hasSense(tokens[place], 'on', 'at', 'in', 'am') ? readAfterPreposition(tokens, place + 1, scene) : null)
  );
}

/** `at any of these`, `am zweiten Termin`; a number by itself is no option there: `on 2`. */
function readAfterPreposition(tokens: readonly Token[], place: number, scene: Scene): Read<Mention> | null {
  const read = readEvery(tokens, place, scene) ?? readOne(tokens, place, scene);
  const when = read?.found.kind === 'when' ? read.found.when : null;
  // `um November`: not a time of the day.
  if (when && hasSense(tokens[place - 1], 'at') && !when.starts && !when.range && !when.parts) return null;
  if (read?.found.kind !== 'places') return read;
  const isNamed = tokens.slice(place, read.next).some((token) => hasSense(token, 'option', 'one'));
  return isNamed ? read : null;
}
