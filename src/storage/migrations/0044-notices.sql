-- What admins are told before it becomes trouble.

-- When it is next announced that the key expires. Null: not any more, or never.
alter table api_keys add column expiry_notice_at bigint;
-- Whether admins have been written to about that announcement before it was due, with those of other keys.
alter table api_keys add column expiry_mailed bigint not null default 0;
-- 604,800,000 milliseconds are seven days. A key that has expired by now is announced by nobody.
update api_keys set expiry_notice_at = expires_at - 604800000 where expires_at is not null and revoked_at is null;
-- Those of all workspaces that are due, and those of one.
create index api_keys_expiry_notices on api_keys (expiry_notice_at)
  where expiry_notice_at is not null and revoked_at is null;
create index api_keys_expiry_notice on api_keys (workspace_id, expiry_notice_at)
  where expiry_notice_at is not null and revoked_at is null;

-- When it was announced that nearly all seats are assigned. Null: they are not, or have not been since.
alter table entitlements add column nearly_full_at bigint;
