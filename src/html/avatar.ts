import { type Html, html } from './html.ts';

/** The initials in a circle. Decorative: the name stands beside it. */
export const avatar = (name: string): Html =>
  html`<span class="avatar" aria-hidden="true">${initials(name)}</span>`;

/** `AL` for Ada Lovelace or ada.lovelace@example.com, `A` for Ada. */
export function initials(name: string): string {
  const [known = ''] = name.split('@');
  const words = known.split(/[\s._+-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en') ?? '').join('') || '?';
}
