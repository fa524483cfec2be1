// Caps of the settings that hold in every workspace. Those that an operator can change for one are in
// src/features/workspace/workspaces/limits.ts.
import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import { formatCount } from '../../../limits/limits.ts';

/** Refuses more members than a team may have. The caller holds the team's row. */
export function requireRoomInTeam({ config }: Context, members: number): void {
  const max = config.maxTeamMembers;
  if (isOff(max) || members <= max) return;
  throw validationError(
    `A team may have ${formatCount(max)} members, those of deactivated members included: remove one, or make another team`,
  );
}

/** Refuses more hosts than a meeting request may have. */
export function requireFewHosts({ config }: Context, hosts: number): void {
  const max = config.maxHosts;
  if (isOff(max) || hosts <= max) return;
  throw validationError(
    `A meeting request may have ${formatCount(max)} hosts, and the stack teams that take part in this one have more: ` +
      'make them smaller, or let fewer of them take part',
  );
}

const isOff = (max: number) => max === 0;
