// Choosing a time zone. The list has more than 400 names and is larger than the rest of a page, so it gets its own page: that works
// without a script, and the browser's native list is easy to search by keyboard and by voice.
import { currentName } from '../time/zone-names.ts';
import { button, type Field, form, hidden, option, optionGroup, select } from './fields.ts';
import { type Content, type Html, html } from './html.ts';
import type { Reader } from './reader.ts';
import { type Words, wordsOf } from './words/words.ts';

interface Place {
  timezone: string;
  region: string;
  label: string;
}

let known: Map<string, Place[]> | undefined;

/** By region. Built on first use, because few readers need it. */
function placesByRegion(): Map<string, Place[]> {
  known ??= Map.groupBy(listPlaces(), ({ region }) => region);
  return known;
}

function listPlaces(): Place[] {
  return Intl.supportedValuesOf('timeZone')
    .map((listed) => {
      const timezone = currentName(listed);
      const [region = '', ...rest] = timezone.replaceAll('_', ' ').split('/');
      const [place, within] = rest.reverse();
      return { timezone, region, label: within ? `${place} (${within})` : `${place}` };
    })
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

interface ZoneChoice {
  reader: Reader;
  action: string;
  token: string;
  /** The current zone. */
  timezone: string;
  /** A link back without a change. */
  back: string;
}

/** Sends `timezone`, a name from the IANA database. */
export function zoneForm({ reader, action, token, timezone, back }: ZoneChoice): Html {
  const { zones } = wordsOf(reader.language);
  return form({
    action,
    token,
    content: html`${zoneField(reader, { name: 'timezone', label: zones.label }, timezone)}
<div class="actions">${button({ label: zones.choose })}<a class="button quiet" href="${back}">${zones.back}</a></div>`,
  });
}

/** The list as a form field. With `own`, the browser's zone is selected where a script can tell (browser/zone.js). */
export function zoneField(reader: Reader, field: Field, timezone: string, { own = false } = {}): Html {
  const { regions } = wordsOf(reader.language).zones;
  const options = zoneOptions(regions, timezone);
  return select({ ...field, options, ...(own && { more: html` data-own-zone` }) });
}

interface OwnZone {
  action: string;
  token: string;
  /** The current zone: no other one is offered in its place. */
  timezone: string;
}

/** One button that sends the zone of the reader's browser. Hidden until a script knows it (browser/zone.js). */
export const ownZoneForm = ({ action, token, timezone }: OwnZone): Html =>
  html`<form class="inline" method="post" action="${action}" accept-charset="utf-8" data-own-zone="${timezone}" hidden>${hidden('form', token)}${hidden('timezone', '')}${button({ label: html`Use <span data-zone-name></span> time` })}</form>`;

function zoneOptions(regions: Words['zones']['regions'], timezone: string): Content {
  const selected = currentName(timezone);
  const places = placesByRegion();
  const isListed =
    selected === 'UTC' || [...places.values()].flat().some(({ timezone: listed }) => listed === selected);
  return [
    !isListed && option(selected, selected, true),
    Object.entries(regions).map(([region, name]) =>
      optionGroup(
        name,
        (places.get(region) ?? []).map((place) =>
          option(place.timezone, place.label, place.timezone === selected),
        ),
      ),
    ),
    option('UTC', 'UTC', selected === 'UTC'),
  ];
}
