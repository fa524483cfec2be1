import type { Services } from '../../../context.ts';
import { gone } from '../../../errors.ts';
import { idOf } from '../../../ids.ts';
import type { Draft } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import type { Transaction } from '../../../storage/database.ts';
import { localeOf } from '../../../text/languages.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { readLetterhead } from '../../workspace/letterhead/operations.ts';
import { tokenOf } from '../booking-links/operations.ts';
import { findConfirmation, keepConfirmation, lockMailsTo, needsNoMail } from '../page-bookings/operations.ts';
import { CONFIRMATION_MS, type Confirmation } from '../page-bookings/rules.ts';
import { type Booked, type BookingInput, book, isOutsiderLimitReached } from './book.ts';
import { findPageOf, lockOwner, type OpenPage, openPage } from './open.ts';

/**
 * Mails the address to confirm the booking. Nothing is booked yet, and the time isn't held. An address that has had too many of
 * these mails gets no more, and the page doesn't say so. `limited`: as in `Booked`.
 */
export async function askToConfirm(
  opened: OpenPage,
  { client_address, ...wanted }: BookingInput,
): Promise<'limited' | undefined> {
  const { context, owner } = opened;
  const { database, clock, ids } = context;
  return database.transaction(async (tx) => {
    if (await needsNoMail(context, tx, owner, wanted)) return undefined;
    if (await isOutsiderLimitReached(opened, tx, { client_address })) return 'limited';
    await lockOwner(opened, tx);
    await lockMailsTo(context, tx, wanted.email);
    if (await needsNoMail(context, tx, owner, wanted)) return undefined;
    const confirmation: Confirmation = {
      ...wanted,
      id: ids('bookingConfirmation'),
      owner,
      expires_at: clock.now() + CONFIRMATION_MS,
      request_id: null,
    };
    await keepConfirmation(context, tx, confirmation);
    await queueMessages(context, tx, [await confirmationMail(opened, tx, confirmation)]);
    await recordAudit(context, tx, {
      action: `${owner.type}.confirmation_sent`,
      target: owner,
      changes: { email: [null, wanted.email], starts_at: [null, formatTimestamp(wanted.starts_at)] },
    });
    return undefined;
  });
}

/** Contains nothing that the visitor typed: it may go to somebody who didn't ask for it. */
async function confirmationMail(
  { context, title, team, host, duration_minutes }: OpenPage,
  tx: Transaction,
  { id, email, timezone, locale, starts_at }: Confirmation,
): Promise<Draft> {
  const { settings, sender, brand, ...workspace } = await readLetterhead(context, tx);
  return {
    kind: 'confirmation',
    meeting_request_id: null,
    place: null,
    from: { name: sender, address: team?.email_address ?? workspace.address },
    to: { name: null, address: email },
    reply_to: null,
    timezone: timezone ?? workspace.timezone,
    locale: localeOf(locale, settings.locale),
    brand,
    links: { confirm: `${context.address.url}/b/confirm/${tokenOf(context, 'confirm', id)}` },
    signature: settings.signature,
    invite: null,
    title,
    team: host,
    duration_minutes,
    time: timeOf(starts_at, duration_minutes),
  };
}

/** A confirmation that can still be used, or has been. */
export interface OpenConfirmation {
  confirmation: Confirmation;
  /** Null once used: the state of the page no longer matters. */
  opened: OpenPage | null;
}

/** The token proves that it existed. If it isn't found, it has expired or its page was deleted. */
export async function openConfirmation(services: Services, ulid: string): Promise<OpenConfirmation> {
  const confirmation = await findConfirmation(services, idOf('bookingConfirmation', ulid));
  if (!confirmation || confirmation.expires_at <= services.clock.now()) throw gone('The link');
  if (confirmation.request_id !== null) return { confirmation, opened: null };
  const found = await findPageOf(services, confirmation.workspace_id, confirmation.owner);
  if (!found) throw gone('The link');
  return { confirmation, opened: await openPage(found, confirmation.host_id) };
}

/** Whether the one who was chosen can't be booked any more. Then anyone of the team can. */
export const isHostGone = ({ confirmation, opened }: OpenConfirmation): boolean =>
  confirmation.host_id !== null && opened !== null && opened.member === null;

/** Books the time asked for, or `startsAt` if given. */
export async function confirm(
  { confirmation, opened }: OpenConfirmation,
  startsAt: number | undefined,
): Promise<Booked> {
  const { id, request_id, starts_at } = confirmation;
  if (!opened) return { outcome: 'booked', request_id: request_id as string };
  // They have agreed to meet somebody else only once they have chosen a time of theirs.
  if (isHostGone({ confirmation, opened }) && startsAt === undefined) return { outcome: 'taken' };
  return book(opened, { ...confirmation, starts_at: startsAt ?? starts_at, client_address: null }, id);
}
