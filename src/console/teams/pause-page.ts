import type { Membership } from '../../features/turns/rotation/memberships.ts';
import { actions, named } from '../../html/blocks.ts';
import { button, dateTimeField, form, inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { section } from '../../html/sections.ts';
import { MINUTE_MS } from '../../time/timestamps.ts';
import { firstMinuteAt, localDay, localMinute, MINUTES_OF_DAY, weekdayOf } from '../../time/zones.ts';
import { localTime } from '../fields.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { momentInWords, momentOf, plainName, zoneInWords } from '../words.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';

interface PauseData extends TeamData {
  membership: Membership;
}

export const membershipPath = (teamId: string, id: string) => `${teamPath(teamId)}/members/${id}`;

export function pausePage(screen: Screen, data: PauseData): Shown {
  const { team, membership } = data;
  const name = plainName(membership);
  const content = membership.paused_at === null ? pauseForms(screen, data) : endForm(screen, data);
  return teamFrame(
    data,
    'queue',
    section({
      title: html`Pause ${named(name)}`,
      lead:
        team.mode === 'pool'
          ? 'They get no turns in this team while paused, and are next afterwards. Meetings they already have stay.'
          : 'Pauses only matter in round robin teams. This one doesn’t take turns.',
      content,
    }),
    `Pause ${name}`,
  );
}

/** Two forms: in a single one, Enter in the field would press the first button. */
function pauseForms(screen: Screen, { team, membership }: PauseData): Content {
  const { now, dates, token } = screen;
  const action = `${membershipPath(team.id, membership.id)}/pause`;
  const { value, ...field } = fieldsOf(screen, action).field('until', '');
  const monday = nextMonday(now, dates.timezone);
  const week = inOneWeek(now, dates.timezone);
  const until = (end: number | null, label: string) =>
    button({ label, kind: 'quiet', name: 'until', value: end === null ? '' : new Date(end).toISOString() });
  return html`${form({
    action,
    token,
    content: actions(
      until(monday, `Until ${momentInWords(screen, monday)}`),
      until(week, `For a week, until ${momentInWords(screen, week)}`),
      until(null, 'Until I end the pause'),
    ),
  })}
${form({
  action,
  token,
  content: html`${dateTimeField({
    ...field,
    // The buttons send UTC, which this field doesn't take.
    value: value?.endsWith('Z') ? localTime(Date.parse(value), dates.timezone) : value,
    label: 'Another time',
    hint: zoneInWords(screen),
    required: true,
  })}
${actions(button({ label: `Pause ${plainName(membership)}` }))}`,
})}`;
}

function endForm(screen: Screen, { team, membership }: PauseData): Content {
  const since = membership.paused_at && momentOf(screen, membership.paused_at);
  return html`<p>Paused since ${since}.</p>
${inlineForm({
  action: `${membershipPath(team.id, membership.id)}/unpause`,
  token: screen.token,
  label: 'End pause',
})}`;
}

// Ends of a pause, offered as buttons.

const EIGHT = 8 * 60;

/** 08:00 local time on the first Monday after today. */
export function nextMonday(now: number, timezone: string): number {
  const today = localDay(timezone, now);
  const monday = today + 7 - weekdayOf(today);
  return firstMinuteAt(timezone, monday * MINUTES_OF_DAY + EIGHT) * MINUTE_MS;
}

/** The same local time in a week. */
export function inOneWeek(now: number, timezone: string): number {
  const local = localMinute(timezone, Math.floor(now / MINUTE_MS));
  return firstMinuteAt(timezone, local + 7 * MINUTES_OF_DAY) * MINUTE_MS;
}
