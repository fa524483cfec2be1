-- Reminders before a meeting, in minutes, such as `[1440, 60]`, and whether hosts get them, too.
alter table scheduling_settings add column reminders text not null default '[1440]';
alter table scheduling_settings add column remind_hosts bigint not null default 0;

-- Those of one request. Null: as the workspace says.
alter table meeting_requests add column reminders text;

-- Those of a booked meeting that are still to come, and when the next one is due. Null without any.
alter table meeting_request_schedules add column reminders text;
alter table meeting_request_schedules add column reminder_at bigint;

-- When a message stops being true, and isn't sent any more. Null: never.
alter table messages add column expires_at bigint;
