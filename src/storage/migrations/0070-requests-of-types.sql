-- The requests of a meeting type, newest first, and those of them in one state.
create index meeting_requests_of_type on meeting_requests (workspace_id, meeting_type_id, id) where meeting_type_id is not null;
create index meeting_requests_of_type_status on meeting_requests (workspace_id, meeting_type_id, status, id)
  where meeting_type_id is not null;
