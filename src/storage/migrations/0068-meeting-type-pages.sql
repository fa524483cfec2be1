-- Bookings on the page of a meeting type, by the form that was submitted: what booking_link_uses are for links.
create table meeting_type_uses (
  workspace_id text not null,
  meeting_type_id text not null,
  nonce text not null,
  request_id text not null,
  email_folded text not null,
  starts_at bigint not null,
  -- Once the meeting is over and no form with this nonce is taken any more.
  kept_until bigint not null,
  primary key (workspace_id, meeting_type_id, nonce),
  foreign key (workspace_id, meeting_type_id) references meeting_types (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);

create index meeting_type_uses_by_person on meeting_type_uses (meeting_type_id, workspace_id, email_folded, starts_at, request_id);
create index meeting_type_uses_of_request on meeting_type_uses (request_id, workspace_id);
create index meeting_type_uses_over on meeting_type_uses (kept_until);

-- Bookings on such a page that wait for their address to be confirmed.
create table meeting_type_confirmations (
  workspace_id text not null,
  id text not null,
  meeting_type_id text not null,
  nonce text not null,
  name text not null,
  email text not null,
  email_folded text not null,
  timezone text,
  locale text,
  note text,
  -- A JSON list of questions and answers. Null: none.
  answers text,
  phone_number text,
  -- The member whom the guest wants to meet. Null: anyone.
  host_id text,
  starts_at bigint not null,
  created_at bigint not null,
  -- A confirmed one leads to its meeting until that is over.
  expires_at bigint not null,
  -- Null until it is confirmed.
  request_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, meeting_type_id) references meeting_types (workspace_id, id),
  foreign key (workspace_id, host_id) references members (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);

create index meeting_type_confirmations_by_address on meeting_type_confirmations (email_folded, workspace_id, created_at);
create index meeting_type_confirmations_by_id on meeting_type_confirmations (id);
create index meeting_type_confirmations_of_type on meeting_type_confirmations (meeting_type_id, workspace_id, nonce);
create index meeting_type_confirmations_of_host on meeting_type_confirmations (host_id, workspace_id) where host_id is not null;
create index meeting_type_confirmations_of_request on meeting_type_confirmations (request_id, workspace_id)
  where request_id is not null;
create index meeting_type_confirmations_over on meeting_type_confirmations (expires_at);

-- The same for booking links that are of a meeting type.
alter table booking_confirmations add column answers text;
alter table booking_confirmations add column phone_number text;
alter table booking_confirmations add column host_id text;
