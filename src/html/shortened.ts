/** At most so many characters of a text, with an ellipsis in place of the rest. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;
