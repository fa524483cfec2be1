// A booking as iCalendar text is read back as what was meant, whatever its title.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { entryText } from '../../../src/calendar-sync/caldav/entry.ts';
import { readBusyTimes } from '../../../src/calendar-sync/ical/read-busy-times.ts';
import { runs } from '../../support/chance.ts';
import { inBothLanes, test } from '../../support/lanes.ts';

const starts_at = Date.parse('2026-03-29T00:30:00Z');
const ends_at = Date.parse('2026-03-29T01:15:00Z');
const entry = { uid: 'mr_1@rota.localhost', starts_at, ends_at, sequence: 3, written_at: starts_at };

/** As RFC 5545 says: lines are unfolded, then the value is unescaped. */
function summaryIn(text: string): string | undefined {
  const line = /^SUMMARY:(.*)$/m.exec(text.replaceAll('\r\n ', '').replaceAll('\r\n', '\n'));
  return line?.[1]?.replace(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));
}

inBothLanes(() => {
  test('any title is written in lines of 75 bytes, and comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const title = given.toWellFormed();
        const text = entryText({ ...entry, title, participant_emails: [], location: null });
        for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
        assert.equal(text.match(/BEGIN:/g)?.length, 2 + (title.match(/BEGIN:/g)?.length ?? 0));
        // Control characters have no place in iCalendar.
        const expected = title.replace(/\r\n|\r/g, '\n').replace(/[^\P{Cc}\n]/gu, ' ');
        assert.equal(summaryIn(text), expected);
      }),
      runs(100),
    );
  });
});

test('its times are those of the booking', () => {
  const text = entryText({
    ...entry,
    title: 'X\r\nDTEND:20300101T000000Z',
    participant_emails: ['a@b.c'],
    location: null,
  });
  const range = { from: starts_at - 1, until: ends_at + 1 };
  const options = { ...range, timezone: 'Europe/Berlin', email: 'a@example.com', own_uid: /^never$/ };
  assert.deepEqual(readBusyTimes(text, options), {
    busy: [{ starts_at, ends_at }],
    doubtful: 0,
    unknown_zones: [],
  });
});
