-- The secret key in force, by its fingerprint: values are sealed with it. One row, which the first start makes.
create table secret_key_marks (
  id bigint not null primary key constraint secret_key_marks_one_row check (id = 1),
  fingerprint text not null,
  -- Null, unless values that the former key has sealed may be left.
  former_fingerprint text,
  changed_at bigint not null
);

-- Keys that make and read links, reply addresses and forms, sealed with the secret key.
create table link_keys (
  id text not null primary key,
  sealed_value text not null,
  -- Before that it only reads: every node has to know it first.
  used_from bigint not null,
  -- Null: for good.
  read_until bigint,
  created_at bigint not null
);

-- The key that took its place. When it stops working itself is in `expires_at`.
alter table api_keys add column replaced_by_id text;
