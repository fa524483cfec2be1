// How the company looks to its guests: the form, the logo, and beside them a page and a mail as they would be.
import { imageTypes } from '../../features/workspace/branding/image.ts';
import type { PresentedBranding } from '../../features/workspace/branding/operations.ts';
import { ADDRESS_LENGTH, MAX_LOGO_BYTES } from '../../features/workspace/branding/rules.ts';
import {
  button,
  checkbox,
  colourField,
  fileField,
  form,
  inlineForm,
  textArea,
  textField,
} from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { pageHead, section } from '../../html/sections.ts';
import { withQuery } from '../../html/urls.ts';
import { NAME_LENGTH, URL_LENGTH } from '../../limits/limits.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { SETTINGS } from './settings-page.ts';

export const BRANDING = `${SETTINGS}/branding`;
export const LOGO = `${BRANDING}/logo`;
export const NO_LOGO = `${LOGO}/remove`;
export const PREVIEW = `${BRANDING}/preview`;
export const SAMPLE_PAGE = `${BRANDING}/sample-page`;
export const SAMPLE_MAIL = `${BRANDING}/sample-mail`;

/** `#1f5fd0`. */
export const COLOUR_LENGTH = 7;

/** What a preview shows, as the fields of the form have it. */
export interface Draft {
  company_name: string;
  /** Empty for the usual colour. */
  accent_color: string;
  website_url: string;
  postal_address: string;
  /** `true` or empty. */
  show_rota: string;
}

export const draftOf = (branding: PresentedBranding, workspace: string): Draft => ({
  company_name: branding.company_name === workspace ? '' : branding.company_name,
  accent_color: branding.accent_color ?? '',
  website_url: branding.website_url ?? '',
  postal_address: branding.postal_address ?? '',
  show_rota: branding.show_rota ? 'true' : '',
});

interface Data {
  branding: PresentedBranding;
  draft: Draft;
}

export function brandingPage(screen: Screen, { branding, draft }: Data): Shown {
  return {
    title: 'Branding',
    content: html`${pageHead({
      above: [{ href: SETTINGS, label: 'Settings' }],
      title: 'Branding',
      lead: 'Your company as guests see it, on every page and in every mail.',
    })}
<div class="beside"><div>
${section({ id: 'company', title: 'Company', content: companyForm(screen, draft) })}
${section({ id: 'logo', title: 'Logo', content: logoForms(screen, branding) })}
</div>
${previews(draft)}</div>`,
  };
}

function companyForm(screen: Screen, draft: Draft): Content {
  const { workspace, token } = screen;
  const { field, isChecked } = fieldsOf(screen, BRANDING);
  return form({
    action: BRANDING,
    token,
    more: html` data-previews`,
    content: html`${textField({
      ...field('company_name', draft.company_name),
      label: 'Company name',
      hint: `Left empty, guests see the name of the workspace: ${workspace.name}.`,
      maxLength: NAME_LENGTH,
      autocomplete: 'organization',
    })}
<div class="colour">${textField({
      ...field('accent_color', draft.accent_color),
      label: 'Colour',
      hint: 'Of buttons and links. Where it would be hard to read, we use a darker or lighter shade.',
      maxLength: COLOUR_LENGTH,
    })}${colourField({ name: 'palette', label: 'Choose a colour', value: draft.accent_color || USUAL_COLOUR })}</div>
${textField({
  ...field('website_url', draft.website_url),
  type: 'url',
  label: 'Website',
  hint: 'Your name at the top of each page leads there.',
  maxLength: URL_LENGTH,
  autocomplete: 'url',
})}
${textArea({
  ...field('postal_address', draft.postal_address),
  label: 'Postal address',
  hint: 'At the end of pages and mails.',
  maxLength: ADDRESS_LENGTH,
})}
${checkbox({ name: 'show_rota', label: 'Say “Scheduled with Rota” at the end', checked: isChecked('show_rota', draft.show_rota === 'true') })}
<div class="actions">${button({ label: 'Save branding' })}${button({ label: 'Preview', kind: 'quiet', action: PREVIEW })}</div>`,
  });
}

const USUAL_COLOUR = '#1f5fd0';

function logoForms(screen: Screen, { logo, company_name }: PresentedBranding): Content {
  const { token } = screen;
  const path = logo && new URL(logo.url);
  const current =
    path &&
    logo &&
    html`<p class="logo-now"><img src="${path.pathname}${path.search}" width="${logo.width}" height="${logo.height}" alt="The logo of ${company_name}"></p>`;
  return html`${current}
${form({
  action: LOGO,
  token,
  hasFile: true,
  content: html`${fileField({
    ...fieldsOf(screen, LOGO).field('logo', ''),
    label: logo ? 'Another logo' : 'File',
    hint: `PNG, JPEG or WebP, up to ${MAX_LOGO_BYTES / 1024} KB. A PNG with a transparent background looks right on light and dark pages; some mail programs show no WebP.`,
    accept: imageTypes,
    required: true,
  })}
${button({ label: 'Upload logo' })}`,
})}
${logo && inlineForm({ action: NO_LOGO, token, label: 'Remove logo' })}`;
}

/** Nothing in them can be pressed: they only show the look. */
function previews(draft: Draft): Html {
  const preview = (title: string, path: string) =>
    html`<figure><figcaption>${title}</figcaption>
<iframe title="${title}" src="${withQuery(path, { ...draft })}" data-preview="${path}" loading="lazy" inert></iframe></figure>`;
  return html`<div class="previews">${preview('Page', SAMPLE_PAGE)}
${preview('Mail', SAMPLE_MAIL)}
</div>`;
}
