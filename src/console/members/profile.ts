import { type HandOver, type Left, readHandOver } from '../../features/leaving/deactivation/overview.ts';
import { MAX_BOOKED_COUNT } from '../../features/meetings/requests/lifecycle/hand-over.ts';
import { hasEntitlements } from '../../features/people/entitlements/operations.ts';
import { getMember } from '../../features/people/members/operations.ts';
import { findSeat } from '../../features/people/seats/operations.ts';
import { type OwnTeam, teamsOf } from '../../features/turns/rotation/own-teams.ts';
import { actions, facts, linkButton, named } from '../../html/blocks.ts';
import { button, form, inlineForm } from '../../html/fields.ts';
import { type Content, type Html, html } from '../../html/html.ts';
import { badge, code } from '../../html/marks.ts';
import { emptyState, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import { formatCount } from '../../limits/limits.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { fieldsOf } from '../sent.ts';
import { roleWords } from '../teams/words.ts';
import { momentOf, plainName } from '../words.ts';
import { aboutFields, accessFields } from './about.ts';
import { type Member, memberPage, urlOf } from './frame.ts';
import { signInNote } from './invitation.ts';

interface Profile {
  member: Member;
  teams: OwnTeam[];
  /** For those who may manage members. */
  managed:
    | { seat: { started_at: number } | undefined; hasSeats: boolean; handOver: HandOver | undefined }
    | undefined;
}

function profileOf(screen: Screen, { member, teams, managed }: Profile): Content {
  return html`${managed?.handOver && handOverNote(managed.handOver)}
${section({ title: 'About', content: aboutForm(screen, member) })}
${section({ title: 'Time zone', content: zoneNote(screen, member) })}
${section({ title: 'Teams', content: teamTable(screen, teams) })}
${section({ title: 'Meeting requests', content: requestsLink(screen, member) })}
${managed && section({ title: 'Address and role', content: accessForm(screen, member) })}
${managed && section({ title: 'Signing in', content: signInNote(screen, member) })}
${managed?.hasSeats && section({ title: 'Seat', content: seatNote(screen, managed.seat) })}
${managed && section({ title: 'Leaving', content: leaving(screen, member) })}`;
}

function aboutForm(screen: Screen, member: Member): Html {
  const action = `${urlOf(member)}/profile`;
  return form({
    action,
    token: screen.token,
    content: html`${aboutFields(fieldsOf(screen, action), member)}
${button({ label: 'Save profile' })}`,
  });
}

function zoneNote({ workspace }: Screen, member: Member): Html {
  const zone = member.timezone
    ? code(member.timezone)
    : html`${code(workspace.timezone)}, from the workspace`;
  return html`<p>${zone}. <a href="${urlOf(member)}/time-zone">Change the time zone</a></p>`;
}

function teamTable(screen: Screen, teams: OwnTeam[]): Html {
  return table({
    caption: 'Teams',
    columns: [{ label: 'Team' }, { label: 'Role' }, { label: 'Turns' }],
    rows: teams.map((team) => [
      html`<a href="/console/teams/${team.team_id}">${team.name}</a>`,
      roleWords[team.role ?? 'member'],
      turnsOf(screen, team),
    ]),
    empty: emptyState({
      title: 'Not in a team yet',
      text: 'Admins and team managers can add members on the team’s page.',
    }),
  });
}

/** Only pool teams have turns. */
function turnsOf(screen: Screen, { mode, status, paused_at, paused_until, ...team }: OwnTeam): Html {
  if (mode !== 'pool') return html`This team doesn’t take turns`;
  const states = {
    available: badge('good', 'In the queue'),
    no_seat: badge('warn', 'No seat'),
    paused: html`${badge('warn', 'Paused')}${paused_until && html` until ${momentOf(screen, paused_until)}`}`,
  };
  const pause = `/console/teams/${team.team_id}/members/${team.membership_id}/pause`;
  return html`${states[status]} <a href="${pause}">${paused_at === null ? 'Pause' : 'Change'}</a>`;
}

function requestsLink(screen: Screen, member: Member): Html {
  const isOwn = member.id === screen.member.id;
  const href = isOwn ? '/console/requests' : withQuery('/console/requests', { host: member.email });
  return html`<p><a href="${href}">${isOwn ? 'Requests you host' : html`Requests ${named(plainName(member))} hosts`}</a></p>`;
}

function accessForm(screen: Screen, member: Member): Html {
  const action = `${urlOf(member)}/access`;
  return form({
    action,
    token: screen.token,
    content: html`${accessFields(fieldsOf(screen, action), member)}
${button({ label: 'Save access' })}`,
  });
}

function seatNote(screen: Screen, seat: { started_at: number } | undefined): Html {
  return seat
    ? html`<p>${badge('good', 'Has a seat')} since ${momentOf(screen, seat.started_at)}. <a href="/console/seats">All seats</a></p>`
    : html`<p>${badge('neutral', 'No seat')} <a href="/console/seats">Assign one</a></p>`;
}

function leaving(screen: Screen, member: Member): Html {
  const { token } = screen;
  const url = urlOf(member);
  if (member.deactivated_at === null) {
    return html`<p>Deactivated members can’t sign in and get no meetings. Their open requests go to somebody else.</p>
${actions(linkButton(`${url}/deactivate`, `Deactivate ${plainName(member)} …`))}`;
  }
  return html`${facts([{ label: 'Deactivated', value: momentOf(screen, member.deactivated_at) }])}
<p>If you reactivate them, they’re back in their teams as before. Requests and the seat stay where they went.</p>
${actions(inlineForm({ action: `${url}/reactivate`, token, label: `Reactivate ${plainName(member)}` }))}`;
}

/** Updates live, so that its progress shows without a reload. */
function handOverNote({ successor, left }: HandOver): Html {
  return section({
    id: 'hand-over',
    live: 'meeting_request.organizer_changed',
    title: 'Handing over',
    content: html`<p>Requests are going to <a href="${urlOf(successor)}">${named(plainName(successor))}</a>, a few at a time. Still to go: ${leftInWords(left)}.</p>`,
  });
}

/** A member's page: admins reach it by id, the member at `/console/profile`. */
export async function showProfile(screen: Screen, id: string): Promise<Shown> {
  const member = await getMember(screen, id);
  const teams = await teamsOf(screen, member.id);
  const managed = (await screen.may('manage_members')) ? await readManaged(screen, member.id) : undefined;
  return memberPage(screen, member, 'Profile', profileOf(screen, { member, teams, managed }));
}

async function readManaged(screen: Screen, id: string) {
  return {
    seat: await findSeat(screen, id),
    hasSeats: await hasEntitlements(screen),
    handOver: await readHandOver(screen, id),
  };
}

/** `2 active, 1 paused, 3 booked and upcoming`; or `nothing`. */
export function leftInWords({ active, paused, booked }: Left): string {
  const isCounted = booked < MAX_BOOKED_COUNT;
  const parts = [
    active > 0 && `${formatCount(active)} active`,
    paused > 0 && `${formatCount(paused)} paused`,
    booked > 0 && `${formatCount(booked)}${isCounted ? '' : ' or more'} booked and upcoming`,
  ];
  return parts.filter(Boolean).join(', ') || 'nothing';
}
