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

-- What a member who was deactivated still has to hand over, until nothing is left: a large number of requests is handed over in
-- steps. The actor is whoever deactivated the member.
create table hand_overs (
  workspace_id text not null,
  member_id text not null,
  heir_id text not null,
  actor_type text not null,
  actor_id text not null,
  created_at bigint not null,
  primary key (workspace_id, member_id),
  foreign key (workspace_id, member_id) references members (workspace_id, id),
  foreign key (workspace_id, heir_id) references members (workspace_id, id)
);
