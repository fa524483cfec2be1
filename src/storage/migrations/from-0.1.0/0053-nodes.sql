-- Processes that share this database. Claims begin with the id of the one that made them.
create table nodes (
  id text not null primary key,
  -- Said with each heartbeat. Later than that, another node may declare it dead.
  alive_until bigint not null,
  -- From then on its claims are free. It has another id if it comes back.
  dead_at bigint
);
create index nodes_dead on nodes (id) where dead_at is not null;
