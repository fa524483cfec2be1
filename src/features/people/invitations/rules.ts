import { invalidRequest, validationError } from '../../../errors.ts';

/** Invitations to one member within a day, whatever their address was: so that nobody's mailbox can be filled with them. */
export const MAX_INVITATIONS_A_DAY = 3;

interface Invited {
  deactivated_at: number | null;
  last_signed_in_at: number | null;
}

/** Refuses somebody who can't or needn't be invited. */
export function checkInvitable({ deactivated_at, last_signed_in_at }: Invited, sentToday: number): void {
  if (deactivated_at !== null)
    throw invalidRequest('A deactivated member cannot be invited: reactivate them first');
  if (last_signed_in_at !== null) {
    throw invalidRequest(
      'The member has signed in already: the sign-in page sends them a link whenever they need one',
    );
  }
  if (sentToday >= MAX_INVITATIONS_A_DAY) {
    throw validationError(
      `The member was sent ${MAX_INVITATIONS_A_DAY} invitations within a day already: wait until tomorrow`,
    );
  }
}
