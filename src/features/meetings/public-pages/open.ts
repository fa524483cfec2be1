// What a public page is about, whether a booking link led there or the address of a meeting type.
import type { Context, Services } from '../../../context.ts';
import { PageUnavailable } from '../../../errors.ts';
import { type Brand, brandOfClosed, withBrand } from '../../../html/brand/brand.ts';
import { withFrames } from '../../../html/embeddable.ts';
import { ulidOf } from '../../../ids.ts';
import type { Transaction } from '../../../storage/database.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { isWithoutMeans } from '../../calendar/calendars/receiving.ts';
import { findMember } from '../../people/members/operations.ts';
import { lockTeam } from '../../turns/rotation/routed-teams.ts';
import { lacksPlace, listChoosable } from '../../turns/rotation/slots.ts';
import { readPublicTeam } from '../../turns/teams/operations.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { dependsOnPerson } from '../../workspace/locations/place.ts';
import { type Location, mostSpecific } from '../../workspace/locations/rules.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { findWorkspaceByHandle } from '../../workspace/workspaces/operations.ts';
import { whyClosed } from '../../workspace/workspaces/rules.ts';
import { countUseOf, findLink, goneOf, lockLink } from '../booking-links/open.ts';
import { tokenOf } from '../booking-links/operations.ts';
import { type BookingLink, canBeBooked, isUsedUp } from '../booking-links/rules.ts';
import { findMeetingTypeBySlug, lockMeetingType, readMeetingType } from '../meeting-types/operations.ts';
import type { Question } from '../meeting-types/questions.ts';
import type { MeetingType } from '../meeting-types/rules.ts';
import type { PageOwner } from '../page-bookings/rules.ts';
import { selectPublicWorkspace } from './queries.ts';

/** A workspace whose pages can be looked at. */
export interface FoundWorkspace {
  context: Context;
  brand: Brand;
  /** Where its pages are. */
  path: string;
}

/** A page that exists. */
export interface FoundPage extends FoundWorkspace {
  /** The owner of the page is the actor in the audit log. */
  owner: PageOwner;
  /** Null for the page of a meeting type itself. */
  link: BookingLink | null;
  /** What is booked; null for a link without a meeting type. */
  type: MeetingType | null;
}

/** Somebody whose times are shown. */
interface PublicMember {
  id: string;
  email: string;
  name: string;
  /** Where they meet people by video. */
  meeting_url?: string | null;
}

/** A page with which somebody can book, and the range of times it offers. */
export interface OpenPage extends FoundPage {
  team: Awaited<ReturnType<typeof readPublicTeam>> | null;
  /** The one person whose times are shown: of a type of their own, or chosen by the visitor. */
  member: PublicMember | null;
  /** Whom the visitor can choose; empty where there is no choice. */
  choices: PublicMember[];
  /** Who the meeting is with. */
  host: string;
  title: string | null;
  description: string | null;
  /** What the page says of where its meetings are; null for what the team or the workspace says. */
  location: Location | null;
  /** Where the meetings are, whoever says it. */
  where: Location | null;
  /** Whether that is a host's own link, and they have none. */
  lacks_place: boolean;
  questions: Question[];
  duration_minutes: number;
  slot_interval_minutes: number;
  /** Whether visitors confirm their address before anything is booked. */
  confirms: boolean;
  /** The language of the workspace. */
  locale: string;
  /** The websites that may show the page in a frame. */
  embed_origins: readonly string[];
  /** The range in which meetings can take place. */
  span: { from: number; to: number };
}

/** The page of a booking link. */
export async function findPageOfLink(services: Services, ulid: string): Promise<FoundPage> {
  const found = await findLink(services, ulid);
  const { context, link } = found;
  const { id, meeting_type_id } = link;
  const path = `/b/${tokenOf(services, 'booking', id)}`;
  const type =
    meeting_type_id === null ? undefined : await readMeetingType(context, services.database, meeting_type_id);
  return { ...found, owner: { type: 'booking_link', id }, path, type: type ?? null };
}

/** The workspace that has or had the handle; undefined without one. Refuses a closed one. */
export async function findWorkspaceAt(
  services: Services,
  handle: string,
): Promise<FoundWorkspace | undefined> {
  const id = await findWorkspaceByHandle(services.database, handle);
  return id === undefined ? undefined : findPublicWorkspace(services, id);
}

async function findPublicWorkspace(services: Services, id: string): Promise<FoundWorkspace | undefined> {
  const workspace = await selectPublicWorkspace(services.database, id);
  // Without a handle, it has no addresses any more.
  if (!workspace?.handle) return undefined;
  const brand = brandFrom(workspace);
  const refusal = whyClosed(workspace);
  if (refusal) throw withBrand(refusal, brandOfClosed(brand));
  const actor = { type: 'system', id: 'pages' } as const;
  return {
    context: { ...services, caller: { workspaceId: id, actor, scopes: [] } },
    brand,
    path: `/${workspace.handle}`,
  };
}

/** The page of the meeting type that has or had this address; undefined without one. */
export async function findPageAt(
  services: Services,
  { handle, slug }: { handle: string; slug: string },
): Promise<FoundPage | undefined> {
  const workspace = await findWorkspaceAt(services, handle);
  const type = workspace && (await findMeetingTypeBySlug(workspace.context, services.database, slug));
  return type && pageOfType(workspace, type);
}

function pageOfType({ context, brand, path }: FoundWorkspace, type: MeetingType): FoundPage {
  const owner = { type: 'meeting_type', id: type.id } as const;
  const caller = { ...context.caller, actor: owner };
  return { context: { ...context, caller }, brand, owner, path: `${path}/${type.slug}`, link: null, type };
}

/** The page on which a booking began that is confirmed now. Undefined if it's gone. */
export async function findPageOf(
  services: Services,
  workspaceId: string,
  { type, id }: PageOwner,
): Promise<FoundPage | undefined> {
  if (type === 'booking_link') return findPageOfLink(services, ulidOf(id));
  const workspace = await findPublicWorkspace(services, workspaceId);
  const found = workspace && (await readMeetingType(workspace.context, services.database, id));
  return found && pageOfType(workspace, found);
}

/** Nothing can be booked here at the moment; the page that says so names the company. */
export const unavailable = ({ brand, embed_origins }: Pick<OpenPage, 'brand' | 'embed_origins'>) =>
  withFrames(withBrand(new PageUnavailable(), brand), embed_origins);

/** Refuses a page where nothing can be booked. `hostId` is the member whom the visitor has chosen. */
export const openPage = async (found: FoundPage, hostId?: string | null): Promise<OpenPage> =>
  requireOpen(await describePage(found, hostId));

export function requireOpen(opened: OpenPage): OpenPage {
  const { team, link, type, span, lacks_place } = opened;
  const isBookable = team ? canBeBooked(team) : opened.member !== null;
  if (link && (!isBookable || isUsedUp(link, span.from))) throw goneOf(opened);
  if (lacks_place || (type && (!isBookable || !type.active))) throw unavailable(opened);
  return opened;
}

/** Also of a page where nothing can be booked any more. */
export async function describePage(found: FoundPage, hostId?: string | null): Promise<OpenPage> {
  const { context, link, type } = found;
  const { database, clock } = context;
  const now = clock.now();
  const teamId = link?.team_id ?? type?.team_id ?? null;
  const team = teamId === null ? null : await readPublicTeam(context, database, teamId);
  // A team is never deleted while something leads to it.
  if (team === undefined) throw goneOf(found);
  const settings = await readSchedulingSettings(context, database);
  const location = mostSpecific(link?.location, type?.location);
  const isChoice = type?.choose_host === 'optional';
  const choosable = team && isChoice ? await readChoosable(context, team, location) : [];
  const member = type?.member_id
    ? await readActiveMember(context, type.member_id)
    : (choosable.find(({ id }) => id === hostId) ?? null);
  const where = mostSpecific(location, team?.location, settings.location);
  return {
    ...found,
    team,
    member,
    // One person alone is no choice.
    choices: choosable.length > 1 ? choosable : [],
    host: member?.name ?? team?.name ?? '',
    title: link?.title ?? type?.name ?? null,
    description: type?.description ?? null,
    location,
    where,
    lacks_place: team
      ? await lacksPlace(context, team.id, location)
      : where !== null && (await lacksMeans(context, where, member)),
    questions: type?.questions ?? [],
    duration_minutes: link?.duration_minutes ?? type?.duration_minutes ?? settings.duration_minutes,
    slot_interval_minutes: type?.slot_interval_minutes ?? settings.slot_interval_minutes,
    confirms: link?.verify_email ?? type?.confirm_email ?? true,
    locale: settings.locale,
    embed_origins: settings.embed_origins,
    span: { from: now, to: now + (type?.booking_window_days ?? settings.timeframe_days) * DAY_MS },
  };
}

const publicMember = ({ id, email, name }: { id: string; email: string; name: string | null }) => ({
  id,
  email,
  // Nobody's address is shown to visitors: what stands before the @ is what they would be called.
  name: name ?? (email.split('@')[0] as string),
});

async function readActiveMember(context: Context, id: string): Promise<PublicMember | null> {
  const found = await findMember(context, context.database, id);
  if (!found || found.deactivated_at !== null) return null;
  return { ...publicMember(found), meeting_url: found.meeting_url };
}

/** Nobody has what a place takes that depends on the person. */
const lacksMeans = async (
  context: Context,
  where: Location,
  member: PublicMember | null,
): Promise<boolean> =>
  member
    ? isWithoutMeans(context, context.database, where, { ...member, meeting_url: member.meeting_url ?? null })
    : dependsOnPerson(where);

async function readChoosable(
  context: Context,
  team: NonNullable<OpenPage['team']>,
  location: Location | null,
): Promise<PublicMember[]> {
  if (!canBeBooked(team)) return [];
  const found = await listChoosable(context, team.id, location);
  const members = found.map(({ member_id, ...others }) => publicMember({ id: member_id, ...others }));
  return members.sort((one, other) => one.name.localeCompare(other.name));
}

/** Locks what the page books with: the team, then the owner. Refuses a page where nothing can be booked any more. */
export async function lockPage(opened: OpenPage, tx: Transaction): Promise<Locked> {
  const { context, team } = opened;
  const locked = team && (await lockTeam(context, tx, team.id));
  const owner = await lockOwner(opened, tx);
  if (locked && !canBeBooked(locked)) throw opened.link ? goneOf(opened) : unavailable(opened);
  return owner;
}

/** Refuses a page whose owner was deleted or deactivated a moment ago. */
export async function lockOwner(opened: OpenPage, tx: Transaction): Promise<Locked> {
  const { context, owner } = opened;
  if (owner.type === 'booking_link') {
    const link = await lockLink(context, tx, owner.id);
    if (!link) throw goneOf(opened);
    // Its meeting type was deleted a moment ago, or it has another one: the page has to be read again.
    if (link.meeting_type_id !== (opened.type?.id ?? null)) throw unavailable(opened);
    if (opened.type) await lockActiveType(opened, tx, opened.type);
    return { link };
  }
  await lockActiveType(opened, tx, owner);
  return { link: null };
}

async function lockActiveType(opened: OpenPage, tx: Transaction, { id }: { id: string }): Promise<void> {
  const type = await lockMeetingType(opened.context, tx, id);
  const isSame = type?.team_id === (opened.team?.id ?? null);
  if (!type?.active || !isSame) throw unavailable(opened);
}

interface Locked {
  link: BookingLink | null;
}

/** Counts a booking with a link, or refuses it where no more are allowed. */
export async function countBooking(opened: OpenPage, tx: Transaction, { link }: Locked) {
  const { context } = opened;
  if (!link) return;
  if (isUsedUp(link, context.clock.now())) throw goneOf(opened);
  await countUseOf(context, tx, link.id);
}
