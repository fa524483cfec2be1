// What people read after a form was sent, and whether it says what it is about.

/** The sentence in the banner of a page, if it has one. */
export function successIn(page: string): string | undefined {
  return page.match(/<div class="notice success"[^>]*><p>([\s\S]*?)<\/p>/)?.[1];
}

/** What can be said of anything: a sentence of these alone names nothing. */
const SAYS_NOTHING = new Set(
  `a active added again all already an and any anymore are aren back been booked cancelled changed changes created data
   deactivated deleted details disabled done enabled everything has have here in is isn it its made moved more no not now of off
   ok okay on paused removed restored retried s saved sent set settings stored submitted success successful successfully t that
   the their them there they thing things this to updated up was way we were you your`.split(/\s+/),
);

/** Whether the first sentence names nothing: "Saved.", "Changes saved.", "They aren’t in it any more." */
export function isGeneric(text: string): boolean {
  const [first = ''] = text.split(/[.:!?]/);
  const words = first.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.every((word) => SAYS_NOTHING.has(word));
}
