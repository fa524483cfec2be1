// The requests of one person, found by their address.
import type { Reader } from '../../../../storage/database.ts';
import { idRows, wantedRows, withoutIndex } from '../../../../storage/rows.ts';

const open = `(${withoutIndex('status')} in ('active', 'paused') or (${withoutIndex('status')} = 'booked' and ends_at > $3))`;
const ofPerson = `from meeting_request_participants as participants
  join meeting_requests on meeting_requests.workspace_id = participants.workspace_id
    and meeting_requests.id = ${withoutIndex('participants.request_id')}
  where participants.workspace_id = $1 and participants.email_folded = $2`;

/** Those that are active, paused, or booked and not over, oldest first. */
export function selectOpenOfPerson(
  reader: Reader,
  workspaceId: string,
  folded: string,
  now: number,
  limit: number,
) {
  return reader.all<{ request_id: string; place: number }>(
    `select participants.request_id, participants.place ${ofPerson} and ${open}
     order by participants.request_id limit ${limit}`,
    [workspaceId, folded, now],
  );
}

/** Those of a team, the newest first: open ones, and the one with the id `known`, open or not. */
export function selectOpenAt(
  reader: Reader,
  workspaceId: string,
  folded: string,
  { team_id, known, now, limit }: { team_id: string; known: string | null; now: number; limit: number },
) {
  return reader.all<{ request_id: string; place: number; title: string | null }>(
    `select participants.request_id, participants.place, meeting_requests.title ${ofPerson}
       and ${withoutIndex('team_id')} = $4 and (${open} or meeting_requests.id = $5)
     order by participants.request_id desc limit ${limit}`,
    [workspaceId, folded, now, team_id, known ?? ''],
  );
}

/** The oldest request that they take part in, and their place there. */
export function selectFirstOfPerson(reader: Reader, workspaceId: string, folded: string) {
  return reader.get<{ request_id: string; place: number }>(
    `select request_id, place from meeting_request_participants
     where workspace_id = $1 and email_folded = $2 order by request_id limit 1`,
    [workspaceId, folded],
  );
}

/** The person's place in each of these requests. */
export function selectPlacesOfPerson(reader: Reader, workspaceId: string, ids: string[], folded: string) {
  return reader.all<{ request_id: string; place: number }>(
    `with ${wantedRows(reader.dialect)}
     select request_id, place from wanted
     join meeting_request_participants as participants on participants.workspace_id = wanted.workspace_id
       and participants.request_id = wanted.wanted_id and participants.email_folded = $3`,
    [workspaceId, idRows(ids), folded],
  );
}
