import { MINUTE_MS } from '../../time/timestamps.ts';
import { localMinute, MINUTES_OF_DAY } from '../../time/zones.ts';
import type { Screen } from '../screen.ts';

const MORNING = 5;
const AFTERNOON = 12;
const EVENING = 18;

/** `Good evening, Ada`, on the member's own clock. An address is no name. */
export function greeting({ member, dates, now }: Pick<Screen, 'member' | 'dates' | 'now'>): string {
  const minute = localMinute(dates.timezone, Math.floor(now / MINUTE_MS));
  const hour = Math.floor((minute % MINUTES_OF_DAY) / 60);
  const isMorning = hour >= MORNING && hour < AFTERNOON;
  const part = isMorning ? 'morning' : hour >= AFTERNOON && hour < EVENING ? 'afternoon' : 'evening';
  const first = member.name?.trim().split(/\s+/)[0];
  return first ? `Good ${part}, ${first}` : `Good ${part}`;
}
