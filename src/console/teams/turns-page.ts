import type { ListedRequest } from '../../features/meeting-requests/operations.ts';
import type { MemberRow } from '../../features/members/operations.ts';
import type { ListedTurn, Turn } from '../../features/rotation/turns.ts';
import { facts, linkButton, named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pages.ts';
import { momentOf } from '../requests/state.ts';
import { person, standings, turnReasons } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';
import { requestOf, turnTable } from './turn-table.ts';

type Requests = ReadonlyMap<string, ListedRequest>;

export interface TurnList extends TeamData {
  turns: Page<ListedTurn>;
  requests: Requests;
  /** Whose turns are listed; undefined for everybody's. */
  member: MemberRow | undefined;
  cursor: string | undefined;
}

export function turnsPage(screen: Screen, data: TurnList): Shown {
  const { team, turns, requests, member, cursor } = data;
  const path = `${teamPath(team.id)}/turns`;
  const kept = { member: member?.id };
  const { next_cursor } = turns.meta;
  return teamFrame(
    data,
    'turns',
    section({
      title: member ? html`Turns of ${named(member.name ?? member.email)}` : 'Turns',
      actions: member && linkButton(path, 'Turns of everybody'),
      content: html`${turnTable(screen, team.id, turns.data, requests)}
${pager({
  next: next_cursor && withQuery(path, { ...kept, cursor: next_cursor }),
  first: cursor && withQuery(path, kept),
})}`,
    }),
  );
}

export interface TurnData extends TeamData {
  turn: Turn;
  requests: Requests;
  /** The candidates and whoever got the turn, by id. */
  people: ReadonlyMap<string, MemberRow>;
}

/** Why a turn fell on somebody: who was considered, as they stood then. */
export function turnPage({ dates }: Screen, data: TurnData): Shown {
  const { turn, requests } = data;
  return teamFrame(
    data,
    'turns',
    html`${section({
      title: `Turn ${turn.number}`,
      lead: html`It fell on ${named(turn.name ?? turn.email)}, who ${turnReasons[turn.reason]}.`,
      content: facts([
        { label: 'When', value: momentOf(dates, turn.created_at) },
        { label: 'Member', value: person(turn) },
        { label: 'For', value: requestOf(turn, requests) },
        turn.returned_at !== null && { label: 'Given back', value: momentOf(dates, turn.returned_at) },
      ]),
    })}
${section({
  title: 'Who was considered',
  lead: `${turn.candidates_total} were considered, and ${turn.candidates_eligible} of them could have taken it. They are listed as they stood then.`,
  content: candidateTable(data),
})}`,
    `Turn ${turn.number}`,
  );
}

function candidateTable({ turn, people }: TurnData): Content {
  return table({
    caption: 'Who was considered',
    columns: [{ label: 'Member' }, { label: 'Then' }, { label: 'Turn before that', align: 'end' }],
    rows: turn.candidates.map(({ workspace_membership_id: id, status, last_turn }) => {
      const member = people.get(id);
      const { kind, label } = standings[status];
      return [
        html`${member ? person(member) : 'A former member'}${id === turn.workspace_membership_id && html` ${badge('info', 'Got it')}`}`,
        badge(kind, label),
        last_turn === null ? 'none that counts' : `number ${last_turn}`,
      ];
    }),
  });
}
