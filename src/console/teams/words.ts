// The console's words for teams, modes and queues.

import type { Place, Rotation } from '../../features/turns/rotation/report.ts';
import type { Mode } from '../../features/turns/rotation/rules.ts';
import { named } from '../../html/blocks.ts';
import { type Content, html } from '../../html/html.ts';
import { badge } from '../../html/marks.ts';
import type { Screen } from '../screen.ts';
import { momentOf, plainName } from '../words.ts';

export const modeWords: Record<Mode, { label: string; sentence: string }> = {
  pool: { label: 'Pool', sentence: 'Each request goes to one member, in turn.' },
  stack: { label: 'Stack', sentence: 'All members take part in each meeting.' },
  manual: {
    label: 'Manual',
    sentence: 'Nobody is assigned automatically. Whoever makes a request names the organizer.',
  },
};

export const modeBadge = (mode: Mode): Content => badge('neutral', modeWords[mode].label);

/** Why a member is at this place in the queue, or not in it. */
export function standingOf(screen: Screen, place: Place): Content {
  const { status, reason, paused_until, owed_since, last_turn } = place;
  if (status === 'deactivated') return 'Deactivated: takes no turns.';
  if (status === 'no_seat') return 'No seat: takes no part until there is one.';
  if (status === 'paused') {
    return paused_until === null
      ? 'Paused until somebody ends it.'
      : html`Paused until ${momentOf(screen, paused_until)}.`;
  }
  switch (reason) {
    case 'turn_returned':
      return html`Is owed a turn${owed_since && html`: one was given back on ${momentOf(screen, owed_since)}`}.`;
    case 'unpaused':
      return 'Back from a pause, and so at the front.';
    case 'never_assigned':
      return 'Never had a turn.';
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
      : 'Nobody can take a turn: everybody is paused, deactivated or without a seat. Requests to this team are refused until somebody is back.';
  }
  return html`<strong>${named(plainName(first))}</strong> is next: ${whyNext(screen, first)}`;
}

function whyNext(screen: Screen, { reason, owed_since, last_turn }: Place): Content {
  switch (reason) {
    case 'turn_returned':
      return html`a turn is owed${owed_since && html`, because one was given back on ${momentOf(screen, owed_since)}`}.`;
    case 'unpaused':
      return 'who comes back from a pause gets the next turn.';
    case 'never_assigned':
      return 'who never had a turn comes before all who had one.';
    default:
      return html`nobody else has waited longer.${last_turn && html` The last turn was on ${momentOf(screen, last_turn.assigned_at)}.`}`;
  }
}
