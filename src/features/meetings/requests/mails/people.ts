import type { Context } from '../../../../context.ts';
import { ulidOf } from '../../../../ids.ts';
import type { Mailbox, Meeting } from '../../../../mail-out/drafts.ts';
import type { Reader } from '../../../../storage/database.ts';
import { readTogether } from '../../../../storage/read-together.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import { makeToken, type TokenPurpose } from '../../../../tokens/link-tokens.ts';
import { minutesOf } from '../../../calendar/bookings/rules.ts';
import { readTeamAddress } from '../../../turns/teams/operations.ts';
import { readSchedulingSettings } from '../../../workspace/scheduling-settings/operations.ts';
import type { SchedulingSettings } from '../../../workspace/scheduling-settings/rules.ts';
import { readWorkspace } from '../../../workspace/workspaces/operations.ts';
import { workspaceAddress } from '../../../workspace/workspaces/rules.ts';
import type { MeetingRequest } from '../rules.ts';
import { type HostRow, type ParticipantRow, selectParticipantsOf, selectPeopleOf } from './people-queries.ts';

/** A request, everybody in the meeting, and what all messages about it share. */
export interface Correspondence {
  request: MeetingRequest;
  /** The organizer first, then the active hosts from stack teams, each once. */
  hosts: [organizer: HostRow, ...others: HostRow[]];
  participants: ParticipantRow[];
  /** The organizer's name, as messages give it. */
  organizer: string;
  from: Mailbox;
  signature: string | null;
  /** The time zone where no other is known. */
  timezone: string;
  /** The length of a meeting for which none is set. */
  usual_minutes: number;
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
    ...teamIds.map((teamId) => readLetterhead(context, together, teamId)),
  ]);
  const hosts = Map.groupBy(hostRows, ({ request_id }) => request_id);
  const participants = Map.groupBy(participantRows, ({ request_id }) => request_id);
  return requests.map((request) =>
    correspondenceWith(letterheads[teamIds.indexOf(request.team_id)] as Letterhead, {
      request,
      hosts: everyHost(hosts.get(request.id) as Correspondence['hosts']),
      participants: participants.get(request.id) ?? [],
    }),
  );
}

/** What all messages about requests share, for a team or for requests without one. */
export interface Letterhead {
  settings: SchedulingSettings;
  timezone: string;
  address: string;
}

export async function readLetterhead(
  context: Context,
  reader: Reader,
  teamId: string | null,
): Promise<Letterhead> {
  const [settings, { handle, timezone }, address] = await readTogether(reader, (together) => [
    readSchedulingSettings(context, together),
    readWorkspace(context, together),
    teamId === null ? null : readTeamAddress(context, together, teamId),
  ]);
  return { settings, timezone, address: address ?? workspaceAddress(handle, context.config.mailDomain) };
}

export function correspondenceWith(
  { settings, timezone, address }: Letterhead,
  correspondence: Pick<Correspondence, 'request' | 'hosts' | 'participants'>,
): Correspondence {
  const [{ name, email }] = correspondence.hosts;
  const organizer = correspondence.request.organizer_name ?? name ?? email;
  return {
    ...correspondence,
    organizer,
    from: { name: `${organizer} via ${settings.sender_name}`, address },
    signature: settings.signature,
    timezone,
    usual_minutes: settings.duration_minutes,
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

/** The same for guests. A name that somebody else typed for them is left out. */
export const guestMailboxOf = (participant: ParticipantRow): Mailbox =>
  mailboxOf(participant.unproven === 1 ? { ...participant, name: null } : participant);

/** What a reader is told about the meeting. Only hosts see the description. */
export function meetingFor(
  reader: 'host' | 'participant',
  { request, hosts, organizer, usual_minutes }: Correspondence,
  time: MeetingTime | null,
): Meeting {
  return {
    title: request.title,
    purpose: request.purpose,
    description: reader === 'host' ? request.description : null,
    organizer,
    organizer_title: hosts[0].title,
    duration_minutes: time ? minutesOf(time) : (request.duration_minutes ?? usual_minutes),
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
