import type { MemberRow } from '../../features/people/members/operations.ts';
import type { Turn } from '../../features/turns/rotation/turns.ts';
import { avatar } from '../../html/avatar.ts';
import { disclosure, facts, named } from '../../html/blocks.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { section } from '../../html/sections.ts';
import { capitalized } from '../../text/capitalized.ts';
import type { Screen } from '../screen.ts';
import { candidateTable } from '../teams/turns-page.ts';
import { momentOf, plainName } from '../words.ts';
import type { People } from './decisions.ts';
import type { RequestData } from './read.ts';
import { turnReasons } from './words.ts';

/** Who hosts the meeting, and why. */
export function hostsSection(screen: Screen, data: RequestData): Html {
  const { hosts, turn, people } = data;
  const [organizer, ...others] = hosts;
  return section({
    id: 'hosts',
    title: 'Host',
    content: html`<p class="person">${organizer ? html`${avatar(plainName(organizer))} ${memberLink(screen, organizer)}` : data.request.organizer_email}</p>
${facts([
  { label: 'Reason', value: reasonOf(data) },
  others.length > 0 && { label: 'Also hosting', value: listed(screen, others) },
])}
${turn && considered(screen, turn, people)}`,
  });
}

function reasonOf({ request, turn, team }: RequestData): Content {
  if (!turn) return team ? html`Chosen by hand for ${teamLink(team)}` : 'Named in the request';
  const isSame = turn.email === request.organizer_email;
  const who = !isSame && html`Reassigned. The turn went to ${named(plainName(turn))}: `;
  const reason = turnReasons[turn.reason];
  return html`${who}${isSame ? capitalized(reason) : reason}${team && html` in ${teamLink(team)}`}${turn.returned_at !== null && '. The turn was given back.'}`;
}

const teamLink = ({ id, name }: { id: string; name: string }): Html =>
  html`<a href="/console/teams/${id}">${named(name)}</a>`;

/** Only admins can open other members' pages. */
function memberLink({ isAdmin, member: own }: Screen, member: MemberRow): Content {
  const isLeft = member.deactivated_at !== null;
  const name = named(plainName(member));
  const shown =
    isAdmin || member.id === own.id ? html`<a href="/console/members/${member.id}">${name}</a>` : name;
  return html`${shown}${isLeft && html` ${badge('neutral', 'Deactivated')}`}`;
}

const MAX_NAMED = 20;

function listed(screen: Screen, members: MemberRow[]): Content {
  const names = members
    .slice(0, MAX_NAMED)
    .map((member, place) => html`${place > 0 && ', '}${memberLink(screen, member)}`);
  const more = members.length - MAX_NAMED;
  return [names, more > 0 && ` and ${more} more`];
}

function considered(screen: Screen, turn: Turn, people: People): Html {
  const others = turn.candidates_total - 1;
  const summary =
    others === 0
      ? 'Nobody else was considered'
      : `${others} ${others === 1 ? 'other was' : 'others were'} considered`;
  const content = html`<p><a href="/console/teams/${turn.team_id}/turns/${turn.id}">Turn ${turn.number}</a>, ${momentOf(screen, turn.created_at)}. ${turn.candidates_eligible} of ${turn.candidates_total} could have taken it. The lower the number of the last turn, the longer the wait.</p>
${candidateTable({ turn, people })}`;
  return disclosure(summary, content);
}
