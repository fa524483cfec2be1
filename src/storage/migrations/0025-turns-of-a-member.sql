-- The turns of one member in a team, newest first.
create index turns_by_member on turns (workspace_id, team_id, member_id, id);
