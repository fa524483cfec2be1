-- Mail: one row a message, with what became of it.
create table messages (
  workspace_id text not null references workspaces (id),
  id text not null,
  -- Null for a message about no request.
  request_id text,
  -- Of the participant whom it is to or from; null for a member.
  place bigint,
  direction text not null constraint messages_direction check (direction in ('in', 'out')),
  kind text not null,
  sender_name text,
  sender_address text not null,
  recipient_name text,
  recipient_address text not null,
  reply_to text,
  subject text not null,
  text text not null,
  -- What the HTML is made of, as JSON. Null for one that came in.
  content text,
  -- An iCalendar object that goes with it, and its method.
  invite text,
  invite_method text,
  -- Of messages with the same one, only the first has it. The others name that one.
  invite_of text,
  -- The same on every attempt.
  message_id text not null,
  in_reply_to text,
  -- Message-IDs of its thread, the first one first.
  thread text not null,
  status text not null
    constraint messages_status check (status in ('queued', 'sent', 'kept', 'failed', 'received', 'ignored')),
  understood_as text,
  attempts bigint not null,
  last_error text,
  created_at bigint not null,
  sent_at bigint,
  -- The domain that it goes to, in this workspace: what shares slots fairly. Null for one that came in.
  lane text,
  -- Null unless it is queued, and while its request is paused.
  due_at bigint,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
-- The request first: else PostgreSQL may take this index for the list of a workspace.
create index messages_of_request on messages (request_id, workspace_id, id) where request_id is not null;
-- As the statements write it, so that no other index on the state is in their way.
create index messages_queued on messages (request_id, workspace_id, id) where status || '' = 'queued';
create index messages_by_status on messages (workspace_id, status, id);
create index messages_by_kind on messages (workspace_id, kind, id);
create index messages_by_kind_status on messages (workspace_id, kind, status, id);
create index messages_by_direction on messages (workspace_id, direction, id);
create index messages_due on messages (due_at, id) where due_at is not null;
-- Retries apart from first attempts, so that neither has to be walked past for the other.
create index messages_due_by_lane on messages (lane, (case when attempts = 0 then 0 else 1 end), due_at, id)
  where due_at is not null;

-- What all invites to a meeting have in common. SEQUENCE grows with each change.
create table invites (
  workspace_id text not null,
  request_id text not null,
  uid text not null,
  organizer_address text not null,
  sequence bigint not null,
  -- The last one, as iCalendar text.
  text text not null,
  -- The members whom it went to, as JSON.
  host_ids text not null,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
