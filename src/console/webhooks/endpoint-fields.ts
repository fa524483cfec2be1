// The fields of an endpoint, for new ones and for settings.
import { invalidRequest } from '../../errors.ts';
import { describedEvents, type EventType } from '../../features/events/events/event-types.ts';
import { actions, disclosure, linkButton } from '../../html/blocks.ts';
import { button, checkbox, form, textArea, textField } from '../../html/fields.ts';
import { type Html, html } from '../../html/html.ts';
import { code } from '../../html/marks.ts';
import { pageHead } from '../../html/sections.ts';
import { URL_LENGTH } from '../../limits/limits.ts';
import { asTyped } from '../../text/plain-text.ts';
import { list, type SentFields, text, textOrNull } from '../fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { NEW_ENDPOINT, WEBHOOKS } from './paths.ts';

interface StoredFields {
  url: string;
  description: string | null;
  events: EventType[];
}

export function endpointFields(screen: Screen, action: string, stored: StoredFields): Html {
  const { field } = fieldsOf(screen, action);
  return html`${textField({
    ...field('url', stored.url),
    type: 'url',
    label: 'URL',
    hint: 'An https address. Rota sends it a POST request for each event.',
    required: true,
    maxLength: URL_LENGTH,
  })}
${textField({
  ...field('description', stored.description),
  label: 'Description',
  hint: 'For your colleagues: what it’s for.',
})}
${eventChoice(screen, action, stored.events)}`;
}

const groups = [
  { legend: 'Meeting requests', begins: 'meeting_request.' },
  { legend: 'Members', begins: 'member.' },
  { legend: 'Calendars', begins: 'calendar.' },
  { legend: 'Webhooks', begins: 'webhook_endpoint.' },
];

/** Nobody can subscribe to a test. */
const choices = describedEvents.filter(({ type }) => type !== 'test');

function eventChoice(screen: Screen, action: string, stored: EventType[]): Html {
  const { field, isChecked } = fieldsOf(screen, action);
  const { problem } = field('events', '');
  const fieldsets = groups.map(({ legend, begins }) => {
    const boxes = choices
      .filter(({ type }) => type.startsWith(begins))
      .map(({ type, about }) =>
        checkbox({
          name: 'events[]',
          id: type,
          value: type,
          label: code(type),
          hint: about,
          checked: isChecked('events', (stored as string[]).includes(type), type),
        }),
      );
    return html`<fieldset class="choices"><legend>Events: ${legend}</legend>${boxes}</fieldset>`;
  });
  return html`${problem && html`<p class="problem" id="events-problem">${problem}</p>`}
${fieldsets}`;
}

/** For values that are never shown again once stored. */
export function headersField(screen: Screen, action: string, hint: string): Html {
  const { field } = fieldsOf(screen, action);
  return textArea({
    ...field('headers', ''),
    label: 'Custom headers',
    hint: `One per line, such as X-Token: 4b825dc6. ${hint}`,
  });
}

/** The fields that `NewEndpoint` and `EndpointChanges` share, as sent. */
export function sentEndpoint(fields: SentFields) {
  return {
    url: text(fields, 'url').trim(),
    description: textOrNull(fields, 'description'),
    events: list(fields, 'events'),
  };
}

/** Undefined if the field was left empty. */
export function sentHeaders(fields: SentFields): { key: string; value: string }[] | undefined {
  const lines = text(fields, 'headers')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) return undefined;
  return lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 0) throw withoutColon(line);
    return { key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
  });
}

const withoutColon = (line: string) =>
  invalidRequest('headers has a line without a colon', {
    field: 'headers',
    plain: `“${asTyped(line)}” has no colon. Write a name, a colon and a value, such as X-Token: 4b825dc6.`,
  });

export function newEndpointPage(screen: Screen): Shown {
  const title = 'Add endpoint';
  const content = html`${endpointFields(screen, NEW_ENDPOINT, { url: '', description: null, events: [] })}
${disclosure('Custom headers', headersField(screen, NEW_ENDPOINT, 'Sent with each delivery, and never shown again.'), { open: screen.sent !== undefined })}
${actions(button({ label: 'Add endpoint' }), linkButton(WEBHOOKS, 'Back'))}`;
  return {
    title,
    content: html`${pageHead({
      above: [{ href: WEBHOOKS, label: 'Webhooks' }],
      title,
      lead: 'Every event of the chosen types is sent there. The next page shows the signing secret, once.',
    })}
${form({ action: NEW_ENDPOINT, token: screen.token, content })}`,
  };
}
