-- `meeting_requests_by_id_alone` is for what it was for.
drop index meeting_requests_by_id;
