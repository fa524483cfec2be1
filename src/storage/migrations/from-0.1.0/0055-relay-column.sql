-- Since when a message would have been sent, had the mail server been there. Null unless its last attempt failed for that reason.
alter table messages add column waits_for_relay_since bigint;
