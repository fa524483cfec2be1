-- A time that is taken for a meeting: a row for each host.
alter table meeting_requests add column ends_at bigint;

create table bookings (
  workspace_id text not null,
  request_id text not null,
  member_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  -- The request first: else PostgreSQL may take this index for the bookings of a member, and read all of them.
  primary key (request_id, workspace_id, member_id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
-- A meeting lasts a day at most: what overlaps a time starts in a known range.
create index bookings_of_member on bookings (workspace_id, member_id, starts_at, ends_at);

-- Until now, nothing said how long a meeting without a duration takes. 30 minutes are the default from now on.
update meeting_requests set ends_at = starts_at + coalesce(duration_minutes, 30) * 60000 where starts_at is not null;
insert into bookings (workspace_id, request_id, member_id, starts_at, ends_at)
  select workspace_id, id, organizer_id, starts_at, ends_at from meeting_requests where status = 'booked'
  union
  select meeting_requests.workspace_id, meeting_requests.id, member_id, starts_at, ends_at
  from meeting_requests join meeting_request_hosts
    on meeting_request_hosts.workspace_id = meeting_requests.workspace_id
    and meeting_request_hosts.request_id = meeting_requests.id
  where status = 'booked';
