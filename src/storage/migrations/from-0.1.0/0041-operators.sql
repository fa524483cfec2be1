-- What an operator decides about a workspace, and what its owner decides about keys and seats.

-- Null unless it is suspended. Then its keys are refused, and what waits to be sent is held.
alter table workspaces add column suspended_at bigint;
alter table workspaces add column suspended_reason text;
-- Null unless it is to be deleted. From then on its rows are removed.
alter table workspaces add column delete_at bigint;
-- What another system calls it, such as one that sends bills.
alter table workspaces add column external_id text;
create unique index workspaces_external_id on workspaces (external_id);

-- Null: the limit of the settings. 0: none.
create table workspace_limits (
  workspace_id text not null primary key references workspaces (id),
  requests_per_minute bigint,
  api_keys bigint,
  teams bigint,
  webhook_endpoints bigint,
  members bigint,
  messages_per_day bigint,
  updated_at bigint not null
);

-- A list of addresses and networks, as JSON. Null: the key may be used from anywhere.
alter table api_keys add column allowed_networks text;

-- Whether only members with a seat are given meetings.
alter table scheduling_settings add column seats_required bigint not null default 0;
