create index calendars_of_connection on calendars (connection_id, workspace_id, id) where connection_id is not null;
