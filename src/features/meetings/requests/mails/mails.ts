import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import type { InviteDetails } from '../../../../icalendar/details.ts';
import type { CalendarChange, Cause, Draft } from '../../../../mail-out/drafts.ts';
import {
  dropInvites,
  pauseMessages,
  queueFirstMessages,
  queueMessages,
} from '../../../../mail-out/enqueue.ts';
import type { Reader, Transaction } from '../../../../storage/database.ts';
import { foldEmail } from '../../../../text/emails.ts';
import type { MeetingTime } from '../../../../time/intervals.ts';
import type { AttentionReason } from '../../../events/events/event-types.ts';
import { detailsForGuest } from '../invites/details.ts';
import { cancelInvite, issueInvites } from '../invites/invites.ts';
import { selectRequest } from '../queries.ts';
import { bookedTime, type MeetingRequest, type TransitionName } from '../rules.ts';
import {
  type Assignment,
  assignedDraft,
  attentionDraft,
  bookedLinks,
  cancelledForHosts,
  cancelledForParticipants,
  followUpDraft,
  inviteDrafts,
  type News,
  type OfferedOption,
  type Offering,
  offerDraft,
  reminderDrafts,
} from './drafts.ts';
import { type Correspondence, correspondenceAbout, rebookUrl } from './people.ts';

// Who gets which mail about a request, in the transaction of its cause. Nobody, for a request with `notify_participants: false`.

export type { OfferedOption, Offering };

/** To all participants except those in these places and those who have opted out. */
export async function mailOptions(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  offering: Offering,
  except: readonly number[] = [],
): Promise<void> {
  await mailAbout(context, tx, request, (correspondence) =>
    correspondence.participants
      .filter(({ place, opted_out }) => !except.includes(place) && opted_out === 0)
      .map((participant) => offerDraft(context, correspondence, participant, offering)),
  );
}

/** To the participants in these places, except those who have opted out. */
export async function mailFollowUp(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  { options, places }: { options: OfferedOption[]; places: number[] },
): Promise<void> {
  await mailAbout(context, tx, request, (correspondence) =>
    correspondence.participants
      .filter(({ place, opted_out }) => places.includes(place) && opted_out === 0)
      .map((participant) => followUpDraft(context, correspondence, participant, options)),
  );
}

/**
 * To the participants of a booked meeting, except those who have opted out or declined, and to its hosts if the workspace wants that.
 * Returns the addresses.
 */
export async function mailReminder(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  time: MeetingTime,
): Promise<string[]> {
  const addresses: string[] = [];
  await mailAbout(context, tx, request, (correspondence) => {
    const drafts = reminderDrafts(context, correspondence, time);
    addresses.push(...drafts.map(({ to }) => to.address));
    return drafts;
  });
  return addresses;
}

/** To the organizer of a new request, about which no mail exists yet. */
export function mailAssigned(
  context: Context,
  tx: Transaction,
  correspondence: Correspondence,
  assignment: Assignment,
): void {
  if (!correspondence.request.notify_participants) return;
  queueFirstMessages(context, tx, [assignedDraft(context, correspondence, assignment)]);
}

/** To the organizer, unless they caused it or could not be reached. */
export async function mailAttention(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  reason: AttentionReason,
  { unreached = [], cause, in_calendar }: Occasion,
): Promise<void> {
  // Whoever did it knows, unless somebody else did it in their name.
  const informed = cause && cause.in_the_name_of === undefined ? [cause.by.address] : [];
  const skipped = [...unreached, ...informed].map(foldEmail);
  await mailAbout(context, tx, request, (correspondence) => {
    const [{ email }] = correspondence.hosts;
    return skipped.includes(foldEmail(email))
      ? []
      : [attentionDraft(context, correspondence, reason, { cause, in_calendar })];
  });
}

/** Why a request needs attention: who could not be reached, or what somebody did. */
export interface Occasion {
  unreached?: string[];
  cause?: Cause;
  /** The organizer is told, also if they did it: they may think that Rota moves the meeting. */
  in_calendar?: CalendarChange;
}

async function mailAbout(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  draft: (correspondence: Correspondence) => Draft[],
): Promise<void> {
  if (!request.notify_participants) return;
  const correspondences = await correspondenceAbout(context, tx, [request]);
  await queue(context, tx, correspondences, correspondences.flatMap(draft));
}

/** Sends the mails of a transition. The request is written already. */
export async function mailTransition(
  context: Context,
  tx: Transaction,
  name: TransitionName,
  before: MeetingRequest,
  after: MeetingRequest,
): Promise<void> {
  switch (name) {
    case 'book':
    case 'reschedule':
      return mailInvites(context, tx, after, bookedTime(before) ?? null);
    case 'cancel':
      return mailCancelled(context, tx, after);
    case 'changeOrganizer':
      return mailOrganizerChanged(context, tx, [after]);
    case 'relocate':
      if (!isDeepStrictEqual(before.place, after.place)) await mailPlaceChanged(context, tx, after);
      return;
  }
}

/** Invites everybody in the meeting. `before` is the time in the previous invitation; null without one. */
export async function mailInvites(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  before: MeetingTime | null,
): Promise<void> {
  const correspondences = await correspondenceAbout(context, tx, [request]);
  await dropOldInvites(context, tx, correspondences);
  await invite(context, tx, correspondences, { before });
}

/** Tells everybody in a booked meeting where it is now, or of the participants only those in these places. */
export async function mailPlaceChanged(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  places?: number[],
): Promise<void> {
  const correspondences = await correspondenceAbout(context, tx, [request]);
  if (!places) await dropOldInvites(context, tx, correspondences);
  await invite(context, tx, correspondences, { before: null, is_relocated: true }, places);
}

/**
 * Invites the participants in these places, who have joined a booked meeting, and the hosts. The others have their invitation.
 */
export async function mailInvitesTo(
  context: Context,
  tx: Transaction,
  request: MeetingRequest,
  places: number[],
): Promise<void> {
  const correspondences = await correspondenceAbout(context, tx, [request]);
  await invite(context, tx, correspondences, { before: null }, places);
}

/**
 * Tells the new organizer of each request. If it has a booked time, everybody gets an invitation from the new organizer, and the
 * former one's is withdrawn. Rota takes nothing off the calendar of a former organizer who leaves.
 */
export async function mailOrganizerChanged(
  context: Context,
  tx: Transaction,
  requests: MeetingRequest[],
  leaverId?: string,
): Promise<void> {
  if (requests.length === 0) return;
  const correspondences = await correspondenceAbout(context, tx, requests);
  await dropOldInvites(context, tx, correspondences);
  // The new organizer of a booked meeting only has to attend: the invitation is enough.
  const open = correspondences.filter(({ request }) => request.status !== 'booked');
  const drafts = open.map((correspondence) =>
    assignedDraft(context, correspondence, { reason: 'organizer_changed', suggested: [] }),
  );
  await queue(context, tx, open, drafts);
  await invite(context, tx, correspondences, { before: null, leaver_id: leaverId });
}

async function invite(
  context: Context,
  tx: Transaction,
  correspondences: Correspondence[],
  news: News,
  places?: number[],
): Promise<void> {
  const meetings = correspondences.flatMap((correspondence) => {
    const time = bookedTime(correspondence.request);
    return time ? [{ correspondence, time }] : [];
  });
  if (meetings.length === 0) return;
  const issued = await issueInvites(context, tx, meetings, news.leaver_id);
  const drafts = issued.flatMap((each) => inviteDrafts(context, each.correspondence, each.time, news, each));
  const isRecipient = ({ place }: Draft) => !places || place === null || places.includes(place);
  await queue(context, tx, correspondences, drafts.filter(isRecipient));
}

/** To the hosts if there was an invitation or a participant cancelled, and to the participants if they should be told. */
async function mailCancelled(context: Context, tx: Transaction, request: MeetingRequest): Promise<void> {
  const { starts_at, ends_at, notify } = request;
  const time = starts_at === null || ends_at === null ? null : { starts_at, ends_at };
  const { actor } = context.caller;
  const isByParticipant = actor.type === 'participant';
  if (!time && !notify && !isByParticipant) return;
  const [correspondence] = await correspondenceAbout(context, tx, [request]);
  if (!correspondence) return;
  const by = isByParticipant
    ? correspondence.participants.find(({ email }) => email === actor.id)
    : undefined;
  await dropOldInvites(context, tx, [correspondence]);
  const cancellation = time && (await cancelInvite(context, tx, { correspondence, time }));
  const cancel = cancellation?.cancel ?? null;
  const rebook = notify ? await rebookUrl(context, tx, request.id) : null;
  await queue(
    context,
    tx,
    [correspondence],
    [
      ...(time || by ? cancelledForHosts(context, correspondence, time, cancellation, by) : []),
      ...(notify ? cancelledForParticipants(context, correspondence, time, { cancel, rebook }) : []),
    ],
  );
}

/** What an invitation to this meeting says to the participant in this place alone. */
export async function detailsFor(
  context: Context,
  reader: Reader,
  requestId: string,
  place: number,
): Promise<InviteDetails> {
  const request = await selectRequest(reader, context.caller.workspaceId, requestId);
  const correspondences = await correspondenceAbout(context, reader, request ? [request] : []);
  const [correspondence] = correspondences;
  const participant = correspondence?.participants.find((each) => each.place === place);
  if (!correspondence || !participant) throw notFound('Invite');
  return detailsForGuest(correspondence, participant, bookedLinks(context, correspondence, participant));
}

/** An old invitation that goes out late could bring back what a newer message took off a calendar. An old reminder would be wrong. */
function dropOldInvites(context: Context, tx: Transaction, correspondences: Correspondence[]): Promise<void> {
  const ids = correspondences.map(({ request }) => request.id);
  return dropInvites(context, tx, ids, 'not sent: a newer message took its place');
}

/** Queues the drafts. While a request is paused, its messages wait. */
async function queue(
  context: Context,
  tx: Transaction,
  correspondences: Correspondence[],
  drafts: Draft[],
): Promise<void> {
  const notified = correspondences
    .map(({ request }) => request)
    .filter((request) => request.notify_participants);
  const ids = new Set<string | null>(notified.map(({ id }) => id));
  const written = drafts.filter((draft) => ids.has(draft.meeting_request_id));
  if (written.length === 0) return;
  await queueMessages(context, tx, written);
  for (const { id, status } of notified) if (status === 'paused') await pauseMessages(context, tx, id);
}
