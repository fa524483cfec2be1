// How close together, how soon and how often a member can be booked.
import { invalidRequest } from '../../../errors.ts';
import type { Availability } from '../../../features/calendar/availability/rules.ts';
import { MAX_NOTICE_MINUTES } from '../../../features/calendar/availability/shapes.ts';
import { button, form, numberField, option, select } from '../../../html/fields.ts';
import { type Html, html } from '../../../html/html.ts';
import { numberOrNull, type SentFields, text } from '../../fields.ts';
import type { Screen } from '../../screen.ts';
import { fieldsOf } from '../../sent.ts';

/** Minutes in each, the largest first. */
const units = { days: 1_440, hours: 60, minutes: 1 } as const;
type Unit = keyof typeof units;
const unitNames = Object.keys(units) as Unit[];

/** The largest unit of which it is a whole number. */
export function inUnits(minutes: number): { amount: number; unit: Unit } {
  const unit = unitNames.find((name) => minutes > 0 && minutes % units[name] === 0) ?? 'hours';
  return { amount: minutes / units[unit], unit };
}

export function limitsForm(screen: Screen, action: string, availability: Availability): Html {
  const fields = fieldsOf(screen, action);
  const { field } = fields;
  const buffer = (name: 'buffer_before_minutes' | 'buffer_after_minutes', label: string) =>
    numberField({ label, hint: 'Minutes that stay free.', ...field(name, availability[name]), min: 0 });
  return form({
    action,
    token: screen.token,
    content: html`<div class="pair">${buffer('buffer_before_minutes', 'Buffer before meetings')}
${buffer('buffer_after_minutes', 'Buffer after meetings')}</div>
${noticeFields(fields, availability.minimum_notice_minutes, 'How far ahead guests have to book.')}
${numberField({ label: 'Maximum bookings per day', hint: 'Leave empty for no maximum.', ...field('maximum_per_day', availability.maximum_per_day), min: 1 })}
${button({ label: 'Save limits' })}`,
  });
}

/** A notice period: a number and its unit. */
export function noticeFields(
  { field }: ReturnType<typeof fieldsOf>,
  minutes: number | null,
  hint: string,
): Html {
  const { amount, unit } = minutes === null ? { amount: null, unit: 'hours' } : inUnits(minutes);
  const shown = field('notice_unit', unit);
  return html`<div class="amount">${numberField({ label: 'Minimum notice', hint, ...field('minimum_notice_minutes', amount), min: 0 })}
${select({
  ...shown,
  label: 'Unit',
  options: unitNames.map((name) => option(name, name, name === shown.value)),
})}</div>`;
}

/** The notice period in minutes, as typed if it isn't a number; null if it was left empty. */
export function noticeIn(fields: SentFields): number | string | null {
  const notice = numberOrNull(fields, 'minimum_notice_minutes');
  const unit = unitNames.find((name) => name === text(fields, 'notice_unit')) ?? 'minutes';
  return typeof notice === 'number' ? withinBounds(notice * units[unit]) : notice;
}

/** The form in the API's shape. */
export function limitsIn(fields: SentFields) {
  return {
    buffer_before_minutes: numberOrNull(fields, 'buffer_before_minutes'),
    buffer_after_minutes: numberOrNull(fields, 'buffer_after_minutes'),
    minimum_notice_minutes: noticeIn(fields),
    maximum_per_day: numberOrNull(fields, 'maximum_per_day'),
  };
}

/** In minutes. The shape's own refusal would name a number that nobody typed. */
function withinBounds(minutes: number): number {
  if (minutes <= MAX_NOTICE_MINUTES) return minutes;
  throw invalidRequest(`minimum_notice_minutes must be at most ${MAX_NOTICE_MINUTES}`, {
    field: 'minimum_notice_minutes',
    plain: '“Minimum notice” can be a year at most.',
  });
}
