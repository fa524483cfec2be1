import { INTRODUCTION_LENGTH } from '../limits/limits.ts';
import { onOneLine } from '../text/plain-text.ts';

/** What a writer is told about a person. */
export interface Facts {
  name: string | null;
  title: string | null;
  /** What the workspace says about them. */
  introduction: string | null;
  /** What the team wants to be said. */
  guidance: string | null;
}

/**
 * Says no more than it was told. Null without a title and an introduction: the message has the name already. Guidance is for a
 * writer that can follow it.
 */
export function composeIntroduction({ name, title, introduction }: Facts): string | null {
  const [who, does, said] = [name, title, introduction].map((text) =>
    onOneLine(text ?? '', INTRODUCTION_LENGTH),
  );
  if (who && does) return `You will meet ${who}, ${does}. ${said}`.trim();
  if (who && said) return `You will meet ${who}. ${said}`;
  return said || null;
}

/** Without guidance, a writer has no more to say than was told. */
export function hasSomethingToSay(facts: Facts): boolean {
  return composeIntroduction(facts) !== null || Boolean(facts.guidance);
}
