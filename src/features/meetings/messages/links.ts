// Links and addresses that let whoever has them act for somebody: whoever may only read never sees one.

/** As tokens are made (src/tokens/link-tokens.ts), also where a mail program has broken the line of what it quotes. */
const TOKEN = /[0-9a-hjkmnp-tv-z](?:(?:\r?\n[>\s]*)?[0-9a-hjkmnp-tv-z]){53}/gi;
/** What ends a link or an address. */
const END = /[\s<>"'()[\]]/;

const PUNCTUATION = /[.,;:!?]/;

const LINK = '[link]';

/** The text with `[link]` in place of each link and each address that has a secret in it: a token, unless told otherwise. */
export function withoutLinks(text: string, secret = TOKEN): string {
  const isWithin = (place: number) => place >= 0 && place < text.length && !END.test(text.charAt(place));
  let kept = '';
  let seen = 0;
  for (const { index, 0: found } of text.matchAll(secret)) {
    if (index < seen) continue;
    let start = index;
    while (start > seen && isWithin(start - 1)) start -= 1;
    kept += text.slice(seen, start) + LINK;
    const after = index + found.length;
    seen = after;
    while (isWithin(seen)) seen += 1;
    // What ends a sentence is no part of the link.
    while (seen > after && PUNCTUATION.test(text.charAt(seen - 1))) seen -= 1;
  }
  return kept + text.slice(seen);
}
