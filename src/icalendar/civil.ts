// Dates of the Gregorian calendar, without any time zone.

import { weekdayOf } from '../time/zones.ts';

const DAYS_OF_400_YEARS = 146_097;

/** Days since 1 January 1970. `Date.UTC` is no help: it takes the year 1 as 1901. */
export function dayNumber(year: number, month: number, date: number): number {
  // Years begin in March here, so that the leap day is the last.
  const y = month > 2 ? year : year - 1;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_400_YEARS + dayOfEra - 719_468;
}

export function civilDate(day: number): { year: number; month: number; date: number } {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / DAYS_OF_400_YEARS);
  const dayOfEra = shifted - era * DAYS_OF_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, date };
}

export function daysOfMonth(year: number, month: number): number {
  return month === 12 ? 31 : dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

/** The number of a day's week, and how many weeks its year has. Week 1 is the first with at least four days in the year. */
export function weekOf(day: number, weekStart: number): { number: number; weeks: number } {
  const fourthDay = day - ((weekdayOf(day) - weekStart + 7) % 7) + 3;
  const { year } = civilDate(fourthDay);
  const number = Math.floor((fourthDay - dayNumber(year, 1, 1)) / 7) + 1;
  // The week of 28 December is always the last.
  const december = dayNumber(year, 12, 28);
  const lastFourthDay = december - ((weekdayOf(december) - weekStart + 7) % 7) + 3;
  return { number, weeks: Math.floor((lastFourthDay - dayNumber(year, 1, 1)) / 7) + 1 };
}
