import type { Context } from '../../../context.ts';
import type { Reader } from '../../../storage/database.ts';
import { canonicalLocale } from '../../../text/languages.ts';
import { recordAudit } from '../audit-log/operations.ts';
import { changesBetween } from '../audit-log/rules.ts';
import { changedLocation } from '../locations/operations.ts';
import { lockWorkspace } from '../workspaces/operations.ts';
import { selectSettings, upsertSettings } from './queries.ts';
import {
  checkFollowUps,
  checkLocale,
  defaults,
  embedOriginsOf,
  fields,
  orderedReminders,
  type SchedulingSettings,
} from './rules.ts';
import type { SchedulingUpdate } from './shapes.ts';

export function getSchedulingSettings(context: Context): Promise<SchedulingSettings> {
  return readSchedulingSettings(context, context.database);
}

export async function readSchedulingSettings(
  { caller }: Context,
  reader: Reader,
): Promise<SchedulingSettings> {
  return (await selectSettings(reader, caller.workspaceId)) ?? defaults;
}

export async function updateSchedulingSettings(
  context: Context,
  input: SchedulingUpdate,
): Promise<SchedulingSettings> {
  const { database, caller, clock } = context;
  checkFollowUps(input.follow_up_after_business_days ?? []);
  if (input.locale !== undefined) checkLocale(input.locale);
  const reminders = input.reminders && orderedReminders(input.reminders);
  const origins = input.embed_origins && embedOriginsOf(input.embed_origins);
  return database.transaction(async (tx) => {
    // The settings may not have a row yet, so lock the workspace's.
    await lockWorkspace(context, tx);
    const before = await readSchedulingSettings(context, tx);
    const signature = input.signature === undefined ? before.signature : input.signature || null;
    const holidays = input.holidays ? [...new Set(input.holidays)].sort() : before.holidays;
    const locale = input.locale === undefined ? before.locale : canonicalLocale(input.locale);
    const location = changedLocation(context, input.location, before.location);
    const after: SchedulingSettings = {
      ...before,
      ...input,
      signature,
      holidays,
      locale,
      reminders: reminders ?? before.reminders,
      embed_origins: origins ?? before.embed_origins,
      location,
    };
    const changes = changesBetween(before, after, fields);
    if (!changes) return before;
    await upsertSettings(tx, caller.workspaceId, after, clock.now());
    await recordAudit(context, tx, {
      action: 'scheduling_settings.updated',
      target: { type: 'workspace', id: caller.workspaceId },
      changes,
    });
    return after;
  });
}
