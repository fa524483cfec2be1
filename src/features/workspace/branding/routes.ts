import { keyWith } from '../../../http/access/api-key.ts';
import { everybody } from '../../../http/access/public.ts';
import { PublicImage } from '../../../http/public-image.ts';
import { textQuery } from '../../../http/query.ts';
import { type Route, route } from '../../../http/route.ts';
import { One } from '../../../shapes/fields.ts';
import { imageTypes, MAX_PIXELS } from './image.ts';
import { deleteLogo, getBranding, openLogo, setLogo, updateBranding } from './operations.ts';
import { LOGO_PATH, MAX_LOGO_BYTES } from './rules.ts';
import { BrandingShape, BrandingUpdate } from './shapes.ts';

const url = '/api/v1/workspace/branding';
const group = {
  name: 'Branding',
  description:
    'What guests see of the company, on every page and in every mail: its name, its logo, its colour, its address.',
};
const branding = (description: string) => ({ status: 200, description, shape: One(BrandingShape) }) as const;

export const brandingRoutes: Route[] = [
  route({
    method: 'GET',
    url,
    access: keyWith('workspace.read'),
    operation: 'getBranding',
    group,
    summary: 'Read the branding',
    description: 'Reads what guests see of the company. What was never set has its default.',
    response: branding('The branding.'),
    handle: async (context) => ({ data: await getBranding(context) }),
  }),
  route({
    method: 'PATCH',
    url,
    access: keyWith('workspace.write'),
    operation: 'updateBranding',
    group,
    summary: 'Change the branding',
    description:
      'Changes what is given and leaves the rest; null sets a field back. Pages show it at once, and mails from the next one on. Fires no event.',
    body: BrandingUpdate,
    response: branding('The branding as it is now.'),
    handle: async (context, { body }) => ({ data: await updateBranding(context, body) }),
  }),
  route({
    method: 'PUT',
    url: `${url}/logo`,
    access: keyWith('workspace.write'),
    operation: 'setLogo',
    group,
    summary: 'Set the logo',
    description:
      `Takes a PNG, JPEG or WebP file of up to 256 KiB and ${MAX_PIXELS} × ${MAX_PIXELS} pixels, and replaces the logo that was there. ` +
      'Its own bytes tell what it is. Other formats, such as SVG, are refused, and so are animations, damaged files, and files with anything after ' +
      'the picture. Some mail programs show no WebP: PNG suits pages and mails alike. Fires no event.',
    bytes: {
      contentTypes: imageTypes,
      maxBytes: MAX_LOGO_BYTES,
      what: 'a PNG, JPEG or WebP picture',
      description: 'The file: at most 256 KiB.',
      example: '(the bytes of the file)',
      file: 'logo.png',
    },
    response: branding('The branding with its new logo.'),
    handle: async (context, { bytes }) => ({ data: await setLogo(context, bytes) }),
  }),
  route({
    method: 'DELETE',
    url: `${url}/logo`,
    access: keyWith('workspace.write'),
    operation: 'deleteLogo',
    group,
    summary: 'Remove the logo',
    description: "Removes the logo. Pages and mails show the company's name instead. Fires no event.",
    response: { status: 204, description: 'The logo was removed.' },
    refusals: { not_found: 'Logo not found' },
    handle: (context) => deleteLogo(context),
  }),
];

/** For the pages of guests. No part of the API. */
export const logoRoutes: Route[] = [
  route({
    method: 'GET',
    url: LOGO_PATH,
    access: everybody,
    operation: 'showLogo',
    group,
    summary: 'The logo on a page',
    description: 'The image, for whoever was shown its address.',
    query: { key: textQuery('Names the logo.') },
    response: { status: 200, description: 'The image.' },
    handle: async (services, { query }) => new PublicImage(await openLogo(services, query.key ?? '')),
  }),
];
