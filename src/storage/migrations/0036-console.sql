-- What the console looks for.

create index meeting_requests_needing_attention on meeting_requests (workspace_id, id) where attention_since is not null;
-- The meetings of a day. An expression, so that no other statement is led here.
create index meeting_requests_by_start on meeting_requests (workspace_id, starts_at, id) where status || '' = 'booked';
-- The member first: else PostgreSQL may take these indexes for other lookups in a workspace.
create index meeting_request_hosts_of_member on meeting_request_hosts (member_id, workspace_id, request_id);
create index team_memberships_of_member on team_memberships (member_id, workspace_id, team_id);
create index teams_of_everybody on teams (workspace_id, id) where include_all_members = 1 and deactivated_at is null;
-- Without those of deactivated members, which are not due.
create index calendar_syncs_failing on calendar_syncs (workspace_id, calendar_id)
  where health = 'failing' and due_at is not null;
create index audit_entries_actor on audit_entries (workspace_id, actor_id, id);
create index audit_entries_actor_type on audit_entries (workspace_id, actor_type, id);
-- By the address of the person whom it went to or came from.
create index messages_by_address on messages
  (workspace_id, lower(case when direction = 'out' then recipient_address else sender_address end), id);
-- For links and reply addresses, which name the request alone. An expression: PostgreSQL walks an index on ids for lists of a
-- workspace, too, past everything that a filter leaves out.
create index meeting_requests_by_id_alone on meeting_requests ((id || ''));
