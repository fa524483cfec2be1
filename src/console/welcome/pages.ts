// Three steps for somebody new: who and where they are, when they can be booked, and which calendar says that they are busy.
import type { Availability } from '../../features/calendar/availability/rules.ts';
import type { WatchedCalendar } from '../../features/calendar/calendars/overview.ts';
import { connectableProviders } from '../../features/calendar/connections/overview.ts';
import { actions, facts, linkButton, named } from '../../html/blocks.ts';
import { button, form, textField } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { pageHead } from '../../html/sections.ts';
import { zoneField } from '../../html/times/zone-choice.ts';
import { NAME_LENGTH, URL_LENGTH } from '../../limits/limits.ts';
import { zoneInWords } from '../../time/wording.ts';
import { weekdays } from '../../time/zones.ts';
import { partInWords } from '../members/availability/hours.ts';
import { weeklyForm } from '../members/availability/page.ts';
import { addForms } from '../members/calendars/add.ts';
import { connectButtons } from '../members/calendars/connect.ts';
import { type Member, urlOf } from '../members/frame.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { dayNames } from '../words.ts';
import { CALENDAR, FINISHED, HOURS, WELCOME } from './paths.ts';

const steps = [
  { href: WELCOME, label: 'You' },
  { href: HOURS, label: 'Hours' },
  { href: CALENDAR, label: 'Calendar' },
];

interface Step {
  /** Its page; the last page is no step. */
  href?: string;
  title: Content;
  lead: Content;
  content: Content;
}

function stepPage({ href, title, lead, content }: Step): Shown {
  return {
    title: 'Welcome',
    content: html`${pageHead({ title, lead })}
${href !== undefined && progress(href)}
<div class="step">${content}</div>`,
  };
}

/** Those before are done or skipped, and can be opened again. */
function progress(current: string): Html {
  const place = steps.findIndex(({ href }) => href === current);
  const items = steps.map(
    ({ href, label }, at) =>
      html`<li${at === place && html` aria-current="step"`}>${at < place ? html`<a href="${href}">${label}</a>` : label}</li>`,
  );
  return html`<ol class="steps" aria-label="Steps">${items}</ol>`;
}

/** The button of a step, and the way past it. */
const onwards = (next: string, label: string) =>
  actions(button({ label }), linkButton(next, 'Skip this step'));

export function youPage(screen: Screen, member: Member): Shown {
  const { field, isRefused } = fieldsOf(screen, WELCOME);
  const zone = field('timezone', member.timezone ?? screen.workspace.timezone);
  return stepPage({
    href: WELCOME,
    title: html`Welcome to ${named(screen.workspace.name)}`,
    lead: 'Three short steps, and guests can book you at times that suit you. You can change all of it later.',
    content: form({
      action: WELCOME,
      token: screen.token,
      content: html`${textField({ label: 'Your name', hint: 'Guests see it in mails and invitations.', ...field('name', member.name), maxLength: NAME_LENGTH, autocomplete: 'name', required: true })}
${textField({ type: 'url', label: 'Your video call address', hint: 'If you have a room of your own, such as https://meet.example.org/ada. You can leave it empty.', ...field('meeting_url', member.meeting_url), maxLength: URL_LENGTH, autocomplete: 'off' })}
${zoneField(screen.reader, { label: 'Your time zone', ...zone }, zone.value ?? '', { own: member.timezone === null && !isRefused })}
${onwards(HOURS, 'Save and continue')}`,
    }),
  });
}

export function hoursPage(screen: Screen, availability: Availability, timezone: string): Shown {
  const zone = zoneInWords(screen.now, timezone, screen.reader.locale);
  return stepPage({
    href: HOURS,
    title: 'When can you be booked?',
    lead: html`Your hours in an ordinary week, ${zone}. You can add days off later.`,
    content: weeklyForm(screen, HOURS, availability, onwards(CALENDAR, 'Save and continue')),
  });
}

export function calendarPage(screen: Screen): Shown {
  return stepPage({
    href: CALENDAR,
    title: 'Connect your calendar',
    lead: 'We read when you’re busy, so that nobody books you then. What your entries say isn’t kept.',
    content: html`${connectButtons(screen, screen.member)}${addForms(screen, CALENDAR, connectableProviders(screen).length === 0)}
${actions(linkButton(FINISHED, 'Skip this step'))}`,
  });
}

interface SetUp {
  member: Member;
  availability: Availability;
  timezone: string;
  calendars: WatchedCalendar[];
}

export function finishedPage(screen: Screen, { member, availability, timezone, calendars }: SetUp): Shown {
  const url = urlOf(member);
  const names = calendars
    .filter(({ is_read }) => is_read)
    .map(({ name, host }) => name ?? host ?? 'A calendar');
  const change = (href: string, of: string) =>
    html` <a href="${href}">Change<span class="hidden"> ${of}</span></a>`;
  return stepPage({
    title: 'You’re all set',
    lead: 'When somebody wants to meet you, we’ll find a time in your hours and write to you.',
    content: html`${facts([
      { label: 'Name', value: html`${member.name ?? 'None yet'}${change(WELCOME, 'your name')}` },
      {
        label: 'Time zone',
        value: html`${zoneInWords(screen.now, timezone, screen.reader.locale)}${change(`${url}/time-zone`, 'your time zone')}`,
      },
      {
        label: 'Hours',
        value: html`${hoursInWords(availability)}${change(`${url}/availability`, 'your hours')}`,
      },
      {
        label: 'Calendar',
        value: html`${names.join(', ') || 'None yet'}${change(`${url}/calendars`, 'your calendars')}`,
      },
    ])}
${actions(linkButton('/console', 'Go to the overview', 'main'))}`,
  });
}

/** `Monday 09:00–17:00, Tuesday 09:00–17:00`; days with the same hours in a row are `Monday to Friday`. */
function hoursInWords({ weekly }: Availability): string {
  const days = weekdays.map((day) => ({
    name: dayNames[day],
    hours: weekly
      .filter((part) => part.day === day)
      .map(partInWords)
      .join(' and '),
  }));
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const [place, { name, hours }] of days.entries()) {
    const run = runs.at(-1);
    if (hours !== '' && run && days[place - 1]?.hours === hours) run.last = name;
    else if (hours !== '') runs.push({ first: name, last: name, hours });
  }
  const inWords = runs.map(
    ({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`} ${hours}`,
  );
  return inWords.join(', ') || 'None';
}
