// Choosing a time zone. The list has more than 400 names and is larger than the rest of a page, so it gets its own page: that works
// without a script, and the browser's native list is easy to use by keyboard and by voice.
import { currentName } from '../../time/zone-names.ts';
import { datesFor } from '../dates.ts';
import {
  button,
  type Field,
  form,
  hidden,
  hiddenFields,
  option,
  optionGroup,
  select,
  textField,
} from '../fields.ts';
import { type Content, type Html, html } from '../html.ts';
import type { Reader } from '../reader.ts';
import type { Parameters } from '../urls.ts';
import { type Language, wordsOf } from '../words/words.ts';
import { findPlaces, places } from './zone-search.ts';

interface ZoneChoice {
  reader: Reader;
  /** The path of the page, and the parameters to keep: the search is sent there by GET. */
  path: string;
  query: Parameters;
  /** Where the chosen zone is sent. */
  action: string;
  token: string;
  /** The current zone. */
  timezone: string;
  now: number;
  /** What is looked for, if anything. */
  typed: string | undefined;
  /** A link back without a change. */
  back: string;
}

/**
 * A search, and what was found, or else the whole list. Sends `timezone`, a name from the IANA database. With a script, what is found
 * changes while somebody types (src/html/browser/page.js).
 */
export function zoneForm(choice: ZoneChoice): Html {
  const { reader, path, query, typed = '', back } = choice;
  const { zones } = wordsOf(reader.language);
  const field = textField({
    name: 'q',
    label: zones.search.label,
    type: 'search',
    value: typed,
    maxLength: MAX_TYPED,
    autofocus: true,
  });
  return html`<form class="search" method="get" action="${path}" role="search" data-results="found">${hiddenFields(query)}
${field}
${button({ label: zones.search.button, kind: 'quiet' })}
</form>
<section id="found" aria-live="polite">${found(choice, typed.slice(0, MAX_TYPED))}</section>
<p><a href="${back}">${zones.back}</a></p>`;
}

/** Longer than any name of a place. */
const MAX_TYPED = 100;

function found({ reader, action, token, timezone, now }: ZoneChoice, typed: string): Content {
  const { zones } = wordsOf(reader.language);
  const hits = findPlaces(typed, reader.language);
  if (hits.length > 0) {
    const buttons = hits.map(({ timezone: name, label, country }) => {
      const clock = datesFor(reader, { timezone: name, now }).clock(now);
      return html`<button class="time" name="timezone" value="${name}"><span><b>${label}</b>${country !== '' && html` <span class="note">${country}</span>`}</span> <span class="clock">${clock}</span></button>
`;
    });
    return form({
      action,
      token,
      content: html`<h2>${zones.search.results}</h2>
<div class="places">${buttons}</div>`,
    });
  }
  return [
    typed.trim() !== '' && html`<p>${zones.search.none}</p>`,
    form({
      action,
      token,
      content: html`${zoneField(reader, { name: 'timezone', label: zones.search.all }, timezone)}
<div class="actions">${button({ label: zones.choose })}</div>`,
    }),
  ];
}

/** The list as a form field. With `own`, the browser's zone is selected where a script can tell (browser/zone.js). */
export function zoneField(reader: Reader, field: Field, timezone: string, { own = false } = {}): Html {
  const options = zoneOptions(reader.language, timezone);
  return select({ ...field, options, ...(own && { more: html` data-own-zone` }) });
}

interface OwnZone {
  action: string;
  token: string;
  /** The current zone: where the browser's is the same, the button stays hidden. */
  timezone: string;
  /** More hidden fields. */
  fields?: Record<string, string>;
}

/** One button that sends the zone of the reader's browser. Hidden until a script knows it (browser/zone.js). */
export const ownZoneForm = ({ action, token, timezone, fields = {} }: OwnZone): Html =>
  html`<form class="inline" method="post" action="${action}" accept-charset="utf-8" data-own-zone="${timezone}" hidden>${hidden('form', token)}${hidden('timezone', '')}${Object.entries(fields).map(([name, value]) => hidden(name, value))}${button({ label: html`Use <span data-zone-name></span> time` })}</form>`;

function zoneOptions(language: Language, timezone: string): Content {
  const selected = currentName(timezone);
  const { regions } = wordsOf(language).zones;
  const byRegion = Map.groupBy(places(language), ({ region }) => region);
  const isListed =
    selected === 'UTC' || [...byRegion.values()].flat().some(({ timezone: listed }) => listed === selected);
  return [
    !isListed && option(selected, selected, true),
    Object.entries(regions).map(([region, name]) =>
      optionGroup(
        name,
        (byRegion.get(region) ?? []).map((place) =>
          option(place.timezone, place.label, place.timezone === selected),
        ),
      ),
    ),
    option('UTC', 'UTC', selected === 'UTC'),
  ];
}
