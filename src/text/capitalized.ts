/** With a capital at the start: what is written for the middle of a sentence, at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
