import type { Context, Services } from '../../../context.ts';
import { notFound, validationError } from '../../../errors.ts';
import { ulidOf } from '../../../ids.ts';
import { type Page, type PageRequest, takePage } from '../../../pagination.ts';
import type { Static } from '../../../shapes/type.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp, readTimestamp } from '../../../time/timestamps.ts';
import { makeToken, type TokenPurpose } from '../../../tokens/link-tokens.ts';
import { findTeam, lockTeam } from '../../turns/rotation/routed-teams.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { type Changes, changesBetween, changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { changedLocation, givenLocation } from '../../workspace/locations/operations.ts';
import { findGivenType, requireActiveType, requireTypeOf } from '../meeting-types/given.ts';
import { confirmsByDefault, type MeetingType } from '../meeting-types/rules.ts';
import { forgetBookingsOf } from '../page-bookings/operations.ts';
import {
  countLinks,
  deleteLinkRow,
  insertLink,
  selectAnyLink,
  selectLink,
  selectLinkForUpdate,
  selectLinks,
  selectLinkTitles,
  updateLinkRow,
} from './queries.ts';
import {
  type BookingLink,
  changeable,
  MAX_LINKS,
  requireBookable,
  requireFuture,
  requireRoomForUses,
} from './rules.ts';
import type { BookingLinkChange, NewBookingLink } from './shapes.ts';

export async function listLinks(
  context: Context,
  teamId: string,
  page: PageRequest,
): Promise<Page<ReturnType<typeof presentLink>>> {
  const { database, caller } = context;
  await findTeam(context, database, teamId);
  const links = await selectLinks(database, caller.workspaceId, teamId, page);
  return takePage(links, page, (link) => presentLink(context, link));
}

export async function getLink(context: Context, teamId: string, id: string) {
  const { database, caller } = context;
  await findTeam(context, database, teamId);
  const link = await selectLink(database, caller.workspaceId, id);
  if (link?.team_id !== teamId) throw notFound('Booking link');
  return presentLink(context, link);
}

export async function createLink(context: Context, teamId: string, body: Static<typeof NewBookingLink>) {
  const { database, caller, clock, ids, address } = context;
  return database.transaction(async (tx) => {
    const team = await lockTeam(context, tx, teamId);
    requireBookable(team);
    const type = await findTypeOf(context, tx, teamId, body.meeting_type_id);
    const now = clock.now();
    const expires_at = readTimestamp(body.expires_at);
    requireFuture(expires_at, now);
    // Counted under the team's lock, so nobody else can add one meanwhile.
    if ((await countLinks(tx, caller.workspaceId, teamId)) >= MAX_LINKS) {
      throw validationError(`A team may have ${MAX_LINKS} booking links: delete one`);
    }
    const link: BookingLink = {
      id: ids('bookingLink'),
      team_id: teamId,
      meeting_type_id: type?.id ?? null,
      title: body.title ?? null,
      duration_minutes: body.duration_minutes ?? null,
      verify_email: body.verify_email ?? type?.confirm_email ?? confirmsByDefault(address.url),
      expires_at,
      max_uses: body.max_uses ?? null,
      uses: 0,
      location: givenLocation(context, body.location),
      created_at: now,
    };
    await insertLink(tx, caller.workspaceId, link);
    await recordAudit(context, tx, {
      action: 'booking_link.created',
      target: { type: 'booking_link', id: link.id },
      changes: changesFromNothing(auditedFields(link)),
    });
    return presentLink(context, link);
  });
}

/** What is given counts from the next booking on, also for pages that are open. Its URL and its uses stay. */
export async function updateLink(
  context: Context,
  teamId: string,
  id: string,
  body: Static<typeof BookingLinkChange>,
) {
  const { database, caller, clock } = context;
  return database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const before = await selectLinkForUpdate(tx, caller.workspaceId, id);
    if (before?.team_id !== teamId) throw notFound('Booking link');
    // One that was deactivated since goes on to be named.
    if (body.meeting_type_id !== before.meeting_type_id)
      await findTypeOf(context, tx, teamId, body.meeting_type_id);
    const { expires_at, location, meeting_type_id = before.meeting_type_id, ...others } = body;
    const after: BookingLink = {
      ...before,
      ...others,
      meeting_type_id: meeting_type_id || null,
      location: changedLocation(context, location, before.location),
      ...(expires_at !== undefined && { expires_at: readTimestamp(expires_at) }),
    };
    // One that has expired can still be given another title.
    if (after.expires_at !== before.expires_at) requireFuture(after.expires_at, clock.now());
    requireRoomForUses(after);
    const changes = changesBetween(auditedFields(before), auditedFields(after), [...changeable]);
    if (!changes) return presentLink(context, before);
    await updateLinkRow(tx, caller.workspaceId, after);
    await recordAudit(context, tx, {
      action: 'booking_link.updated',
      target: { type: 'booking_link', id },
      changes,
    });
    return presentLink(context, after);
  });
}

/** The meeting type for a link of the team; undefined if none is given. Refuses one that couldn't be booked with it. */
async function findTypeOf(
  context: Context,
  tx: Transaction,
  team_id: string,
  id: string | null | undefined,
): Promise<MeetingType | undefined> {
  const type = await findGivenType(context, tx, id);
  if (!type) return undefined;
  requireTypeOf(type, { team_id });
  requireActiveType(type);
  return type;
}

/** Whether the workspace has a booking link. */
export async function hasAnyLink({ database, caller }: Context): Promise<boolean> {
  return (await selectAnyLink(database, caller.workspaceId)) !== undefined;
}

/** The titles and teams of these links. */
export function nameLinks({ database, caller }: Context, ids: string[]) {
  return selectLinkTitles(database, caller.workspaceId, ids);
}

/** Its page disappears at once, and unconfirmed bookings with it. Meetings stay. */
export async function deleteLink(context: Context, teamId: string, id: string): Promise<void> {
  const { database, caller } = context;
  await database.transaction(async (tx) => {
    await lockTeam(context, tx, teamId);
    const link = await selectLinkForUpdate(tx, caller.workspaceId, id);
    if (link?.team_id !== teamId) throw notFound('Booking link');
    await forgetBookingsOf(context, tx, { type: 'booking_link', id });
    await deleteLinkRow(tx, caller.workspaceId, id);
    const fields = Object.entries({ ...auditedFields(link), uses: link.uses });
    await recordAudit(context, tx, {
      action: 'booking_link.deleted',
      target: { type: 'booking_link', id },
      changes: Object.fromEntries(fields.map(([field, value]) => [field, [value, null]])) as Changes,
    });
  });
}

/** Without the URL: anybody who has it can book. */
function auditedFields({
  team_id,
  meeting_type_id,
  title,
  duration_minutes,
  expires_at,
  max_uses,
  verify_email,
  location,
}: BookingLink) {
  return {
    team_id,
    meeting_type_id,
    title,
    duration_minutes,
    expires_at: formatTimestamp(expires_at),
    max_uses,
    verify_email,
    location,
  };
}

function presentLink(services: Services, link: BookingLink) {
  return {
    id: link.id,
    team_id: link.team_id,
    meeting_type_id: link.meeting_type_id,
    title: link.title,
    duration_minutes: link.duration_minutes,
    expires_at: formatTimestamp(link.expires_at),
    max_uses: link.max_uses,
    uses: link.uses,
    verify_email: link.verify_email,
    location: link.location,
    url: `${services.address.url}/b/${tokenOf(services, 'booking', link.id)}`,
    created_at: formatTimestamp(link.created_at),
  };
}

export function tokenOf({ secrets }: Services, purpose: TokenPurpose, id: string): string {
  return makeToken(secrets.linkKeys(), purpose, { ulid: ulidOf(id), place: 0 });
}
