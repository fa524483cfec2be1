-- Accounts whose calendars are connected, with the tokens that open them.
create table calendar_connections (
  workspace_id text not null,
  id text not null,
  member_id text not null,
  provider text not null,
  -- `pending` until the person has agreed, `connected`, `broken` once the provider refuses, `ending` until the tokens are revoked.
  status text not null,
  -- What the provider knows the account by, and what its owner does.
  account_id text,
  account_email text,
  -- While it is pending: hashes of the state and of the cookie of the browser where it began, the sealed PKCE verifier, where to go then.
  state_hash text,
  browser_hash text,
  sealed_verifier text,
  return_url text,
  -- When it can't be completed any more.
  expires_at bigint,
  sealed_refresh_token text,
  sealed_access_token text,
  access_expires_at bigint,
  -- When the provider ends the refresh token in any case; null if it doesn't say.
  refresh_expires_at bigint,
  -- Grows with each access token.
  token_number bigint not null,
  -- The node that gets the next access token, and until when the others wait for it.
  refresh_claim_id text,
  refresh_until bigint,
  -- Until when the provider has asked for no more calls.
  paused_until bigint,
  connected_at bigint,
  broken_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  -- When something has to be done about the account: to look for new calendars, to revoke tokens, to forget what was never completed.
  due_at bigint,
  attempts bigint not null,
  claim_id text,
  lease_until bigint,
  primary key (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create index calendar_connections_of_member on calendar_connections (member_id, workspace_id, id);
create unique index calendar_connections_state on calendar_connections (state_hash) where state_hash is not null;
create index calendar_connections_of_account on calendar_connections (account_id, provider) where account_id is not null;
create index calendar_connections_due on calendar_connections (due_at, id) where due_at is not null;
create index calendar_connections_broken on calendar_connections (workspace_id, id) where status = 'broken';
create index calendar_connections_sealed on calendar_connections (workspace_id, id)
  where sealed_verifier is not null or sealed_refresh_token is not null or sealed_access_token is not null;

-- Calendars of such an account. `service` is their type: the check on `type` knows only those of 0.2.0, and has 'pushed' for them.
alter table calendars add column service text;
alter table calendars add column connection_id text;
-- What the provider calls the calendar.
alter table calendars add column remote_id text;
alter table calendars add column is_primary bigint not null default 0;
-- 0 for one that may only be read.
alter table calendars add column is_writable bigint not null default 1;
alter table calendars add column is_read bigint not null default 1;

-- The video call that the provider makes with the event: `pending`, `ready` or `failed`; null without one.
alter table calendar_entries add column conference text;
alter table calendar_entries add column join_url text;
-- What somebody did to the event in the calendar, `moved` or `deleted`, and to which time. Null once Rota has written it anew.
alter table calendar_entries add column noticed text;
alter table calendar_entries add column noticed_starts_at bigint;
alter table calendar_entries add column noticed_ends_at bigint;

-- The hosts who get no invitation, because Rota writes the meeting to their calendars: ids of members, as JSON.
alter table invites add column calendar_host_ids text not null default '[]';
