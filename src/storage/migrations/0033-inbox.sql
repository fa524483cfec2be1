-- Mail that comes in: whole, as it was taken, and whether it was worked on. Its row in `messages` has the same id.
create table inbox (
  workspace_id text not null references workspaces (id),
  id text not null,
  -- What its address stands for: a team or the workspace (a new request), the answers of a participant, or a message that
  -- could not be delivered.
  target text not null constraint inbox_target check (target in ('team', 'workspace', 'reply', 'bounce')),
  -- Of the team, of the request, or of the message; null for the workspace.
  target_id text,
  -- Of the participant; null unless it is an answer.
  place bigint,
  recipient_address text not null,
  -- Its Message-ID, or a digest of the mail without one.
  message_key text not null,
  -- As the client said it; empty for a report.
  envelope_sender text not null,
  -- Where it came from; null if nobody knows.
  client_address text,
  client_name text,
  received_at bigint not null,
  -- Null once it was worked on, and while its request is paused.
  due_at bigint,
  -- Set while its request is paused.
  waits_for_request_id text,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  -- The last column, because it is large.
  raw bytea not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references messages (workspace_id, id)
);
-- The same mail twice to the same address is one.
create unique index inbox_once on inbox (workspace_id, recipient_address, message_key);
create index inbox_due on inbox (due_at, id) where due_at is not null;
create index inbox_due_by_workspace on inbox (workspace_id, due_at, id) where due_at is not null;
create index inbox_waiting on inbox (waits_for_request_id, workspace_id, id) where waits_for_request_id is not null;

-- What was made of a message that came in: the rule that has understood it, and why nothing was done.
alter table messages add column rule text;
alter table messages add column ignored_because text;
