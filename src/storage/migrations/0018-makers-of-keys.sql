-- What belongs to a workspace is referred to together with it. The id first: an index that begins with the workspace would
-- tempt SQLite to list usable keys by walking past all that are over.
create unique index api_keys_key on api_keys (id, workspace_id);

-- Which key has made which. Those from the command line, from the first start and from before this have been made by none.
create table api_key_makers (
  workspace_id text not null,
  api_key_id text not null,
  maker_id text not null,
  primary key (workspace_id, api_key_id),
  foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id),
  foreign key (workspace_id, maker_id) references api_keys (workspace_id, id)
);
