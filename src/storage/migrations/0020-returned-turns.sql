-- When the request that took the turn was cancelled and the turn given back.
alter table turns add column returned_at bigint;

-- Who gave back a turn in a team, since when, and took none since: they are at the front of its queue. No membership is
-- needed: a stack team may include everybody in the workspace.
create table owed_turns (
  workspace_id text not null,
  team_id text not null,
  member_id text not null,
  owed_since bigint not null,
  primary key (workspace_id, team_id, member_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
