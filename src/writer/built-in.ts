import type { Facts } from './facts.ts';

/**
 * Says no more than it was told. Null without a title and an introduction: the message has the name already. Guidance is for a
 * writer that can follow it.
 */
export function composeIntroduction({ name, title, introduction }: Facts): string | null {
  const [who, does, said] = [oneLine(name), oneLine(title), oneLine(introduction)];
  if (who && does) return `You will meet ${who}, ${does}. ${said}`.trim();
  if (who && said) return `You will meet ${who}. ${said}`;
  return said || null;
}

const oneLine = (text: string | null) => text?.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim() ?? '';
