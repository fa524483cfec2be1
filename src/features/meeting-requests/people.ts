import type { Context } from '../../context.ts';
import { ulidOf } from '../../ids.ts';
import type { Mailbox, Meeting, Time } from '../../mail/drafts.ts';
import type { Reader } from '../../storage/database.ts';
import { makeToken, type TokenPurpose } from '../../tokens.ts';
import { minutesOf } from '../bookings/rules.ts';
import { readSchedulingSettings } from '../scheduling-settings/operations.ts';
import { readTeamAddress } from '../teams/operations.ts';
import { readWorkspace } from '../workspaces/operations.ts';
import { workspaceAddress } from '../workspaces/rules.ts';
import { type HostRow, type ParticipantRow, selectParticipantsOf, selectPeopleOf } from './people-queries.ts';
import type { MeetingRequest } from './rules.ts';

/** A request with everybody who takes part, and what all messages about it have in common. */
export interface Correspondence {
  request: MeetingRequest;
  /** The organizer first, then the active hosts of stack teams, each once. */
  hosts: [organizer: HostRow, ...others: HostRow[]];
  participants: ParticipantRow[];
  /** What the organizer is called. */
  organizer: string;
  from: Mailbox;
  signature: string | null;
  /** Where nothing else is known. */
  timezone: string;
  /** Of a meeting without a time. */
  usual_minutes: number;
}

/** In the order of the requests. The organizers are those of the given values: the rows may have former ones. */
export async function correspondenceAbout(
  context: Context,
  reader: Reader,
  requests: MeetingRequest[],
): Promise<Correspondence[]> {
  const { workspaceId } = context.caller;
  const ids = requests.map(({ id }) => id);
  const hosts = Map.groupBy(
    await selectPeopleOf(reader, workspaceId, requests),
    ({ request_id }) => request_id,
  );
  const participants = Map.groupBy(
    await selectParticipantsOf(reader, workspaceId, ids),
    ({ request_id }) => request_id,
  );
  const settings = await readSchedulingSettings(context, reader);
  const workspace = await readWorkspace(context, reader);
  const teams = await teamAddresses(context, reader, requests);
  const usualAddress = workspaceAddress(workspace.handle, context.config.mailDomain);
  return requests.map((request) => {
    const members = everyHost(hosts.get(request.id) as Correspondence['hosts']);
    const [{ name, email }] = members;
    const organizer = request.organizer_name ?? name ?? email;
    return {
      request,
      hosts: members,
      participants: participants.get(request.id) ?? [],
      organizer,
      from: {
        name: `${organizer} via ${settings.sender_name}`,
        address: teams.get(request.team_id) ?? usualAddress,
      },
      signature: settings.signature,
      timezone: workspace.timezone,
      usual_minutes: settings.duration_minutes,
    };
  });
}

async function teamAddresses(context: Context, reader: Reader, requests: MeetingRequest[]) {
  const addresses = new Map<string | null, string | null>();
  for (const { team_id } of requests) {
    if (team_id === null || addresses.has(team_id)) continue;
    addresses.set(team_id, await readTeamAddress(context, reader, team_id));
  }
  return addresses;
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

/** What a reader is told of the meeting. The description is for the hosts. */
export function meetingFor(
  reader: 'host' | 'participant',
  { request, hosts, organizer, usual_minutes }: Correspondence,
  time: Time | null,
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
  return makeToken(context.secretKey(), purpose, { ulid: ulidOf(requestId), place });
}

/** The page of a participant. */
export function pageUrl(context: Context, requestId: string, place: number): string {
  return `${context.address.url}/m/${tokenOf(context, 'page', requestId, place)}`;
}

/** Where the answers of a participant go. */
export function replyAddress(context: Context, requestId: string, place: number): string {
  return `re-${tokenOf(context, 'reply', requestId, place)}@${context.config.mailDomain}`;
}
