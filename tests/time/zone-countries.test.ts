// The table of countries says what Intl says.
import assert from 'node:assert/strict';
import { countryOfZone } from '../../src/time/zone-countries.ts';
import { describe, test } from '../support/lanes.ts';

/** In browsers and in Node; not yet in the types of ECMAScript. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined };

describe('The country of a time zone', () => {
  test('is known for every zone that Intl lists', () => {
    assert.deepEqual(
      Intl.supportedValuesOf('timeZone').filter((zone) => !countryOfZone.has(zone)),
      [],
    );
  });

  test('is the one that Intl has', () => {
    for (const country of ['AU', 'BR', 'DE', 'ES', 'FR', 'GB', 'IN', 'JP', 'KE', 'US']) {
      const zones = (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? [];
      const listed = [...countryOfZone].filter(([, code]) => code === country).map(([zone]) => zone);
      assert.deepEqual(listed.sort(), zones.filter((zone) => countryOfZone.has(zone)).sort(), country);
    }
  });
});
