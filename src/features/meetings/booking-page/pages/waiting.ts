import type { PageState } from '../rules.ts';
import { cancelForm } from './forms.ts';
import { aboutMeeting, bookedTimeBanner, page, type Screen, sentence, zoneLine } from './screen.ts';

type Waiting = Extract<PageState, { kind: 'searching' | 'paused' }>;

/** Nothing is offered: times are being looked for, somebody has to look at it, or it is paused. */
export function waitingPage(
  screen: Screen,
  { kind, booked_time, is_written_to, may_cancel }: Waiting,
): string {
  const { words } = screen;
  const { searching, paused } = words;
  const next = is_written_to ? searching.written : searching.unwritten;
  return page(screen, {
    over: kind === 'paused' ? paused.over : searching.over,
    content: [
      sentence(kind === 'paused' ? paused.lead : `${searching.lead} ${next}`),
      bookedTimeBanner(screen, booked_time),
      booked_time && zoneLine(screen),
      may_cancel && cancelForm(screen),
      aboutMeeting(screen),
    ],
  });
}
