import type { Context, Services } from '../../../context.ts';
import { gone } from '../../../errors.ts';
import { type Brand, brandOfClosed, withBrand } from '../../../html/brand/brand.ts';
import { idOf } from '../../../ids.ts';
import type { MeetingTime } from '../../../time/intervals.ts';
import { DAY_MS } from '../../../time/timestamps.ts';
import { timeOf } from '../../calendar/bookings/rules.ts';
import { findTeamSlots } from '../../turns/rotation/slots.ts';
import { readPublicTeam } from '../../turns/teams/operations.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { whyClosed } from '../../workspace/workspaces/rules.ts';
import { selectLink, selectWorkspaceOfLink } from './queries.ts';
import { type BookingLink, canBeBooked, isUsedUp } from './rules.ts';

/** A usable link, with its team and the range of times it offers. */
export interface OpenLink {
  /** The link is the actor in the audit log. */
  context: Context;
  /** Of the link's workspace. */
  brand: Brand;
  link: BookingLink;
  team: NonNullable<Awaited<ReturnType<typeof readPublicTeam>>>;
  duration_minutes: number;
  slot_interval_minutes: number;
  /** The language of the workspace. */
  locale: string;
  /** The range in which meetings can take place. */
  span: { from: number; to: number };
}

export type FoundLink = Pick<OpenLink, 'context' | 'brand' | 'link'>;

/** Finds a link, even an expired one: its token proves that it existed. Refuses one of a closed workspace. */
export async function findLink(services: Services, ulid: string): Promise<FoundLink> {
  const id = idOf('bookingLink', ulid);
  const workspace = await selectWorkspaceOfLink(services.database, id);
  if (!workspace) throw gone('The link');
  const brand = brandFrom(workspace);
  const refusal = whyClosed(workspace);
  if (refusal) throw withBrand(refusal, brandOfClosed(brand));
  const link = await selectLink(services.database, workspace.workspace_id, id);
  if (!link) throw goneOf(brand);
  return { context: asLink(services, workspace.workspace_id, id), brand, link };
}

/** The link can't be used any more; the page that says so names the company. */
export const goneOf = (brand: Brand) => withBrand(gone('The link'), brand);

function asLink(services: Services, workspaceId: string, id: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'booking_link', id }, scopes: [] } };
}

/** Refuses a link that can no longer be booked. */
export async function openLink(found: FoundLink): Promise<OpenLink> {
  const opened = await describeLink(found);
  if (!canBeBooked(opened.team) || isUsedUp(found.link, opened.span.from)) throw goneOf(found.brand);
  return opened;
}

/** The same, including for a link that is used up. */
export async function describeLink({ context, brand, link }: FoundLink): Promise<OpenLink> {
  const { database, clock } = context;
  const now = clock.now();
  const team = await readPublicTeam(context, database, link.team_id);
  if (!team) throw goneOf(brand);
  const settings = await readSchedulingSettings(context, database);
  return {
    context,
    brand,
    link,
    team,
    duration_minutes: link.duration_minutes ?? settings.duration_minutes,
    slot_interval_minutes: settings.slot_interval_minutes,
    locale: settings.locale,
    span: { from: now, to: now + settings.timeframe_days * DAY_MS },
  };
}

/** The time beginning at `startsAt` if the page would offer it, else undefined. */
export async function findTimeAt(
  { context, team, duration_minutes, span }: OpenLink,
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
