-- A window as running totals instead of one time for each request, so that its row has a bounded size and nothing has to be counted.
-- What was counted before the upgrade is forgotten. A full row stays in its page, uncompressed.
drop table rate_limit_windows;
create unlogged table rate_limit_windows (
  subject text primary key,
  times bigint[] not null,
  totals bigint[] not null
) with (fillfactor = 50, toast_tuple_target = 4096);
