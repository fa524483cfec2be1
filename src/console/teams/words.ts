// The console's words for teams, modes and queues.

import type { Place, Rotation } from '../../features/turns/rotation/report.ts';
import type { Mode, TeamRole } from '../../features/turns/rotation/rules.ts';
import { named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import type { Screen } from '../screen.ts';
import { momentOf, plainName } from '../words.ts';

export const modeWords: Record<Mode, { label: string; sentence: string }> = {
  pool: { label: 'Round robin', sentence: 'Each request goes to one member, in turn.' },
  stack: { label: 'Collective', sentence: 'All members take part in each meeting.' },
  manual: {
    label: 'Manual',
    sentence: 'The person asking chooses the host.',
  },
};

export const modeBadge = (mode: Mode): Content => badge('neutral', modeWords[mode].label);

export const roleWords: Record<TeamRole, string> = { member: 'Member', manager: 'Manager' };

/** Why a member is at this place in the queue, or not in it. */
export function standingOf(screen: Screen, place: Place): Content {
  const { status, reason, paused_until, owed_since, last_turn } = place;
  if (status === 'deactivated') return 'Deactivated, so takes no turns.';
  if (status === 'no_seat') return 'No seat, so takes no turns until there is one.';
  if (status === 'paused') {
    return paused_until === null
      ? 'Paused, with no end set.'
      : html`Paused until ${momentOf(screen, paused_until)}.`;
  }
  switch (reason) {
    case 'turn_returned':
      return html`Owed a turn${owed_since && html`: one was given back on ${momentOf(screen, owed_since)}`}.`;
    case 'unpaused':
      return 'Just back from a pause, so at the front.';
    case 'never_assigned':
      return 'Hasn’t had a turn yet.';
    default:
      return last_turn && html`Last turn on ${momentOf(screen, last_turn.assigned_at)}.`;
  }
}

/** Who gets the next turn and why, in a sentence. */
export function nextInWords(screen: Screen, { queue, queue_total }: Rotation): Content {
  const [first] = queue;
  if (!first?.eligible) {
    return queue_total === 0
      ? 'Nobody is in the team yet.'
      : 'Nobody can take a turn: everybody is paused, deactivated or without a seat. Requests to this team are refused until somebody is available.';
  }
  return html`<strong>${named(plainName(first))}</strong> is next: ${whyNext(screen, first)}`;
}

function whyNext(screen: Screen, { reason, owed_since, last_turn }: Place): Content {
  switch (reason) {
    case 'turn_returned':
      return html`they’re owed a turn${owed_since && html`, because one was given back on ${momentOf(screen, owed_since)}`}.`;
    case 'unpaused':
      return 'they’re just back from a pause.';
    case 'never_assigned':
      return 'they haven’t had a turn yet.';
    default:
      return html`longest without a turn${last_turn && html`, the last on ${momentOf(screen, last_turn.assigned_at)}`}.`;
  }
}
