-- What participants say on their page, and links with which people book a team.

-- The participant has chosen the zone: no browser's guess replaces it.
alter table meeting_request_participants add column timezone_chosen bigint not null default 0;
-- Days and parts of the day that would suit, as JSON; null for no wish.
alter table meeting_request_participants add column wishes text;

create table booking_links (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  title text,
  -- Null: as usual in the workspace.
  duration_minutes bigint,
  -- Whether an address is confirmed by mail before anything is booked.
  verify_email bigint not null,
  expires_at bigint,
  -- Null: as often as wanted.
  max_uses bigint,
  uses bigint not null,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id)
);
-- The team first: else PostgreSQL may take this index for other lookups in a workspace.
create index booking_links_of_team on booking_links (team_id, workspace_id, id);
-- The address of a page names the link alone.
create index booking_links_by_id on booking_links (id);

-- A form that was sent, by its nonce, so that it books once however often it is sent.
create table booking_link_uses (
  workspace_id text not null,
  link_id text not null,
  nonce text not null,
  request_id text not null,
  email_folded text not null,
  starts_at bigint not null,
  -- Once the meeting is over and no form with this nonce is taken any more.
  kept_until bigint not null,
  primary key (workspace_id, link_id, nonce),
  foreign key (workspace_id, link_id) references booking_links (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index booking_link_uses_by_person on booking_link_uses (link_id, workspace_id, email_folded, starts_at, request_id);
create index booking_link_uses_over on booking_link_uses (kept_until);

-- A booking that waits until its address is confirmed.
create table booking_confirmations (
  workspace_id text not null,
  id text not null,
  link_id text not null,
  nonce text not null,
  name text not null,
  email text not null,
  email_folded text not null,
  timezone text,
  note text,
  starts_at bigint not null,
  created_at bigint not null,
  -- A confirmed one leads to its meeting until that is over.
  expires_at bigint not null,
  -- Null until it is confirmed.
  request_id text,
  primary key (workspace_id, id),
  foreign key (workspace_id, link_id) references booking_links (workspace_id, id),
  foreign key (workspace_id, request_id) references meeting_requests (workspace_id, id)
);
create index booking_confirmations_of_link on booking_confirmations (link_id, workspace_id, nonce);
create index booking_confirmations_by_address on booking_confirmations (email_folded, workspace_id, created_at);
create index booking_confirmations_by_id on booking_confirmations (id);
create index booking_confirmations_over on booking_confirmations (expires_at);
