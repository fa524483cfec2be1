-- The part of the baseline for PostgreSQL alone: keys of a workspace's rows, storage, statistics.

-- Primary keys begin with the workspace: an index on the id alone tempts the planner to walk the rows of all workspaces for a list of
-- one, because the ids are in the order of the table.
alter table members drop constraint members_pkey;
alter table members add constraint members_pkey primary key using index members_key;
alter table audit_entries drop constraint audit_entries_pkey;
drop index audit_entries_workspace;
alter table audit_entries add primary key (workspace_id, id);
-- Made again, to be newer than the key: of two indexes that cost the same, the planner takes the newer one. While it expects few
-- entries, it would walk the key, and so everything between two times, for what one actor has done.
drop index audit_entries_actor;
drop index audit_entries_actor_type;
create index audit_entries_actor on audit_entries (workspace_id, actor_id, id);
create index audit_entries_actor_type on audit_entries (workspace_id, actor_type, id);

-- The rate limit's window of each API key, shared by all nodes. Unlogged: it is rewritten on every request and
-- worth nothing after a crash. Half-empty pages keep those rewrites off the primary key's index. Running totals, so that a row has a
-- bounded size and nothing has to be counted. A full row stays in its page, uncompressed.
create unlogged table rate_limit_windows (
  subject text primary key,
  times bigint[] not null,
  totals bigint[] not null
) with (fillfactor = 50, toast_tuple_target = 4096);

-- A claim rewrites the row of its delivery, and nothing that an index holds. With room for it on the same page, no index is
-- touched: measured on full pages, 3.4 ms for a claim of 30 deliveries; on half-empty ones 0.9 ms.
alter table webhook_deliveries set (fillfactor = 50);

-- Hardly two entries are alike, so there is nothing to deduplicate. Recording a delivery adds an entry to each index, and PostgreSQL
-- compared all entries of a full page before it split it: measured, 191 µs of PostgreSQL's CPU for a delivery; without it 154 to 170.
alter index webhook_deliveries_pkey set (deduplicate_items = off);
alter index webhook_deliveries_by_endpoint set (deduplicate_items = off);
alter index webhook_deliveries_by_event set (deduplicate_items = off);
alter index webhook_deliveries_by_status set (deduplicate_items = off);
alter index webhook_deliveries_by_type set (deduplicate_items = off);
alter index webhook_deliveries_waiting set (deduplicate_items = off);
alter index webhook_attempts_pkey set (deduplicate_items = off);

-- A team, an organizer and an endpoint are of one workspace. PostgreSQL does not know: it takes the two for independent, and
-- so for next to nothing what a team has in its workspace, and then any index is as good as the right one. Measured with
-- 2,000 small workspaces: for the open requests of a team it read all that the team ever had.
create statistics meeting_requests_workspace (dependencies) on workspace_id, organizer_id, team_id from meeting_requests;
create statistics webhook_deliveries_workspace (dependencies) on workspace_id, endpoint_id from webhook_deliveries;
