// What a public page is about, whether a booking link led there or an address.
import type { Context, Services } from '../../../context.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import { ulidOf } from '../../../ids.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { lockTeam } from '../../turns/rotation/routed-teams.ts';
import { findTeamSlots } from '../../turns/rotation/slots.ts';
import { readPublicTeam } from '../../turns/teams/operations.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { countUseOf, findLink, goneOf, lockLink } from '../booking-links/open.ts';
import { tokenOf } from '../booking-links/operations.ts';
import { type BookingLink, canBeBooked, isUsedUp } from '../booking-links/rules.ts';
import type { PageOwner } from '../page-bookings/rules.ts';

/** A page that exists. */
export interface FoundPage {
  /** The owner of the page is the actor in the audit log. */
  context: Context;
  /** Of the owner's workspace. */
  brand: Brand;
  owner: PageOwner;
  /** Where the page is. */
  path: string;
  link: BookingLink;
}

/** A page with which somebody can book, with its team and the range of times it offers. */
export interface OpenPage extends FoundPage {
  team: NonNullable<Awaited<ReturnType<typeof readPublicTeam>>>;
  title: string | null;
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
  const { id } = found.link;
  const path = `/b/${tokenOf(services, 'booking', id)}`;
  return { ...found, owner: { type: 'booking_link', id }, path };
}

export const findPageOf = (services: Services, { id }: PageOwner): Promise<FoundPage> =>
  findPageOfLink(services, ulidOf(id));

/** Refuses a page where nothing can be booked any more. */
export const openPage = async (found: FoundPage): Promise<OpenPage> => requireOpen(await describePage(found));

export function requireOpen(opened: OpenPage): OpenPage {
  const { team, link, span } = opened;
  if (!canBeBooked(team) || isUsedUp(link, span.from)) throw goneOf(opened);
  return opened;
}

/** Also of a link that is used up. */
export async function describePage(found: FoundPage): Promise<OpenPage> {
  const { context, link } = found;
  const { database, clock } = context;
  const now = clock.now();
  const team = await readPublicTeam(context, database, link.team_id);
  if (!team) throw goneOf(found);
  const settings = await readSchedulingSettings(context, database);
  return {
    ...found,
    team,
    title: link.title,
    duration_minutes: link.duration_minutes ?? settings.duration_minutes,
    slot_interval_minutes: settings.slot_interval_minutes,
    confirms: link.verify_email,
    locale: settings.locale,
    embed_origins: settings.embed_origins,
    span: { from: now, to: now + settings.timeframe_days * DAY_MS },
  };
}

/** The time beginning at `startsAt` if the page would offer it, else undefined. */
export async function findTimeAt(
  { context, team, duration_minutes, span }: OpenPage,
  startsAt: number,
): Promise<MeetingTime | undefined> {
  if (startsAt < span.from || startsAt >= span.to) return undefined;
  const time = timeOf(startsAt, duration_minutes);
  const to = Math.min(time.ends_at, span.to);
  const { data } = await findTeamSlots(context, team.id, {
    from: time.starts_at,
    to,
    duration_minutes,
    limit: 1,
    explain: undefined,
    hosts: team.mode === 'pool' ? 'any' : undefined,
  });
  return data.length > 0 ? time : undefined;
}

/** Locks what the page books with: the team, then the owner. Refuses a page where nothing can be booked any more. */
export async function lockPage(opened: OpenPage, tx: Transaction): Promise<Locked> {
  const { context } = opened;
  const locked = await lockTeam(context, tx, opened.team.id);
  const owner = await lockOwner(opened, tx);
  if (!canBeBooked(locked)) throw goneOf(opened);
  return owner;
}

/** Refuses a page whose owner was deleted a moment ago. */
export async function lockOwner(opened: OpenPage, tx: Transaction): Promise<Locked> {
  const { context, owner } = opened;
  const link = await lockLink(context, tx, owner.id);
  if (!link) throw goneOf(opened);
  return { link };
}

interface Locked {
  link: BookingLink;
}

/** Counts a booking, or refuses it where no more are allowed. */
export async function countBooking(opened: OpenPage, tx: Transaction, { link }: Locked) {
  const { context } = opened;
  if (isUsedUp(link, context.clock.now())) throw goneOf(opened);
  await countUseOf(context, tx, link.id);
}
