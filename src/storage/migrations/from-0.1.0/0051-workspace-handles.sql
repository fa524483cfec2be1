-- Every handle that a workspace has or once had, so that mail to a former address still arrives and nobody else can take it.
create table workspace_handles (
  handle text not null primary key,
  workspace_id text not null references workspaces (id)
);
create index workspace_handles_workspace on workspace_handles (workspace_id, handle);
insert into workspace_handles (handle, workspace_id) select handle, id from workspaces where handle is not null;
