import { invalidRequest } from '../../errors.ts';
import {
  deleteLogo,
  getBranding,
  readBranding,
  setLogo,
  updateBranding,
} from '../../features/workspace/branding/operations.ts';
import { ADDRESS_LENGTH } from '../../features/workspace/branding/rules.ts';
import { BrandingUpdate } from '../../features/workspace/branding/shapes.ts';
import { addressLine } from '../../features/workspace/branding/shown.ts';
import type { Brand } from '../../html/brand/brand.ts';
import { withQuery } from '../../html/urls.ts';
import { bytesOf } from '../../http/forms.ts';
import { type QueryValues, textQuery } from '../../http/query.ts';
import type { Route } from '../../http/route.ts';
import { NAME_LENGTH, URL_LENGTH } from '../../limits/limits.ts';
import { check } from '../../shapes/check.ts';
import { isChecked, type SentFields, text, textOrNull } from '../fields.ts';
import { form, frame, page } from '../route.ts';
import type { Screen } from '../screen.ts';
import {
  BRANDING,
  brandingPage,
  COLOUR_LENGTH,
  type Draft,
  draftOf,
  LOGO,
  NO_LOGO,
  PREVIEW,
  SAMPLE_MAIL,
  SAMPLE_PAGE,
} from './branding-page.ts';
import { sampleMail, samplePage } from './samples.ts';

/** Well above what a logo may have, so that a file that is a little too large is refused on the page, with a sentence. */
const FORM_BYTES = 2 * 1024 * 1024;

const drafted = {
  company_name: textQuery('As typed into the form.'),
  accent_color: textQuery('As typed into the form.'),
  website_url: textQuery('As typed into the form.'),
  postal_address: textQuery('As typed into the form.'),
  show_rota: textQuery('`true`, or empty.'),
};
type Drafted = QueryValues<typeof drafted>;

const branding = page({
  url: BRANDING,
  summary: 'How the company looks to its guests',
  may: 'edit_settings',
  query: drafted,
  async show(screen, { query }) {
    const now = await getBranding(screen);
    return brandingPage(screen, {
      branding: now,
      draft: { ...draftOf(now, screen.workspace.name), ...given(query) },
    });
  },
});

/** Without those that the URL doesn't have. */
const given = (query: Drafted): Partial<Draft> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** The brand as it would be with what is typed so far. What can't be used yet stays as it is. */
async function brandWith(screen: Screen, query: Drafted): Promise<Brand> {
  const brand = await readBranding(screen, screen.database);
  const { company_name, accent_color = '', website_url, postal_address, show_rota } = query;
  const colour = accent_color.trim().toLowerCase();
  return {
    ...brand,
    ...(company_name !== undefined && { company: company_name.trim() || screen.workspace.name }),
    ...(colour === '' && query.accent_color !== undefined && { accent: null }),
    ...(/^#[\da-f]{6}$/.test(colour) && { accent: colour }),
    ...(website_url !== undefined && { website: website_url.trim() === '' ? null : '#' }),
    ...(postal_address !== undefined && { address: addressLine(postal_address) }),
    ...(show_rota !== undefined && { showRota: show_rota === 'true' }),
  };
}

export const brandingRoutes: Route[] = [
  branding.route,
  form({
    url: BRANDING,
    summary: 'Change how the company looks to its guests',
    may: 'edit_settings',
    on: branding,
    async send(screen, { fields }) {
      await updateBranding(screen, check(BrandingUpdate, brandingIn(fields)));
      return { to: BRANDING, done: 'branding_saved' };
    },
  }),
  form({
    url: PREVIEW,
    summary: 'Preview how the company would look, without a script',
    may: 'edit_settings',
    on: branding,
    send: async (_screen, { fields }) => ({ to: withQuery(BRANDING, { ...draftIn(fields) }) }),
  }),
  form({
    url: LOGO,
    summary: 'Upload a logo',
    may: 'edit_settings',
    on: branding,
    formBytes: FORM_BYTES,
    async send(screen, { fields }) {
      const file = text(fields, 'logo');
      if (file === '') throw invalidRequest('logo is required', { field: 'logo', plain: 'Choose a file.' });
      await setLogo(screen, bytesOf(file));
      return { to: BRANDING, done: 'logo_set' };
    },
  }),
  form({
    url: NO_LOGO,
    summary: 'Remove the logo',
    may: 'edit_settings',
    on: branding,
    async send(screen) {
      await deleteLogo(screen);
      return { to: BRANDING, done: 'logo_removed' };
    },
  }),
  frame({
    url: SAMPLE_PAGE,
    summary: 'A page as guests would see it',
    may: 'edit_settings',
    query: drafted,
    show: async (screen, query) => samplePage(screen, await brandWith(screen, query)),
  }),
  frame({
    url: SAMPLE_MAIL,
    summary: 'A mail as guests would see it',
    may: 'edit_settings',
    query: drafted,
    show: async (screen, query) => sampleMail(screen, await brandWith(screen, query)),
  }),
];

function brandingIn(fields: SentFields) {
  return {
    company_name: textOrNull(fields, 'company_name'),
    accent_color: textOrNull(fields, 'accent_color')?.trim() ?? null,
    website_url: textOrNull(fields, 'website_url'),
    postal_address: textOrNull(fields, 'postal_address'),
    show_rota: isChecked(fields, 'show_rota'),
  };
}

/** Cut to what each may have: a longer URL than that of all of them together would be refused. */
const draftIn = (fields: SentFields): Draft => ({
  company_name: text(fields, 'company_name').slice(0, NAME_LENGTH),
  accent_color: text(fields, 'accent_color').slice(0, COLOUR_LENGTH),
  website_url: text(fields, 'website_url').slice(0, URL_LENGTH),
  postal_address: text(fields, 'postal_address').slice(0, ADDRESS_LENGTH),
  show_rota: isChecked(fields, 'show_rota') ? 'true' : '',
});
