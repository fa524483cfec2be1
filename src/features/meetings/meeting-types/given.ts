// What is given along with the id of a meeting type has to agree with it.
import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import { readMeetingType } from './operations.ts';
import type { MeetingType } from './rules.ts';

const FIELD = 'meeting_type_id';

/** The type with the given id; undefined if none is given. Refuses an id that no type has, naming the field. */
export async function findGivenType(
  context: Context,
  reader: Reader,
  id: string | null | undefined,
): Promise<MeetingType | undefined> {
  if (!id) return undefined;
  const type = await readMeetingType(context, reader, id);
  if (type) return type;
  throw validationError(`${FIELD} is not a meeting type of this workspace`, {
    field: FIELD,
    plain: 'This meeting type doesn’t exist any more. Reload the page and choose another.',
  });
}

/** Refuses a type that can't be booked at the moment. */
export function requireActiveType({ active }: Pick<MeetingType, 'active'>): void {
  if (active) return;
  throw validationError(`${FIELD} is not active`, {
    field: FIELD,
    plain: 'This meeting type can’t be booked at the moment. Switch it on first, or choose another.',
  });
}

type Owner = { team_id: string } | { member_id: string };

/** Refuses a type of another team or member. */
export function requireTypeOf({ team_id, member_id }: MeetingType, owner: Owner): void {
  const isSame = 'team_id' in owner ? team_id === owner.team_id : member_id === owner.member_id;
  if (isSame) return;
  throw validationError(
    `${FIELD} is a meeting type of another ${'team_id' in owner ? 'team, or of a member' : 'member, or of a team'}`,
    { field: FIELD, plain: 'This meeting type belongs to somebody else. Choose another.' },
  );
}
