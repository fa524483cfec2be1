-- The requests of a meeting type, newest first.
create index meeting_requests_of_type on meeting_requests (workspace_id, meeting_type_id, id) where meeting_type_id is not null;
