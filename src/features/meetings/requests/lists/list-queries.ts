import { firstIdAt } from '../../../../ids.ts';
import type { PageRequest } from '../../../../pagination.ts';
import type { Reader, Value } from '../../../../storage/database.ts';
import {
  type Condition,
  idsWithin,
  optional,
  readPage,
  selectNewestFirst,
} from '../../../../storage/newest-first.ts';
import { withoutIndex } from '../../../../storage/rows.ts';
import { type MeetingRequestRow, requestRows } from '../queries.ts';
import type { MeetingRequest, Status } from '../rules.ts';

export interface RequestFilter {
  status?: Status | undefined;
  /** Only requests that need attention. */
  attention?: boolean | undefined;
  organizer_id?: string | undefined;
  /** The organizer, or another host. */
  host_id?: string | undefined;
  participant_folded?: string | undefined;
  team_id?: string | undefined;
  meeting_type_id?: string | undefined;
  /** Both inclusive. */
  created_after?: number | undefined;
  created_before?: number | undefined;
}

/** Newest first. */
export async function selectRequests(
  reader: Reader,
  workspaceId: string,
  filter: RequestFilter,
  page: PageRequest,
): Promise<MeetingRequest[]> {
  const { attention, host_id, organizer_id, participant_folded } = filter;
  const isOfHost =
    host_id !== undefined && !attention && organizer_id === undefined && participant_folded === undefined;
  const rows = isOfHost
    ? await selectHosted(reader, workspaceId, { ...filter, host_id }, page)
    : await selectFiltered(reader, workspaceId, filter, page);
  return rows.map(requestRows.fromRow);
}

const everyRequest = { table: 'meeting_requests', id: 'meeting_requests.id' };
const byParticipant = {
  table: 'meeting_request_participants',
  // Makes PostgreSQL look up each request by id. Otherwise it may walk all requests, newest first, which is slow when the matches
  // are old.
  join: `join meeting_requests on meeting_requests.workspace_id = meeting_request_participants.workspace_id
         and meeting_requests.id = ${withoutIndex('meeting_request_participants.request_id')}`,
  id: 'meeting_request_participants.request_id',
};

/** Whether the member is a host from a stack team. A count per request, so that PostgreSQL does not turn it into a join. */
const hosts = (member: string) => `(select count(*) from meeting_request_hosts as hosts
  where hosts.workspace_id = meeting_requests.workspace_id and hosts.request_id = meeting_requests.id
    and ${withoutIndex('hosts.member_id')} = ${member}) > 0`;
export const takesPart = `(${withoutIndex('organizer_id')} = ? or ${hosts('?')})`;
const isInvited = `exists (select 1 from meeting_request_participants as participants
  where participants.workspace_id = meeting_requests.workspace_id
    and participants.request_id = meeting_requests.id and ${withoutIndex('participants.email_folded')} = ?)`;

// An id begins with its time, so a range of times is a range in the index on ids.
const firstOf = ({ created_after: after }: RequestFilter) =>
  after === undefined ? undefined : firstIdAt('meetingRequest', after);
const endOf = ({ created_before: before }: RequestFilter) =>
  before === undefined ? undefined : firstIdAt('meetingRequest', before + 1);

/**
 * The order of filters is fixed, because the planners don't know that few requests need attention, that a participant has fewer
 * than an organizer, and an organizer fewer than a team. Only the status shares an index with another filter.
 */
function selectFiltered(reader: Reader, workspaceId: string, filter: RequestFilter, page: PageRequest) {
  const { status, attention, organizer_id, host_id, participant_folded, team_id, meeting_type_id } = filter;
  const same = (column: string, value: string | undefined) => optional(`${withoutIndex(column)} = ?`, value);
  const ofType = same('meeting_type_id', meeting_type_id);
  const others = [optional(takesPart, host_id), same('team_id', team_id), ofType];
  const remaining = [same('organizer_id', organizer_id), ...others, same('status', status)];
  const where = (): Condition[] => {
    if (attention)
      return ['attention_since is not null', optional(isInvited, participant_folded), ...remaining];
    if (participant_folded !== undefined) {
      return [['meeting_request_participants.email_folded = ?', participant_folded], ...remaining];
    }
    const inState: Condition = ['status = ?', status];
    if (organizer_id !== undefined) return [['organizer_id = ?', organizer_id], ...others, inState];
    if (meeting_type_id !== undefined)
      return [['meeting_type_id = ?', meeting_type_id], same('team_id', team_id), inState];
    return [['team_id = ?', team_id], inState];
  };
  return selectNewestFirst<MeetingRequestRow>(reader, workspaceId, page, {
    columns: requestRows.columns(reader.dialect),
    ...(participant_folded === undefined || attention ? everyRequest : byParticipant),
    where: where(),
    found: 'meeting_requests',
    from: firstOf(filter),
    before: endOf(filter),
  });
}

const isOpen = (status: Status | undefined) => status === 'active' || status === 'paused';

/** Two walks, one page of each: requests that the member organizes, and those they host for a stack team. */
function selectHosted(
  reader: Reader,
  workspaceId: string,
  filter: RequestFilter & { host_id: string },
  page: PageRequest,
): Promise<MeetingRequestRow[]> {
  const values: Value[] = [workspaceId, filter.host_id];
  const bind = (value: Value) => `$${values.push(value)}`;
  const [end] = [page.cursor, endOf(filter)].filter((bound) => bound !== undefined).sort();
  const from = firstOf(filter);
  const bounds = [from && bind(from), end && bind(end)] as const;
  const within = (id: string) =>
    idsWithin(id, ...bounds)
      .map((bound) => `and ${bound}`)
      .join(' ');
  const status = filter.status && bind(filter.status);
  const given = (column: string, value: string | undefined) => {
    const [condition, bound] = optional(`${withoutIndex(column)} = ?`, value);
    return `and ${condition.replaceAll('?', bind(bound))}`;
  };
  const inTeam = `${given('team_id', filter.team_id)} ${given('meeting_type_id', filter.meeting_type_id)}`;
  // Open requests are few, however many somebody ever hosted. All others are found through the host.
  const hostedIds = isOpen(filter.status)
    ? `select id from meeting_requests where workspace_id = $1 and status = ${status} and ${hosts('$2')} ${inTeam} ${within('id')}`
    : `select hosts.request_id as id from meeting_request_hosts as hosts
       where hosts.workspace_id = $1 and hosts.member_id = $2 ${within('hosts.request_id')}
         and (select 1 from meeting_requests where meeting_requests.workspace_id = hosts.workspace_id
           and meeting_requests.id = hosts.request_id ${given('status', filter.status)} ${inTeam}) = 1`;
  return readPage(page.limit, (rows) => {
    const organized = `select id from meeting_requests where workspace_id = $1 and organizer_id = $2
      ${status ? `and status = ${status}` : ''} ${inTeam} ${within('id')} order by id desc limit ${rows}`;
    const hosted = `${hostedIds} order by id desc limit ${rows}`;
    // Includes the workspace as a column, so that each request is looked up by its whole key.
    const found = `select cast($1 as text) as workspace_id, id from (
        select id from (${organized}) as organized union select id from (${hosted}) as hosted
      ) as either order by id desc limit ${rows}`;
    return reader.all<MeetingRequestRow>(
      `with found as materialized (${found})
       select ${requestRows.columns(reader.dialect)} from found
       join meeting_requests on meeting_requests.workspace_id = found.workspace_id and meeting_requests.id = found.id
       order by found.id desc`,
      values,
    );
  });
}
