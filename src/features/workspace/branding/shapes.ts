import { NAME_LENGTH, URL_LENGTH } from '../../../limits/limits.ts';
import { Clearable, Nullable, OneOf, Resource } from '../../../shapes/fields.ts';
import { type Static, Type } from '../../../shapes/type.ts';
import { imageTypes } from './image.ts';
import { ADDRESS_LENGTH } from './rules.ts';

const companyName = {
  description:
    'The company as guests know it, on every page and in every mail. While it is not set, the name of the workspace.',
  examples: ['Acme'],
};
const accentColor = {
  description:
    'The colour of buttons and links, as `#rrggbb`; null for the usual one. Where it would be unreadable, a darker or lighter shade is used.',
  examples: ['#1f5fd0'],
};
const websiteUrl = {
  description: "The company's website, to which its name leads on pages; null for none.",
  examples: ['https://www.acme.example'],
};
const postalAddress = {
  description: 'The postal address in the footer of pages and mails; null for none.',
  examples: ['12 Analytical Street, London'],
};
const showRota = Type.Boolean({
  description: 'Whether pages and mails say that they were made with Rota.',
  examples: [true],
});

const Logo = Resource(
  {
    url: Type.String({
      description: 'Where the image is, for anybody who has this address. It changes with each upload.',
      examples: ['http://127.0.0.1:3000/pages/logo?key=kH2mQz0R4tVd8wXyB1nJfA'],
    }),
    content_type: OneOf(imageTypes, 'What its bytes say it is.'),
    width: Type.Integer({ description: 'In pixels.', examples: [480] }),
    height: Type.Integer({ description: 'In pixels.', examples: [120] }),
    size_bytes: Type.Integer({ description: 'The size of the file.', examples: [9216] }),
  },
  undefined,
  'The logo of the company; null without one.',
);

export const BrandingShape = Resource(
  {
    company_name: Type.String(companyName),
    accent_color: Nullable(Type.String(accentColor)),
    website_url: Nullable(Type.String(websiteUrl)),
    postal_address: Nullable(Type.String(postalAddress)),
    show_rota: showRota,
    logo: Nullable(Logo),
  },
  'Branding',
  'What guests see of the company.',
);

export const BrandingUpdate = Type.Object({
  company_name: Clearable(Type.String({ 'x-trimmed': true, maxLength: NAME_LENGTH, ...companyName })),
  accent_color: Clearable(Type.String({ format: 'hex-color', ...accentColor })),
  website_url: Clearable(Type.String({ 'x-trimmed': true, maxLength: URL_LENGTH, ...websiteUrl })),
  postal_address: Clearable(Type.String({ 'x-trimmed': true, maxLength: ADDRESS_LENGTH, ...postalAddress })),
  show_rota: Type.Optional(showRota),
});
export type BrandingUpdate = Static<typeof BrandingUpdate>;
