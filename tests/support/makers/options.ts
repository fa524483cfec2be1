// Requests without automatic offers, and options offered to them by hand.
import type { Context } from '../../../src/context.ts';
import { offerOptions, readOptions } from '../../../src/features/calendar/options/operations.ts';
import type { Option } from '../../../src/features/calendar/options/rules.ts';
import { readSchedulingSettings } from '../../../src/features/workspace/scheduling-settings/operations.ts';
import { MINUTE_MS } from '../../../src/time/timestamps.ts';
import type { Node } from '../server/rota.ts';

/** For operations without a route. */
export function contextOf(node: Node, workspaceId = node.workspaceId): Context {
  return { ...node.services, caller: { workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] } };
}

/** Just a row: nobody is assigned, and no time is looked for. */
export async function makeRequestRow(node: Node, organizer: { id: string }): Promise<string> {
  const { database, ids, clock } = node.services;
  const id = ids('meetingRequest');
  await database.transaction((tx) =>
    tx.run(
      `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, created_at, updated_at)
       values ($1, $2, $3, 'active', 0, $4, $4)`,
      [node.workspaceId, id, organizer.id, clock.now()],
    ),
  );
  return id;
}

/** Offers half an hour at each of these starts. */
export function offer(
  node: Node,
  requestId: string,
  starts: string[],
  { round = 1, hosts = [] }: { round?: number; hosts?: { id: string }[] } = {},
): Promise<Option[]> {
  const times = starts.map((start) => {
    const starts_at = Date.parse(start);
    return { starts_at, ends_at: starts_at + 30 * MINUTE_MS };
  });
  const context = contextOf(node);
  return node.services.database.transaction(async (tx) =>
    offerOptions(context, tx, {
      request_id: requestId,
      round,
      times,
      hosts: hosts.map(({ id }) => id),
      settings: await readSchedulingSettings(context, tx),
      earlier: (await readOptions(context, tx, requestId)).length,
    }),
  );
}
