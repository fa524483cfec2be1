const SPECIAL = /[&<>"']/;
const ALL_SPECIAL = /[&<>"']/g;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text between elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  // Most text has nothing to escape, and testing is faster than replacing.
  return SPECIAL.test(text)
    ? text.replaceAll(ALL_SPECIAL, (character) => ENTITIES[character] as string)
    : text;
}
