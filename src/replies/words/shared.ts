import type { Sense } from './vocabulary.ts';

/** Words that people use in all languages. A language's own sense of a word comes first. */
export const shared: Partial<Record<Sense, string>> = {
  option: `option, nr, slot`,
  ok: `ok, okay`,
  good: `super, top, perfect, perfekt, ideal`,
  yes: `👍`,
  thanks: `thx, thanks, merci`,
  regret: `sorry`,
  greeting: `hi, hello, hey, hallo, ciao`,
  doing: `meeting, workshop, homeoffice`,
};
