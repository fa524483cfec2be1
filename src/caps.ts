import type { Context } from './context.ts';
import { validationError } from './errors.ts';
import type { Transaction } from './storage/database.ts';

/** What a workspace may have so many of, by the setting that says how many, and what makes room. */
const caps = {
  maxMembers: { of: 'active members', makeRoom: 'deactivate one' },
  maxTeams: { of: 'active teams', makeRoom: 'deactivate one' },
  maxApiKeys: { of: 'API keys', makeRoom: 'revoke one' },
  maxWebhookEndpoints: { of: 'webhook endpoints', makeRoom: 'delete one' },
} as const;

/**
 * Refuses one more than the workspace may have. Until the transaction ends, nobody else adds one: `count` is asked after
 * the lock, in a statement of its own, so that it sees what was added before. What is there already stays, however much it is.
 */
export async function requireRoom(
  { caller, config }: Context,
  tx: Transaction,
  cap: keyof typeof caps,
  count: (tx: Transaction, workspaceId: string) => Promise<number>,
): Promise<void> {
  const most = config[cap];
  if (isOff(most)) return;
  await tx.lock(`${cap} ${caller.workspaceId}`);
  if ((await count(tx, caller.workspaceId)) < most) return;
  const { of, makeRoom } = caps[cap];
  throw validationError(
    `The workspace has reached its limit of ${inWords(most)} ${of}: ${makeRoom}, or ask whoever runs the service for more`,
  );
}

/** Refuses more members than a team may have. The caller holds the team's row. */
export function requireRoomInTeam({ config }: Context, members: number): void {
  const most = config.maxTeamMembers;
  if (isOff(most) || members <= most) return;
  throw validationError(
    `A team may have ${inWords(most)} members, those of deactivated members included: remove one, or make another team`,
  );
}

/** Refuses more hosts than a meeting request may have. */
export function requireFewHosts({ config }: Context, hosts: number): void {
  const most = config.maxHosts;
  if (isOff(most) || hosts <= most) return;
  throw validationError(
    `A meeting request may have ${inWords(most)} hosts, and the stack teams that take part in this one have more: ` +
      'make them smaller, or let fewer of them take part',
  );
}

const isOff = (most: number) => most === 0;

/** `10,000` */
const inWords = (count: number) => count.toLocaleString('en');
