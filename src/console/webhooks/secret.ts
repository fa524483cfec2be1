// Shows the signing secret, in the only response that has it.
import { actions } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { code, secretOnce } from '../../html/marks.ts';
import { pageHead } from '../../html/sections.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { endpointPath, WEBHOOKS } from './paths.ts';
import { endpointName } from './states.ts';

interface NewSecret {
  title: string;
  /** Below the secret: what happens to the previous one, if any. */
  note?: Content;
  endpoint: { id: string; url: string; description: string | null; enabled: boolean; signing_secret: string };
}

export function secretPage({ token }: Screen, { title, note, endpoint }: NewSecret): Shown {
  const { id, enabled, signing_secret } = endpoint;
  const path = endpointPath(id);
  return {
    title,
    content: html`${pageHead({
      above: [
        { href: WEBHOOKS, label: 'Webhooks' },
        { href: path, label: endpointName(endpoint) },
      ],
      title,
    })}
${secretOnce('The signing secret', signing_secret)}
<p>Store it where the receiver can read it: it checks the header ${code('webhook-signature')} of each delivery.</p>
${note && html`<p>${note}</p>`}
${actions(
  enabled && inlineForm({ action: `${path}/test`, token, label: 'Send a test event' }),
  html`<a href="${path}">Go to the endpoint</a>`,
)}`,
  };
}
