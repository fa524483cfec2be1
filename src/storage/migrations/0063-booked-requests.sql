-- What was booked in a week or a month is found without what was booked before.
create index meeting_requests_booked on meeting_requests (workspace_id, booked_at, organizer_id) where booked_at is not null;
