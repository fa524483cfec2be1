-- The place of a turn among those of its member in the team, 1 for the first: how many turns somebody took since then is
-- the difference of two of them, and nobody has to count. It stays right when the oldest turns are removed.
alter table turns add column member_number bigint not null default 0;
update turns set member_number = own.place
from (
  select workspace_id, team_id, number,
    row_number() over (partition by workspace_id, team_id, member_id order by number) as place
  from turns
) as own
where turns.workspace_id = own.workspace_id and turns.team_id = own.team_id and turns.number = own.number;
