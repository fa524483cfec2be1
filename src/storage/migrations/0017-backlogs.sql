-- In its place there is webhook_deliveries_waiting.
drop index webhook_deliveries_due;

-- Since when so much waits for the endpoint that no more is added.
alter table webhook_endpoints add column backlog_full_at bigint;
create index webhook_endpoints_full on webhook_endpoints (id) where backlog_full_at is not null;
