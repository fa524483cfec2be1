// Calendars as other programs write them become the busy times that RFC 5545 means.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { decoded, readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { describe, test } from '../../support/lanes.ts';
import { fixtureCases, USUAL } from './fixture-cases.ts';
import { optionsFor, written } from './reading.ts';

const FOLDER = new URL('./fixtures/', import.meta.url);

describe('A calendar in a file', () => {
  for (const { file, because, busy, doubtful = 0, unknown_zones, ...range } of fixtureCases) {
    test(because ? `${file}: ${because}` : file, () => {
      const text = decoded(readFileSync(new URL(`${file}.ics`, FOLDER)));
      const result = readBusyTimes(text, optionsFor({ ...USUAL, ...range }));
      assert.deepEqual(written(result), { busy, doubtful, ...(unknown_zones && { unknown_zones }) });
    });
  }

  test('has a case for each file', () => {
    const files = readdirSync(FOLDER).map((name) => name.replace('.ics', ''));
    assert.deepEqual(files.sort(), [...new Set(fixtureCases.map(({ file }) => file))].sort());
  });
});
