import { actions, disclosure, linkButton, when } from '../../../../html/blocks.ts';
import { button, form } from '../../../../html/fields.ts';
import type { Content } from '../../../../html/html.ts';
import { joinUrlOf } from '../../../../text/where.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import type { PageState } from '../rules.ts';
import { cancelForm, foldOf, numberForm, wishes, zoneOfVisit } from './forms.ts';
import { aboutMeeting, page, type Screen, sentence, zoneLine } from './screen.ts';

type Booked = Extract<PageState, { kind: 'booked' }>;

/** The time is known. */
export function bookedPage(screen: Screen, booked: Booked): string {
  const { words, url } = screen;
  const { may_reschedule, is_alone } = booked;
  const joinUrl = joinUrlOf(screen.meeting.where);
  return page(screen, {
    over: words.booked.over,
    content: [
      when(spanIn(screen, booked.time)),
      zoneLine(screen),
      actions(
        joinUrl && linkButton(joinUrl, words.place.join, 'main'),
        linkButton(url('/invite.ics'), words.booked.addToCalendar),
        may_reschedule && is_alone && linkButton(url('/times'), words.booked.reschedule),
      ),
      aboutMeeting(screen),
      numberForm(screen),
      may_reschedule && !is_alone && rescheduleForm(screen),
      booked.may_cancel && cancelForm(screen),
    ],
  });
}

/** The only participant moves it to a free time. One of several has to ask the others. */
function rescheduleForm(screen: Screen): Content {
  const { words, token, url } = screen;
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
