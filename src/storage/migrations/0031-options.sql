-- Offering times to participants, and what they answer.

-- Nobody is written to about a request that was made before Rota wrote mail.
alter table meeting_requests add column notify_participants bigint not null default 0;
-- How often times were offered; 0 before the first time.
alter table meeting_requests add column round bigint not null default 0;
-- What the first message says of the organizer; null until it is written.
alter table meeting_requests add column introduction text;
alter table meeting_requests add column attention_reason text;
alter table meeting_requests add column attention_since bigint;
-- Links and reply addresses name the request alone.
create index meeting_requests_by_id on meeting_requests (id);

alter table meeting_request_participants add column response text not null default 'none';
alter table meeting_request_participants add column responded_at bigint;
alter table meeting_request_participants add column comment text;
alter table meeting_request_participants add column attendance text not null default 'none';
-- Since when an answer is waited for: business days until the next follow-up count from then.
alter table meeting_request_participants add column asked_at bigint;
-- Follow-ups since `asked_at`, and when the next one is due; null for never.
alter table meeting_request_participants add column follow_ups bigint not null default 0;
alter table meeting_request_participants add column follow_up_at bigint;

-- When Rota has to do something about a request by itself.
create table meeting_request_schedules (
  workspace_id text not null,
  request_id text not null,
  -- Null while there is nothing to do.
  due_at bigint,
  -- Failed attempts in a row.
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index meeting_request_schedules_due on meeting_request_schedules (due_at, request_id) where due_at is not null;

-- Slots that were offered to the participants of a request.
create table options (
  workspace_id text not null,
  id text not null,
  request_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  round bigint not null,
  status text not null constraint options_status check (status in ('offered', 'withdrawn', 'chosen')),
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
-- The request first: else PostgreSQL may take this index for other lookups in a workspace.
create index options_of_request on options (request_id, workspace_id, id);

-- Which participants an option works for, by their places.
create table option_acceptances (
  workspace_id text not null,
  option_id text not null,
  request_id text not null,
  place bigint not null,
  primary key (workspace_id, option_id, place),
  foreign key (workspace_id, option_id) references options (workspace_id, id)
);
create index option_acceptances_of_request on option_acceptances (request_id, workspace_id);

-- Offered times that are kept free from other requests: a row for each host.
create table option_holds (
  workspace_id text not null,
  option_id text not null,
  member_id text not null,
  request_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  held_until bigint not null,
  primary key (option_id, workspace_id, member_id),
  foreign key (workspace_id, option_id) references options (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- By the end of the hold: a search for slots reads none that is over.
create index option_holds_of_member on option_holds
  (workspace_id, member_id, held_until, starts_at, ends_at, request_id);
create index option_holds_of_request on option_holds (request_id, workspace_id);
create index option_holds_over on option_holds (held_until);

-- Dates on which nobody is reminded, as JSON.
alter table scheduling_settings add column holidays text not null default '[]';
