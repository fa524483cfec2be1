import type { Context, Services } from '../../../context.ts';
import type { Brand } from '../../../html/brand/brand.ts';
import { multiline, onOneLine } from '../../../text/plain-text.ts';
import { knownTimeZone } from '../../../time/zone-names.ts';
import type { Named } from '../../../tokens/link-tokens.ts';
import { readOptions } from '../../calendar/options/operations.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { asksForNumber, placeIn, whereOf } from '../../workspace/locations/place.ts';
import { locationIn, mostSpecific } from '../../workspace/locations/rules.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import type { SchedulingSettings } from '../../workspace/scheduling-settings/rules.ts';
import { usualMinutes } from '../requests/lifecycle/times.ts';
import { bookedTime, type Visit } from '../requests/rules.ts';
import { asParticipant } from '../scheduling/participant.ts';
import { type Meeting, type PageState, stateOf } from './rules.ts';
import { openVisit } from './visit.ts';

/** Everything a page says. */
export interface View {
  brand: Brand;
  meeting: Meeting;
  state: PageState;
  /** The languages to choose from if the reader has chosen none. */
  locales: { own: string | null; workspace: string };
  timezone: string;
  /** Whether the participant chose the zone, for good or for this visit: then the browser's guess does not replace it. */
  is_timezone_chosen: boolean;
  /** Whether it is the participant's, as far as anybody knows: else it is the organizer's. */
  is_timezone_own: boolean;
}

/** A view, and what further searches need. */
export interface Found {
  context: Context;
  visited: Visit;
  settings: SchedulingSettings;
  view: View;
}

/**
 * Reads what the participant's page shows, in two or three statements. `timezone` is the zone of this visit; an unknown one is
 * ignored.
 */
export async function readView(
  services: Services,
  link: Named,
  timezone: string | undefined,
): Promise<Found> {
  const { database, clock } = services;
  const visited = await openVisit(services, link);
  const context = asParticipant(services, visited.workspace_id, visited.email);
  const settings = await readSchedulingSettings(context, database);
  const isOpen = visited.status === 'active' || visited.status === 'paused';
  const options = isOpen ? await readOptions(context, database, visited.id) : [];
  return {
    context,
    visited,
    settings,
    view: {
      brand: brandFrom(visited),
      meeting: {
        organizer: lineOf(visited.organizer) ?? onOneLine(visited.workspace_name),
        organizer_title: lineOf(visited.organizer_title),
        title: lineOf(visited.title),
        purpose: multiline(visited.purpose ?? '') || null,
        duration_minutes: usualMinutes(visited, settings),
        ...whereabouts(visited, settings),
      },
      state: stateOf({ ...visited, place: link.place }, options, settings, clock.now()),
      locales: { own: visited.locale, workspace: settings.locale },
      timezone: knownTimeZone(timezone) ?? visited.timezone ?? visited.organizer_timezone,
      is_timezone_chosen: timezone !== undefined || visited.timezone_chosen === 1,
      is_timezone_own: (knownTimeZone(timezone) ?? visited.timezone) !== null,
    },
  };
}

function whereabouts(visited: Visit, settings: SchedulingSettings) {
  const place = placeIn(visited.booked_place);
  const ofRequest = [visited.location, visited.type_location, visited.team_location].map(locationIn);
  const location = bookedTime(visited)
    ? (place?.location ?? null)
    : mostSpecific(...ofRequest, settings.location);
  return {
    where: location && whereOf(location, place),
    is_called: asksForNumber(location),
    phone_number: visited.phone_number,
  };
}

const lineOf = (text: string | null) => onOneLine(text ?? '') || null;
