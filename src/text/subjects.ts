/** Prefixes that mail programs add to the subject of a reply or a forwarded mail, in common languages. */
const PREFIX = /^\s*(?:re|aw|antw|antwort|sv|vs|fwd?|wg|tr|rv|i)\s*(?:(?:\[\d{1,3}\]|\(\d{1,3}\))\s*)?:/i;

/** A subject has few. */
const MAX_PREFIXES = 20;

/** The subject that a conversation began with. */
export function withoutPrefixes(subject: string): string {
  let base = subject;
  for (let left = MAX_PREFIXES; left > 0 && PREFIX.test(base); left -= 1) base = base.replace(PREFIX, '');
  return base.trim();
}
