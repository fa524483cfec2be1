// What is at the address of a workspace or of one of its meeting types.
import type { Services } from '../../../context.ts';
import { WorkspaceClosed } from '../../../errors.ts';
import type { Embeddable } from '../../../html/embeddable.ts';
import { readerFor } from '../../../html/reader.ts';
import { type Parameters, withQuery } from '../../../html/urls.ts';
import { lacksMeansFor } from '../../calendar/calendars/means.ts';
import { findReceivingCalendars } from '../../calendar/calendars/receiving.ts';
import { findMembers } from '../../people/members/operations.ts';
import { isMade, mostSpecific } from '../../workspace/locations/rules.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { listPublicTypes } from '../meeting-types/operations.ts';
import type { MeetingType } from '../meeting-types/rules.ts';
import { companyPage } from './company-page.ts';
import { type FoundPage, findPageAt, findWorkspaceAt } from './open.ts';
import type { Visit } from './visits.ts';

export interface AddressedVisit extends Visit {
  handle: string;
  slug: string;
  /** The refusal of a page that doesn't exist, or is closed. */
  unknown(closed?: Error): Error;
}

/** More than anybody reads. */
const MAX_LISTED = 100;

/** The page that lists what can be booked with a company, or where it is now. */
export async function companyAt(
  services: Services,
  visit: AddressedVisit,
): Promise<Embeddable | { moved: string }> {
  const found = await known(visit, findWorkspaceAt(services, visit.handle));
  const { context, brand, path } = found;
  const { database } = context;
  const settings = await readSchedulingSettings(context, database);
  const listed = await listPublicTypes(context, database, MAX_LISTED);
  const hosts = listed.map(({ member_id }) => member_id).filter((id) => id !== null);
  const members = new Map((await findMembers(context, database, hosts)).map((member) => [member.id, member]));
  const whereOf = ({ location }: MeetingType) => mostSpecific(location, settings.location);
  const inCalls = listed.filter((type) => isMade(whereOf(type)?.kind ?? 'link'));
  const makers = inCalls.map(({ member_id }) => member_id).filter((id) => id !== null);
  const calendars = await findReceivingCalendars(context, database, makers);
  // Whether a team's next organizer has what it takes is checked on the page of the type: here it would be one more read for each type.
  const types = listed.filter((type) => {
    const { member_id } = type;
    const means = {
      meeting_url: members.get(member_id ?? '')?.meeting_url ?? null,
      calendar: calendars.get(member_id ?? '') ?? null,
    };
    return member_id === null || !lacksMeansFor(whereOf(type), means);
  });
  // Nobody learns of a workspace that shows nothing.
  if (types.length === 0) throw visit.unknown();
  if (path !== `/${visit.handle}`) return { moved: withQuery(path, visit.parameters) };
  const { reader, parameters } = visit;
  const { embed_origins } = settings;
  const page = companyPage({
    reader: readerFor(reader, { own: null, workspace: settings.locale }),
    brand,
    embed: embed_origins.find((origin) => origin === parameters.embed),
    query: meantFor(types, parameters),
    types: types.map(({ slug, name, description, member_id, duration_minutes }) => ({
      path: `${path}/${slug}`,
      name,
      description,
      host: member_id && (members.get(member_id)?.name ?? null),
      minutes: duration_minutes ?? settings.duration_minutes,
    })),
  });
  return { page, framedBy: embed_origins };
}

/** What a page of a type understands, beside the answers to its questions. */
const UNDERSTOOD = [
  'lang',
  'timezone',
  'embed',
  'date',
  'at',
  'host',
  'name',
  'email',
  'phone_number',
  'note',
];

/** The parameters that mean something on a page of one of these types. */
function meantFor(types: readonly Pick<MeetingType, 'questions'>[], parameters: Parameters): Parameters {
  const asked = types.flatMap(({ questions }) => questions.map(({ key }) => key));
  const understood = new Set([...UNDERSTOOD, ...asked]);
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => understood.has(name)));
}

/** What was found. Closed pages count as unknown ones do: finding them is no licence to look for more. */
async function known<Found>(visit: AddressedVisit, finding: Promise<Found | undefined>): Promise<Found> {
  let found: Found | undefined;
  try {
    found = await finding;
  } catch (error) {
    throw error instanceof WorkspaceClosed ? visit.unknown(error) : error;
  }
  if (!found) throw visit.unknown();
  return found;
}

const findPage = (services: Services, visit: AddressedVisit): Promise<FoundPage> =>
  known(visit, findPageAt(services, visit));

/** The page that a form was sent to, also if it has another address by now: the forms of the answer are for that one. */
export async function sentTo<Given extends AddressedVisit>(
  services: Services,
  visit: Given,
): Promise<{ found: FoundPage; visit: Given }> {
  const found = await findPage(services, visit);
  return { found, visit: { ...visit, token: found.path.slice(1) } };
}

/** The page of a meeting type, or where it is now; `below` is what follows in the path. */
export async function pageAt(
  services: Services,
  visit: AddressedVisit,
  below = '',
): Promise<FoundPage | { moved: string }> {
  const found = await findPage(services, visit);
  if (found.path === `/${visit.handle}/${visit.slug}`) return found;
  return { moved: withQuery(`${found.path}${below}`, visit.parameters) };
}
