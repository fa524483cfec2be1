import type { Services } from '../../context.ts';
import type { Static } from '../../shapes/type.ts';
import type { Named } from '../../tokens.ts';
import type { Outcome } from './rules.ts';
import type { AnswerForm, CancelForm, RescheduleForm, TimesForm, TimezoneForm } from './shapes.ts';

/** Options that work for the participant, or that none does. */
export async function answer(
  _services: Services,
  _link: Named,
  _form: Static<typeof AnswerForm>,
): Promise<Outcome> {
  return 'refused';
}

/** Free times that were not offered: the only participant books one, one of several suggests some to all. */
export async function takeTimes(
  _services: Services,
  _link: Named,
  _form: Static<typeof TimesForm>,
): Promise<Outcome> {
  return 'refused';
}

/** Another time for a booked meeting: the given one, or new options. */
export async function reschedule(
  _services: Services,
  _link: Named,
  _form: Static<typeof RescheduleForm>,
): Promise<Outcome> {
  return 'refused';
}

export async function cancel(
  _services: Services,
  _link: Named,
  _form: Static<typeof CancelForm>,
): Promise<Outcome> {
  return 'refused';
}

/** Times are shown and written in this zone from now on. */
export async function chooseTimezone(
  _services: Services,
  _link: Named,
  _form: Static<typeof TimezoneForm>,
): Promise<Outcome> {
  return 'refused';
}
