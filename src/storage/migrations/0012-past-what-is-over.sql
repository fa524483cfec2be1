-- What is over stays in its table, and nobody who looks for what is not should have to walk past it.

-- The last column, because several turns may have been taken in the same millisecond.
create index turns_since on turns (workspace_id, team_id, member_id, created_at, member_number);

-- A key is usable until it expires, and no index can know the time: those that never expire are listed by their ids, the
-- others are found by when they do.
create index api_keys_lasting on api_keys (workspace_id, id) where revoked_at is null and expires_at is null;
create index api_keys_expiring on api_keys (workspace_id, expires_at) where revoked_at is null and expires_at is not null;

create index members_role on members (workspace_id, role, id);
create index members_active_role on members (workspace_id, role, id) where deactivated_at is null;

-- Whether a team has had a name before, without reading all that it has had.
create index team_slugs_had on team_slugs (workspace_id, team_id, base);

-- What somebody, or a team, still has to do, without what is done.
create index meeting_requests_by_organizer_status on meeting_requests (workspace_id, organizer_id, status, id);
create index meeting_requests_by_team_status on meeting_requests (workspace_id, team_id, status, id)
  where team_id is not null;

-- Deleted endpoints stay until their deliveries are removed; every event asks for those that are not deleted.
create index webhook_endpoints_present on webhook_endpoints (workspace_id, id) where deleted_at is null;

-- What has failed since some time. With `|| ''`, so that only the one statement that is written in the same way uses it: a
-- list of all that has failed goes by id.
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, endpoint_id, last_attempted_at)
  where status || '' = 'failed';
