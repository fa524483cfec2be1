import type { Context } from '../../../../context.ts';
import { ulidOf } from '../../../../ids.ts';
import type { MailBrand } from '../../../../mail-out/content.ts';
import type { Mailbox, Meeting } from '../../../../mail-out/drafts.ts';
import type { Reader } from '../../../../storage/database.ts';
import { readTogether } from '../../../../storage/read-together.ts';
import type { AnswerText } from '../../../../text/answers.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { makeToken, type TokenPurpose } from '../../../../tokens/link-tokens.ts';
import { minutesOf } from '../../../calendar/bookings/rules.ts';
import { readTeamForMail } from '../../../turns/teams/operations.ts';
import { type Letterhead, readLetterhead } from '../../../workspace/letterhead/operations.ts';
import { whereOf } from '../../../workspace/locations/place.ts';
import { type Location, mostSpecific } from '../../../workspace/locations/rules.ts';
import type { SchedulingSettings } from '../../../workspace/scheduling-settings/rules.ts';
import { readMeetingType } from '../../meeting-types/operations.ts';
import { answerInWords } from '../../meeting-types/questions.ts';
import { bookedTime, type MeetingRequest } from '../rules.ts';
import {
  type HostRow,
  type ParticipantRow,
  selectOpenLinkOf,
  selectOpenPageOf,
  selectParticipantsOf,
  selectPeopleOf,
} from './people-queries.ts';

/** A request, everybody in the meeting, and what all messages about it share. */
export interface Correspondence {
  request: MeetingRequest;
  /** The organizer first, then the active hosts from stack teams, each once. */
  hosts: [organizer: HostRow, ...others: HostRow[]];
  participants: ParticipantRow[];
  /** The organizer's name, as messages give it. */
  organizer: string;
  from: Mailbox;
  brand: MailBrand;
  settings: SchedulingSettings;
  /** The time zone where no other is known. */
  timezone: string;
  /** Where the meeting takes place, or should. */
  location: Location | null;
}

/** Returns one for each request, in order. Takes the organizers from `requests`: the rows may still have former ones. */
export async function correspondenceAbout(
  context: Context,
  reader: Reader,
  requests: MeetingRequest[],
): Promise<Correspondence[]> {
  const { workspaceId } = context.caller;
  const ids = requests.map(({ id }) => id);
  const teamIds = [...new Set(requests.map(({ team_id }) => team_id))];
  const [hostRows, participantRows, ...letterheads] = await readTogether(reader, (together) => [
    selectPeopleOf(together, workspaceId, requests),
    selectParticipantsOf(together, workspaceId, ids),
    ...teamIds.map((teamId) => readTeamLetterhead(context, together, teamId)),
  ]);
  const typeLocations = await readTypeLocations(context, reader, requests);
  const hosts = Map.groupBy(hostRows, ({ request_id }) => request_id);
  const participants = Map.groupBy(participantRows, ({ request_id }) => request_id);
  return requests.map((request) =>
    correspondenceWith(letterheads[teamIds.indexOf(request.team_id)] as TeamLetterhead, {
      request,
      hosts: everyHost(hosts.get(request.id) as Correspondence['hosts']),
      participants: participants.get(request.id) ?? [],
      typeLocation: typeLocations.get(request.meeting_type_id),
    }),
  );
}

/** Where meetings of these types take place, as far as it matters: a booked one has its place. */
async function readTypeLocations(context: Context, reader: Reader, requests: MeetingRequest[]) {
  const locations = new Map<string | null, Location | null>();
  for (const request of requests) {
    const { meeting_type_id, location } = request;
    if (bookedTime(request) || location || meeting_type_id === null || locations.has(meeting_type_id))
      continue;
    const type = await readMeetingType(context, reader, meeting_type_id);
    locations.set(meeting_type_id, type?.location ?? null);
  }
  return locations;
}

export interface TeamLetterhead extends Letterhead {
  /** Where meetings take place whose request doesn't say. */
  location: Location | null;
}

/** What all messages about requests of a team share, or about those of no team. */
export async function readTeamLetterhead(
  context: Context,
  reader: Reader,
  teamId: string | null,
): Promise<TeamLetterhead> {
  const [letterhead, team] = await readTogether(reader, (together) => [
    readLetterhead(context, together),
    teamId === null ? null : readTeamForMail(context, together, teamId),
  ]);
  return {
    ...letterhead,
    address: team?.address ?? letterhead.address,
    location: mostSpecific(team?.location, letterhead.settings.location),
  };
}

export function correspondenceWith(
  { settings, timezone, address, brand, sender, location }: TeamLetterhead,
  {
    typeLocation,
    ...correspondence
  }: Pick<Correspondence, 'request' | 'hosts' | 'participants'> & {
    typeLocation?: Location | null | undefined;
  },
): Correspondence {
  const [{ name, email }] = correspondence.hosts;
  const organizer = correspondence.request.organizer_name ?? name ?? email;
  return {
    ...correspondence,
    organizer,
    from: { name: `${organizer} (${sender})`, address },
    brand,
    settings,
    timezone,
    location: bookedTime(correspondence.request)
      ? (correspondence.request.place?.location ?? null)
      : mostSpecific(correspondence.request.location, typeLocation, location),
  };
}

/** The organizer, even if deactivated, and the others who are active. */
function everyHost([organizer, ...others]: Correspondence['hosts']): Correspondence['hosts'] {
  const active = others.filter((host) => host.id !== organizer.id && host.deactivated_at === null);
  return [organizer, ...active];
}

export const mailboxOf = ({ name, email }: { name: string | null; email: string }): Mailbox => ({
  name,
  address: email,
});

/** The same for hosts, who see whom to call, and what was answered. */
export const hostsMailboxOf = (participant: ParticipantRow): Mailbox => ({
  ...mailboxOf(participant),
  phone_number: participant.phone_number,
  answers: answersOf(participant),
});

export const answersOf = ({ answers }: Pick<ParticipantRow, 'answers'>): AnswerText[] =>
  answers.map(({ label, value }) => ({ label, words: answerInWords(value) }));

/** The same for guests. A name that somebody else typed for them is left out. */
export const guestMailboxOf = (participant: ParticipantRow): Mailbox =>
  mailboxOf(participant.unproven === 1 ? { ...participant, name: null } : participant);

/** What a reader is told about the meeting. What somebody outside wrote about it is for the hosts alone. */
export function meetingFor(
  reader: 'host' | 'participant',
  { request, hosts, organizer, settings, location }: Correspondence,
  time: MeetingTime | null,
): Meeting {
  return {
    title: request.title,
    purpose: request.purpose,
    description: reader === 'host' || request.description_is_shared ? request.description : null,
    organizer,
    organizer_title: hosts[0].title,
    duration_minutes: time ? minutesOf(time) : (request.duration_minutes ?? settings.duration_minutes),
    where: location && whereOf(location, request.place),
  };
}

function tokenOf(context: Context, purpose: TokenPurpose, requestId: string, place: number): string {
  return makeToken(context.secrets.linkKeys(), purpose, { ulid: ulidOf(requestId), place });
}

/** The page of a participant. */
export function pageUrl(context: Context, requestId: string, place: number): string {
  return `${context.address.url}/m/${tokenOf(context, 'page', requestId, place)}`;
}

/** The address for a participant's replies. */
export function replyAddress(context: Context, requestId: string, place: number): string {
  return `re-${tokenOf(context, 'reply', requestId, place)}@${context.config.mailDomain}`;
}

/** The page where the request was booked, of a link or of a meeting type; null for any other request, and once nothing can be booked there. */
export async function rebookUrl(context: Context, reader: Reader, requestId: string): Promise<string | null> {
  const { caller, clock, secrets, address } = context;
  const linkId = await selectOpenLinkOf(reader, caller.workspaceId, requestId, clock.now());
  if (linkId === undefined) {
    const path = await selectOpenPageOf(reader, caller.workspaceId, requestId);
    return path === undefined ? null : address.url + path;
  }
  return `${address.url}/b/${makeToken(secrets.linkKeys(), 'booking', { ulid: ulidOf(linkId), place: 0 })}`;
}
