import type { Context } from '../../../context.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { selectTeamsOf } from './membership-queries.ts';
import { withPauseEnded } from './rules.ts';

export type OwnTeam = Awaited<ReturnType<typeof teamsOf>>[number];

/** The active teams that a member is in, by name, including those that include everybody. */
export async function teamsOf({ database, caller, clock }: Context, memberId: string) {
  const now = clock.now();
  const rows = await selectTeamsOf(database, caller.workspaceId, memberId);
  return rows.map((row) => {
    const { paused_at, paused_until } = withPauseEnded(row, now);
    return {
      team_id: row.team_id,
      name: row.team_name,
      mode: row.mode,
      /** Null in a team that includes everybody without naming the member: there is no place to pause in. */
      membership_id: row.membership_id,
      role: row.role,
      status: statusOf(row.lacks_seat, paused_at),
      paused_at: formatTimestamp(paused_at),
      paused_until: formatTimestamp(paused_until),
    };
  });
}

/** The same status as in the team's queue. */
function statusOf(lacksSeat: number, pausedAt: number | null): 'no_seat' | 'paused' | 'available' {
  if (lacksSeat === 1) return 'no_seat';
  return pausedAt === null ? 'available' : 'paused';
}
