import { INTRODUCTION_LENGTH } from '../limits/limits.ts';
import { onOneLine } from '../text/plain-text.ts';

/** What a writer is told about a person. */
export interface Facts {
  name: string | null;
  title: string | null;
  /** What the workspace says about them. */
  introduction: string | null;
  /** What the team wants the writer to stress. */
  guidance: string | null;
}

/**
 * Composes the introduction from the facts alone, without a word of its own: its readers have different languages. Null without a title and an introduction: the message already has the name.
 * Ignores guidance, which only a model can follow.
 */
export function composeIntroduction({ name, title, introduction }: Facts): string | null {
  const [who, does, said] = [name, title, introduction].map((text) =>
    onOneLine(text ?? '', INTRODUCTION_LENGTH),
  );
  if (who && does) return `${who}, ${does}. ${said}`.trim();
  if (who && said) return `${who}. ${said}`;
  return said || null;
}

/** Without guidance, a model has nothing to say that the built-in writer doesn't. */
export function hasSomethingToSay(facts: Facts): boolean {
  return composeIntroduction(facts) !== null || Boolean(facts.guidance);
}
