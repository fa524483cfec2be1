import { banner, head, when } from '../../../../html/blocks.ts';
import { button, form, hidden } from '../../../../html/fields.ts';
import { type Content, type Html, html } from '../../../../html/html.ts';
import { timeChoice } from '../../../../html/times/time-choice.ts';
import { bookingLayout, chosenBar, timePicker } from '../../../../html/times/time-picker.ts';
import { dateAt, type OpenDays } from '../../../../time/calendar-pages.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { formatTimestamp } from '../../../../time/timestamps.ts';
import { timesToTake } from '../rules.ts';
import { numberField, zoneOfVisit } from './forms.ts';
import { document, factsOf, type Screen, sentence } from './screen.ts';

/** What is wrong with the times that were chosen, so that the page asks again. */
export type TimesProblem = 'taken' | 'empty' | 'tooMany';

interface TimesView {
  open: OpenDays;
  /** When the times marked so far begin. */
  marked: readonly number[];
  /** Those of several that were taken before they were sent. */
  gone: readonly number[];
  isDayChosen: boolean;
  problem: TimesProblem | undefined;
}

/** All free times, day by day: to book one, to suggest some to everybody, or to move the meeting to one. */
export function timesPage(screen: Screen, { open, marked, gone, isDayChosen, problem }: TimesView): string {
  const { reader, words, dates, url, state, now } = screen;
  const { heading, lead } = textsOf(screen);
  const most = timesToTake(state);
  const { path, query } = screen.place('/times');
  const taken = gone.map((start) => `${dates.shortDay(start)}, ${dates.clock(start)}`);
  const said = [
    taken.length > 0 &&
      banner('problem', words.times.gone(taken.join('; '), taken.length, marked.length > 0)),
    problem && banner('problem', problem === 'tooMany' ? words.times.tooMany(most) : words.outcomes[problem]),
  ];
  return screenWith(
    screen,
    heading,
    html`${said}${sentence(lead)}${back(screen)}`,
    timePicker({
      reader,
      dates,
      now,
      open,
      path,
      query,
      most,
      marked,
      isDayChosen,
      zone: { url: url('/timezone'), isOwn: screen.is_timezone_own },
    }),
  );
}

/** The last step: what is about to happen, and the button that does it. */
export function chosenTimesPage(screen: Screen, times: readonly MeetingTime[]): string {
  const { words, dates, token, url, state } = screen;
  const { heading, action, label, question } = textsOf(screen, times.length);
  const [first] = times as [MeetingTime];
  const isSeveral = timesToTake(state) > 1;
  const send = button({ label });
  const fields = [
    'round' in state && hidden('round', String(state.round)),
    zoneOfVisit(screen),
    isSeveral
      ? timeChoice({
          legend: question,
          name: 'starts_at[]',
          several: true,
          times: times.map((time) => ({ ...time, value: formatTimestamp(time.starts_at), checked: true })),
          dates,
        })
      : [
          html`<h2 tabindex="-1" autofocus>${question}</h2>`,
          when({
            day: dates.day(first.starts_at),
            clock: dates.clockSpan(first),
            zone: dates.zone(first.starts_at),
          }),
          hidden('starts_at[]', formatTimestamp(first.starts_at)),
        ],
    state.kind !== 'booked' && numberField(screen),
  ];
  const change = isSeveral
    ? url('/times', { at: times.map(({ starts_at }) => formatTimestamp(starts_at)).join(',') })
    : url('/times', { date: dateAt(dates.timezone, first.starts_at) });
  return screenWith(
    screen,
    heading,
    html`<p><a href="${change}" data-in-place>${words.times.other}</a></p>`,
    html`<section class="chosen">${form({
      action: url(action),
      token,
      content: [
        fields,
        isSeveral
          ? html`<div class="bar"><p></p>${send}</div>`
          : chosenBar({ dates, time: first, button: send }),
      ],
    })}</section>`,
  );
}

function screenWith(screen: Screen, heading: string, about: Content, step: Html): string {
  const { words, meeting, state } = screen;
  const time = 'time' in state ? state.time : 'booked_time' in state ? state.booked_time : null;
  return document(screen, {
    title: `${heading}: ${words.meetingWith(meeting.organizer)}`,
    content: bookingLayout(
      html`${head({ over: words.meetingWith(meeting.organizer), title: heading })}
${factsOf(screen, time)}${about}`,
      step,
    ),
  });
}

const back = ({ url, words }: Screen): Html =>
  html`<p class="back"><a href="${url('')}">${words.times.back}</a></p>`;

/** `count`: how many times are chosen. */
function textsOf({ words, state }: Screen, count = 0) {
  const { times } = words;
  if (state.kind === 'booked') {
    return {
      heading: times.move,
      lead: times.moveLead,
      question: times.moveQuestion,
      label: times.moveButton,
      action: '/reschedule',
    };
  }
  if ('participants' in state && state.participants > 1) {
    return {
      heading: times.suggest,
      lead: times.suggestLead(timesToTake(state)),
      question: times.suggestQuestion(count),
      label: times.suggestButton(count),
      action: '/times',
    };
  }
  return {
    heading: times.choose,
    lead: times.chooseLead,
    question: times.chooseQuestion,
    label: times.chooseButton,
    action: '/times',
  };
}
