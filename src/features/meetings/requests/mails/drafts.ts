import type { Context } from '../../../../context.ts';
import type {
  AssignReason,
  Body,
  CalendarChange,
  Cause,
  Draft,
  InviteText,
  Links,
  OfferReason,
} from '../../../../mail-out/drafts.ts';
import { stopUrl } from '../../../../mail-out/links.ts';
import { foldEmail } from '../../../../text/emails.ts';
import { localeOf } from '../../../../text/languages.ts';
import { joinUrlOf, mapUrlOf } from '../../../../text/where.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import type { AttentionReason } from '../../../events/events/event-types.ts';
import { localeOfMembers } from '../../../workspace/letterhead/operations.ts';
import { whereOf } from '../../../workspace/locations/place.ts';
import { detailsForGuest, detailsForHost } from '../invites/details.ts';
import type { Cancellation, Issued } from '../invites/invites.ts';
import { bookedTime, type SuggestedParticipant } from '../rules.ts';
import {
  type Correspondence,
  guestMailboxOf,
  hostsMailboxOf,
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

function toHost(
  { address }: Pick<Context, 'address'>,
  correspondence: Correspondence,
  member: Member,
  body: Body,
  invite: InviteText | null = null,
): Draft {
  const { request, from, brand, settings, timezone } = correspondence;
  return {
    meeting_request_id: request.id,
    place: null,
    from,
    to: mailboxOf(member),
    reply_to: null,
    timezone: member.timezone ?? timezone,
    locale: localeOfMembers(settings),
    brand,
    links: { ...placeLinks(correspondence), request: requestUrl(address.url, request.id) },
    signature: null,
    invite,
    ...body,
  };
}

const requestUrl = (serviceUrl: string, requestId: string) => `${serviceUrl}/console/requests/${requestId}`;

function toParticipant(
  context: Context,
  correspondence: Correspondence,
  participant: ParticipantRow,
  body: Body,
  { links, invite = null }: { links: Links; invite?: InviteText | null },
): Draft {
  const { request, hosts, from, brand, settings, timezone } = correspondence;
  const { place } = participant;
  return {
    meeting_request_id: request.id,
    place,
    from,
    to: guestMailboxOf(participant),
    reply_to: replyAddress(context, request.id, place),
    // Without a time zone, participants are told the organizer's time.
    timezone: participant.timezone ?? request.organizer_timezone ?? hosts[0].timezone ?? timezone,
    locale: localeOf(participant.locale, settings.locale),
    brand,
    links,
    signature: settings.signature,
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
  const { links, ...offer } = offerTo(context, correspondence, participant, options);
  const standing = bookedTime(correspondence.request) ?? null;
  const body: Body = { kind: 'options', reason, suggester, standing, introduction, ...offer };
  return toParticipant(context, correspondence, participant, body, { links });
}

export function followUpDraft(
  context: Context,
  correspondence: Correspondence,
  participant: ParticipantRow,
  options: OfferedOption[],
): Draft {
  const { links, ...offer } = offerTo(context, correspondence, participant, options);
  return toParticipant(context, correspondence, participant, { kind: 'follow_up', ...offer }, { links });
}

function offerTo(
  context: Context,
  correspondence: Correspondence,
  participant: ParticipantRow,
  options: OfferedOption[],
) {
  const url = pageUrl(context, correspondence.request.id, participant.place);
  return {
    meeting: meetingFor('participant', correspondence, null),
    options: options.map(({ id, starts_at, ends_at }) => ({
      starts_at,
      ends_at,
      url: `${url}?option=${id}`,
    })),
    is_poll: correspondence.participants.length > 1,
    links: { page: url, more_times: `${url}/times` },
    stop_url: stopUrlOf(context, correspondence, participant),
  };
}

const stopUrlOf = (
  { address, secrets }: Context,
  { request }: Correspondence,
  { place }: Pick<ParticipantRow, 'place'>,
): string => stopUrl(address.url, secrets.linkKeys(), { request_id: request.id, place });

/** Why a member organizes a meeting, and whom they may add to it. */
export interface Assignment {
  reason: AssignReason;
  suggested: SuggestedParticipant[];
}

export function assignedDraft(
  context: Pick<Context, 'address'>,
  correspondence: Correspondence,
  { reason, suggested }: Assignment,
): Draft {
  const { hosts, participants } = correspondence;
  const meeting = meetingFor('host', correspondence, null);
  return toHost(context, correspondence, hosts[0], {
    kind: 'assigned',
    reason,
    meeting,
    participants: participants.map(hostsMailboxOf),
    suggested: suggested.map(mailboxOf),
  });
}

/** Replies go to the person who caused it. */
export function attentionDraft(
  context: Pick<Context, 'address'>,
  correspondence: Correspondence,
  reason: AttentionReason,
  { cause, in_calendar }: { cause: Cause | undefined; in_calendar: CalendarChange | undefined },
): Draft {
  const { request, hosts, participants } = correspondence;
  const meeting = meetingFor('host', correspondence, null);
  const draft = toHost(context, correspondence, hosts[0], {
    kind: 'attention',
    reason,
    meeting,
    participants: participants.map(mailboxOf),
    ...cause,
    ...(in_calendar && { in_calendar }),
  });
  const author = cause?.by.address ?? null;
  const links: Links = {
    ...draft.links,
    offer_times: `${requestUrl(context.address.url, request.id)}/times`,
    reply: author && mailtoUrl(author, request.title),
  };
  return { ...draft, reply_to: author, links };
}

const mailtoUrl = (address: string, title: string | null) =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}${title === null ? '' : `?subject=${encodeURIComponent(title)}`}`;

/** What is new about a booked meeting. */
export interface News {
  /** The time that it had; null for none. */
  before: MeetingTime | null;
  /** It takes place elsewhere, or the link to it is there now. */
  is_relocated?: boolean;
  /** A former host to whose calendar Rota doesn't write from now on. */
  leaver_id?: string | undefined;
}

/** To everybody in the meeting, and to hosts who have left it. */
export function inviteDrafts(
  context: Context,
  correspondence: Correspondence,
  time: MeetingTime,
  { before, is_relocated = false }: News,
  { invite, written, former, withdrawn, withdrawal }: Issued,
): Draft[] {
  const hasMoved = before && (before.starts_at !== time.starts_at || before.ends_at !== time.ends_at);
  const told = hasMoved
    ? ({ kind: 'rescheduled', old_time: before, time } as const)
    : ({ kind: is_relocated ? 'place_changed' : 'booked', time } as const);
  const view = hostsView(correspondence, time);
  const forHosts = detailsForHost(correspondence, requestUrl(context.address.url, correspondence.request.id));
  return [
    ...correspondence.hosts.map((host) => {
      const calendar = !written.has(host.id) ? 'attached' : withdrawn.has(host.id) ? 'replaced' : 'written';
      const attached = { attached: { ...invite, details: forHosts }, replaced: withdrawal, written: null };
      return toHost(context, correspondence, host, { ...told, ...view, calendar }, attached[calendar]);
    }),
    ...othersOf(correspondence).map((participant) => {
      const links = bookedLinks(context, correspondence, participant);
      const details = detailsForGuest(correspondence, participant, links);
      return toParticipant(
        context,
        correspondence,
        participant,
        { ...told, ...participantView(correspondence, time, participant) },
        { links, invite: { ...invite, details } },
      );
    }),
    ...former.map((member) => {
      const calendar = withdrawn.has(member.id) ? 'attached' : 'written';
      const body: Body = { kind: 'cancelled', reason: 'organizer_changed', time, ...view, calendar };
      return toHost(context, correspondence, member, body, calendar === 'attached' ? withdrawal : null);
    }),
  ];
}

/** Without the invitation, which calendars have. */
export function reminderDrafts(context: Context, correspondence: Correspondence, time: MeetingTime): Draft[] {
  const { request, hosts, settings } = correspondence;
  const moving = request.status !== 'booked';
  const view = { kind: 'reminder', time, moving } as const;
  return [
    ...(settings.remind_hosts ? hosts : []).map((host) =>
      toHost(context, correspondence, host, { ...view, ...hostsView(correspondence, time) }),
    ),
    ...othersOf(correspondence)
      .filter(({ opted_out, attendance }) => opted_out === 0 && attendance !== 'declined')
      .map((participant) => {
        const { reschedule, cancel, ...others } = bookedLinks(context, correspondence, participant);
        const links = moving ? others : { ...others, reschedule, cancel };
        const stop_url = stopUrlOf(context, correspondence, participant);
        const body: Body = {
          ...view,
          ...participantView(correspondence, time, participant),
          stop_url,
        };
        return toParticipant(context, correspondence, participant, body, { links });
      }),
  ];
}

/** To all hosts of a meeting with a time, who have it in their calendars. Without a time, only the organizer knows of it. */
export function cancelledForHosts(
  context: Pick<Context, 'address'>,
  correspondence: Correspondence,
  time: MeetingTime | null,
  cancellation: Cancellation | null,
  by: ParticipantRow | undefined,
): Draft[] {
  const hosts = time ? correspondence.hosts : correspondence.hosts.slice(0, 1);
  const said = by && { canceller: mailboxOf(by), comment: by.comment };
  const view = { kind: 'cancelled', reason: 'cancelled', time, ...hostsView(correspondence, time) } as const;
  return hosts.map((host) => {
    const calendar = cancellation?.written.has(host.id) ? 'written' : 'attached';
    const attached = calendar === 'attached' ? (cancellation?.cancel ?? null) : null;
    return toHost(context, correspondence, host, { ...view, ...said, calendar }, attached);
  });
}

/**
 * `cancel` is null for a meeting without a time: there is no invitation to cancel. `rebook` is where they can book another time; null
 * if they can't.
 */
export function cancelledForParticipants(
  context: Context,
  correspondence: Correspondence,
  time: MeetingTime | null,
  { cancel, rebook }: { cancel: InviteText | null; rebook: string | null },
): Draft[] {
  return othersOf(correspondence).map((participant) =>
    toParticipant(
      context,
      correspondence,
      participant,
      { kind: 'cancelled', reason: 'cancelled', time, ...participantView(correspondence, time, participant) },
      { links: { rebook }, invite: cancel },
    ),
  );
}

const hostsView = (correspondence: Correspondence, time: MeetingTime | null) => ({
  meeting: meetingFor('host', correspondence, time),
  hosts: correspondence.hosts.map(mailboxOf),
  participants: correspondence.participants.map(hostsMailboxOf),
});

/** Nobody but the reader sees where they are called. */
const participantView = (
  correspondence: Correspondence,
  time: MeetingTime | null,
  { phone_number }: ParticipantRow,
) => ({
  own_number: phone_number,
  meeting: meetingFor('participant', correspondence, time),
  hosts: correspondence.hosts.map(mailboxOf),
  participants: correspondence.participants.map(guestMailboxOf),
});

/** Where to join the meeting, or to find it on a map. */
function placeLinks({ location, request }: Correspondence): Links {
  const where = location && whereOf(location, request.place);
  return { join: joinUrlOf(where), map: where && mapUrlOf(where) };
}

/** What a participant may do about a booked meeting. The only one chooses another time; several are all asked again. */
export function bookedLinks(
  context: Context,
  correspondence: Correspondence,
  { place }: ParticipantRow,
): Links {
  const { request, participants, settings } = correspondence;
  const url = pageUrl(context, request.id, place);
  return {
    ...placeLinks(correspondence),
    page: url,
    calendar: `${url}/invite.ics`,
    reschedule: settings.participants_may_reschedule
      ? `${url}${participants.length === 1 ? '/times' : '?open=reschedule#reschedule'}`
      : null,
    cancel: settings.participants_may_cancel ? `${url}?open=cancel#cancel` : null,
  };
}

/** The participants who are not hosts as well: one invitation is enough. */
function othersOf({ hosts, participants }: Correspondence): ParticipantRow[] {
  const addresses = new Set(hosts.map(({ email }) => foldEmail(email)));
  return participants.filter(({ email }) => !addresses.has(foldEmail(email)));
}
