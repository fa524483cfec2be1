// Where meetings are, as fields of a form: a kind, and below it what belongs to that kind. Browsers show only what belongs to the chosen
// one (location.css); those that can't show all of it, and the others are left out when the form is read.
import {
  type GivenLocation,
  LOCATION_LENGTH,
  type Location,
  madeKinds,
} from '../features/workspace/locations/rules.ts';
import { option, select, textArea, textField } from '../html/fields.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { URL_LENGTH } from '../limits/limits.ts';
import { PHONE_NUMBER_LENGTH } from '../text/phone-numbers.ts';
import { type SentFields, text } from './fields.ts';
import { type LocationChoice, locationChoices } from './location-words.ts';
import type { Screen } from './screen.ts';
import type { fieldsOf } from './sent.ts';

/** Empty for none. */
type Choice = LocationChoice | '';

function choiceOf(location: Location | null): Choice {
  if (location?.kind === 'phone') return location.caller === 'host' ? 'host_calls' : 'guest_calls';
  return location?.kind ?? '';
}

type Detail = 'url' | 'template' | 'number' | 'address' | 'text';

/** For forms with these fields: a refusal calls them as they stand on the page. */
export const locationLabels = {
  kind: 'Place',
  url: 'Link to the video call',
  template: 'Link template',
  number: 'Number to call',
  address: 'Address',
  text: 'What to tell guests',
} satisfies Record<Detail | 'kind', string>;

interface Given {
  stored: Location | null;
  /** What is chosen where nothing is said: “Same as the team”. */
  none: string;
  hint?: string;
}

export function locationFields(
  { placeKinds }: Pick<Screen, 'placeKinds'>,
  { field }: ReturnType<typeof fieldsOf>,
  { stored, none, hint }: Given,
): Html {
  const kind = field('location.kind', choiceOf(stored));
  const offered = Object.entries(locationChoices).filter(
    ([choice]) =>
      !(madeKinds as readonly string[]).includes(choice) || placeKinds.has(choice) || choice === kind.value,
  );
  const values: Partial<Record<Detail | 'kind', string | null>> = stored ?? {};
  const detail = (name: Detail, maxLength: number, about?: string) => ({
    ...field(`location.${name}`, values[name]),
    label: locationLabels[name],
    hint: about,
    maxLength,
  });
  // Of no type that browsers check: a field that is out of sight must not hold up the form.
  const belonging = (choice: Choice, content: Content) =>
    html`<div data-kind="${choice}">${content}</div>
`;
  return html`<div class="location">${select({
    ...kind,
    label: locationLabels.kind,
    hint,
    options: [
      option('', none, kind.value === ''),
      offered.map(([choice, label]) => option(choice, label, choice === kind.value)),
    ],
  })}
${belonging('link', textField(detail('url', URL_LENGTH, 'Such as https://meet.example.org/sales.')))}
${belonging('personal_link', html`<p class="note">The link is the video call address in the host’s profile. Hosts without one can’t take these meetings.</p>`)}
${belonging('google_meet', html`<p class="note">Google creates a new call for each booking. Hosts need a connected Google calendar that bookings go into.</p>`)}
${belonging('microsoft_teams', html`<p class="note">Microsoft creates a new call for each booking. Hosts need a connected Microsoft calendar that bookings go into.</p>`)}
${belonging('generated_link', textField(detail('template', URL_LENGTH, 'Such as https://meet.example.org/{id}. For each meeting, {id} becomes a code that nobody can guess.')))}
${belonging('host_calls', html`<p class="note">Guests are asked for their number when they pick a time.</p>`)}
${belonging('guest_calls', textField({ ...detail('number', PHONE_NUMBER_LENGTH, 'With the country code, such as +44 20 7946 0018.'), type: 'tel' }))}
${belonging('in_person', textArea({ ...detail('address', LOCATION_LENGTH, 'Guests get a link to a map.'), rows: 2 }))}
${belonging('custom', textArea({ ...detail('text', LOCATION_LENGTH, 'For example: In the café next to our office.'), rows: 2 }))}</div>`;
}

/** The fields as the API takes them. Undefined if the form doesn't have them. */
export function locationIn(fields: SentFields): GivenLocation | null | undefined {
  if (fields['location.kind'] === undefined) return undefined;
  const typed = (name: Detail) => text(fields, `location.${name}`).trim();
  const choice = text(fields, 'location.kind') as Choice;
  switch (choice) {
    case '':
      return null;
    case 'link':
      return { kind: choice, url: typed('url') };
    case 'generated_link':
      return { kind: choice, template: typed('template') };
    case 'host_calls':
      return { kind: 'phone', caller: 'host' };
    case 'guest_calls':
      return { kind: 'phone', caller: 'guest', number: typed('number') };
    case 'in_person':
      return { kind: choice, address: typed('address') };
    case 'custom':
      return { kind: choice, text: typed('text') };
    default:
      return { kind: choice };
  }
}
