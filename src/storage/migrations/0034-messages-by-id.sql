-- The address that reports go to names the message alone.
create index messages_by_id on messages (id) where direction = 'out';
