// The effects of an agent's change of a meeting: audit entries, events and mails.
import type { AuditEntry, ShownMeetingRequest } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { eventsOf } from './events.ts';
import { untilIdle, writtenAbout } from './scheduling.ts';

/** As tools answer, without the texts of others. */
export interface ChangedMeeting {
  meeting: Pick<ShownMeetingRequest, 'id' | 'status' | 'starts_at' | 'options' | 'participants'>;
  repeated: boolean;
}

export interface Effects {
  /** `meeting_request.paused by pause`, oldest first. */
  entries: string[];
  events: string[];
  mails: string[];
}

/** Everything that was done about the meeting, once nothing is left to do. */
export async function effectsOn(node: Node, id: string): Promise<Effects> {
  await untilIdle(node);
  const entries = dataOf<AuditEntry[]>(await node.get(`/api/v1/audit_log?target_id=${id}&limit=100`));
  return {
    entries: entries.toReversed().map(({ action, tool }) => (tool ? `${action} by ${tool}` : action)),
    events: (await eventsOf(node, id)).map(({ type }) => type),
    mails: await writtenAbout(node, id),
  };
}

/** Those of the second that the first does not have. */
export function effectsSince(before: Effects, after: Effects): Effects {
  return {
    entries: after.entries.slice(before.entries.length),
    events: after.events.slice(before.events.length),
    mails: after.mails.slice(before.mails.length),
  };
}
