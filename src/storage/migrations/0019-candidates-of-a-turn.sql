-- A turn is kept with so many candidates at most, and with how many there were. Null in turns that were taken before: those
-- are kept with all of them.
alter table turns add column candidates_total bigint;
alter table turns add column candidates_eligible bigint;
