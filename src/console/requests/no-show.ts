// Who didn't come to a meeting that has begun: recorded with a button, shown in a sentence, and undone.
import { validationError } from '../../errors.ts';
import { disclosure } from '../../html/blocks.ts';
import { button, checkboxList, form, inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { list, type SentFields, text } from '../fields.ts';
import type { Outcome } from '../outcomes.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { plainName } from '../words.ts';
import { mayDo, timeOf } from './state.ts';
import { inWords, type ShownRequest } from './words.ts';

/** Buttons for what can be recorded now; a form where some of several guests may have come. */
export function noShowActions(screen: Screen, request: ShownRequest): Content {
  const time = timeOf(request);
  if (!mayDo(request, 'markNoShow') || !time || time.starts_at > screen.now) return null;
  const action = `/console/requests/${request.id}/no-show`;
  const press = (label: string, by: string) =>
    inlineForm({ action, token: screen.token, label, fields: { by } });
  if (request.no_show) return html`<div class="stack">${press('Undo the no-show', '')}</div>`;
  const isOne = request.participants.length === 1;
  return html`<div class="stack">${isOne && press('Guest didn’t come', 'guest')}${press('Host didn’t come', 'host')}</div>
${!isOne && guestsForm(screen, action, request)}`;
}

function guestsForm(screen: Screen, action: string, { participants }: ShownRequest): Html {
  const { isRefused, field } = fieldsOf(screen, action);
  const content = html`<input type="hidden" name="by" value="guest">${checkboxList({
    name: 'email[]',
    legend: 'Who didn’t come?',
    options: participants.map((guest) => ({
      value: guest.email,
      label: guest.name === null ? guest.email : `${guest.name} (${guest.email})`,
      checked: !isRefused,
    })),
    problem: field('email', '').problem,
  })}${button({ label: 'Mark as no-show' })}`;
  return disclosure('Guests didn’t come', form({ action, token: screen.token, content }), {
    open: isRefused,
  });
}

/** The input of the operation. An empty `by` undoes it. */
export function noShowIn(fields: SentFields, { participants }: ShownRequest) {
  const by = text(fields, 'by') || null;
  if (by !== 'guest' || participants.length === 1) return { by };
  const participant_emails = list(fields, 'email');
  if (participant_emails.length === 0) {
    throw validationError('email must name at least one guest', {
      field: 'email',
      plain: 'Tick at least one guest.',
    });
  }
  return { by, participant_emails };
}

export function noShowOutcome(by: string | null): Outcome {
  if (by === null) return 'no_show_undone';
  return by === 'guest' ? 'guest_missed' : 'host_missed';
}

/** Nothing if nobody was missing. */
export function noShowInWords({
  no_show,
  participants,
}: Pick<ShownRequest, 'no_show' | 'participants'>): string {
  if (no_show === null) return '';
  if (no_show.by === 'host') return 'The host didn’t come.';
  const missing = participants.filter(({ email }) => no_show.participant_emails.includes(email));
  return missing.length === 0
    ? 'The guest didn’t come.'
    : `${inWords(missing.map(plainName), 3)} didn’t come.`;
}
