// Cities have the names that people use in their language, and no name is for a city that no zone is named after.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { languages } from '../../src/text/languages.ts';
import { cityIn } from '../../src/time/city-names.ts';
import { placeOf } from '../../src/time/wording.ts';
import { describe, test } from '../support/lanes.ts';

describe('The name of a city', () => {
  test('is that of the language, in every region', () => {
    assert.deepEqual(
      languages.map((language) => cityIn(language, 'Vienna')),
      ['Vienna', 'Wien', 'Vienne', 'Viena'],
    );
    assert.equal(cityIn('de-AT', 'Vienna'), 'Wien');
    assert.equal(cityIn('fr', 'Berlin'), 'Berlin');
    assert.equal(cityIn('pt-BR', 'Vienna'), 'Vienna');
    assert.equal(cityIn('de', 'Springfield'), 'Springfield');
  });

  test('is known only for those that a zone is named after', () => {
    const source = readFileSync(new URL('../../src/time/city-names.ts', import.meta.url), 'utf8');
    const rows = (/TABLE = `\n([^`]*)`/.exec(source)?.[1] ?? '').trim().split('\n');
    assert.ok(rows.length > 100);
    const known = new Set(Intl.supportedValuesOf('timeZone').map((zone) => placeOf(zone, 'en')));
    for (const row of rows) {
      const names = row.split('|');
      assert.equal(names.length, 4, row);
      assert.ok(known.has(names[0]), row);
    }
  });
});
