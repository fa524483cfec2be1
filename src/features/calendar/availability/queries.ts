import type { Reader, Transaction } from '../../../storage/database.ts';
import { idRows, wantedRows } from '../../../storage/rows.ts';
import { lacksSeat } from '../../people/seats/needed.ts';
import type { Availability } from './rules.ts';

type AvailabilityRow = Omit<Availability, 'weekly' | 'overrides'> & { weekly: string; overrides: string };

const settings =
  'weekly, overrides, buffer_before_minutes, buffer_after_minutes, minimum_notice_minutes, maximum_per_day';
const columns = `timezone, ${settings}`;

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

/** A member, with the time zone that applies after all fallbacks. */
interface BookableMember {
  member_id: string;
  email: string;
  timezone: string;
  /** 0 or 1. With 1, the member gets no meetings. */
  lacks_seat: number;
  /** Undefined for the defaults. Parses JSON, so a caller with many members has to pace the calls. */
  readAvailability(): Availability | undefined;
}

/** Those of these members who are active, in any order, and the holidays of the workspace. */
export async function selectBookableMembers(
  reader: Reader,
  workspaceId: string,
  memberIds: string[],
): Promise<{ found: BookableMember[]; holidays: ReadonlySet<string> }> {
  type Row = BookableMember &
    Omit<AvailabilityRow, 'timezone'> & {
      own_timezone: string | null;
      /** A JSON list; null for a workspace with the default settings. */
      holidays: string | null;
    };
  const rows = await reader.all<Row>(
    `with ${wantedRows(reader.dialect)}
     select members.id as member_id, members.email, availability.timezone as own_timezone,
       coalesce(availability.timezone, members.timezone,
         (select timezone from workspaces where workspaces.id = wanted.workspace_id)) as timezone, ${settings},
       ${lacksSeat('members.id')} as lacks_seat,
       (select holidays from scheduling_settings where scheduling_settings.workspace_id = $1) as holidays
     from wanted
     join members on members.workspace_id = wanted.workspace_id and members.id = wanted.wanted_id
       and members.deactivated_at is null
     left join availability on availability.workspace_id = wanted.workspace_id
       and availability.member_id = wanted.wanted_id`,
    [workspaceId, idRows(memberIds)],
  );
  const found = rows.map(({ member_id, email, timezone, own_timezone, lacks_seat, ...row }) => ({
    member_id,
    email,
    timezone,
    lacks_seat,
    readAvailability: () => (row.weekly === null ? undefined : fromRow({ ...row, timezone: own_timezone })),
  }));
  return { found, holidays: new Set<string>(JSON.parse(rows[0]?.holidays ?? '[]')) };
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
