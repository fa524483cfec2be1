-- To count a team's active members by those few that are not: measured on PostgreSQL, 0.4 ms for a list of 25 teams
-- instead of 0.75 ms.
create index members_deactivated on members (workspace_id, id) where deactivated_at is not null;
