import { randomBytes } from 'node:crypto';
import { invalidRequest } from '../../../errors.ts';
import type { ImageType } from './image.ts';

/** What can be set. */
export interface BrandFields {
  /** Null: the name of the workspace. */
  company_name: string | null;
  accent_color: string | null;
  website_url: string | null;
  postal_address: string | null;
  show_rota: boolean;
}

/** A logo without its bytes. */
export interface Logo {
  key: string;
  type: ImageType;
  width: number;
  height: number;
  bytes: number;
}

/** Everything stored of a workspace's brand, except the bytes of the logo. */
export interface Branding extends BrandFields {
  workspace_name: string;
  logo: Logo | null;
}

/** The columns that a page needs. All of them are null for a workspace with the defaults. */
export interface BrandRow {
  company_name: string | null;
  accent_color: string | null;
  website_url: string | null;
  postal_address: string | null;
  show_rota: number | null;
  logo_key: string | null;
  logo_type: ImageType | null;
  logo_width: number | null;
  logo_height: number | null;
  logo_bytes: number | null;
}

export const MAX_LOGO_BYTES = 256 * 1024;
export const ADDRESS_LENGTH = 500;

export const brandFields = [
  'company_name',
  'accent_color',
  'website_url',
  'postal_address',
  'show_rota',
] as const satisfies (keyof BrandFields)[];

export function brandingFrom(row: BrandRow & { workspace_name: string }): Branding {
  return {
    workspace_name: row.workspace_name,
    company_name: row.company_name,
    accent_color: row.accent_color,
    website_url: row.website_url,
    postal_address: row.postal_address,
    show_rota: row.show_rota !== 0,
    logo: logoFrom(row),
  };
}

function logoFrom(row: BrandRow): Logo | null {
  if (row.logo_key === null) return null;
  return {
    key: row.logo_key,
    type: row.logo_type as ImageType,
    width: row.logo_width as number,
    height: row.logo_height as number,
    bytes: row.logo_bytes as number,
  };
}

/** 128 random bits: nobody finds a logo who wasn't sent a page with it. */
export const makeLogoKey = () => randomBytes(16).toString('base64url');

export const LOGO_PATH = '/pages/logo';

/** A link on every page: a web address, and nothing that a browser would run or sign in with. */
export function checkWebsite(text: string): void {
  const url = /^https?:\/\/[^\s\\/][^\s\\]*$/i.test(text) ? URL.parse(text) : null;
  const field = 'website_url';
  if (!url) {
    throw invalidRequest('website_url must be a web address such as https://www.example.com', {
      field,
      plain: 'Give the website as a whole address, such as https://www.example.com.',
    });
  }
  if (url.username || url.password) {
    throw invalidRequest('website_url must not contain a user name or password', {
      field,
      plain: 'Leave the user name and password out of the website’s address: guests would see them.',
    });
  }
}
