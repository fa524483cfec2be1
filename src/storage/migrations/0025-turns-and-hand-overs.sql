-- The turns of one member in a team, newest first.
create index turns_by_member on turns (workspace_id, team_id, member_id, id);
-- The turn that a request took.
create index turns_of_request on turns (workspace_id, meeting_request_id) where meeting_request_id is not null;
-- Those that do not count among the turns since some time.
create index turns_returned on turns (workspace_id, team_id, member_id, created_at) where returned_at is not null;
-- What is on its way to a member.
create index hand_overs_to on hand_overs (workspace_id, heir_id);
