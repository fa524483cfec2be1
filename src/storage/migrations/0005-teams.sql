create table teams (
  workspace_id text not null references workspaces (id),
  id text not null,
  name text not null,
  slug text not null,
  description text,
  mode text not null constraint teams_mode check (mode in ('pool', 'stack', 'manual')),
  stack_always_apply bigint not null,
  include_all_members bigint not null,
  introduce_member bigint not null,
  introduction_guidance text,
  deactivated_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (workspace_id, id)
);
create index teams_active on teams (workspace_id, id) where deactivated_at is null;
create index teams_inactive on teams (workspace_id, id) where deactivated_at is not null;

-- Every slug that a team has or once had, so that mail to a former address still arrives and nobody else can
-- take it. A slug is its base, which comes from the name, and from the second of its kind on a number. A new
-- team takes its slug before its row is there, hence the reference that is checked at the end.
create table team_slugs (
  workspace_id text not null,
  slug text not null,
  base text not null,
  number bigint not null,
  team_id text not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) deferrable initially deferred
);
create index team_slugs_base on team_slugs (workspace_id, base, number);
create index team_slugs_team on team_slugs (workspace_id, team_id);

create table team_memberships (
  workspace_id text not null,
  id text not null,
  team_id text not null,
  member_id text not null,
  role text not null constraint team_memberships_role check (role in ('member', 'manager')),
  paused_at bigint,
  -- When the pause ends by itself. Nothing is written at that moment: whoever reads the row compares.
  paused_until bigint,
  unpaused_at bigint,
  -- The number of the last turn in the rotation, null before the first and after a pause.
  last_turn bigint,
  last_assigned_at bigint,
  created_at bigint not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create unique index team_memberships_member on team_memberships (workspace_id, team_id, member_id);

-- One row for each time that a team's rotation decided on somebody. membership_id is no reference: the record
-- outlives the membership.
create table turns (
  workspace_id text not null,
  team_id text not null,
  number bigint not null,
  id text not null,
  member_id text not null,
  membership_id text,
  reason text not null,
  candidates text not null,
  created_at bigint not null,
  primary key (workspace_id, team_id, number),
  foreign key (workspace_id, team_id) references teams (workspace_id, id),
  foreign key (workspace_id, member_id) references members (workspace_id, id)
);
create unique index turns_listed on turns (workspace_id, team_id, id);
create index turns_member on turns (workspace_id, team_id, member_id, number);
create index turns_recent on turns (workspace_id, team_id, created_at);
