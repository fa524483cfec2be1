-- For the removal of requests that are over.
create index meeting_requests_over on meeting_requests
  (workspace_id, (case when status = 'cancelled' then cancelled_at else coalesce(ends_at, starts_at, booked_at) end), id)
  where status in ('booked', 'cancelled');
create index calendar_entries_of_request on calendar_entries (request_id, workspace_id);
create index booking_link_uses_of_request on booking_link_uses (request_id, workspace_id);
create index booking_confirmations_of_request on booking_confirmations (request_id, workspace_id) where request_id is not null;
