-- Without these, an index on the id alone tempts the planner to walk all workspaces' rows for one workspace's list,
-- because the ids are in the order of the table.
alter table members drop constraint members_pkey;
alter table members add constraint members_pkey primary key using index members_key;
alter table audit_entries drop constraint audit_entries_pkey;
drop index audit_entries_workspace;
alter table audit_entries add primary key (workspace_id, id);
