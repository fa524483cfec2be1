// A brand as pages and mails show it.
import type { Brand } from '../../../html/brand/brand.ts';
import { withQuery } from '../../../html/urls.ts';
import { onOneLine } from '../../../text/plain-text.ts';
import { type Branding, type BrandRow, brandingFrom, LOGO_PATH } from './rules.ts';

/** For statements of other features that read a workspace for a page: the brand comes with them, and costs no statement of its own. */
export { brandColumns, brandJoin } from './queries.ts';

export const brandFrom = (row: BrandRow & { workspace_name: string }): Brand => brandOf(brandingFrom(row));

export function brandOf({ workspace_name, logo, ...branding }: Branding): Brand {
  return {
    company: onOneLine(branding.company_name ?? workspace_name),
    accent: branding.accent_color,
    logo: logo && { url: logoUrl(logo.key), width: logo.width, height: logo.height },
    website: branding.website_url,
    address: addressLine(branding.postal_address),
    showRota: branding.show_rota,
  };
}

export const logoUrl = (key: string) => withQuery(LOGO_PATH, { key });
/** The key in such a URL. */
export const logoKeyOf = (url: string) => new URLSearchParams(url.slice(url.indexOf('?'))).get('key') ?? '';

/** An address is typed in several lines, and shown in one. */
export function addressLine(address: string | null): string | null {
  const lines = (address ?? '').split(/[\r\n]+/).map((line) => onOneLine(line).replace(/,$/, ''));
  return lines.filter(Boolean).join(', ') || null;
}
