// A form for each provider of calendars, with the way to what it asks for.
import { disclosure } from '../../../html/blocks.ts';
import { button, checkbox, form, hidden, textField } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { NAME_LENGTH } from '../../../limits/limits.ts';
import { isChecked, type SentFields, text, textOrNull } from '../../fields.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';
import { type Provider, providers } from './providers.ts';

export function addForms(screen: Screen, action: string, isFirst: boolean): Content {
  const { sent } = screen;
  const wrong = sent?.action === action ? providerOf(sent.fields) : undefined;
  const open = wrong ?? (isFirst ? providers[0] : undefined);
  return providers.map((provider) =>
    disclosure(
      provider.name,
      html`<ol class="numbered">${provider.steps.map((step) => html`<li>${step}</li>`)}</ol>
${addForm(provider === wrong ? screen : { ...screen, sent: undefined }, action, provider)}`,
      { open: provider === open },
    ),
  );
}

/** Whose form was sent. */
function providerOf(fields: SentFields): Provider | undefined {
  const key = text(fields, 'provider') || text(fields, 'type');
  return providers.find((provider) => provider.key === key);
}

function addForm(screen: Screen, action: string, { key, type, url }: Provider): Html {
  const fields = fieldsOf(screen, action);
  const name = textField({
    label: 'Name',
    hint: 'To tell it from others.',
    ...fields.field('name', ''),
    id: `${key}-name`,
    maxLength: NAME_LENGTH,
  });
  return form({
    action,
    token: screen.token,
    content: html`${hidden('type', type)}${hidden('provider', key)}
${type !== 'pushed' && reachFields(fields, { key, type, url })}
${name}
${type === 'caldav' && receivesField(fields.isChecked('receives_bookings', false))}
${button({ label: 'Add calendar' })}`,
  });
}

function reachFields(
  { field }: ReturnType<typeof fieldsOf>,
  { key, type, url = '' }: Pick<Provider, 'key' | 'type' | 'url'>,
): Html {
  const access = accessFields({ field }, { required: type === 'caldav', prefix: `${key}-` });
  return html`${textField({
    label: 'Address',
    hint:
      type === 'ics' ? 'Keep it as secret as a password: whoever has it can read the calendar.' : undefined,
    ...field('url', url),
    id: `${key}-url`,
    required: true,
    autocomplete: 'off',
  })}
${type === 'caldav' ? access : disclosure('The server asks for a user name', access)}`;
}

/** A password is never shown again. */
export function accessFields(
  { field }: Pick<ReturnType<typeof fieldsOf>, 'field'>,
  {
    required = false,
    prefix = '',
    username = '',
    hint,
  }: {
    required?: boolean;
    prefix?: string;
    username?: string | null;
    hint?: string;
  },
): Html {
  const { value: _, ...password } = field('password', '');
  return html`<div class="pair">${textField({ label: 'User name', ...field('username', username), id: `${prefix}username`, required, autocomplete: 'off' })}
${textField({ type: 'password', label: 'Password', hint, ...password, id: `${prefix}password`, required: required && !hint, autocomplete: 'new-password' })}</div>`;
}

export const receivesField = (checked: boolean): Html =>
  checkbox({
    name: 'receives_bookings',
    label: 'Write bookings into this calendar',
    checked,
  });

/** A new calendar in the API's shape. */
export const calendarIn = (fields: SentFields) => ({
  type: text(fields, 'type'),
  name: textOrNull(fields, 'name'),
  url: textOrNull(fields, 'url'),
  username: textOrNull(fields, 'username'),
  // A password may begin or end with a space.
  password: text(fields, 'password') || null,
  receives_bookings: isChecked(fields, 'receives_bookings'),
});
