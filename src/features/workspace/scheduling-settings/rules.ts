import { invalidRequest } from '../../../errors.ts';
import { languageOf, languages } from '../../../text/languages.ts';
import { webOriginOf } from '../../../text/web-origins.ts';
import type { Location } from '../locations/rules.ts';

/** Whom a mail from an outsider invites in addition to its author: nobody, or the others if it is proven who sent it. */
export const invitersOutside = ['nobody', 'proven'] as const;
export type OutsidersMayInvite = (typeof invitersOutside)[number];

/** How the meetings of a workspace are scheduled. */
export interface SchedulingSettings {
  duration_minutes: number;
  options_per_round: number;
  rounds: number;
  timeframe_days: number;
  slot_interval_minutes: number;
  follow_up_after_business_days: number[];
  /** In minutes before a booked meeting, the first to come first. */
  reminders: number[];
  /** Whether hosts get the reminders of their meetings, too. */
  remind_hosts: boolean;
  sender_name: string;
  signature: string | null;
  participants_may_reschedule: boolean;
  participants_may_cancel: boolean;
  hold_options: boolean;
  /** Whether only members with a seat get meetings. */
  seats_required: boolean;
  outsiders_may_invite: OutsidersMayInvite;
  /** Dates such as `2026-12-24`, in order, each once. */
  holidays: string[];
  /** The language of messages to participants of whom none is known, as a tag such as `en-GB`. */
  locale: string;
  /** The websites that may show booking pages in a frame, such as `https://www.example.com`, each once. */
  embed_origins: string[];
  /** Where meetings take place, unless something more specific says. */
  location: Location | null;
}

/** The settings of a workspace that has not set any. */
export const defaults: SchedulingSettings = {
  duration_minutes: 30,
  options_per_round: 3,
  rounds: 3,
  timeframe_days: 28,
  slot_interval_minutes: 30,
  follow_up_after_business_days: [2, 4],
  reminders: [1_440],
  remind_hosts: false,
  sender_name: 'Rota',
  signature: null,
  participants_may_reschedule: true,
  participants_may_cancel: true,
  hold_options: false,
  seats_required: false,
  outsiders_may_invite: 'nobody',
  holidays: [],
  locale: 'en',
  embed_origins: [],
  location: null,
};

export const fields = Object.keys(defaults) as (keyof SchedulingSettings)[];

export function checkFollowUps(days: readonly number[]): void {
  const isAscending = days.every((day, place) => place === 0 || day > (days[place - 1] as number));
  if (!isAscending) {
    throw invalidRequest('follow_up_after_business_days must be in ascending order, without repetitions', {
      field: 'follow_up_after_business_days',
      plain: 'Write the days in ascending order, each once, such as 2, 4.',
    });
  }
}

/** In the order in which they go out: the longest before the meeting first. */
export function orderedReminders(minutes: readonly number[]): number[] {
  if (new Set(minutes).size < minutes.length) {
    throw invalidRequest('reminders must not have the same number of minutes twice', {
      field: 'reminders',
      plain: 'Write each number of minutes once, such as 1440, 60.',
    });
  }
  return minutes.toSorted((one, other) => other - one);
}

export function checkLocale(locale: string): void {
  if (languageOf(locale) === undefined) {
    throw invalidRequest(
      `locale must be one of the languages that messages are written in: ${languages.join(', ')}`,
      { field: 'locale', plain: 'Choose one of the languages that mails are written in.' },
    );
  }
}

/** As browsers name these websites, each once. */
export function embedOriginsOf(given: readonly string[]): string[] {
  const origins = given.map((text, place) => webOriginOf(text) ?? refuseOrigin(place));
  return [...new Set(origins)];
}

function refuseOrigin(place: number): never {
  const field = `embed_origins[${place}]`;
  throw invalidRequest(
    `${field} must be an origin such as https://www.example.com, without a path or a wildcard; http is for localhost and 127.0.0.1 only`,
    {
      field,
      plain:
        'Write each website as it begins, such as https://www.example.com: with https, without a page behind it, and without a *.',
    },
  );
}
