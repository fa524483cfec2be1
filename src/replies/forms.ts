// The forms of clauses. A clause is read only if the whole of it has one of these forms: a sentence about something else has
// none, however many of its words are known.
import type { Lexicon } from './lexicon.ts';

/**
 * Forms that say yes to what they name. A form consists of the senses of words; `ref` for what is named, `obj` if there is no
 * preposition before it, `on_ref` if there is one; `that` for the only option; `^` for a leading word that says nothing. `?`
 * marks what is optional.
 */
const COMMON = `
  ref
  ref will? be? suit good?
  ref will? be? good|ok
  ref will? be? free
  ref do
  ref will
  ref be
  ref good|ok
  ref free
  ref that? suit good?
  ref that be good|ok
  ref yes
  ref will? be yes
  ref gladly
  yes for|to? ref
  ok for? ref
  ok for? that
  ok that
  yes for|to? that
  free that
  ok to obj
  good for ref
  that suit good? ref
  that be good|ok ref
  i will? be? can ref
  ref meet
  can ref
  i be can ref
  ref i can
  i be? free ref
  be? free ref
  free for ref
  ref i be? free
  i have availability ref
  have availability ref
  i? have ref availability
  ref i have availability
  i? will? take obj
  i? will? take for obj
  i? will? meet ref
  i? will? prefer ref
  i will? be ok|good ref
  i will? be ok|good for ref
  be? ok for ref
  will be ok|good ref
  obj i will? take
  ref choice
  choice obj
  suit good?
  that suit good?
  that will? suit good?
  that be? good|ok|free
  that will be? good|ok|free
  will suit good?
  will be good|ok
  be good|ok|free
  good suit
  good
  ok
  free
  i can
  can
  can that
  i can that
  i? will? take that
  take
  i? meet
  i be free
  i be free that
  i be free at? that
  i have availability
  that that
  yes
`;

/** Forms that say no without a `not`: `I'm away on Tuesday`. */
const REFUSING = `
  ref be? refuse doing?
  ref will be refuse
  ref that be refuse
  i be? refuse ref
  ref i be? refuse
  ref be i refuse
  i be ref refuse
  i? have refuse ref
  ref i? have refuse
  ref have i refuse
  i have ref refuse
  be refuse ref
  be ref refuse
  every refuse
  refuse ref
  that be? refuse
  i ref refuse be|have
  ref refuse be|have
  ref suit refuse
  refuse suit ref
  that suit refuse
  refuse for ref
  ref no
  no for|to ref
  that be no for|to ref
`;

/** Forms that say what somebody does at that time, and only imply that it doesn't suit. */
const DOING = `
  i? be? doing ref
  i? be? doing
  i be refuse
  be i refuse
  i? will be? doing ref
  i? have doing ref
  i? have doing
  ref i? be? doing
  ref i? will be? doing
  ref be i doing
  ref i? have doing
  ref have i doing
  i be ref doing
  i have ref doing
  ref be doing
  that be doing
  ref that be doing
  i ref doing be|have
  i doing be|have
  ref doing be|have
  i doing
  ^ be i doing
  ^ have i doing
  be i doing
  have i doing
  ref doing doing
  i be doing doing ref?
  ref i doing
  ref doing i doing?
`;

/** Forms that say when somebody is back. */
const BACK = `
  i? be? back ref
  i? be? back
  i? will be? back ref
  ref i? be? back
  ref be i back
  ref i? will be? back
  i be ref back
  ref back
`;

export interface Forms {
  accepting: ReadonlySet<string>;
  refusing: ReadonlySet<string>;
  doing: ReadonlySet<string>;
  back: ReadonlySet<string>;
}

const REFS: Record<string, string[]> = { ref: ['ref', 'on_ref', 'every'], obj: ['ref', 'every'] };

/** All variants of a form. */
function expanded(form: string): string[] {
  let keys = [''];
  for (const word of form.split(/\s+/)) {
    const isOptional = word.endsWith('?');
    const parts = word
      .replace('?', '')
      .split('|')
      .flatMap((part) => REFS[part] ?? [part]);
    keys = keys.flatMap((key) => [
      ...(isOptional ? [key] : []),
      ...parts.map((part) => (key === '' ? part : `${key} ${part}`)),
    ]);
  }
  return keys;
}

const formsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap(expanded);

const refusing = new Set(formsIn(REFUSING));
const doing = new Set(formsIn(DOING));
const back = new Set(formsIn(BACK));
const known = new Map<Lexicon, Forms>();

export function formsOf(lexicon: Lexicon): Forms {
  const before = known.get(lexicon);
  if (before) return before;
  const forms = {
    accepting: new Set([...formsIn(COMMON), ...formsIn(lexicon.vocabulary.forms)]),
    refusing,
    doing,
    back,
  };
  known.set(lexicon, forms);
  return forms;
}
