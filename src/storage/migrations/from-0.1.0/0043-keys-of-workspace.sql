-- For whoever removes all keys of a workspace. On an expression: SQLite would take it for lists of keys that work, too.
create index api_keys_of_workspace on api_keys ((workspace_id || ''), id);
