-- The latest time that somebody has seen who used this database, in its one row: time goes on from there, whatever the
-- clock of the machine shows.
create table clock (
  id bigint not null primary key constraint clock_one_row check (id = 1),
  latest bigint not null
);
insert into clock (id, latest) values (1, 0);
