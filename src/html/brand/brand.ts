// The company on a page: at the top who it is from, at the bottom where they are.
import { initials } from '../avatar.ts';
import { named } from '../blocks.ts';
import { type Html, html } from '../html.ts';

/** What guests see of a company, on pages and in mails. */
export interface Brand {
  /** On one line. */
  company: string;
  /** The colour that was chosen, such as `#1f5fd0`: for shades that can be read, see accent.ts. */
  accent: string | null;
  /** A path on our own origin. */
  logo: { url: string; width: number; height: number } | null;
  website: string | null;
  /** On one line. */
  address: string | null;
  /** Whether to say that the page was made with Rota. */
  showRota: boolean;
}

const brandsOfErrors = new WeakMap<Error, Brand>();

/** The page that tells of this error names the company. */
export function withBrand<Thrown extends Error>(error: Thrown, brand: Brand): Thrown {
  brandsOfErrors.set(error, brand);
  return error;
}

export const brandOfError = (error: unknown): Brand | undefined =>
  error instanceof Error ? brandsOfErrors.get(error) : undefined;

/** Of a workspace that is closed: who it is, and nothing that leads there. Its logo isn't served. */
export const brandOfClosed = (brand: Brand): Brand => ({ ...brand, logo: null, website: null });

/** The logo, or the first letter where there is none, and the name. */
export function brandHeader(brand: Brand): Html {
  const { company, logo, website } = brand;
  const content = logo
    ? html`<img src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="${company}">`
    : html`<span class="monogram" aria-hidden="true">${[...initials(company)][0]}</span>${named(company)}`;
  return html`<header class="company">${website ? html`<a href="${website}">${content}</a>` : html`<p>${content}</p>`}</header>`;
}
