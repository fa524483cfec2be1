-- What each turn was for. No reference: the turn is taken before the request, whose organizer it decides, is there.
alter table turns add column meeting_request_id text;

create index teams_always_applied on teams (workspace_id, id) where stack_always_apply = 1 and deactivated_at is null;

create table meeting_requests (
  workspace_id text not null,
  id text not null,
  organizer_id text not null,
  organizer_name text,
  organizer_timezone text,
  team_id text,
  status text not null
    constraint meeting_requests_status check (status in ('active', 'booked', 'cancelled', 'paused')),
  title text,
  purpose text,
  description text,
  include_introduction bigint not null,
  duration_minutes bigint,
  timeframe_start bigint,
  timeframe_end bigint,
  calendar_event_id text,
  starts_at bigint,
  -- Whether whoever cancelled it wants the participants to be told.
  notify bigint,
  created_at bigint not null,
  updated_at bigint not null,
  booked_at bigint,
  cancelled_at bigint,
  paused_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, organizer_id) references members (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id)
);
create index meeting_requests_by_status on meeting_requests (workspace_id, status, id);
create index meeting_requests_by_organizer on meeting_requests (workspace_id, organizer_id, id);
create index meeting_requests_by_team on meeting_requests (workspace_id, team_id, id) where team_id is not null;

create table meeting_request_participants (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  email text not null,
  email_folded text not null,
  name text,
  timezone text,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create unique index meeting_request_participants_email
  on meeting_request_participants (workspace_id, email_folded, request_id);

-- Those who take part because a stack team does. The organizer takes part anyway, and has a row only as one of them.
create table meeting_request_hosts (
  workspace_id text not null,
  request_id text not null,
  place bigint not null,
  member_id text not null,
  primary key (workspace_id, request_id, place),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);

create unique index entitlements_key on entitlements (workspace_id, id);
drop index entitlements_workspace;

create table seats (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  entitlement_id text not null,
  started_at bigint not null,
  ended_at bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id),
  foreign key (workspace_id, entitlement_id) references entitlements (workspace_id, id)
);
create unique index seats_member on seats (workspace_id, member_id) where ended_at is null;
create index seats_active on seats (workspace_id, id) where ended_at is null;
create index seats_entitlement on seats (workspace_id, entitlement_id) where ended_at is null;

create table webhook_endpoints (
  workspace_id text not null references workspaces (id),
  id text not null,
  url text not null,
  description text,
  -- A list of event types.
  events text not null,
  disabled_at bigint,
  disabled_reason text,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);

create table events (
  workspace_id text not null references workspaces (id),
  id text not null,
  type text not null,
  payload text not null,
  created_at bigint not null,
  primary key (workspace_id, id)
);

-- An event on its way to one endpoint.
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null constraint webhook_deliveries_status check (status in ('pending', 'success', 'failed')),
  attempts bigint not null,
  response_code bigint,
  delivered_at bigint,
  last_attempted_at bigint,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id) on delete cascade,
  foreign key (workspace_id, event_id) references events (workspace_id, id)
);
create index webhook_deliveries_by_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);
