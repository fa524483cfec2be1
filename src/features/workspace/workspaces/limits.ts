// How much a workspace may have and do, by the settings, or by what an operator has set for it.
// Why caps are exact: docs/decisions/0012-limits-on-calls-and-responses.md.

import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import { formatCount, keyLimits } from '../../../limits/limits.ts';
import { bringForwardMessages, readDay } from '../../../mail-out/daily-limit.ts';
import type { Config } from '../../../settings/config.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { readTogether } from '../../../storage/read-together.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween } from '../audit-log/rules.ts';
import { type LimitsRow, replaceLimits, selectLimits } from './limit-queries.ts';
import { lockWorkspace } from './operations.ts';
import { type LimitName, limitNames } from './rules.ts';
import type { LimitsUpdate } from './shapes.ts';

/** Caps that count rows: each with its setting, and how to make room. */
const caps = {
  members: { setting: 'maxMembers', of: 'active members', makeRoom: 'deactivate one' },
  teams: { setting: 'maxTeams', of: 'active teams', makeRoom: 'deactivate one' },
  api_keys: { setting: 'maxApiKeys', of: 'API keys', makeRoom: 'revoke one' },
  webhook_endpoints: { setting: 'maxWebhookEndpoints', of: 'webhook endpoints', makeRoom: 'delete one' },
} as const satisfies Partial<Record<LimitName, object>>;

/** The limits of the settings. 0 is no limit. */
function limitsOf(config: Config): Record<LimitName, number> {
  return {
    requests_per_minute: keyLimits(config).workspace,
    api_keys: config.maxApiKeys,
    teams: config.maxTeams,
    webhook_endpoints: config.maxWebhookEndpoints,
    members: config.maxMembers,
    messages_per_day: config.maxMessagesPerDay,
  };
}

const isOff = (max: number) => max === 0;

/**
 * Refuses to add a row beyond what the workspace may have. Rows above a lowered limit stay. The lock keeps others from adding one
 * until the transaction ends. `count` runs after the lock, as a separate statement, to see what was added before.
 */
export async function requireRoom(
  { caller: { workspaceId }, config }: Context,
  tx: Transaction,
  cap: keyof typeof caps,
  count: (tx: Transaction, workspaceId: string) => Promise<number>,
): Promise<void> {
  const { setting, of, makeRoom } = caps[cap];
  const ofSettings = config[setting];
  const maxBy = (own: LimitsRow | undefined) => own?.[cap] ?? ofSettings;
  // If the settings have no limit, most workspaces have none either, and don't have to wait for the lock.
  if (isOff(ofSettings) && isOff(maxBy(await selectLimits(tx, workspaceId)))) return;
  await tx.lock(`${setting} ${workspaceId}`);
  const [counted, own] = await readTogether(tx, (together) => [
    count(together, workspaceId),
    selectLimits(together, workspaceId),
  ]);
  const max = maxBy(own);
  if (isOff(max) || counted < max) return;
  throw validationError(
    `The workspace has reached its limit of ${formatCount(max)} ${of}: ${makeRoom}, or ask whoever runs the service for more`,
    {
      plain: `This workspace has reached its limit of ${formatCount(max)} ${of}: ${makeRoom}, or ask the people who run this service for more.`,
    },
  );
}

type Limits = Awaited<ReturnType<typeof getLimits>>;

export function getLimits(context: Context) {
  return readLimits(context, context.database);
}

async function readLimits(context: Context, reader: Reader) {
  const own = await selectLimits(reader, context.caller.workspaceId);
  const { counted, held } = await readDay(context, reader);
  const standard = limitsOf(context.config);
  const limits = Object.fromEntries(
    limitNames.map((name) => {
      const set = own?.[name] ?? null;
      return [name, { set, effective: set ?? standard[name] }];
    }),
  ) as Record<LimitName, { set: number | null; effective: number }>;
  return { ...limits, messages_today: counted, messages_held: held };
}

/** Limits left out stay as they are. Null is for the limit of the settings, 0 for no limit. */
export async function updateLimits(context: Context, update: LimitsUpdate): Promise<Limits> {
  const { database, caller, clock, config } = context;
  return database.transaction(async (tx) => {
    await lockWorkspace(context, tx);
    const own = await selectLimits(tx, caller.workspaceId);
    const before = Object.fromEntries(limitNames.map((name) => [name, own?.[name] ?? null])) as LimitsRow;
    const after = { ...before, ...update };
    const changes = changesBetween(before, after, [...limitNames]);
    if (changes) {
      await replaceLimits(tx, caller.workspaceId, { ...after, updated_at: clock.now() });
      await recordAudit(context, tx, {
        action: 'workspace.limits_changed',
        target: { type: 'workspace', id: caller.workspaceId },
        changes,
      });
      if (changes.messages_per_day) {
        await bringForwardMessages(context, tx, after.messages_per_day ?? limitsOf(config).messages_per_day);
      }
    }
    return readLimits(context, tx);
  });
}
