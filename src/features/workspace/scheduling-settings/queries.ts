import type { Reader, Transaction } from '../../../storage/database.ts';
import { locationIn, locationText } from '../locations/rules.ts';
import type { SchedulingSettings } from './rules.ts';

type Flag =
  | 'participants_may_reschedule'
  | 'participants_may_cancel'
  | 'hold_options'
  | 'seats_required'
  | 'remind_hosts';
type List = 'follow_up_after_business_days' | 'holidays' | 'reminders' | 'embed_origins';
type SettingsRow = Omit<SchedulingSettings, Flag | List | 'location'> &
  Record<Flag, number> &
  Record<List, string> & { location: string | null };

const columns = `duration_minutes, options_per_round, rounds, timeframe_days, slot_interval_minutes,
  follow_up_after_business_days, sender_name, signature, participants_may_reschedule, participants_may_cancel,
  hold_options, seats_required, outsiders_may_invite, holidays, locale, reminders, remind_hosts, embed_origins, location`;

/** Undefined for a workspace with the defaults. */
export async function selectSettings(
  reader: Reader,
  workspaceId: string,
): Promise<SchedulingSettings | undefined> {
  const row = await reader.get<SettingsRow>(
    `select ${columns} from scheduling_settings where workspace_id = $1`,
    [workspaceId],
  );
  return row && fromRow(row);
}

function fromRow(row: SettingsRow): SchedulingSettings {
  return {
    ...row,
    follow_up_after_business_days: JSON.parse(row.follow_up_after_business_days),
    participants_may_reschedule: row.participants_may_reschedule === 1,
    participants_may_cancel: row.participants_may_cancel === 1,
    hold_options: row.hold_options === 1,
    seats_required: row.seats_required === 1,
    holidays: JSON.parse(row.holidays),
    reminders: JSON.parse(row.reminders),
    remind_hosts: row.remind_hosts === 1,
    embed_origins: JSON.parse(row.embed_origins),
    location: locationIn(row.location),
  };
}

export async function upsertSettings(
  tx: Transaction,
  workspaceId: string,
  settings: SchedulingSettings,
  now: number,
): Promise<void> {
  const names = columns.split(/,\s+/);
  const changed = [...names, 'updated_at'].map((name) => `${name} = excluded.${name}`);
  await tx.run(
    `insert into scheduling_settings (workspace_id, ${columns}, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     on conflict (workspace_id) do update set ${changed.join(', ')}`,
    [
      workspaceId,
      settings.duration_minutes,
      settings.options_per_round,
      settings.rounds,
      settings.timeframe_days,
      settings.slot_interval_minutes,
      JSON.stringify(settings.follow_up_after_business_days),
      settings.sender_name,
      settings.signature,
      Number(settings.participants_may_reschedule),
      Number(settings.participants_may_cancel),
      Number(settings.hold_options),
      Number(settings.seats_required),
      settings.outsiders_may_invite,
      JSON.stringify(settings.holidays),
      settings.locale,
      JSON.stringify(settings.reminders),
      Number(settings.remind_hosts),
      JSON.stringify(settings.embed_origins),
      locationText(settings.location),
      now,
    ],
  );
}
