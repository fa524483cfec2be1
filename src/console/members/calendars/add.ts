// A form for each kind of calendar, which asks only for what that kind needs.
import { calendarTypes } from '../../../features/calendar/calendars/rules.ts';
import { disclosure } from '../../../html/blocks.ts';
import { button, checkbox, form, hidden, textField } from '../../../html/fields.ts';
import { type Content, type Html, html } from '../../../html/html.ts';
import { NAME_LENGTH } from '../../../limits/limits.ts';
import { isChecked, type SentFields, text, textOrNull } from '../../fields.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';

type Kind = (typeof calendarTypes)[number];

const titles: Record<Kind, string> = {
  ics: 'A calendar with an address (Google, Outlook, iCloud: “secret address”, ICS, webcal)',
  caldav: 'A calendar on a CalDAV server (Nextcloud, Fastmail, iCloud)',
  pushed: 'A calendar whose busy times a program of yours sends',
};

export function addForms(screen: Screen, action: string, isFirst: boolean): Content {
  const { sent } = screen;
  return calendarTypes.map((type) => {
    const isSent = sent?.action === action && text(sent.fields, 'type') === type;
    const isOpen = isSent || (isFirst && sent?.action !== action && type === 'ics');
    return disclosure(titles[type], addForm(isSent ? screen : { ...screen, sent: undefined }, action, type), {
      open: isOpen,
    });
  });
}

function addForm(screen: Screen, action: string, type: Kind): Html {
  const fields = fieldsOf(screen, action);
  const name = textField({
    label: 'Name',
    hint: 'To tell it from others.',
    ...fields.field('name', ''),
    id: `${type}-name`,
    maxLength: NAME_LENGTH,
  });
  return form({
    action,
    token: screen.token,
    content: html`${hidden('type', type)}
${type !== 'pushed' && reachFields(fields, type)}
${name}
${type === 'caldav' && receivesField(fields.isChecked('receives_bookings', false))}
${button({ label: 'Add this calendar' })}`,
  });
}

function reachFields({ field }: ReturnType<typeof fieldsOf>, type: 'ics' | 'caldav'): Html {
  const access = accessFields(
    { field },
    type === 'caldav' ? { required: true, prefix: 'caldav-' } : { prefix: 'ics-' },
  );
  return html`${textField({
    label: 'Address',
    hint:
      type === 'ics' ? 'Keep it as secret as a password: whoever has it can read the calendar.' : undefined,
    ...field('url', ''),
    id: `${type}-url`,
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
