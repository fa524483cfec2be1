import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import type { MemberRow } from '../../features/people/members/operations.ts';
import type { ListedTurn, Turn } from '../../features/turns/rotation/turns.ts';
import { facts, named } from '../../html/blocks.ts';
import { dateField, hidden, option, select } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { filters, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import { person, standings, turnReasons } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentOf, plainName } from '../words.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';
import { requestOf, turnTable } from './turn-table.ts';

type Requests = ReadonlyMap<string, ListedRequest>;

interface TurnList extends TeamData {
  turns: Page<ListedTurn>;
  requests: Requests;
  /** Which turns are listed; undefined for all. Days have the form `2026-11-17`. */
  filter: { member: string | undefined; from: string | undefined; to: string | undefined };
  cursor: string | undefined;
}

/** A larger team gets no list to choose from: the queue links to each member's turns. */
const MAX_CHOICES = 100;

export function turnsPage(screen: Screen, data: TurnList): Shown {
  const { team, turns, requests, filter, cursor } = data;
  const member = memberOf(data);
  const path = `${teamPath(team.id)}/turns`;
  const { next_cursor } = turns.meta;
  return teamFrame(
    data,
    'turns',
    section({
      title: member ? html`Turns of ${named(member.name)}` : 'Turns',
      content: html`${turnFilters(data, path)}
${turnTable(screen, team.id, turns.data, requests)}
${pager({
  next: next_cursor && withQuery(path, { ...filter, cursor: next_cursor }),
  first: cursor && withQuery(path, filter),
})}`,
    }),
  );
}

/** The member whose turns are listed, if it is one: a current member, or one who has had a turn. */
function memberOf({ team, turns, filter }: TurnList) {
  const known = [...team.members, ...turns.data];
  const found = known.find(({ workspace_membership_id: id }) => id === filter.member);
  return found && { id: found.workspace_membership_id, name: plainName(found) };
}

function turnFilters(data: TurnList, action: string): Content {
  const { team, filter } = data;
  const member = memberOf(data);
  const isSet = Object.values(filter).some((value) => value !== undefined);
  const { members } = team;
  const isListed = members.some(({ workspace_membership_id: id }) => id === member?.id);
  const choices = [
    ...(member && !isListed ? [member] : []),
    ...members.map((each) => ({ id: each.workspace_membership_id, name: plainName(each) })),
  ];
  const options = choices.map(({ id, name }) => option(id, name, id === member?.id));
  return filters({
    action,
    isSet,
    clear: action,
    content: html`${
      choices.length <= MAX_CHOICES
        ? select({ name: 'member', label: 'Member', options: [option('', 'Everybody'), ...options] })
        : member && hidden('member', member.id)
    }
${dateField({ name: 'from', label: 'From', value: filter.from })}
${dateField({ name: 'to', label: 'To', value: filter.to })}`,
  });
}

interface TurnData extends TeamData {
  turn: Turn;
  requests: Requests;
  /** The candidates, and the member who got the turn, by id. */
  people: ReadonlyMap<string, MemberRow>;
}

/** Why somebody got a turn: the candidates, with their standing at that time. */
export function turnPage(screen: Screen, data: TurnData): Shown {
  const { turn, requests } = data;
  return teamFrame(
    data,
    'turns',
    html`${section({
      title: `Turn ${turn.number}`,
      lead: html`${named(plainName(turn))} took it: ${turnReasons[turn.reason]}.`,
      content: facts([
        { label: 'When', value: momentOf(screen, turn.created_at) },
        { label: 'Member', value: person(turn) },
        { label: 'For', value: requestOf(turn, requests) },
        turn.returned_at !== null && { label: 'Given back', value: momentOf(screen, turn.returned_at) },
      ]),
    })}
${section({
  title: 'Who was considered',
  lead: `${turn.candidates_eligible} of ${turn.candidates_total} could have taken it. The list shows how they stood then.`,
  content: candidateTable(data),
})}`,
    `Turn ${turn.number}`,
  );
}

/** The candidates, with their standing at that time. */
export function candidateTable({ turn, people }: Pick<TurnData, 'turn' | 'people'>): Content {
  return table({
    caption: 'Who was considered',
    columns: [{ label: 'Member' }, { label: 'Then' }, { label: 'Last turn before', align: 'end' }],
    rows: turn.candidates.map(({ workspace_membership_id: id, status, last_turn }) => {
      const member = people.get(id);
      const { kind, label } = standings[status];
      return [
        html`${member ? person(member) : 'A former member'}${id === turn.workspace_membership_id && html` ${badge('info', 'Got it')}`}`,
        badge(kind, label),
        last_turn === null ? 'None that counts' : `Turn ${last_turn}`,
      ];
    }),
  });
}
