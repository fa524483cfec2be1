-- What belongs to a workspace is referred to together with it, so that no row can point into another workspace.
create unique index members_key on members (workspace_id, id);
create index members_active on members (workspace_id, id) where deactivated_at is null;
