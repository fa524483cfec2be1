const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Stored text as one line that is safe to print: control characters and marks of writing direction are escaped. A terminal
 * would obey them. JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Control}\p{Bidi_Control}]/gu,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
