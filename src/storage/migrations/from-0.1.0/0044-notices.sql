-- What admins are told before it becomes trouble.

-- When it is next announced that the key expires. Null: not any more, or never. 0 until that is known: of keys from before, and of
-- those that a node of the version before makes.
alter table api_keys add column expiry_notice_at bigint default 0;
-- Whether admins have been written to about that announcement before it was due, with those of other keys.
alter table api_keys add column expiry_mailed bigint not null default 0;

-- When it was announced that nearly all seats are assigned. Null: they are not, or have not been since.
alter table entitlements add column nearly_full_at bigint;
