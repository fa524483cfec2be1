import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import type { Place, Rotation } from '../../features/turns/rotation/report.ts';
import { MAX_IN_REPORT } from '../../features/turns/rotation/rules.ts';
import type { ListedTurn } from '../../features/turns/rotation/turns.ts';
import { banner, disclosure, linkButton, said, smallPrint } from '../../html/blocks.ts';
import { inlineForm } from '../../html/fields.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import { emptyState, pager, section } from '../../html/sections.ts';
import { table } from '../../html/table.ts';
import { withQuery } from '../../html/urls.ts';
import { person } from '../requests/words.ts';
import type { Shown } from '../route.ts';
import type { Screen } from '../screen.ts';
import { momentInWords, plainName } from '../words.ts';
import { fairnessSection } from './fairness.ts';
import { type TeamData, teamFrame, teamPath } from './team-frame.ts';
import { turnTable } from './turn-table.ts';
import { nextInWords, roleWords, standingOf } from './words.ts';

interface QueueData extends TeamData {
  rotation: Rotation;
  /** The first place shown, counted from 1. */
  from: number;
  /** Memberships that the reader may pause. */
  pausable: ReadonlySet<string>;
  turns: ListedTurn[];
  /** The requests of these turns that the reader may see, by id. */
  requests: ReadonlyMap<string, ListedRequest>;
}

/** People on a page. */
export const PLACES = 25;

export function queuePage(screen: Screen, data: QueueData): Shown {
  const { team } = data;
  return teamFrame(
    data,
    'queue',
    html`${!team.active && banner('info', 'This team is deactivated, so it gets no new requests.')}
${team.description !== null && said(team.description)}
${team.mode === 'manual' ? peopleOfManual(data) : queueSection(screen, data)}
${team.mode !== 'manual' && fairnessSection(placesOn(data), data.rotation)}
${team.mode !== 'manual' && turnsSection(screen, data)}`,
    team.mode === 'pool' ? 'Queue' : 'People',
    saysOfPause(screen, data.rotation),
  );
}

/** What has become of the pause of the member whom the last form was about. */
function saysOfPause(screen: Screen, { queue }: Rotation): Shown['says'] {
  const place = queue.find(({ team_membership_id }) => team_membership_id === screen.doneWith);
  if (!place || !screen.doneWith) return {};
  const name = plainName(place);
  const until = place.paused_until && ` until ${momentInWords(screen, Date.parse(place.paused_until))}`;
  return {
    member_paused: `${name} is paused${until ?? ''}.`,
    member_unpaused: `${name} is back in the queue.`,
  };
}

const placesOn = ({ rotation, from }: QueueData): Place[] =>
  rotation.queue.slice(from - 1, from - 1 + PLACES);

function queueSection(screen: Screen, data: QueueData): Content {
  const { team, rotation, from, mayEdit } = data;
  const path = teamPath(team.id);
  const isPool = team.mode === 'pool';
  const after = from + PLACES;
  return section({
    id: 'queue',
    live: 'meeting_request.',
    title: isPool ? 'Queue' : 'Who takes part',
    lead: isPool ? nextInWords(screen, rotation) : stackInWords(data),
    actions: mayEdit && linkButton(`${path}/members`, 'Add or remove members'),
    content: html`${table({
      caption: isPool ? 'The queue, the next one first' : 'Who takes part, the next host first',
      columns: [
        { label: 'Member' },
        { label: 'Place' },
        { label: isPool ? 'Reason' : 'Last hosted' },
        { label: 'Turns in 30 days', align: 'end' },
        ...(isPool ? [{ label: 'Pause', hideLabel: true }] : []),
      ],
      rows: placesOn(data).map((place) => [
        html`${person(place)}${place.workspace_membership_id === screen.member.id && html` ${badge('neutral', 'You')}`}`,
        placeBadge(place, isPool),
        standingOf(screen, place),
        html`<a href="${withQuery(`${path}/turns`, { member: place.workspace_membership_id })}">${place.turns_last_30_days}<span class="hidden"> turns of ${plainName(place)}</span></a>`,
        ...(isPool ? [pauseControl(screen, data, place)] : []),
      ]),
      empty: emptyQueue(data),
    })}
${pager({
  next: after <= rotation.queue.length ? withQuery(path, { from: String(after) }) : null,
  first: from > 1 ? path : null,
})}
${rotation.queue_total > MAX_IN_REPORT && smallPrint(`The first ${MAX_IN_REPORT} of ${rotation.queue_total} are listed.`)}
${isPool && rules}`,
  });
}

function placeBadge({ place, status }: Place, isPool: boolean): Content {
  if (status === 'paused') return badge('warn', 'Paused');
  if (status === 'no_seat') return badge('warn', 'No seat');
  if (status === 'deactivated') return badge('neutral', 'Deactivated');
  return place === 1 ? badge('info', isPool ? 'Next' : 'Hosts next') : place;
}

function pauseControl({ token }: Screen, { team, pausable }: QueueData, place: Place): Content {
  const { team_membership_id: id, status } = place;
  if (id === null || !pausable.has(id) || status === 'deactivated') return null;
  const path = `${teamPath(team.id)}/members/${id}`;
  const name = html`<span class="hidden"> ${plainName(place)}</span>`;
  return status === 'paused'
    ? inlineForm({
        action: `${path}/unpause`,
        token,
        label: html`End pause<span class="hidden"> of</span>${name}`,
      })
    : linkButton(`${path}/pause`, html`Pause${name}`);
}

const rules = html`${smallPrint('The order can’t be changed by hand: it follows from past turns.')}
${disclosure(
  'How the order is decided',
  html`<p>First come members who are owed a turn because one was given back, and members just back from a pause, the latest first. Then members who haven’t had a turn yet. Then everybody else, longest without a turn first.</p>
<p>Members without a free time for a meeting are skipped for it and keep their place. Paused and deactivated members aren’t in the queue, nor are members without a seat where the workspace requires one.</p>`,
)}`;

function stackInWords({ team }: QueueData): string {
  const everybody = team.include_all_members
    ? 'Every active member of the workspace takes part in each meeting of this team, whether they’re listed here or not.'
    : 'All of them take part in each meeting of this team.';
  const always = team.stack_always_apply
    ? ' The team also takes part in every request of the workspace.'
    : '';
  return `${everybody}${always} The first one hosts the next request. Pauses don’t matter here. Members without a seat don’t take part where the workspace requires one.`;
}

function emptyQueue({ team, mayEdit }: QueueData): Content {
  return emptyState({
    title: 'Nobody is in the team yet',
    text: mayEdit
      ? 'Add members, and requests go to them in turn.'
      : 'A manager of the team or an admin can add members.',
    action: mayEdit && linkButton(`${teamPath(team.id)}/members`, 'Add members'),
  });
}

/** A team in manual mode has no queue, so lists only its members. */
function peopleOfManual({ team, mayEdit }: QueueData): Content {
  const shown = team.members.slice(0, PLACES);
  return section({
    title: 'Members',
    lead: 'The person asking chooses the host, so there’s no queue.',
    actions: mayEdit && linkButton(`${teamPath(team.id)}/members`, 'Add or remove members'),
    content: html`${table({
      caption: 'Members',
      columns: [{ label: 'Member' }, { label: 'Role' }],
      rows: shown.map((member) => [person(member), roleWords[member.role]]),
      empty: emptyState({ title: 'Nobody is in the team yet' }),
    })}
${team.members.length > PLACES && smallPrint(`The first ${PLACES} of ${team.members.length} are listed.`)}`,
  });
}

function turnsSection(screen: Screen, { team, turns, requests }: QueueData): Content {
  return section({
    id: 'turns',
    live: 'meeting_request.',
    title: 'Recent turns',
    actions: turns.length > 0 && linkButton(`${teamPath(team.id)}/turns`, 'All turns'),
    content: turnTable(screen, team.id, turns, requests),
  });
}
