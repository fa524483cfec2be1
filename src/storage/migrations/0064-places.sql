-- Where meetings take place. Each location is JSON; null: as something less specific says.
alter table scheduling_settings add column location text;
alter table teams add column location text;
alter table booking_links add column location text;
alter table meeting_requests add column location text;
-- Where the booked meeting is, as JSON; null before it is booked, and without a location.
alter table meeting_requests add column place text;
-- 1 if everybody in the meeting may read its description; 0 if it is what somebody outside wrote to the host.
alter table meeting_requests add column description_is_shared bigint not null default 0;
-- Where the member meets people by video.
alter table members add column meeting_url text;
-- Where the host calls the participant, as E.164.
alter table meeting_request_participants add column phone_number text;
-- What an invitation says to this reader alone, as JSON. The rest is the same for everybody in the meeting.
alter table messages add column invite_details text;

-- Places that somebody else's service has to make.
create table place_orders (
  workspace_id text not null,
  request_id text not null,
  -- Null once it is made, or given up.
  due_at bigint,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, request_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index place_orders_due on place_orders (due_at, request_id) where due_at is not null;
create index place_orders_due_by_workspace on place_orders
  (workspace_id, (case when attempts = 0 then 0 else 1 end), due_at, request_id) where due_at is not null;

-- Where the calendar says that the booking is: written anew when it changes.
alter table calendar_entries add column location text;
