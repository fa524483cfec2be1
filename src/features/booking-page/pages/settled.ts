import { actions, disclosure, linkButton, when } from '../../../html/blocks.ts';
import { button, form, textArea } from '../../../html/fields.ts';
import { type Content, html } from '../../../html/html.ts';
import { moreTimes, zoneNote } from '../../../html/time-choice.ts';
import { TEXT_LENGTH } from '../../../limits.ts';
import type { Time } from '../../bookings/rules.ts';
import type { PageState } from '../rules.ts';
import { wishes } from './offer.ts';
import { page, type Screen } from './screen.ts';

type Booked = Extract<PageState, { kind: 'booked' }>;

/** The time is known. */
export function bookedPage(screen: Screen, booked: Booked): string {
  const { reader, words, url } = screen;
  return page(screen, {
    over: words.booked.over,
    content: [
      shownTime(screen, booked.time),
      actions(linkButton(url('/invite.ics'), words.booked.addToCalendar)),
      zoneNote(reader, screen.dates.zone(booked.time.starts_at), url('/timezone')),
      booked.may_reschedule && reschedule(screen, booked),
      booked.may_cancel && cancel(screen),
    ],
  });
}

/** Alone, one moves it to a free time. Others have to be asked. */
function reschedule(screen: Screen, { is_alone }: Booked): Content {
  const { words, token, url } = screen;
  if (is_alone) return moreTimes(url('/times'), words.booked.reschedule);
  return disclosure(
    words.booked.rescheduleSeveral,
    form({
      action: url('/reschedule'),
      token,
      content: [
        html`<p>${words.booked.rescheduleLead}</p>`,
        wishes(screen),
        button({ label: words.booked.rescheduleButton, kind: 'quiet' }),
      ],
    }),
  );
}

function cancel({ words, token, url }: Screen): Content {
  return disclosure(
    words.booked.cancel,
    form({
      action: url('/cancel'),
      token,
      content: [
        html`<p>${words.booked.cancelLead}</p>`,
        textArea({
          name: 'comment',
          id: 'cancel-comment',
          label: words.booked.cancelComment,
          maxLength: TEXT_LENGTH,
        }),
        button({ label: words.booked.cancelButton, kind: 'danger' }),
      ],
    }),
  );
}

export function overPage(screen: Screen, time: Time): string {
  const { over } = screen.words;
  return page(screen, { over: over.over, lead: over.lead, content: shownTime(screen, time) });
}

/** Before it was cancelled, the meeting may have had no time. */
export function cancelledPage(screen: Screen, time: Time | null): string {
  const { cancelled } = screen.words;
  const was = time && html`<p>${cancelled.was} ${screen.dates.whole(time)}</p>`;
  return page(screen, { over: cancelled.over, lead: cancelled.lead, content: was });
}

function shownTime({ dates }: Screen, time: Time) {
  const { starts_at } = time;
  return when({
    day: dates.dayAndYear(starts_at),
    clock: dates.clockSpan(time),
    zone: dates.zone(starts_at),
  });
}
