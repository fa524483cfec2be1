// What guests answered when they booked, as hosts read it in mails and in their calendar.
import { multiline, onOneLine } from './plain-text.ts';

export interface AnswerText {
  label: string;
  /** The answer in words. */
  words: string;
}

/** As much as a mail or a calendar shows of an answer. The page of the request has the whole. */
const SHOWN_LENGTH = 1_000;

/** A line for each answer, such as `Company: Acme`. In a meeting of several guests, each has a line with the name above. */
export function answersInLines(
  guests: readonly { name: string; answers: readonly AnswerText[] }[],
): string | null {
  const answered = guests.filter(({ answers }) => answers.length > 0);
  const parts = answered.map(({ name, answers }) =>
    [...(guests.length > 1 ? [onOneLine(name)] : []), ...answers.map(answerInLine)].join('\n'),
  );
  return parts.join('\n\n') || null;
}

/** A question ends with its own mark. Erasures find an answer in texts by this. */
export function answerInLine({ label, words }: AnswerText): string {
  const asked = onOneLine(label);
  return `${asked}${/[?:.!]$/.test(asked) ? '' : ':'} ${multiline(words, SHOWN_LENGTH)}`;
}
