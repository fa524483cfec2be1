-- Those of all workspaces that are due, and those of one.
create index api_keys_expiry_notices on api_keys (expiry_notice_at)
  where expiry_notice_at is not null and revoked_at is null;
create index api_keys_expiry_notice on api_keys (workspace_id, expiry_notice_at)
  where expiry_notice_at is not null and revoked_at is null;
