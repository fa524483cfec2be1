import { actions, disclosure, linkButton, when } from '../../../../html/blocks.ts';
import { button, form } from '../../../../html/fields.ts';
import type { Content } from '../../../../html/html.ts';
import { moreTimes } from '../../../../html/time-choice.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import type { PageState } from '../rules.ts';
import { cancelForm, foldOf, wishes, zoneOfVisit } from './forms.ts';
import { aboutMeeting, page, type Screen, sentence, zoneLine } from './screen.ts';

type Booked = Extract<PageState, { kind: 'booked' }>;

/** The time is known. */
export function bookedPage(screen: Screen, booked: Booked): string {
  const { words, url } = screen;
  return page(screen, {
    over: words.booked.over,
    content: [
      when(spanIn(screen, booked.time)),
      zoneLine(screen),
      actions(linkButton(url('/invite.ics'), words.booked.addToCalendar)),
      booked.may_reschedule && reschedule(screen, booked),
      booked.may_cancel && cancelForm(screen),
      aboutMeeting(screen),
    ],
  });
}

/** The only participant moves it to a free time. If there are several, the others have to be asked. */
function reschedule(screen: Screen, { is_alone }: Booked): Content {
  const { words, token, url } = screen;
  if (is_alone) return moreTimes(url('/times'), words.booked.reschedule);
  return disclosure(
    words.booked.rescheduleSeveral,
    form({
      action: url('/reschedule'),
      token,
      content: [
        zoneOfVisit(screen),
        sentence(words.booked.rescheduleLead),
        wishes(screen),
        button({ label: words.booked.rescheduleButton, kind: 'quiet' }),
      ],
    }),
    foldOf(screen, 'reschedule'),
  );
}

export function overPage(screen: Screen, time: MeetingTime): string {
  const { over } = screen.words;
  return page(screen, {
    over: over.over,
    content: [sentence(over.lead), shownTime(screen, time), aboutMeeting(screen)],
  });
}

/** The meeting may have been cancelled before it had a time. */
export function cancelledPage(screen: Screen, time: MeetingTime | null): string {
  const { cancelled } = screen.words;
  return page(screen, {
    over: cancelled.over,
    content: [
      sentence(cancelled.lead),
      time && [sentence(cancelled.was), shownTime(screen, time)],
      aboutMeeting(screen),
    ],
  });
}

const spanIn = ({ dates }: Screen, time: MeetingTime) => ({
  day: dates.day(time.starts_at),
  clock: dates.clockSpan(time),
});

/** With its zone, because nothing else on the page names it. */
const shownTime = (screen: Screen, time: MeetingTime) =>
  when({ ...spanIn(screen, time), zone: screen.dates.zone(time.starts_at) });
