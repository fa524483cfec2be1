import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import type { ListedTurn } from '../../features/turns/rotation/turns.ts';
import { named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { nameOf, turnReasons } from '../requests/words.ts';
import type { Screen } from '../screen.ts';
import { momentOf, plainName } from '../words.ts';
import { teamPath } from './team-frame.ts';

type Requests = ReadonlyMap<string, ListedRequest>;

export function turnTable(screen: Screen, teamId: string, turns: ListedTurn[], requests: Requests): Content {
  return table({
    caption: 'Turns, latest first',
    columns: [{ label: 'When' }, { label: 'Member' }, { label: 'Reason' }, { label: 'For' }],
    rows: turns.map((turn) => [
      html`<a href="${teamPath(teamId)}/turns/${turn.id}">${momentOf(screen, turn.created_at)}</a>${turn.returned_at !== null && html` ${badge('neutral', 'Given back')}`}`,
      named(plainName(turn)),
      turnReasons[turn.reason],
      requestOf(turn, requests),
    ]),
    empty: emptyState({
      title: 'No turns yet',
      text: 'The first request to this team makes the first one.',
    }),
  });
}

/** The request of a turn, if the reader may see it. */
export function requestOf({ meeting_request_id: id }: ListedTurn, requests: Requests): Content {
  if (id === null) return 'Something outside Rota';
  const request = requests.get(id);
  return request ? html`<a href="/console/requests/${id}">${named(nameOf(request))}</a>` : 'A request';
}
