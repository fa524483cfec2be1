// Why a form was refused, for people. The API names fields as programs know them; a page uses the labels that stand on it.
import type { BrokenRule, RotaError } from '../errors.ts';
import { formatCount } from '../limits/limits.ts';
import { humanized } from './words.ts';

/** A whole sentence. `say` puts a time into the reader's words. */
export function sentenceOf(
  { message, refusal }: RotaError,
  say: (at: number) => string,
  labels: Labels = {},
): string {
  const { plain, rule, field } = refusal;
  if (plain !== undefined) return typeof plain === 'string' ? plain : plain(say);
  if (rule !== undefined) return ruleInWords(rule, labelOf(field ?? '', labels));
  // Speaks of no field, so it was written for people, too.
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function ruleInWords({ keyword, limit = 0, expected = '' }: BrokenRule, label: string): string {
  const count = formatCount(limit);
  switch (keyword) {
    case 'required':
      return `Fill in “${label}”.`;
    case 'type':
      return expected === 'integer' ? `“${label}” has to be a whole number.` : `Fill in “${label}”.`;
    case 'minLength':
      return limit === 1 ? `Fill in “${label}”.` : `“${label}” needs at least ${count} characters.`;
    case 'maxLength':
      return `“${label}” can have at most ${count} characters.`;
    case 'minimum':
      return `“${label}” has to be at least ${count}.`;
    case 'maximum':
      return `“${label}” can be at most ${count}.`;
    case 'minItems':
      return limit === 1
        ? `Choose at least one under “${label}”.`
        : `“${label}” needs at least ${count} entries.`;
    case 'maxItems':
      return `“${label}” can have at most ${count} entries.`;
    case 'uniqueItems':
      return `“${label}” has the same entry twice.`;
    case 'format':
      return `“${label}” has to be ${formats[expected] ?? 'of another form'}.`;
    case 'text':
      return `“${label}” has characters that can’t be stored. Type it again instead of pasting it.`;
    default:
      // It may be a value that stands in no field.
      return 'That isn’t one of the choices. Reload the page and choose again.';
  }
}

const formats: Record<string, string> = {
  'date-time': 'a date and a time',
  date: 'a date such as 2026-12-24',
  'time-of-day': 'a time such as 09:30',
  'idn-email': 'an email address such as ada@example.com',
  'time-zone': 'a time zone such as Europe/Berlin',
  locale: 'a language such as de or en-GB',
  'hex-color': 'a colour such as #1f5fd0',
};

/** What fields are called on a page, by their names in the API. */
export type Labels = Readonly<Record<string, string>>;

/** The labels of fields that are called otherwise than their names say, on every form that doesn't say more. */
const usualLabels: Labels = {
  accent_color: 'Colour',
  allowed_networks: 'Allowed networks',
  buffer_after_minutes: 'Buffer after meetings',
  buffer_before_minutes: 'Buffer before meetings',
  calendar_event_id: 'Calendar event ID',
  comment: 'Comment',
  context: 'Purpose',
  date: 'Day',
  duration_minutes: 'Duration in minutes',
  email: 'Email address',
  embed_origins: 'Websites',
  entitlement_id: 'Entitlement',
  expires_at: 'Expires',
  follow_up_after_business_days: 'Business days before a reminder',
  grace_hours: 'The old key works',
  headers: 'Custom headers',
  events: 'Events',
  introduction_guidance: 'What the introduction should say',
  locale: 'Language',
  max_uses: 'Maximum bookings',
  maximum_per_day: 'Maximum bookings per day',
  meeting_type_id: 'Meeting type',
  meeting_url: 'Video call address',
  membership_ids: 'Members',
  minimum_notice_minutes: 'Minimum notice',
  option_ids: 'Times',
  options_per_round: 'Times per email',
  organizer_email: 'Host',
  organizer_name: 'Host’s name',
  outsiders_may_invite: 'Guests can bring',
  participants: 'Guests',
  reminders: 'Minutes before the meeting',
  sender_name: 'Sender name',
  since: 'Failed since',
  slot_interval_minutes: 'Start times every … minutes',
  starts_at: 'Starts',
  team_id: 'Team',
  timeframe_days: 'Days to look ahead',
  timezone: 'Time zone',
  transfer_to: 'Who takes over',
  url: 'Address',
  website_url: 'Website',
  username: 'User name',
};

/**
 * `context.title` is called as `title`, and `participants[0].email` as `participants`, because that is one field of the page; or as
 * the form says, for any part of the path.
 */
function labelOf(path: string, labels: Labels): string {
  const names = namesIn(path);
  const own = names.findLast((each) => labels[each] !== undefined);
  const [name = 'value'] = own ? [own] : path.includes('[') ? names : names.slice(-1);
  return labels[name] ?? usualLabels[name] ?? humanized(name);
}

/** The fields of a page that a path can mean: `context.timeframe.start` means `start`. */
export const namesIn = (path: string): string[] =>
  path.split('.').map((part) => part.replace(/\[\d+\]$/, ''));
