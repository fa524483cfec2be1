import type { Context } from '../../context.ts';
import type { ListedRequest } from '../../features/meetings/requests/operations.ts';
import { findMembers } from '../../features/people/members/operations.ts';
import { findTurnFor, type Turn } from '../../features/turns/rotation/turns.ts';

/** Who takes the meeting, why, and who else was considered. */
export async function explainAssignment(
  context: Context,
  meeting: Pick<ListedRequest, 'id' | 'organizer_email' | 'host_emails' | 'team_id'>,
) {
  const { organizer_email, host_emails } = meeting;
  const turn = await findTurnFor(context, meeting.id);
  const reason = turn?.reason ?? null;
  const isShown = context.caller.scopes.includes('teams.read');
  return {
    organizer_email,
    reason,
    explanation: turn ? CHOSEN[turn.reason] : NO_TURN,
    considered: isShown ? await listConsidered(context, turn, host_emails) : null,
    considered_total: turn?.candidates_total ?? 0,
  };
}

async function listConsidered(context: Context, turn: Turn | undefined, hostEmails: string[]) {
  if (!turn) return [];
  const { candidates, workspace_membership_id: chosenId, reason } = turn;
  const ids = candidates.map((each) => each.workspace_membership_id);
  const members = new Map(
    (await findMembers(context, context.database, ids)).map((member) => [member.id, member]),
  );
  return candidates.flatMap(({ workspace_membership_id: id, status, last_turn }) => {
    const member = members.get(id);
    if (!member) return [];
    const is_assigned = id === chosenId;
    const isHost = hostEmails.includes(member.email);
    const why = is_assigned
      ? CHOSEN[reason]
      : isHost
        ? HOST
        : reason === 'named'
          ? OTHER_NAMED
          : LEFT_OUT[status];
    return { email: member.email, name: member.name, status, last_turn, is_assigned, why };
  });
}

const NO_TURN = 'The organizer was named in the call. No team took a turn for it.';
const CHOSEN: Record<Turn['reason'], string> = {
  named: 'The organizer was named in the call, and the turn of the team is counted for them.',
  turn_returned: 'First in the queue: a turn was given back, and the team owes them one.',
  unpaused: 'First in the queue: they are back from a pause.',
  never_assigned: 'First in the queue: they have not had a turn of this team yet.',
  least_recently_assigned:
    'First in the queue: of those who could take it, their last turn is the longest ago.',
};
const HOST = 'Takes part as a host, and somebody else organizes it.';
const OTHER_NAMED = 'Somebody else was named in the call.';
const LEFT_OUT: Record<Turn['candidates'][number]['status'], string> = {
  available: 'Could take it, and stands further back in the queue.',
  paused: 'Is paused in this team.',
  no_seat: 'Has no seat, and the workspace requires one.',
  deactivated: 'Is deactivated.',
  unavailable: 'Has no free time for this meeting, and keeps the place in the queue.',
  no_location: 'Has no address for video calls, which this meeting needs, and keeps the place in the queue.',
};
