// Slots are those that a walk over every minute finds, in every zone whose clock changes, near the change.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limitOwners, refusalReasons, type SlotSearch } from '../../src/time/hosts.ts';
import { findSlots } from '../../src/time/slots.ts';
import { forLane, runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { slotsByMinutes } from './oracle.ts';
import { changesOf, type Moment, minuteOf, searchesAt } from './searches.ts';

/** Offsets that are no whole hours, and the largest and smallest there are. */
const ODD_ZONES = [
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Marquesas',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
];

/** Days that were left out or happened twice, changes at midnight, and offsets with seconds. */
const STRANGE_DAYS: Moment[] = [
  { timezone: 'Pacific/Apia', minute: minuteOf('2011-12-30T10:00:00Z') },
  { timezone: 'Pacific/Fakaofo', minute: minuteOf('2011-12-30T11:00:00Z') },
  { timezone: 'Pacific/Kwajalein', minute: minuteOf('1993-08-21T12:00:00Z') },
  { timezone: 'Pacific/Kwajalein', minute: minuteOf('1969-09-30T13:00:00Z') },
  { timezone: 'America/St_Johns', minute: minuteOf('2006-10-29T02:31:00Z') },
  { timezone: 'America/St_Johns', minute: minuteOf('2006-04-02T03:31:00Z') },
  { timezone: 'Africa/Monrovia', minute: minuteOf('1972-01-07T00:45:00Z') },
  { timezone: 'Africa/Cairo', minute: minuteOf('2010-09-09T22:00:00Z') },
  { timezone: 'Antarctica/Troll', minute: minuteOf('2026-03-29T01:00:00Z') },
];

describe.full('A search for slots', () => {
  let searches = 0;
  let withSlots = 0;
  let withMore = 0;
  const reasons = new Set<string>();
  /** Whose limits refused a start, of a meeting type and of a host. */
  const owners = new Set<string>();

  function holdsAt(moment: Moment, count: number) {
    const sameAsByMinutes = (search: SlotSearch) => {
      const expected = slotsByMinutes(search);
      assert.deepEqual(findSlots(search), expected);
      searches++;
      if (expected.slots.length > 0) withSlots++;
      if (expected.has_more) withMore++;
      for (const { reason, limit_of } of expected.refused.flatMap((refused) => refused.reasons)) {
        reasons.add(reason);
        if (limit_of) owners.add(`${reason} of the ${limit_of}`);
      }
    };
    const apart = `${moment.timezone} ${moment.minute}`;
    fc.assert(fc.property(searchesAt(moment, ODD_ZONES), sameAsByMinutes), runs(count, apart));
  }

  test('is right around every change of a clock from 2026 to 2028', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const changes = changesOf(zones, minuteOf('2026-01-01T00:00:00Z'), minuteOf('2029-01-01T00:00:00Z'));
    assert.ok(new Set(changes.map(({ timezone }) => timezone)).size > 100, 'the changes were found');
    for (const change of changes) holdsAt(change, 6);
  });

  test('is right around days that were skipped, happened twice, or changed at midnight', () => {
    for (const moment of STRANGE_DAYS) holdsAt(moment, 60);
  });

  test('is right with offsets that are no whole hours', () => {
    for (const timezone of ODD_ZONES) holdsAt({ timezone, minute: minuteOf('2026-11-20T00:00:00Z') }, 40);
  });

  test('was tried with every reason, with limits of hosts and of types, with slots and without, and with more than were asked for', () => {
    assert.ok(searches >= forLane(5_000), `${searches} searches`);
    assert.ok(withSlots > searches / 4 && withSlots < searches, `${withSlots} of ${searches} found slots`);
    assert.ok(withMore > searches / 20, `${withMore} of ${searches} ended at their limit`);
    assert.deepEqual([...reasons].sort(), [...refusalReasons].sort());
    const ofBoth = ['notice', 'buffer', 'daily_maximum'].flatMap((reason) =>
      limitOwners.map((owner) => `${reason} of the ${owner}`),
    );
    assert.deepEqual([...owners].sort(), [...ofBoth, 'booking_window of the meeting_type'].sort());
  });
});
