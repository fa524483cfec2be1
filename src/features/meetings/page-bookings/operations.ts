// What visitors of public pages have booked, and what waits for their confirmation. Whoever changes something here has locked the
// owner of the page.
import type { Context, Services } from '../../../context.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import { HOUR_MS } from '../../../time/timestamps.ts';
import { type Sweep, sweepExpired } from '../../../workers/sweeps.ts';
import {
  deleteConfirmations,
  deleteExpiredConfirmations,
  existsConfirmation,
  insertConfirmation,
  selectAskedOf,
  selectConfirmation,
  updateConfirmed,
} from './confirmation-queries.ts';
import { deleteExpiredUses, deleteUses, insertUse, selectLastUseOf, selectUse } from './queries.ts';
import { type Confirmation, keptUntil, MAX_MAILS, MAX_WAITING, type PageOwner } from './rules.ts';

/** The booking made with a form. */
export const readUse = ({ caller }: Context, reader: Reader, owner: PageOwner, nonce: string) =>
  selectUse(reader, caller.workspaceId, owner, nonce);

/** The last request that this address booked at this time. */
export const readLastUseOf = (
  { caller }: Context,
  reader: Reader,
  owner: PageOwner,
  { email, starts_at }: { email: string; starts_at: number },
) => selectLastUseOf(reader, caller.workspaceId, owner, { email_folded: foldEmail(email), starts_at });

interface MadeBooking {
  nonce: string;
  request_id: string;
  email: string;
  starts_at: number;
  ends_at: number;
}

export const keepUse = (
  { caller, clock }: Context,
  tx: Transaction,
  owner: PageOwner,
  { email, ends_at, ...use }: MadeBooking,
) =>
  insertUse(tx, caller.workspaceId, owner, {
    ...use,
    email_folded: foldEmail(email),
    kept_until: keptUntil(ends_at, clock.now()),
  });

/** For a page that its URL names by the confirmation alone. */
export const findConfirmation = ({ database }: Services, id: string) => selectConfirmation(database, id);

/** Whether this form has asked for its mail already, or the address has had too many of them. */
export async function needsNoMail(
  { caller, clock }: Context,
  reader: Reader,
  owner: PageOwner,
  { nonce, email }: { nonce: string; email: string },
): Promise<boolean> {
  if (await existsConfirmation(reader, caller.workspaceId, owner, nonce)) return true;
  const since = clock.now() - HOUR_MS;
  const asked = await selectAskedOf(reader, caller.workspaceId, foldEmail(email), since);
  const waiting = asked.filter(({ owner_id, request_id }) => owner_id === owner.id && request_id === null);
  return asked.length >= MAX_MAILS || waiting.length >= MAX_WAITING;
}

/** Several pages of one workspace may write to the same address. */
export const lockMailsTo = ({ caller }: Context, tx: Transaction, email: string) =>
  tx.lock(`booking confirmations ${caller.workspaceId} ${foldEmail(email)}`);

export const keepConfirmation = (
  { caller, clock }: Context,
  tx: Transaction,
  confirmation: Confirmation,
): Promise<void> =>
  insertConfirmation(tx, caller.workspaceId, {
    ...confirmation,
    email_folded: foldEmail(confirmation.email),
    created_at: clock.now(),
  });

/** Makes the confirmation link lead to the meeting, until that is over. */
export const markConfirmed = (
  { caller, clock }: Context,
  tx: Transaction,
  confirmation: Pick<Confirmation, 'owner' | 'id'>,
  { request_id, ends_at }: { request_id: string; ends_at: number },
) =>
  updateConfirmed(tx, caller.workspaceId, confirmation, {
    request_id,
    expires_at: keptUntil(ends_at, clock.now()),
  });

/** Before the owner of a page is deleted. Meetings stay. */
export async function forgetBookingsOf({ caller }: Context, tx: Transaction, owner: PageOwner) {
  await deleteUses(tx, caller.workspaceId, owner);
  await deleteConfirmations(tx, caller.workspaceId, owner);
}

/** Removes expired rows in all workspaces. */
export const sweepPageBookings = ({ clock }: Services): Sweep[] => [
  sweepExpired(clock, 'uses of booking links', (tx, now) => deleteExpiredUses(tx, 'booking_link', now)),
  sweepExpired(clock, 'uses of meeting types', (tx, now) => deleteExpiredUses(tx, 'meeting_type', now)),
  sweepExpired(clock, 'booking confirmations', (tx, now) =>
    deleteExpiredConfirmations(tx, 'booking_link', now),
  ),
  sweepExpired(clock, 'confirmations for meeting types', (tx, now) =>
    deleteExpiredConfirmations(tx, 'meeting_type', now),
  ),
];
