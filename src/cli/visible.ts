const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Stored text as one line that a terminal shows and does not obey: what moves the cursor, sets a title or turns the
 * direction of writing is shown escaped. In JSON it means the same as before.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Control}\p{Bidi_Control}]/gu,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
