const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Makes stored text safe to print on one line: control characters and text-direction marks, which a terminal would
 * obey, are escaped. JSON keeps its meaning.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Control}\p{Bidi_Control}]/gu,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
