import type { Context } from '../../../../context.ts';
import type {
  AssignReason,
  Body,
  Cause,
  Draft,
  InviteText,
  OfferReason,
} from '../../../../mail-out/drafts.ts';
import { stopUrl } from '../../../../mail-out/links.ts';
import { foldEmail } from '../../../../text/emails.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import type { AttentionReason } from '../../../events/events/event-types.ts';
import type { Issued } from '../invites/invites.ts';
import type { SuggestedParticipant } from '../rules.ts';
import {
  type Correspondence,
  guestMailboxOf,
  mailboxOf,
  meetingFor,
  pageUrl,
  replyAddress,
} from './people.ts';
import type { HostRow, ParticipantRow } from './people-queries.ts';

// The messages about a request, each to one person.

export interface OfferedOption extends MeetingTime {
  id: string;
}

export interface Offering {
  options: OfferedOption[];
  reason: OfferReason;
  /** The name of the participant who suggested the times, if known. */
  suggester?: string | null;
  introduction: string | null;
}

type Member = Pick<HostRow, 'name' | 'email' | 'timezone'>;

function toMember(
  correspondence: Correspondence,
  member: Member,
  body: Body,
  invite: InviteText | null = null,
): Draft {
  return {
    meeting_request_id: correspondence.request.id,
    place: null,
    from: correspondence.from,
    to: mailboxOf(member),
    reply_to: null,
    timezone: member.timezone ?? correspondence.timezone,
    signature: correspondence.signature,
    invite,
    ...body,
  };
}

function toParticipant(
  context: Context,
  correspondence: Correspondence,
  participant: ParticipantRow,
  body: Body,
  invite: InviteText | null = null,
): Draft {
  const { request, hosts, from, signature, timezone } = correspondence;
  const { place } = participant;
  return {
    meeting_request_id: request.id,
    place,
    from,
    to: guestMailboxOf(participant),
    reply_to: replyAddress(context, request.id, place),
    // Without a time zone, participants are told the organizer's time.
    timezone: participant.timezone ?? request.organizer_timezone ?? hosts[0].timezone ?? timezone,
    signature,
    invite,
    ...body,
  };
}

export function offerDraft(
  context: Context,
  correspondence: Correspondence,
  participant: ParticipantRow,
  { options, reason, suggester = null, introduction }: Offering,
): Draft {
  const offer = offerTo(context, correspondence, participant, options);
  const body: Body = { kind: 'options', reason, suggester, introduction, ...offer };
  return toParticipant(context, correspondence, participant, body);
}

export function followUpDraft(
  context: Context,
  correspondence: Correspondence,
  participant: ParticipantRow,
  options: OfferedOption[],
): Draft {
  const offer = offerTo(context, correspondence, participant, options);
  return toParticipant(context, correspondence, participant, { kind: 'follow_up', ...offer });
}

function offerTo(
  context: Context,
  correspondence: Correspondence,
  { place }: ParticipantRow,
  options: OfferedOption[],
) {
  const url = pageUrl(context, correspondence.request.id, place);
  return {
    meeting: meetingFor('participant', correspondence, null),
    options: options.map(({ id, starts_at, ends_at }) => ({
      starts_at,
      ends_at,
      url: `${url}?option=${id}`,
    })),
    is_poll: correspondence.participants.length > 1,
    url,
    stop_url: stopUrl(context.address.url, context.secrets.linkKeys(), {
      request_id: correspondence.request.id,
      place,
    }),
  };
}

/** Why a member organizes a meeting, and whom they may add to it. */
export interface Assignment {
  reason: AssignReason;
  suggested: SuggestedParticipant[];
}

export function assignedDraft(
  { address }: Pick<Context, 'address'>,
  correspondence: Correspondence,
  { reason, suggested }: Assignment,
): Draft {
  const { request, hosts, participants } = correspondence;
  const meeting = meetingFor('host', correspondence, null);
  return toMember(correspondence, hosts[0], {
    kind: 'assigned',
    reason,
    meeting,
    participants: participants.map(mailboxOf),
    suggested: suggested.map(mailboxOf),
    url: suggested.length > 0 ? `${address.url}/console/requests/${request.id}` : null,
  });
}

/** Replies go to the person who caused it. */
export function attentionDraft(
  correspondence: Correspondence,
  reason: AttentionReason,
  cause: Cause | undefined,
): Draft {
  const { hosts, participants } = correspondence;
  const meeting = meetingFor('host', correspondence, null);
  const draft = toMember(correspondence, hosts[0], {
    kind: 'attention',
    reason,
    meeting,
    participants: participants.map(mailboxOf),
    ...cause,
  });
  return { ...draft, reply_to: cause?.by.address ?? null };
}

/** To everybody in the meeting, and to hosts who have left it. `before` is the time that the meeting had. */
export function inviteDrafts(
  context: Context,
  correspondence: Correspondence,
  time: MeetingTime,
  before: MeetingTime | null,
  { invite, former, withdrawal }: Issued,
): Draft[] {
  const hasMoved = before && (before.starts_at !== time.starts_at || before.ends_at !== time.ends_at);
  const told = hasMoved
    ? ({ kind: 'rescheduled', old_time: before, time } as const)
    : ({ kind: 'booked', time } as const);
  const view = hostsView(correspondence, time);
  return [
    ...correspondence.hosts.map((host) => toMember(correspondence, host, { ...told, ...view }, invite)),
    ...othersOf(correspondence).map((participant) =>
      toParticipant(
        context,
        correspondence,
        participant,
        { ...told, ...participantView(context, correspondence, participant, time) },
        invite,
      ),
    ),
    ...former.map((member) =>
      toMember(
        correspondence,
        member,
        { kind: 'cancelled', reason: 'organizer_changed', time, ...view },
        withdrawal,
      ),
    ),
  ];
}

/** To all hosts of a meeting with a time, who have its invitation. Without a time, only the organizer knows of it. */
export function cancelledForHosts(
  correspondence: Correspondence,
  time: MeetingTime | null,
  cancel: InviteText | null,
  by: ParticipantRow | undefined,
): Draft[] {
  const hosts = time ? correspondence.hosts : correspondence.hosts.slice(0, 1);
  const said = by && { canceller: mailboxOf(by), comment: by.comment };
  return hosts.map((host) =>
    toMember(
      correspondence,
      host,
      { kind: 'cancelled', reason: 'cancelled', time, ...hostsView(correspondence, time), ...said },
      cancel,
    ),
  );
}

/** `cancel` is null for a meeting without a time: there is no invitation to cancel. */
export function cancelledForParticipants(
  context: Context,
  correspondence: Correspondence,
  time: MeetingTime | null,
  cancel: InviteText | null,
): Draft[] {
  return othersOf(correspondence).map((participant) => {
    const view = participantView(context, correspondence, participant, time);
    return toParticipant(
      context,
      correspondence,
      participant,
      { kind: 'cancelled', reason: 'cancelled', time, ...view },
      cancel,
    );
  });
}

const hostsView = (correspondence: Correspondence, time: MeetingTime | null) => ({
  meeting: meetingFor('host', correspondence, time),
  hosts: correspondence.hosts.map(mailboxOf),
  participants: correspondence.participants.map(mailboxOf),
  url: null,
});

const participantView = (
  context: Context,
  correspondence: Correspondence,
  { place }: ParticipantRow,
  time: MeetingTime | null,
) => ({
  meeting: meetingFor('participant', correspondence, time),
  hosts: correspondence.hosts.map(mailboxOf),
  participants: correspondence.participants.map(guestMailboxOf),
  url: pageUrl(context, correspondence.request.id, place),
});

/** The participants who are not hosts as well: one invitation is enough. */
function othersOf({ hosts, participants }: Correspondence): ParticipantRow[] {
  const addresses = new Set(hosts.map(({ email }) => foldEmail(email)));
  return participants.filter(({ email }) => !addresses.has(foldEmail(email)));
}
