-- Due times of workspaces that are held are later than that. So written, no statement uses the index of all that is due instead.
create index messages_waiting_for_relay on messages (waits_for_relay_since, id)
  where waits_for_relay_since is not null and coalesce(due_at, 1000000000000000) < 1000000000000000;
