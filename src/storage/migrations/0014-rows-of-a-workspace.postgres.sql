-- A team, an organizer and an endpoint are of one workspace. PostgreSQL does not know: it takes the two for independent, and
-- so for next to nothing what a team has in its workspace, and then any index is as good as the right one. Measured with
-- 2,000 small workspaces: for the open requests of a team it read all that the team ever had.
create statistics meeting_requests_workspace (dependencies) on workspace_id, organizer_id, team_id from meeting_requests;
create statistics webhook_deliveries_workspace (dependencies) on workspace_id, endpoint_id from webhook_deliveries;
