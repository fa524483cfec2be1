-- What is over stays in its table, and nobody who looks for what is not should have to walk past it.

-- The place of a turn among those of its member in the team, 1 for the first: how many turns somebody took since then is
-- the difference of two of them, and nobody has to count. It stays right when the oldest turns are removed.
alter table turns add column member_number bigint not null default 0;
drop index turns_recent;
update turns set member_number = own.place
from (
  select workspace_id, team_id, number,
    row_number() over (partition by workspace_id, team_id, member_id order by number) as place
  from turns
) as own
where turns.workspace_id = own.workspace_id and turns.team_id = own.team_id and turns.number = own.number;
-- The last column, because several turns may have been taken in the same millisecond.
create index turns_since on turns (workspace_id, team_id, member_id, created_at, member_number);

-- A key is usable until it expires, and no index can know the time: those that never expire are listed by their ids, the
-- others are found by when they do.
drop index api_keys_usable;
create index api_keys_lasting on api_keys (workspace_id, id) where revoked_at is null and expires_at is null;
create index api_keys_expiring on api_keys (workspace_id, expires_at) where revoked_at is null and expires_at is not null;

create index members_role on members (workspace_id, role, id);
create index members_active_role on members (workspace_id, role, id) where deactivated_at is null;

-- Whether a team has had a name before, without reading all that it has had.
drop index team_slugs_team;
create index team_slugs_team on team_slugs (workspace_id, team_id, base);

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
