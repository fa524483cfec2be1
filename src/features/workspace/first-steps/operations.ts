// The steps of setting up a workspace that its admins don't want to take. Whether the others are done shows in the workspace itself.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { deleteSkipped, insertSkipped, selectSkipped } from './queries.ts';
import { type FirstStep, isFirstStep } from './rules.ts';

export async function readSkippedSteps({ database, caller }: Context): Promise<Set<FirstStep>> {
  const rows = await selectSkipped(database, caller.workspaceId);
  return new Set(rows.map(({ step }) => step).filter(isFirstStep));
}

export async function skipStep(context: Context, step: FirstStep): Promise<void> {
  const { database, caller, clock } = context;
  await database.transaction(async (tx) => {
    if (!(await insertSkipped(tx, caller.workspaceId, step, clock.now()))) return;
    await recordAudit(context, tx, {
      action: 'first_step.skipped',
      target: { type: 'workspace', id: caller.workspaceId },
      changes: { skipped_step: [null, step] },
    });
  });
}

/** Puts a skipped step back on the list. */
export async function restoreStep(context: Context, step: FirstStep): Promise<void> {
  const { database, caller } = context;
  await database.transaction(async (tx) => {
    if (!(await deleteSkipped(tx, caller.workspaceId, step))) return;
    await recordAudit(context, tx, {
      action: 'first_step.restored',
      target: { type: 'workspace', id: caller.workspaceId },
      changes: { skipped_step: [step, null] },
    });
  });
}
