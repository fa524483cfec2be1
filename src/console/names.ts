// Looks up names by id, for pages that show many kinds of things. One statement for each kind.
import type { Actor } from '../context.ts';
import { nameCalendars } from '../features/calendar/calendars/overview.ts';
import { nameConnections } from '../features/calendar/connections/overview.ts';
import { nameEndpoints } from '../features/events/webhook-endpoints/overview.ts';
import { nameLinks } from '../features/meetings/booking-links/operations.ts';
import { nameMeetingTypes } from '../features/meetings/meeting-types/operations.ts';
import { nameRequests } from '../features/meetings/requests/lists/overview.ts';
import { listEntitlements } from '../features/people/entitlements/operations.ts';
import { findMembers } from '../features/people/members/operations.ts';
import { findSeatMembers } from '../features/people/seats/operations.ts';
import { findPlaces } from '../features/turns/rotation/memberships.ts';
import { nameTeams } from '../features/turns/teams/operations.ts';
import { nameKeys } from '../features/workspace/api-keys/operations.ts';
import { named } from '../html/blocks.ts';
import { type Content, html } from '../html/html.ts';
import { type IdKind, isId } from '../ids.ts';
import type { Screen } from './screen.ts';

interface Named {
  /** Null for things without a name of their own, such as a membership. */
  name: string | null;
  /** Its page. */
  href?: string;
  /** The member that it belongs to. */
  member_id?: string;
  team_id?: string;
}

/** By id, without things that are gone or have no readable name. */
export type Names = Map<string, Named>;

type Found = Named & { id: string };
type ReadKind = (screen: Screen, ids: string[]) => Promise<Found[]>;

/** What leads to members and teams. */
const placed: Partial<Record<IdKind, ReadKind>> = {
  membership: async (screen, ids) => {
    const places = await findPlaces(screen, ids);
    return places.map((place) => ({ ...place, name: null, href: `/console/teams/${place.team_id}` }));
  },
  seat: async (screen, ids) => {
    const seats = await findSeatMembers(screen, ids);
    return seats.map((seat) => ({ ...seat, name: null, href: '/console/seats' }));
  },
  calendar: async (screen, ids) => {
    const calendars = await nameCalendars(screen, ids);
    return calendars.map((found) => ({ ...found, href: `/console/members/${found.member_id}` }));
  },
  calendarConnection: async (screen, ids) => {
    const accounts = await nameConnections(screen, ids);
    return accounts.map((found) => ({ ...found, href: `/console/members/${found.member_id}/calendars` }));
  },
  bookingLink: async (screen, ids) => {
    const links = await nameLinks(screen, ids);
    return links.map(({ title, ...link }) => ({
      ...link,
      name: title,
      href: `/console/teams/${link.team_id}`,
    }));
  },
};

const others: Partial<Record<IdKind, ReadKind>> = {
  member: async (screen, ids) => {
    const members = await findMembers(screen, screen.database, ids);
    return members.map(({ id, name, email }) => ({
      id,
      name: name ?? email,
      href: `/console/members/${id}`,
    }));
  },
  team: async (screen, ids) => {
    const teams = await nameTeams(screen, ids);
    return teams.map((team) => ({ ...team, href: `/console/teams/${team.id}` }));
  },
  meetingType: async (screen, ids) => {
    const types = await nameMeetingTypes(screen, ids);
    return types.map(({ id, name, deleted_at }) => ({
      id,
      name,
      ...(deleted_at === null && { href: `/console/meeting-types/${id}` }),
    }));
  },
  apiKey: nameKeys,
  meetingRequest: async (screen, ids) => {
    const requests = await nameRequests(screen, ids);
    return requests.map(({ id, title }) => ({
      id,
      name: title ?? 'without a title',
      href: `/console/requests/${id}`,
    }));
  },
  endpoint: async (screen, ids) => {
    const endpoints = await nameEndpoints(screen, ids);
    return endpoints.map(({ id, url }) => ({ id, name: url, href: `/console/webhooks/${id}` }));
  },
  entitlement: async (screen) => {
    const entitlements = await listEntitlements(screen);
    return entitlements.map(({ id, plan_key }) => ({ id, name: plan_key, href: '/console/seats' }));
  },
};

/** Ignores texts that aren't ids. */
export async function readNames(screen: Screen, texts: string[]): Promise<Names> {
  const first = await readKinds(screen, placed, texts);
  const led = first.flatMap(({ member_id, team_id }) => [member_id, team_id]);
  const then = await readKinds(screen, others, [...texts, ...led.filter((id) => id !== undefined)]);
  return new Map([...first, ...then].map(({ id, ...found }) => [id, found]));
}

async function readKinds(screen: Screen, kinds: Partial<Record<IdKind, ReadKind>>, texts: string[]) {
  const reads = Object.entries(kinds).map(([kind, read]) => {
    const ids = [...new Set(texts.filter((text) => isId(kind as IdKind, text)))];
    return ids.length === 0 ? [] : read(screen, ids);
  });
  return (await Promise.all(reads)).flat();
}

/** The actor's name, to begin a sentence or to follow “by”. */
export function actorInWords({ type, id }: Actor, names: Names): Content {
  const name = names.get(id)?.name;
  switch (type) {
    case 'member':
      return name ? linked(names, id) : 'A member';
    case 'api_key':
      return name ? html`API key ${named(name)}` : 'An API key';
    case 'participant':
      return named(id);
    case 'booking_link':
      return name ? html`Booking link ${named(name)}` : 'A booking link';
    case 'meeting_type':
      return name ? html`The page of ${named(name)}` : 'The page of a meeting type';
    case 'cli':
      return html`${named(id)} at the command line`;
    case 'operator':
      return 'The operator of the service';
    case 'system':
      return 'Rota';
  }
}

/** The name, linked to the page of the thing. */
export function linked(names: Names, id: string): Content {
  const { name, href } = names.get(id) ?? {};
  if (!name) return null;
  return href ? html`<a href="${href}">${named(name)}</a>` : named(name);
}
