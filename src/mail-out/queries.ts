// Claims on messages, in all workspaces: an engine sends for all of them. No caller sees what is read here.

import type { ClaimedItem, ItemKey } from '../outbox/channel.ts';
import { channelTable } from '../outbox/channel-table.ts';
import type { Reader } from '../storage/database.ts';
import type { StoredMessage } from './mime.ts';

/** A lane is a domain in a workspace. */
export const messageTable = channelTable({
  table: 'messages',
  id: 'id',
  lane: 'lane',
  workspaceOf: (lane: string) => lane.slice(0, lane.indexOf(' ')),
  retry: '(case when attempts = 0 then 0 else 1 end)',
  waitsSince: 'waits_for_relay_since',
});

export interface ClaimedMessage extends ClaimedItem, StoredMessage {
  lane: string;
  request_id: string | null;
  place: number | null;
  /** How many messages the workspace may send in a day; null for the limit in the settings. */
  messages_per_day: number | null;
  /** 1 if the message offers times to a participant, or reminds one, who has opted out since it was queued. */
  is_unwanted: number;
  /** When it stops being true; null for never. */
  expires_at: number | null;
}

export function selectClaimed(reader: Reader, claimId: string, keys: ItemKey[]): Promise<ClaimedMessage[]> {
  return reader.all<ClaimedMessage>(
    `select messages.workspace_id, messages.id, claim_id, attempts, lane, request_id, place, kind, sender_name, sender_address,
       recipient_name, recipient_address, reply_to, subject, text, content, invite_method, message_id, in_reply_to, thread, created_at,
       expires_at, messages_per_day, invite_details,
       (case when kind in ('options', 'follow_up', 'reminder') and exists (select 1 from meeting_request_participants as participants
         join opt_outs on opt_outs.workspace_id = participants.workspace_id and opt_outs.email_folded = participants.email_folded
         where participants.workspace_id = messages.workspace_id and participants.request_id = messages.request_id
           and participants.place = messages.place) then 1 else 0 end) as is_unwanted,
       coalesce(invite, (select first.invite from messages as first
         where first.workspace_id = messages.workspace_id and first.id = messages.invite_of)) as invite
     from ${messageTable.taken(reader.dialect)}
     left join workspace_limits on workspace_limits.workspace_id = taken.workspace_id
     where claim_id = $2
     order by due_at, messages.id`,
    [JSON.stringify(keys), claimId],
  );
}
