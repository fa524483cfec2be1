import { invalidRequest, validationError } from '../../../errors.ts';
import { NAME_LENGTH } from '../../../limits/limits.ts';
import { isEmail } from '../../../text/emails.ts';
import type { TypedMailbox } from '../../../text/mailbox-list.ts';

/** Invitations to one member within a day, whatever their address was: so that nobody's mailbox can be filled with them. */
export const MAX_INVITATIONS_A_DAY = 3;

interface Invited {
  deactivated_at: number | null;
  last_signed_in_at: number | null;
}

/** Refuses somebody who can't or needn't be invited. */
export function checkInvitable({ deactivated_at, last_signed_in_at }: Invited, sentToday: number): void {
  if (deactivated_at !== null) {
    throw invalidRequest('A deactivated member cannot be invited: reactivate them first', {
      plain: 'They’re deactivated. Reactivate them first.',
    });
  }
  if (last_signed_in_at !== null) {
    throw invalidRequest(
      'The member has signed in already: the sign-in page sends them a link whenever they need one',
      {
        plain: 'They’ve signed in already. The sign-in page sends them a link whenever they need one.',
      },
    );
  }
  if (sentToday >= MAX_INVITATIONS_A_DAY) {
    throw validationError(
      `The member was sent ${MAX_INVITATIONS_A_DAY} invitations within a day already: wait until tomorrow`,
      {
        plain: `They’ve been sent ${MAX_INVITATIONS_A_DAY} invitations within a day. Send another one tomorrow.`,
      },
    );
  }
}

/** People in one list: each is a row, an entry and a mail of one transaction. */
export const MAX_PEOPLE = 100;

/** What becomes of somebody in a list: `new` is added. */
export type PersonFate = 'new' | 'member' | 'deactivated' | 'twice' | 'no_address' | 'long_name';

export function fateOf(
  { name, email }: TypedMailbox,
  member: { deactivated_at: number | null } | undefined,
  isTwice: boolean,
): PersonFate {
  if (!isEmail(email)) return 'no_address';
  if (isTwice) return 'twice';
  if (member) return member.deactivated_at === null ? 'member' : 'deactivated';
  return name !== null && name.length > NAME_LENGTH ? 'long_name' : 'new';
}
