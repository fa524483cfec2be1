// Lists of intervals: put in order and joined, taken from each other, asked minute by minute.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Interval } from '../../src/time/hosts.ts';
import { ascending, merged, without } from '../../src/time/intervals.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';

/** `1-3 5-6` as a list. */
const list = (text: string): Interval[] =>
  [...text.matchAll(/(-?\d+)-(-?\d+)/g)].map(([, start, end]) => ({
    start: Number(start),
    end: Number(end),
  }));
const text = (intervals: readonly Interval[]) =>
  intervals.map(({ start, end }) => `${start}-${end}`).join(' ');

/** Each minute from 0 to 29 that lies in one of them. */
const minutesIn = (intervals: readonly Interval[]) =>
  Array.from({ length: 30 }, (_, minute) => minute).filter((minute) =>
    intervals.some(({ start, end }) => start <= minute && minute < end),
  );

const anyList = fc.array(
  fc.tuple(fc.nat(20), fc.nat(8)).map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 8 },
);

describe('Merging', () => {
  test('puts in order, joins what overlaps or touches, and drops what is empty', () => {
    assert.equal(text(merged(list('5-7 1-2 6-9 2-3 12-12 20-21'))), '1-3 5-9 20-21');
    assert.equal(text(merged(list('1-9 2-3'))), '1-9');
    assert.deepEqual(merged([]), []);
  });

  test('leaves what it was given as it is', () => {
    const given = list('5-7 6-9');
    merged(given);
    assert.equal(text(given), '5-7 6-9');
  });
});

describe('Taking away', () => {
  test('leaves the parts before, between and after', () => {
    assert.equal(text(without(list('0-10'), list('2-3 5-7'))), '0-2 3-5 7-10');
    assert.equal(text(without(list('0-10 12-20'), list('8-14'))), '0-8 14-20');
    assert.equal(text(without(list('0-10'), list('0-10'))), '');
    assert.equal(text(without(list('3-5 6-8'), list('0-20'))), '');
    assert.equal(text(without(list('3-5'), list('0-3 5-9'))), '3-5');
    assert.equal(text(without(list('3-5'), [])), '3-5');
  });
});

describe.inBothLanes('Any lists', () => {
  test('have the same minutes after merging, with a gap between any two', () => {
    fc.assert(
      fc.property(anyList, (intervals) => {
        const result = merged(intervals);
        assert.deepEqual(minutesIn(result), minutesIn(intervals));
        assert.ok(
          result.every(({ start, end }, place) => start < end && start > (result[place - 1]?.end ?? -1)),
        );
      }),
      runs(100),
    );
  });

  test('lose exactly the minutes that are taken away, and stay merged', () => {
    fc.assert(
      fc.property(anyList, anyList, (one, other) => {
        const result = without(merged(one), merged(other));
        const taken = minutesIn(other);
        assert.deepEqual(
          minutesIn(result),
          minutesIn(one).filter((minute) => !taken.includes(minute)),
        );
        assert.deepEqual(result, merged(result));
      }),
      runs(100),
    );
  });

  test('answer for each minute in order, also when some are left out', () => {
    fc.assert(
      fc.property(anyList, fc.uniqueArray(fc.nat(29)), (intervals, some) => {
        const isIn = ascending(merged(intervals));
        const minutes = minutesIn(intervals);
        for (const minute of some.sort((a, b) => a - b)) assert.equal(isIn(minute), minutes.includes(minute));
      }),
      runs(100),
    );
  });
});
