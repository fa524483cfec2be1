import type { TeamOverview } from '../../features/turns/teams/overview.ts';
import { linkButton, named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { emptyState, pageHead, pager, section, tabs } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import type { Page } from '../../pagination.ts';
import type { Shown } from '../route.ts';
import { plainName } from '../words.ts';
import { teamPath } from './team-frame.ts';
import { modeBadge } from './words.ts';

interface TeamList {
  teams: Page<TeamOverview>;
  /** People who may create teams also see deactivated ones. */
  mayManage: boolean;
  state: 'active' | 'deactivated';
  cursor: string | undefined;
}

const PATH = '/console/teams';

export function teamListPage({ teams, mayManage, state, cursor }: TeamList): Shown {
  const { data, meta } = teams;
  const kept = { state: state === 'active' ? undefined : state };
  const newTeam = mayManage && html`<a class="button" href="${PATH}/new">New team</a>`;
  const list = table({
    caption: 'Teams',
    columns: [{ label: 'Team' }, { label: 'Mode' }, { label: 'Members', align: 'end' }, { label: 'Next' }],
    rows: data.map((team) => [
      html`<a href="${teamPath(team.id)}">${named(team.name)}</a>`,
      modeBadge(team.mode),
      team.include_all_members ? 'Everybody' : team.member_count,
      nextOf(team),
    ]),
    empty: emptyList({ mayManage, state, newTeam }),
  });
  return {
    title: 'Teams',
    content: html`${pageHead({
      title: 'Teams',
      lead: 'Teams share meeting requests among their members. The mode decides who gets each one.',
      actions: newTeam,
    })}
${
  mayManage &&
  tabs('Teams', [
    { href: PATH, label: 'Active', current: state === 'active' },
    { href: `${PATH}?state=deactivated`, label: 'Deactivated', current: state === 'deactivated' },
  ])
}
${section({
  id: 'teams',
  live: 'meeting_request.',
  title: !mayManage ? 'Your teams' : state === 'active' ? 'Active teams' : 'Deactivated teams',
  content: html`${list}${pager({
    next: meta.next_cursor && withQuery(PATH, { ...kept, cursor: meta.next_cursor }),
    first: cursor && withQuery(PATH, kept),
  })}`,
})}`,
  };
}

function nextOf({ mode, active, next_assignee }: TeamOverview): Content {
  if (!active) return 'Nobody, deactivated';
  if (mode === 'stack') return 'Everybody together';
  if (mode === 'manual') return 'The person asking chooses';
  return next_assignee ? named(plainName(next_assignee)) : 'Nobody can take a turn';
}

function emptyList({
  mayManage,
  state,
  newTeam,
}: Omit<TeamList, 'teams' | 'cursor'> & { newTeam: Content }): Content {
  if (state === 'deactivated') return emptyState({ title: 'No deactivated teams' });
  return mayManage
    ? emptyState({
        title: 'No teams yet',
        text: 'Create a team and add its members, and requests are shared fairly among them.',
        action: newTeam,
      })
    : emptyState({
        title: 'You aren’t in a team yet',
        text: 'An admin or the manager of a team can add you. The requests you host are on their own page.',
        action: linkButton('/console/requests', 'Your requests'),
      });
}
