import type { Context, Services } from '../../../context.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Reader } from '../../../storage/database.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween } from '../audit-log/rules.ts';
import { lockWorkspace } from '../workspaces/operations.ts';
import { selectRetention, selectRetentions, upsertRetention } from './queries.ts';
import {
  checkNotLonger,
  type KeptKind,
  keptKinds,
  type Retention,
  retentionOfService,
  shorter,
  unsetRetention,
} from './rules.ts';
import type { RetentionUpdate } from './shapes.ts';

export async function getRetention(context: Context) {
  return present(context, await readRetention(context, context.database));
}

async function readRetention({ caller }: Context, reader: Reader): Promise<Retention> {
  return (await selectRetention(reader, caller.workspaceId)) ?? unsetRetention;
}

export async function updateRetention(context: Context, input: Static<typeof RetentionUpdate>) {
  const { database, caller, clock, config } = context;
  checkNotLonger(input, retentionOfService(config));
  return database.transaction(async (tx) => {
    // The retention may not have a row yet, so lock the workspace's.
    await lockWorkspace(context, tx);
    const before = await readRetention(context, tx);
    const givenKinds = keptKinds.filter((kind) => input[kind] !== undefined);
    const after: Retention = {
      ...before,
      ...Object.fromEntries(givenKinds.map((kind) => [kind, input[kind] ?? null])),
    };
    const changes = changesBetween(before, after, keptKinds);
    if (changes) {
      await upsertRetention(tx, caller.workspaceId, after, clock.now());
      await recordAudit(context, tx, {
        action: 'retention.updated',
        target: { type: 'workspace', id: caller.workspaceId },
        changes,
      });
    }
    return present(context, after);
  });
}

const present = ({ config }: Context, own: Retention) => ({ ...own, service: retentionOfService(config) });

/** How many days each workspace keeps something, `atMost` at the longest. Undefined: for ever. */
export async function daysKept(
  { storage, config }: Services,
  kind: KeptKind,
  atMost?: number,
): Promise<(workspaceId: string) => number | undefined> {
  const rows = await selectRetentions(storage.background);
  const own = new Map(rows.map((row) => [row.workspace_id, row[kind]]));
  const service = shorter(retentionOfService(config)[kind], atMost);
  return (workspaceId) => shorter(own.get(workspaceId), service);
}
