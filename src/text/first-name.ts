import { onOneLine } from './plain-text.ts';

const TITLE =
  /^(?:dr|prof|professor|mr|mrs|ms|miss|mx|sir|dame|lord|lady|rev|hon|herr|frau|mag|ing|dipl|m|mme|mlle|sr|sra|srta|don|doña|dott|ir)\.?(?:-\p{L}+\.?)?$/iu;
/** What may follow a name after a comma. */
const SUFFIX = /^(?:jr|sr|i{2,3}|iv|ph\.?d|m\.?d|m\.?a|m\.?sc|b\.?sc|mba|cpa|cfa|esq|llm|dds|rn)\.?$/i;
/** First words of family names. */
const PARTICLE =
  /^(?:van|von|vom|zu|zur|de|del|della|der|den|di|da|das|dos|du|la|le|los|al|el|bin|ibn|ben|abu|ter|ten|mac|mc|st\.?|saint|o['’])$/i;
/** Of a company or a mailbox. */
const NOBODY =
  /\b(?:team|sales|support|info|office|contact|hello|admin|noreply|no-reply|service|reception|hr|billing|marketing|gmbh|ag|kg|ug|ltd|llc|llp|inc|corp|plc|bv|sa|sas|sarl|srl|s\.a|company|the)\b|&/i;
/** Here the family name comes first, or the two are one word. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Two letters at least, so that no initial is one. */
const GIVEN = /^\p{L}[\p{L}\p{M}'’-]*[\p{L}\p{M}]$/u;

/** The name to greet somebody with: `Grace` of `Dr. Grace Hopper` and of `Hopper, Grace`. When in doubt, all of it. */
export function firstNameOf(name: string): string {
  const whole = onOneLine(name);
  if (FAMILY_FIRST.test(whole) || NOBODY.test(whole) || /[\p{N}@/|_+]/u.test(whole)) return whole;
  const given = inOrder(whole.replace(/\s*\([^()]*\)|\s*["“„«][^"“”„«»]*["”»]/gu, ' '));
  if (given === undefined) return whole;
  const words = given.split(/\s+/).filter((word) => word !== '');
  const named = words.slice(words.findIndex((word) => !TITLE.test(word)));
  const [first = '', ...others] = named;
  // After a title, a single word is the family name.
  if (named.length < words.length && others.length === 0) return whole;
  if (!GIVEN.test(first) || PARTICLE.test(first)) return whole;
  // `HOPPER Grace`: somebody who writes so puts the family name first.
  const isLoud = (word: string) =>
    word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
  if (isLoud(first) && others.some((word) => !isLoud(word))) return whole;
  return first;
}

/** The given name first, without what comes after a comma; undefined if nobody can tell. */
function inOrder(name: string): string | undefined {
  const [before = '', after, ...more] = name.split(',').map((part) => part.trim());
  if (after === undefined || after === '' || SUFFIX.test(after)) return before;
  if (more.length > 0 && !more.every((part) => SUFFIX.test(part))) return undefined;
  // `Hopper, Grace`. Several words before the comma may be a name with a job or a company behind it.
  const isFamilyName = before
    .split(' ')
    .every((word, place, all) => place === all.length - 1 || PARTICLE.test(word));
  return isFamilyName ? `${after} ${before}` : undefined;
}
