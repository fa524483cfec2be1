import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import type { Reader } from '../../../storage/database.ts';
import { selectLackingSeat } from './queries.ts';

/** For statements of other features that read members. */
export { lacksSeat } from './queries.ts';

/** How many members a message names. */
const MAX_NAMED = 10;

/** Those of these members who get no meetings, because the workspace requires a seat and they have none. */
export function findLackingSeat({ caller }: Context, reader: Reader, memberIds: string[]) {
  return selectLackingSeat(reader, caller.workspaceId, memberIds);
}

/** Refuses to give a meeting to a member who needs a seat for it. `field` named the member. */
export async function requireSeat(
  context: Context,
  reader: Reader,
  memberId: string,
  field: string,
): Promise<void> {
  const lacking = await findLackingSeat(context, reader, [memberId]);
  if (lacking.length > 0) {
    throw validationError(`${field} has no seat: the workspace gives meetings to members with a seat only`, {
      field,
      plain: 'They have no seat, and only members with a seat get meetings. Assign a seat first.',
    });
  }
}

/** The same for all hosts. `force` only overrides conflicts of time, not this. */
export async function requireSeats(context: Context, reader: Reader, memberIds: string[]): Promise<void> {
  const lacking = await findLackingSeat(context, reader, memberIds);
  if (lacking.length > 0) throw lackingSeats(lacking);
}

/** The refusal of a meeting because some of its hosts lack a seat. */
export function lackingSeats(lacking: readonly { email: string }[]) {
  const named = lacking.slice(0, MAX_NAMED).map(({ email }) => email);
  const others = lacking.length - named.length;
  const all = others > 0 ? [...named, `${others} more`] : named;
  return validationError(
    `The hosts need a seat, and these have none: ${all.join(', ')}. Assign a seat, or change the organizer`,
  );
}
