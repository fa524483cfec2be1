-- 1 for a participant in whose name somebody wrote or filled in a form, and who has not done anything since: it may not be them.
alter table meeting_request_participants add column unproven bigint not null default 0;

-- Whom somebody outside named besides themselves: a member may add them to the meeting.
create table suggested_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);

-- Whom the mail of somebody outside may invite: `nobody`, or with `proven` others, if it is known who has sent it.
alter table scheduling_settings add column outsiders_may_invite text not null default 'nobody';

-- How many people a workspace wrote to in a day because somebody outside asked for it: in all, and for each network that asked.
create table outsider_days (
  workspace_id text not null references workspaces (id),
  -- The UTC day, by the time at which it begins.
  day bigint not null,
  -- Empty for all of them together.
  network text not null,
  counted bigint not null,
  -- When admins were told that it is full; only where the network is empty.
  told_at bigint,
  primary key (workspace_id, day, network)
);
create index outsider_days_age on outsider_days (day);
