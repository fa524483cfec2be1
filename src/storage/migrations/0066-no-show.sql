-- Whether somebody came to a meeting, and what that means for turns.
-- `guest` or `host`: who did not come; null for a meeting that nobody marked.
alter table meeting_requests add column no_show_by text;
-- The places of the participants who did not come, a JSON list.
alter table meeting_requests add column no_show_places text not null default '[]';
alter table meeting_requests add column no_show_at bigint;
-- 1 if the host got their turn back for it.
alter table meeting_requests add column no_show_returned_turn bigint not null default 0;

-- 0 or 1: whether a guest who does not come returns the turn to whoever took it.
alter table teams add column no_show_returns_turn bigint not null default 1;
