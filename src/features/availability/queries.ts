import type { Reader, Transaction } from '../../storage/database.ts';
import { idRows, wantedRows } from '../../storage/rows.ts';
import type { Availability } from './rules.ts';

type AvailabilityRow = Omit<Availability, 'weekly' | 'overrides'> & { weekly: string; overrides: string };

const columns = `timezone, weekly, overrides, buffer_before_minutes, buffer_after_minutes, minimum_notice_minutes,
  maximum_per_day`;

/** Undefined for a member with the defaults. */
export async function selectAvailability(
  reader: Reader,
  workspaceId: string,
  memberId: string,
): Promise<Availability | undefined> {
  const row = await reader.get<AvailabilityRow>(
    `select ${columns} from availability where workspace_id = $1 and member_id = $2`,
    [workspaceId, memberId],
  );
  return row && fromRow(row);
}

/** Of the members with these ids, those that have set one. */
export async function selectAvailabilities(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
): Promise<(Availability & { member_id: string })[]> {
  const rows = await reader.all<AvailabilityRow & { member_id: string }>(
    `with ${wantedRows(reader.dialect)}
     select member_id, ${columns} from wanted
     join availability on availability.workspace_id = wanted.workspace_id and availability.member_id = wanted.wanted_id`,
    [workspaceId, idRows(memberIds)],
  );
  return rows.map((row) => ({ member_id: row.member_id, ...fromRow(row) }));
}

function fromRow(row: AvailabilityRow): Availability {
  return {
    timezone: row.timezone,
    weekly: JSON.parse(row.weekly),
    overrides: JSON.parse(row.overrides),
    buffer_before_minutes: row.buffer_before_minutes,
    buffer_after_minutes: row.buffer_after_minutes,
    minimum_notice_minutes: row.minimum_notice_minutes,
    maximum_per_day: row.maximum_per_day,
  };
}

export async function upsertAvailability(
  tx: Transaction,
  workspaceId: string,
  memberId: string,
  availability: Availability,
  now: number,
): Promise<void> {
  const changed = [...columns.split(/,\s+/), 'updated_at'].map((name) => `${name} = excluded.${name}`);
  await tx.run(
    `insert into availability (workspace_id, member_id, ${columns}, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (workspace_id, member_id) do update set ${changed.join(', ')}`,
    [
      workspaceId,
      memberId,
      availability.timezone,
      JSON.stringify(availability.weekly),
      JSON.stringify(availability.overrides),
      availability.buffer_before_minutes,
      availability.buffer_after_minutes,
      availability.minimum_notice_minutes,
      availability.maximum_per_day,
      now,
    ],
  );
}
