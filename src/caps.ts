import type { Context } from './context.ts';
import { validationError } from './errors.ts';
import { formatCount } from './limits.ts';
import type { Transaction } from './storage/database.ts';

/** What is capped in a workspace, by the name of its setting, with the way to make room. */
const caps = {
  maxMembers: { of: 'active members', makeRoom: 'deactivate one' },
  maxTeams: { of: 'active teams', makeRoom: 'deactivate one' },
  maxApiKeys: { of: 'API keys', makeRoom: 'revoke one' },
  maxWebhookEndpoints: { of: 'webhook endpoints', makeRoom: 'delete one' },
} as const;

/**
 * Refuses one more than the workspace may have. Rows above a lowered cap stay. The lock keeps others from adding one
 * until the transaction ends. `count` runs after the lock, as a statement of its own, to see what was added before.
 */
export async function requireRoom(
  { caller, config }: Context,
  tx: Transaction,
  cap: keyof typeof caps,
  count: (tx: Transaction, workspaceId: string) => Promise<number>,
): Promise<void> {
  const max = config[cap];
  if (isOff(max)) return;
  await tx.lock(`${cap} ${caller.workspaceId}`);
  if ((await count(tx, caller.workspaceId)) < max) return;
  const { of, makeRoom } = caps[cap];
  throw validationError(
    `The workspace has reached its limit of ${formatCount(max)} ${of}: ${makeRoom}, or ask whoever runs the service for more`,
  );
}

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
