import type { createApiKey } from '../../features/workspace/api-keys/operations.ts';
import { actions, linkButton, named } from '../../html/blocks.ts';
import { button, checkboxList, dateTimeField, form, textArea, textField } from '../../html/fields.ts';
import { html } from '../../html/html.ts';
import { badge, code, codeBlock, secretOnce } from '../../html/marks.ts';
import { pageHead, section } from '../../html/sections.ts';
import { NAME_LENGTH } from '../../limits/limits.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { zoneInWords } from '../words.ts';
import { KEYS, NEW_KEY } from './keys-page.ts';
import { samplePaths, scopeGroups } from './scope-words.ts';

const above = [{ href: KEYS, label: 'API keys' }];

export function newKeyPage(screen: Screen): Shown {
  const { field, isChecked } = fieldsOf(screen, NEW_KEY);
  const title = 'Create an API key';
  const groups = scopeGroups.map(({ title: legend, scopes }) =>
    checkboxList({
      name: 'scopes[]',
      legend,
      options: scopes.map(({ scope, allows, warning }) => ({
        value: scope,
        label: code(scope),
        hint: html`${allows}${warning && html` ${badge('warn', 'Careful')} ${warning}`}`,
        checked: isChecked('scopes', false, scope),
      })),
    }),
  );
  return {
    title,
    content: html`${pageHead({ above, title, lead: 'Give each program its own key, with no more scopes than it needs. You’ll see the key once.' })}
${form({
  action: NEW_KEY,
  token: screen.token,
  content: html`${textField({ ...field('name', ''), label: 'Name', hint: 'The program that uses it, such as “CRM sync”.', required: true, maxLength: NAME_LENGTH })}
<h2>Access</h2>
${groups}
<h2>Expiry</h2>
${dateTimeField({ ...field('expires_at', ''), label: 'Expires', hint: `${zoneInWords(screen)}. Leave empty for a key that never expires.` })}
<h2>Networks</h2>
${textArea({ ...field('allowed_networks', ''), label: 'Allowed networks', hint: 'Addresses or networks such as 192.0.2.0/24, one per line. Leave empty to allow any.' })}
${actions(button({ label: 'Create key' }), linkButton(KEYS, 'Back'))}`,
})}`,
  };
}

/** The response to the form that creates the key: the only page that ever shows it. */
export function madeKeyPage(screen: Screen, made: Awaited<ReturnType<typeof createApiKey>>): Shown {
  const { key, name, scopes } = made;
  const path = scopes.map((scope) => samplePaths[scope]).find((sample) => sample !== undefined);
  return {
    title: 'API key created',
    content: html`${pageHead({ above, title: 'API key created' })}
${secretOnce(html`The key ${named(name)}`, key)}
${
  path &&
  section({
    title: 'Try it',
    content: codeBlock(`curl -H 'Authorization: Bearer ${key}' \\\n  ${screen.address.url}${path}`),
  })
}
${actions(linkButton(KEYS, 'I have copied it'))}`,
  };
}
