-- What is due of each workspace, however much is due of another.
create index meeting_request_schedules_due_by_workspace on meeting_request_schedules
  (workspace_id, (case when attempts = 0 then 0 else 1 end), due_at, request_id) where due_at is not null;
