// Requests by a part of a title, a name or an address. No index leads to a part of a text, so a search reads a stretch of requests, newest
// first, and the next page goes on where it ended: however many there are, a statement costs the same.
import type { PageRequest } from '../../../../pagination.ts';
import type { Reader, Value } from '../../../../storage/database.ts';
import { withoutIndex } from '../../../../storage/rows.ts';
import { likePattern } from '../../../../text/like-pattern.ts';
import { type MeetingRequestRow, requestRows } from '../queries.ts';
import type { MeetingRequest, Status } from '../rules.ts';

/** How many requests one search reads. */
const STRETCH = 2_000;

/** Whose requests are searched: everybody's; or those of a team, those that a member hosts, or those that are both. */
export interface SearchScope {
  team_id?: string | undefined;
  host_id?: string | undefined;
}

export interface Search extends SearchScope {
  text: string;
  status?: Status | undefined;
  attention?: boolean | undefined;
  /** Only requests with this id or a later one, and only those before another. */
  from?: string | undefined;
  before?: string | undefined;
}

/** Before `end`, and not before `from`. */
interface Bounds {
  end: string | undefined;
  from: string | undefined;
}

interface Found {
  rows: MeetingRequest[];
  /** Where the stretch ended; undefined if there was nothing beyond it. */
  end: string | undefined;
}

export async function searchStretch(
  reader: Reader,
  workspaceId: string,
  { text, status, attention, from, before, ...scope }: Search,
  { limit, cursor }: PageRequest,
): Promise<Found> {
  const values: Value[] = [workspaceId];
  const bind = (value: Value) => `$${values.push(value)}`;
  const [end] = [cursor, before].filter((bound) => bound !== undefined).sort();
  const recent = stretch(scope, { end, from }, bind);
  const pattern = bind(likePattern(text));
  const matches = (column: string) => `lower(${column}) like ${pattern} escape '!'`;
  const same = (column: string, value: string | undefined) =>
    value === undefined ? '' : `and ${withoutIndex(column)} = ${bind(value)}`;
  const given = `${same('status', status)} ${same('team_id', scope.team_id)}`;
  const waiting = attention ? 'and attention_since is not null' : '';
  const rows = await reader.all<MeetingRequestRow>(
    `with recent as materialized (select cast($1 as text) as workspace_id, id from (${recent}) as latest),
       found as materialized (
         select recent.workspace_id, recent.id from recent
         join meeting_requests on meeting_requests.workspace_id = recent.workspace_id and meeting_requests.id = recent.id
         where (${matches("coalesce(title, '')")} or ${matches("coalesce(purpose, '')")}
           or exists (select 1 from meeting_request_participants as participants
             where participants.workspace_id = recent.workspace_id and participants.request_id = recent.id
               and (${matches("coalesce(participants.name, '')")} or participants.email_folded like ${pattern} escape '!'))
           or exists (select 1 from members where members.workspace_id = recent.workspace_id and members.id = organizer_id
             and (${matches("coalesce(members.name, '')")} or members.email_folded like ${pattern} escape '!')))
           ${given} ${waiting}
         order by recent.id desc limit ${limit + 1})
     select ${requestRows.columns(reader.dialect)} from found
     join meeting_requests on meeting_requests.workspace_id = found.workspace_id and meeting_requests.id = found.id
     order by found.id desc`,
    values,
  );
  return { rows: rows.map(requestRows.fromRow), end: await endOf(reader, workspaceId, scope, { end, from }) };
}

/** The last id of a full stretch. */
async function endOf(
  reader: Reader,
  workspaceId: string,
  scope: SearchScope,
  bounds: Bounds,
): Promise<string | undefined> {
  const values: Value[] = [workspaceId];
  const recent = stretch(scope, bounds, (value) => `$${values.push(value)}`);
  const row = await reader.get<{ count: number; last: string | null }>(
    `select count(*) as count, min(id) as last from (${recent}) as recent`,
    values,
  );
  return row && row.count >= STRETCH && row.last !== null ? row.last : undefined;
}

/** Ids of requests, the newest first. `bind` adds a value to the statement, whose first is the workspace. */
function stretch(
  { team_id, host_id }: SearchScope,
  { end, from }: Bounds,
  bind: (value: Value) => string,
): string {
  const within = (id: string) =>
    `${end === undefined ? '' : `and ${id} < ${bind(end)}`} ${from === undefined ? '' : `and ${id} >= ${bind(from)}`}`;
  if (host_id === undefined) {
    const ofTeam = team_id === undefined ? '' : `and team_id = ${bind(team_id)}`;
    return `select id from meeting_requests where workspace_id = $1 ${ofTeam} ${within('id')}
      order by id desc limit ${STRETCH}`;
  }
  const host = bind(host_id);
  const organized = `select id from meeting_requests where workspace_id = $1 and organizer_id = ${host} ${within('id')}
    order by id desc limit ${STRETCH}`;
  const hosted = `select request_id as id from meeting_request_hosts where workspace_id = $1 and member_id = ${host}
    ${within('request_id')} order by request_id desc limit ${STRETCH}`;
  return `select id from (select id from (${organized}) as organized union select id from (${hosted}) as hosted) as either
    order by id desc limit ${STRETCH}`;
}
