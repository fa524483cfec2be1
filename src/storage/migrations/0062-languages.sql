-- The language and region that a participant reads, as a BCP 47 tag such as `de-AT`. Null: that of the workspace.
alter table meeting_request_participants add column locale text;

-- The same for the visitor of a booking link, until the address is confirmed.
alter table booking_confirmations add column locale text;

-- The language of messages to participants of whom none is known.
alter table scheduling_settings add column locale text not null default 'en';
