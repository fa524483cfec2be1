import { actions, linkButton } from '../../../../html/blocks.ts';
import { button, form, hidden } from '../../../../html/fields.ts';
import type { Content } from '../../../../html/html.ts';
import { weekOfSlots, weekSection, zoneNote } from '../../../../html/time-choice.ts';
import { formatTimestamp } from '../../../../time/timestamps.ts';
import type { WeekOfTimes } from '../../../calendar/slots/rules.ts';
import { timesToTake } from '../rules.ts';
import { zoneOfVisit } from './forms.ts';
import { page, type Screen, sentence } from './screen.ts';

/** The free times of a week: to book one, suggest some to everybody, or move the meeting to one. */
export function timesPage(screen: Screen, found: WeekOfTimes): string {
  const { reader, words, dates, url } = screen;
  const { week, times, has_before, has_after } = found;
  const { over, heading } = textsOf(screen);
  const section = weekSection(reader, {
    heading,
    from: week.from,
    to: week.to - 1,
    dates,
    before: has_before ? url('/times', { week: week.before }) : null,
    after: has_after ? url('/times', { week: week.after }) : null,
    content: times.length === 0 ? sentence(words.times.none) : choice(screen, found),
  });
  const zone = dates.zone(times[0]?.starts_at ?? week.from);
  return page(screen, {
    over,
    content: [
      section,
      zoneNote(reader, zone, url('/timezone')),
      actions(linkButton(url(''), words.times.back)),
    ],
  });
}

function choice(screen: Screen, { times }: WeekOfTimes): Content {
  const { dates, token, url, state } = screen;
  const { action, lead, label } = textsOf(screen);
  const slots = times.map((time) => ({ ...time, value: formatTimestamp(time.starts_at) }));
  return form({
    action: url(action),
    token,
    content: [
      'round' in state && hidden('round', String(state.round)),
      zoneOfVisit(screen),
      sentence(lead),
      weekOfSlots({ name: 'starts_at[]', several: isPoll(screen), slots, dates }),
      button({ label }),
    ],
  });
}

const isPoll = ({ state }: Screen) => 'participants' in state && state.participants > 1;

function textsOf(screen: Screen) {
  const { words, state } = screen;
  const { times } = words;
  if (state.kind === 'booked') {
    return {
      over: words.booked.over,
      heading: times.move,
      lead: times.moveLead,
      label: times.moveButton,
      action: '/reschedule',
    };
  }
  if (isPoll(screen)) {
    return {
      over: words.mark.over,
      heading: times.suggest,
      lead: times.suggestLead(timesToTake(state)),
      label: times.suggestButton,
      action: '/times',
    };
  }
  return {
    over: words.choose.over,
    heading: times.choose,
    lead: times.chooseLead,
    label: times.chooseButton,
    action: '/times',
  };
}
