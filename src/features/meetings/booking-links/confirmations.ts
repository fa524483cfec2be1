import type { Services } from '../../../context.ts';
import { gone } from '../../../errors.ts';
import { idOf, ulidOf } from '../../../ids.ts';
import type { Draft } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import type { Transaction } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import { localeOf } from '../../../text/languages.ts';
import { formatTimestamp, HOUR_MS } from '../../../time/timestamps.ts';
import { type Sweep, sweepExpired } from '../../../workers/sweeps.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { readLetterhead } from '../../workspace/letterhead/operations.ts';
import { type Booked, type BookingInput, book, isOutsiderLimitReached } from './book.ts';
import {
  type Confirmation,
  deleteExpiredConfirmations,
  existsConfirmation,
  insertConfirmation,
  selectAskedOf,
  selectConfirmation,
} from './confirmation-queries.ts';
import { findLink, goneOf, type OpenLink, openLink } from './open.ts';
import { tokenOf } from './operations.ts';
import { selectLinkForUpdate } from './queries.ts';
import { CONFIRMATION_MS, MAX_MAILS, MAX_WAITING } from './rules.ts';
import { deleteExpiredUses } from './use-queries.ts';

/**
 * Mails the address to confirm the booking. Nothing is booked yet, and the time isn't held. An address that has had too many of
 * these mails gets no more, and the page doesn't say so. `limited`: as in `Booked`.
 */
export async function askToConfirm(
  opened: OpenLink,
  { client_address, ...wanted }: BookingInput,
): Promise<'limited' | undefined> {
  const { context, link } = opened;
  const { database, caller, clock, ids } = context;
  const email_folded = foldEmail(wanted.email);
  const now = clock.now();
  const needsNoMail = async (tx: Transaction) => {
    if (await existsConfirmation(tx, caller.workspaceId, link.id, wanted.nonce)) return true;
    const asked = await selectAskedOf(tx, caller.workspaceId, email_folded, now - HOUR_MS);
    const waiting = asked.filter(({ link_id, request_id }) => link_id === link.id && request_id === null);
    return asked.length >= MAX_MAILS || waiting.length >= MAX_WAITING;
  };
  return database.transaction(async (tx) => {
    if (await needsNoMail(tx)) return undefined;
    if (await isOutsiderLimitReached(opened, tx, { client_address })) return 'limited';
    if (!(await selectLinkForUpdate(tx, caller.workspaceId, link.id))) throw goneOf(opened.brand);
    // Several links of one workspace may write to the same address.
    await tx.lock(`booking confirmations ${caller.workspaceId} ${email_folded}`);
    if (await needsNoMail(tx)) return undefined;
    const confirmation: Confirmation = {
      ...wanted,
      id: ids('bookingConfirmation'),
      link_id: link.id,
      expires_at: now + CONFIRMATION_MS,
      request_id: null,
    };
    await insertConfirmation(tx, caller.workspaceId, { ...confirmation, email_folded, created_at: now });
    await queueMessages(context, tx, [await confirmationMail(opened, tx, confirmation)]);
    await recordAudit(context, tx, {
      action: 'booking_link.confirmation_sent',
      target: { type: 'booking_link', id: link.id },
      changes: { email: [null, wanted.email], starts_at: [null, formatTimestamp(wanted.starts_at)] },
    });
    return undefined;
  });
}

/** Contains nothing that the visitor typed: it may go to somebody who didn't ask for it. */
async function confirmationMail(
  { context, link, team, duration_minutes }: OpenLink,
  tx: Transaction,
  { id, email, timezone, locale, starts_at }: Confirmation,
): Promise<Draft> {
  const { settings, sender, brand, ...workspace } = await readLetterhead(context, tx);
  return {
    kind: 'confirmation',
    meeting_request_id: null,
    place: null,
    from: { name: sender, address: team.email_address ?? workspace.address },
    to: { name: null, address: email },
    reply_to: null,
    timezone: timezone ?? workspace.timezone,
    locale: localeOf(locale, settings.locale),
    brand,
    links: { confirm: `${context.address.url}/b/confirm/${tokenOf(context, 'confirm', id)}` },
    signature: settings.signature,
    invite: null,
    title: link.title,
    team: team.name,
    duration_minutes,
    time: timeOf(starts_at, duration_minutes),
  };
}

/** A confirmation that can still be used, or has been. */
export interface OpenConfirmation {
  confirmation: Confirmation;
  /** Null once used: the link's own state no longer matters. */
  opened: OpenLink | null;
}

/** The token proves that it existed. If it isn't found, it has expired or its link was deleted. */
export async function openConfirmation(services: Services, ulid: string): Promise<OpenConfirmation> {
  const { database, clock } = services;
  const confirmation = await selectConfirmation(database, idOf('bookingConfirmation', ulid));
  if (!confirmation || confirmation.expires_at <= clock.now()) throw gone('The link');
  if (confirmation.request_id !== null) return { confirmation, opened: null };
  return { confirmation, opened: await openLink(await findLink(services, ulidOf(confirmation.link_id))) };
}

/** Books the time asked for, or `startsAt` if given. */
export async function confirm(
  { confirmation, opened }: OpenConfirmation,
  startsAt: number | undefined,
): Promise<Booked> {
  const { id, request_id, starts_at } = confirmation;
  if (!opened) return { outcome: 'booked', request_id: request_id as string };
  return book(opened, { ...confirmation, starts_at: startsAt ?? starts_at, client_address: null }, id);
}

/** Removes expired rows in all workspaces. */
export function sweepBookingLinks({ clock }: Services): Sweep[] {
  return [
    sweepExpired(clock, 'uses of booking links', deleteExpiredUses),
    sweepExpired(clock, 'booking confirmations', deleteExpiredConfirmations),
  ];
}
