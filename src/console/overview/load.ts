// Who is next in a team, and how its turns were shared lately.
import type { Load } from '../../features/turns/rotation/load.ts';
import type { Reason } from '../../features/turns/rotation/rules.ts';
import { avatar } from '../../html/avatar.ts';
import { named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import type { Screen } from '../screen.ts';
import { plainName, shortMomentOf } from '../words.ts';
import { card } from './card.ts';

export interface TeamLoad extends Load {
  name: string;
}

type Person = Load['people'][number];

/** The queue's head. Whoever is paused is shown after it. */
const IN_QUEUE = 3;
const MAX_BARS = 8;

const whyNext: Record<Reason, string> = {
  named: 'named as the organizer',
  turn_returned: 'owed a turn',
  unpaused: 'just back from a pause',
  never_assigned: 'no turn yet',
  least_recently_assigned: 'longest without a turn',
};

export const loadCards = (screen: Screen, teams: TeamLoad[]): Html[] =>
  teams.map((team) => html`${nextCard(screen, team)}${turnsCard(screen, team)}`);

function nextCard(screen: Screen, { team_id, name, people, total }: TeamLoad): Html {
  const queue = people.filter(({ reason }) => reason !== null);
  const paused = people.filter(({ status }) => status === 'paused').slice(0, IN_QUEUE);
  const rows = [...queue.slice(0, IN_QUEUE), ...paused].map((person) => {
    const isNext = person === queue[0];
    return html`<li>${avatar(plainName(person))}<div><p>${nameOf(screen, person)}</p>${noteOf(screen, person, isNext)}</div><div class="end">${isNext ? badge('info', 'Next') : person.status === 'paused' && badge('warn', 'Paused')}</div></li>
`;
  });
  return card({
    id: `next-${team_id}`,
    live: 'meeting_request.',
    title: html`${named(name)}: who’s next`,
    end: html`<a href="/console/teams/${team_id}">${total > rows.length ? `All ${total}` : 'Queue'}<span class="hidden"> of ${name}</span></a>`,
    content: html`${queue.length === 0 && html`<p class="panel-note">Nobody can take a turn: everybody is paused or without a seat. New requests to this team are refused.</p>`}
<ol class="lines">${rows}</ol>`,
  });
}

const nameOf = ({ member }: Screen, person: Person): Content =>
  person.member_id === member.id
    ? html`<strong>${named(plainName(person))}</strong> <span class="note">(you)</span>`
    : html`<strong>${named(plainName(person))}</strong>`;

/** Why they are next, or how long they are away. */
function noteOf(screen: Screen, { reason, paused_until }: Person, isNext: boolean): Content {
  if (isNext && reason) return html`<p class="note">${whyNext[reason]}</p>`;
  return paused_until !== null && html`<p class="note">until ${shortMomentOf(screen, paused_until)}</p>`;
}

/** Bars with their numbers: the picture only repeats them. */
function turnsCard(screen: Screen, { team_id, name, people }: TeamLoad): Content {
  const sorted = people.toSorted((one, other) => other.turns_last_30_days - one.turns_last_30_days);
  const most = sorted[0]?.turns_last_30_days ?? 0;
  if (most === 0) return null;
  const own = people.find(({ member_id }) => member_id === screen.member.id);
  const shown = sorted.slice(0, MAX_BARS);
  if (own && !shown.includes(own)) shown[MAX_BARS - 1] = own;
  const bars = shown.map(
    (person) =>
      html`<li><span class="name">${named(plainName(person))}</span><svg aria-hidden="true" height="8"><rect class="track" width="100%" height="8" rx="4"/><rect class="bar" width="${Math.round((100 * person.turns_last_30_days) / most)}%" height="8" rx="4"/></svg><span class="number">${person.turns_last_30_days}</span></li>
`,
  );
  return card({
    id: `turns-${team_id}`,
    live: 'meeting_request.',
    title: html`${named(name)}: turns, 30 days`,
    end: html`<a href="/console/teams/${team_id}/turns">All turns<span class="hidden"> of ${name}</span></a>`,
    content: html`<ul class="bars">${bars}</ul>`,
  });
}
