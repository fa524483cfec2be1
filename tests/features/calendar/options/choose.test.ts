// Offered times are spread over days and parts of the day, soonest first, and never those that were declined.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Choice, chooseOptions } from '../../../../src/features/calendar/options/choose.ts';
import type { MeetingTime } from '../../../../src/time/intervals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { partsOfDay, type Wishes } from '../../../../src/time/wishes.ts';
import { weekdays } from '../../../../src/time/zones.ts';
import { forLane, runs, seed } from '../../../support/chance.ts';
import { describe, test } from '../../../support/lanes.ts';
import { doOverlap } from '../../../support/makers/bookings.ts';
import { shownAt } from '../../../time/oracle.ts';

/** A Monday. */
const MONDAY = Date.parse('2026-11-16T00:00:00Z');

const timeAt = (text: string, minutes = 30): MeetingTime => {
  const starts_at = Date.parse(`${text}:00Z`);
  return { starts_at, ends_at: starts_at + minutes * MINUTE_MS };
};

/** Every half hour from 9 to 17 in UTC, on so many days from the Monday on. */
const office = (days: number): MeetingTime[] =>
  Array.from({ length: days }, (_, day) =>
    Array.from({ length: 16 }, (_, half) => {
      const starts_at = MONDAY + day * DAY_MS + 9 * HOUR_MS + half * 30 * MINUTE_MS;
      return { starts_at, ends_at: starts_at + 30 * MINUTE_MS };
    }),
  ).flat();

const choose = (slots: readonly MeetingTime[], choice: Partial<Choice> = {}) =>
  chooseOptions(slots, { count: 3, zones: ['UTC'], avoid: [], wishes: [], now: MONDAY, ...choice }).map(
    ({ starts_at }) => new Date(starts_at).toISOString().slice(5, 16),
  );

describe('Options', () => {
  test('are on the soonest days, at times far apart', () => {
    assert.deepEqual(choose(office(5)), ['11-16T09:00', '11-17T16:30', '11-18T12:30']);
  });

  test('begin now at the earliest', () => {
    const now = Date.parse('2026-11-16T16:01:00Z');
    assert.deepEqual(choose(office(5), { now, count: 2 }), ['11-16T16:30', '11-17T09:00']);
  });

  test('share a day if there are not enough days, in other parts of it', () => {
    assert.deepEqual(choose(office(1)), ['11-16T09:00', '11-16T12:30', '11-16T16:30']);
    assert.deepEqual(choose(office(2), { count: 4 }), [
      '11-16T09:00',
      '11-16T12:30',
      '11-17T10:30',
      '11-17T16:30',
    ]);
  });

  test('are on other days and at other times than those that were declined', () => {
    const declined = [timeAt('2026-11-16T09:00'), timeAt('2026-11-17T16:30'), timeAt('2026-11-18T12:30')];
    const avoid = declined.map(({ starts_at }) => starts_at);
    assert.deepEqual(choose(office(7), { avoid }), ['11-19T10:30', '11-20T14:30', '11-21T11:30']);
    assert.deepEqual(
      choose(office(1), { avoid, count: 1 }),
      ['11-16T10:30'],
      'the same day, if there is no other',
    );
  });

  test('are all that there is, if there is less', () => {
    const two = [timeAt('2026-11-16T09:00'), timeAt('2026-11-16T09:30')];
    assert.deepEqual(choose(two), ['11-16T09:00', '11-16T09:30']);
    assert.deepEqual(choose([]), []);
  });

  test('are between 8 and 18 on the clocks of all who choose', () => {
    // 16:00 in UTC is 08:00 in Los Angeles and 17:00 in Berlin.
    const zones = ['Europe/Berlin', 'America/Los_Angeles'];
    assert.deepEqual(choose(office(3), { zones }), ['11-16T16:00', '11-17T16:30', '11-18T16:00']);
    const long = [timeAt('2026-11-16T16:30', 60), timeAt('2026-11-17T16:00', 60)];
    assert.deepEqual(choose(long, { zones, count: 1 }), ['11-17T16:00'], 'also at their end');
  });

  test('are at other times if there is no such one, or too few', () => {
    assert.deepEqual(choose(office(3), { zones: ['Asia/Tokyo', 'America/New_York'] }).length, 3);
    const few = [timeAt('2026-11-16T03:00'), timeAt('2026-11-17T04:00'), timeAt('2026-11-18T10:00')];
    assert.deepEqual(choose(few, { count: 1 }), ['11-18T10:00']);
    assert.deepEqual(choose(few, { count: 2 }), ['11-16T03:00', '11-18T10:00']);
  });

  test('are told by the days of those who choose', () => {
    // Both are on the Tuesday in Auckland.
    const slots = [timeAt('2026-11-16T20:00'), timeAt('2026-11-17T01:00'), timeAt('2026-11-17T20:00')];
    const zones = ['Pacific/Auckland'];
    assert.deepEqual(choose(slots, { zones, count: 2 }), ['11-16T20:00', '11-17T20:00']);
    assert.deepEqual(choose(slots, { count: 2, zones: ['UTC'] }), ['11-16T20:00', '11-17T01:00']);
  });

  test('meet what is wished, even at the end of the day or on far days', () => {
    const wish = { zone: 'UTC', days: [], parts_of_day: [] };
    const evenings = [{ ...wish, parts_of_day: ['evening' as const] }];
    const late = [...office(3), timeAt('2026-11-18T19:00'), timeAt('2026-11-19T23:00')];
    assert.deepEqual(choose(late, { wishes: evenings, count: 1 }), ['11-18T19:00']);
    const fridays = [{ ...wish, days: ['fri' as const] }];
    assert.deepEqual(choose(office(14), { wishes: fridays }), ['11-20T09:00', '11-20T12:30', '11-27T16:30']);
  });

  test('meet what is wished about dates and hours', () => {
    const wish = { zone: 'UTC', days: [], parts_of_day: [] };
    const chosen = (bounds: Partial<Wishes>) => choose(office(14), { wishes: [{ ...wish, ...bounds }] });
    assert.deepEqual(chosen({ earliest_date: '2026-11-20', latest_date: '2026-11-20' }), [
      '11-20T09:00',
      '11-20T12:30',
      '11-20T16:30',
    ]);
    assert.deepEqual(chosen({ earliest_time: '15:00', latest_time: '15:30' }), [
      '11-16T15:00',
      '11-17T15:00',
      '11-18T15:00',
    ]);
    assert.deepEqual(chosen({ except_dates: ['2026-11-16', '2026-11-18'] }), [
      '11-17T09:00',
      '11-19T16:30',
      '11-20T12:30',
    ]);
  });

  test('that meet a wish are filled up with those that meet half of it, then with others', () => {
    const wishes = [{ zone: 'UTC', days: ['tue' as const], parts_of_day: ['afternoon' as const] }];
    const slots = ['16T09:00', '16T14:00', '17T09:00', '17T14:00'].map((at) => timeAt(`2026-11-${at}`));
    assert.deepEqual(choose(slots, { wishes, count: 1 }), ['11-17T14:00']);
    assert.deepEqual(choose(slots, { wishes, count: 3 }), ['11-16T14:00', '11-17T09:00', '11-17T14:00']);
    assert.equal(choose(slots, { wishes, count: 4 }).length, 4);
  });

  test('meet a wish on the clock of whoever has it', () => {
    // 23:30 on Monday in UTC is Tuesday morning in Tokyo.
    const slots = [timeAt('2026-11-16T10:00'), timeAt('2026-11-16T23:30'), timeAt('2026-11-17T10:00')];
    const wishes = [{ zone: 'Asia/Tokyo', days: ['tue' as const], parts_of_day: ['morning' as const] }];
    assert.deepEqual(choose(slots, { wishes, count: 1 }), ['11-16T23:30']);
  });

  test('do not overlap, though slots do', () => {
    const hours = ['09:00', '09:30', '10:00', '10:30'].map((clock) => timeAt(`2026-11-16T${clock}`, 60));
    assert.deepEqual(choose(hours, { count: 2 }), ['11-16T09:00', '11-16T10:30']);
    assert.deepEqual(choose(hours.slice(0, 3)), ['11-16T09:00', '11-16T10:00']);
  });
});

describe.inBothLanes('Whatever there is to choose from, options', () => {
  const zones = fc.subarray(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']);
  /** Slots on a grid of an hour or a quarter, of some days, with gaps; and starts to avoid, some of them slots. */
  const cases = fc
    .record({
      grid: fc.constantFrom(15, 60),
      minutes: fc.constantFrom(15, 30, 60, 150, 1_440),
      hours: fc.constantFrom([9, 17], [0, 24], [6, 9]),
      days: fc.integer({ min: 1, max: 9 }),
      kept: fc.constantFrom(0.03, 0.2, 0.5, 1),
      gaps: fc.integer({ min: 0, max: 1_000_000 }),
      count: fc.integer({ min: 1, max: 10 }),
      zones,
      avoided: fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 8 }),
    })
    .map(({ grid, minutes, hours: [from = 0, to = 24], days, kept, gaps, count, zones, avoided }) => {
      let state = gaps;
      const random = () => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return state / 2 ** 31;
      };
      const slots: MeetingTime[] = [];
      for (let day = 0; day < days; day++) {
        for (let minute = from * 60; minute < to * 60; minute += grid) {
          if (random() >= kept) continue;
          const starts_at = MONDAY + day * DAY_MS + minute * MINUTE_MS;
          slots.push({ starts_at, ends_at: starts_at + minutes * MINUTE_MS });
        }
      }
      const avoid = avoided.map((place) => MONDAY + place * grid * MINUTE_MS);
      return { slots, choice: { count, zones, avoid, wishes: [], now: MONDAY } };
    });

  const holds = (property: (slots: MeetingTime[], choice: Choice, chosen: MeetingTime[]) => void) =>
    fc.assert(
      fc.property(cases, ({ slots, choice }) => property(slots, choice, chooseOptions(slots, choice))),
      runs(500),
    );
  const free = (slots: MeetingTime[], { avoid }: Choice) =>
    slots.filter(({ starts_at }) => !avoid.includes(starts_at));
  /** The most that fit one after another: by the earliest end. Slots of a case have one length. */
  const most = (slots: MeetingTime[]) => {
    let until = 0;
    return slots.filter(({ starts_at, ends_at }) => {
      if (starts_at < until) return false;
      until = ends_at;
      return true;
    }).length;
  };

  test('are slots, in order, that were not to be avoided and do not overlap', () => {
    holds((slots, choice, chosen) => {
      const allowed = free(slots, choice);
      assert.ok(chosen.every((one) => allowed.includes(one)));
      assert.ok(
        chosen.every((one, place) => chosen.slice(place + 1).every((other) => !doOverlap(one, other))),
      );
      assert.ok(chosen.every(({ starts_at }, place) => starts_at > (chosen[place - 1]?.starts_at ?? 0)));
    });
  });

  test('are as many as wanted, or as many as fit', () => {
    holds((slots, choice, chosen) => {
      assert.equal(chosen.length, Math.min(choice.count, most(free(slots, choice))));
    });
  });

  test('are the same if they are chosen again, in whichever order the slots come', () => {
    holds((slots, choice, chosen) => {
      assert.deepEqual(chooseOptions([...slots].reverse(), choice), chosen);
    });
  });

  const dayIn = (zone: string, { starts_at }: MeetingTime) =>
    Math.floor(shownAt(zone, starts_at / MINUTE_MS) / 1_440);
  /** Between 8 and 18 on one day. */
  const isPleasant = (zone: string, { starts_at, ends_at }: MeetingTime) => {
    const [start, end] = [shownAt(zone, starts_at / MINUTE_MS), shownAt(zone, ends_at / MINUTE_MS)];
    const midnight = Math.floor(start / 1_440) * 1_440;
    return start >= midnight + 480 && end <= midnight + 1_080;
  };

  test('are on different days as far as there are such, the soonest ones', () => {
    let several = 0;
    holds((slots, { count, now }) => {
      for (const zone of ['Europe/Berlin', 'Pacific/Apia']) {
        const pleasant = slots.filter((slot) => isPleasant(zone, slot));
        const chosen = chooseOptions(pleasant, { count, zones: [zone], avoid: [], wishes: [], now });
        const days = [...new Set(pleasant.map((slot) => dayIn(zone, slot)))];
        const used = [...new Set(chosen.map((slot) => dayIn(zone, slot)))];
        assert.deepEqual(used, days.slice(0, count));
        if (used.length > 1) several++;
      }
    });
    assert.ok(several > forLane(100), `${several} had several days`);
  });

  test('are pleasant, all of them, if there are enough such times', () => {
    let enough = 0;
    holds((slots, { count, now }) => {
      for (const zone of ['Europe/Berlin', 'Pacific/Apia']) {
        if (most(slots.filter((slot) => isPleasant(zone, slot))) < count) continue;
        const chosen = chooseOptions(slots, { count, zones: [zone], avoid: [], wishes: [], now });
        assert.ok(chosen.every((slot) => isPleasant(zone, slot)));
        enough++;
      }
    });
    assert.ok(enough > forLane(100), `${enough} had enough`);
  });

  const wished = fc.array(
    fc
      .record({
        zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Apia'),
        days: fc.subarray([...weekdays]),
        parts_of_day: fc.subarray([...partsOfDay]),
        // Few wishes with all of them can be met.
        bounds: fc.oneof(
          fc.constant({}),
          fc.record({ earliest_date: fc.constantFrom('2026-11-17', '2026-11-20') }),
          fc.record({ latest_date: fc.constantFrom('2026-11-18', '2026-11-22') }),
          fc.record({
            except_dates: fc.subarray(['2026-11-16', '2026-11-18', '2026-11-19'], { minLength: 1 }),
          }),
          fc.record(
            {
              earliest_time: fc.constantFrom('04:30', '10:00', '15:00'),
              latest_time: fc.constantFrom('11:00', '16:30', '24:00'),
            },
            { requiredKeys: [] },
          ),
        ),
      })
      .map(({ bounds, ...wish }) => ({ ...wish, ...bounds })),
    { maxLength: 3 },
  );
  const holdWishes = (property: (slots: MeetingTime[], choice: Choice, chosen: MeetingTime[]) => void) =>
    fc.assert(
      fc.property(cases, wished, ({ slots, choice }, wishes) => {
        const wanted = { ...choice, wishes };
        property(slots, wanted, chooseOptions(slots, wanted));
      }),
      // Few are filled up: of a tenth, perhaps none.
      { numRuns: 500, seed },
    );
  const suits = ({ wishes }: Choice, { starts_at, ends_at }: MeetingTime) =>
    wishes.every(
      ({
        zone,
        days,
        parts_of_day,
        earliest_date,
        latest_date,
        earliest_time,
        latest_time,
        except_dates,
      }) => {
        const local = new Date(shownAt(zone, starts_at / MINUTE_MS) * MINUTE_MS);
        const [date, time] = [local.toISOString().slice(0, 10), local.toISOString().slice(11, 16)];
        const hour = local.getUTCHours();
        const isInPart = parts_of_day.some((part) => {
          const [from, to] = { morning: ['00', '12'], afternoon: ['12', '17'], evening: ['17', '24'] }[part];
          return time >= `${from}:00` && time < `${to}:00`;
        });
        const isOnDay = days.some((day) => weekdays.indexOf(day) === (local.getUTCDay() + 6) % 7);
        const end = hour * 60 + local.getUTCMinutes() + (ends_at - starts_at) / MINUTE_MS;
        const saysHours = parts_of_day.length > 0 || earliest_time !== undefined || latest_time !== undefined;
        const latest = latest_time?.split(':').map(Number) as [number, number] | undefined;
        return (
          (days.length === 0 || isOnDay) &&
          (parts_of_day.length === 0 || isInPart) &&
          date >= (earliest_date ?? '0') &&
          date <= (latest_date ?? '9') &&
          !except_dates?.includes(date) &&
          (!saysHours || time >= (earliest_time ?? '06:00')) &&
          (!saysHours || (latest ? end <= latest[0] * 60 + latest[1] : time < '22:00'))
        );
      },
    );

  test('meet all wishes, as many of them as there can be, before any others', () => {
    let mixed = 0;
    holdWishes((slots, choice, chosen) => {
      const met = chosen.filter((one) => suits(choice, one)).length;
      const mostMet = most(free(slots, choice).filter((one) => suits(choice, one)));
      assert.equal(met, Math.min(choice.count, mostMet));
      if (met > 0 && met < chosen.length) mixed++;
    });
    assert.ok(mixed > 10, `${mixed} were filled up`);
  });

  test('are filled up until nothing else fits, without an overlap, whatever is wished', () => {
    holdWishes((slots, choice, chosen) => {
      assert.ok(
        chosen.every((one, place) => chosen.slice(place + 1).every((other) => !doOverlap(one, other))),
      );
      const others = free(slots, choice).filter((one) => !chosen.some((other) => doOverlap(one, other)));
      assert.ok(chosen.length === choice.count || (chosen.length < choice.count && others.length === 0));
    });
  });

  test('are the same if everything is wished for as if nothing is', () => {
    holds((slots, choice, chosen) => {
      const wishes = [{ zone: 'Asia/Kolkata', days: [...weekdays], parts_of_day: [] }];
      assert.deepEqual(chooseOptions(slots, { ...choice, wishes }), chosen);
    });
  });
});
