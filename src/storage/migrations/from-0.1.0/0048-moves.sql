-- The move to this database from an embedded one. The row is there from its beginning until somebody uses this database.
create table moves (
  id bigint not null primary key,
  -- Of which installation.
  source text not null,
  -- Constraints that are put back before it is complete: a list, as JSON.
  dropped text not null,
  started_at bigint not null,
  -- Null until every row has been compared.
  completed_at bigint,
  constraint moves_one_row check (id = 1)
);
