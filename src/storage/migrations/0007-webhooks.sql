-- There was no way to make an endpoint before this, so both tables are empty.
drop table webhook_deliveries;
drop table webhook_endpoints;

create table webhook_endpoints (
  workspace_id text not null references workspaces (id),
  id text not null,
  url text not null,
  description text,
  -- A list of event types.
  events text not null,
  -- What is sealed is unreadable without ROTA_SECRET_KEY: signing secrets, and a list of headers, which may hold tokens.
  sealed_secret text not null,
  sealed_headers text not null,
  -- The secret before the last rotation, which signs too until then.
  sealed_former_secret text,
  former_secret_until bigint,
  -- The times of the latest deliveries that failed for good, as a list: ten at most, since it was last enabled.
  failures text not null,
  disabled_at bigint,
  disabled_reason text,
  -- From then on it is gone for everybody, and swept away, delivery by delivery.
  deleted_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create unique index webhook_endpoints_id on webhook_endpoints (id);
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

-- An event on its way to one endpoint.
create table webhook_deliveries (
  workspace_id text not null,
  id text not null,
  endpoint_id text not null,
  event_id text not null,
  event_type text not null,
  status text not null constraint webhook_deliveries_status check (status in ('pending', 'success', 'failed')),
  -- Attempts of the present schedule, and of those before it: a retry by hand begins a new one.
  attempts bigint not null,
  earlier_attempts bigint not null,
  response_code bigint,
  delivered_at bigint,
  last_attempted_at bigint,
  -- When the next attempt is to be made.
  due_at bigint,
  -- Who is making it, until when at most.
  claim_id text,
  lease_until bigint,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, endpoint_id) references webhook_endpoints (workspace_id, id),
  foreign key (workspace_id, event_id) references events (workspace_id, id),
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null)),
  constraint webhook_deliveries_claim check ((claim_id is null) = (lease_until is null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, id) where status = 'pending';
create index webhook_deliveries_by_endpoint on webhook_deliveries (workspace_id, endpoint_id, id);
create index webhook_deliveries_by_status on webhook_deliveries (workspace_id, endpoint_id, status, id);
create index webhook_deliveries_by_type on webhook_deliveries (workspace_id, endpoint_id, event_type, id);
create index webhook_deliveries_by_event on webhook_deliveries (workspace_id, event_id);

create table webhook_attempts (
  workspace_id text not null,
  delivery_id text not null,
  number bigint not null,
  started_at bigint not null,
  duration_ms bigint not null,
  response_code bigint,
  error text,
  response_body text,
  primary key (workspace_id, delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_deliveries (workspace_id, id) on delete cascade
);
