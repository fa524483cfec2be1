// What a mail may do, and what reaches a person: docs/decisions/0028-inbound-mail.md.
import { isId } from '../../../ids.ts';
import type { Addressee, Target } from '../../../mail-in/arrival.ts';
import type { Address, Bounce, CalendarReply, Mail, Proof } from '../../../mail-in/mail.ts';
import type { MessageKind } from '../../../mail-out/drafts.ts';
import { foldEmail } from '../../../text/emails.ts';
import { withoutPrefixes } from '../../../text/subjects.ts';
import type { OutsidersMayInvite } from '../../workspace/scheduling-settings/rules.ts';
import { MAX_PARTICIPANTS } from '../requests/rules.ts';

/** A mail with more `Received` lines is going in circles. */
const MAX_HOPS = 30;

/** What the address of a mail stands for. */
interface Addressed {
  target: Target['target'];
  /** The id of the team, request or message; null for the workspace. */
  target_id: string | null;
  /** The place of the participant; null unless it is an answer. */
  place: number | null;
  recipient_address: string;
}

/** A message of ours. */
interface Sent {
  id: string;
  request_id: string | null;
  /** The place of the participant it went to; null for a member. */
  place: number | null;
  kind: MessageKind;
  recipient_address: string;
}

/** An open request that the author takes part in. */
export interface OpenRequest {
  request_id: string;
  place: number;
  /** Its title, the subject of the mail that made it, and those of our messages about it. */
  subjects: string[];
}

/**
 * How a mail is known to belong to a request:
 *     named     by its address, or by the message that it answers
 *     subject   by its author and its subject
 *     author    by its author alone: it may be about something else
 */
type Tie = 'named' | 'subject' | 'author';

/** Everything needed to decide what to do with a mail. */
export interface Facts {
  item: Addressed;
  mail: Mail;
  proof: Proof;
  /** The active members among the author and the people in To and Cc, by folded address. */
  members: ReadonlyMap<string, { id: string; email: string }>;
  /** The addresses in To and Cc that are ours, in any workspace, in their order. */
  ours: readonly Addressee[];
  /** Another address of the same team that already received the same mail. */
  earlier_copy: string | undefined;
  /** It comes from one of our addresses, or has one of our Message-IDs. */
  is_own: boolean;
  /** It answers a message of ours, which may no longer exist. */
  answers_us: boolean;
  /** Our message that it answers or reports about. */
  our_message: Sent | undefined;
  /** It names that message by something that only its recipient knows. */
  has_secret: boolean;
  /** The participants of the request that it answers. */
  participants: readonly { place: number; email: string }[];
  /**
   * For a mail to a team that names no request: the author's open requests there, the newest first. One that the mail has waited
   * for is among them, open or not.
   */
  open_requests: readonly OpenRequest[];
  /** A setting of the workspace. */
  outsiders_may_invite: OutsidersMayInvite;
}

/** What to do with a mail. */
export type Plan = { plan: 'ignore'; reason: string; request_id: string | null } | Action;

type Action =
  /** `suggested` are shown to the organizer, who may add them. `is_proven`: the author certainly wrote it. */
  | {
      plan: 'create';
      author: Address;
      member_id: string | null;
      participants: Address[];
      suggested: Address[];
      is_proven: boolean;
    }
  /** `is_authentic`: the participant certainly wrote it. */
  | { plan: 'answer'; request_id: string; place: number; is_authentic: boolean; tie: Tie }
  /** A member answers the message that suggests people for the meeting. */
  | { plan: 'add'; request_id: string; member_id: string }
  | { plan: 'put_off'; request_id: string; place: number; back_on: string | null }
  | { plan: 'attend'; request_id: string; reply: CalendarReply }
  | { plan: 'bounce'; message: Sent; bounce: Bounce };

/** What to do with a mail, or the reason to ignore it. */
type Decision = Action | string;

export function whatToDo(facts: Facts): Plan {
  const { item, our_message } = facts;
  const decision = decide(facts);
  if (typeof decision !== 'string') return decision;
  const request_id = item.target === 'reply' ? item.target_id : (our_message?.request_id ?? null);
  return { plan: 'ignore', reason: decision, request_id };
}

function decide(facts: Facts): Decision {
  const { mail, item, proof } = facts;
  const { nature } = mail;
  if (mail.received_from.length > MAX_HOPS) return 'it went through too many mail servers';
  if (facts.is_own) return 'it is from this service itself';
  if (nature.nature === 'automatic') return `a machine has sent it: ${nature.reason}`;
  // An address with a token proves more: only the recipient of our message knows it.
  const hasToken = item.target === 'reply' || item.target === 'bounce';
  if (proof === 'forged' && !hasToken) return 'it is forged: its domain asks to refuse such mail';
  if (nature.nature === 'bounce') return decideBounce(facts, nature.bounce);
  const [author, other] = mail.from;
  if (!author) return 'it names no author';
  if (other) return 'it names more than one author';
  if (nature.nature === 'out_of_office') return decideAbsence(facts, nature.back_on);
  if (nature.nature === 'calendar') return decideCalendarReply(nature.reply);
  if (item.target === 'bounce') return 'it is no report about a message';
  return item.target === 'reply' ? decideReply(facts, author) : decideLetter(facts, author);
}

function decideBounce(facts: Facts, bounce: Bounce): Decision {
  const { our_message } = facts;
  if (!our_message) return 'it reports about a message that is not known';
  if (!isFromRecipient(facts, our_message)) return UNPROVEN_REPORT;
  return { plan: 'bounce', message: our_message, bounce };
}

const UNPROVEN_REPORT = 'it reports about a message, and nothing proves that its sender had got that';

/** Whether its author received our message: the mail went to an address found only there, or names the message by its secret. */
function isFromRecipient({ item, has_secret }: Facts, our_message: Sent): boolean {
  if (has_secret || item.target === 'bounce') return true;
  return (
    item.target === 'reply' && item.target_id === our_message.request_id && item.place === our_message.place
  );
}

/** An absence notice may go to the reply address, to the one for reports, or to the sender of the message. */
function decideAbsence(facts: Facts, back_on: string | null): Decision {
  const { item, our_message } = facts;
  if (item.target === 'reply') return { plan: 'put_off', ...addressed(item), back_on };
  const { request_id = null, place = null } = our_message ?? {};
  if (!our_message || request_id === null || place === null) return 'it is from nobody who was asked';
  if (!isFromRecipient(facts, our_message)) return UNPROVEN_REPORT;
  return { plan: 'put_off', request_id, place, back_on };
}

function decideCalendarReply(reply: CalendarReply): Decision {
  const request_id = requestIn(reply);
  return request_id === undefined
    ? 'it answers an invite that is not from here'
    : { plan: 'attend', request_id, reply };
}

/** The request whose invitation it answers; undefined if the invitation isn't ours. */
export function requestIn({ uid }: Pick<CalendarReply, 'uid'>): string | undefined {
  const [id = ''] = uid.split('@');
  return isId('meetingRequest', id) ? id : undefined;
}

/** The address tells whose answer it is. */
const decideReply = (facts: Facts, author: Address) => answerTo(addressed(facts.item), facts, author);

/** An answer to a question to one participant. After a reply to all, another participant may have written it. */
function answerTo(
  { request_id, place }: { request_id: string; place: number },
  { participants, members, proof }: Facts,
  author: Address,
): Decision {
  const folded = foldEmail(author.address);
  const writer = participants.find(({ email }) => foldEmail(email) === folded);
  const answer = { plan: 'answer', request_id, tie: 'named' } as const;
  if (writer?.place === place) return { ...answer, place, is_authentic: true };
  if (writer) return { ...answer, place: writer.place, is_authentic: proof === 'proven' };
  if (members.has(folded)) return 'it is from a member, and not from the participant';
  // Sent from another address of the participant, or by somebody answering for them.
  return { ...answer, place, is_authentic: true };
}

const addressed = ({ target_id, place }: Addressed) => ({
  request_id: target_id as string,
  place: place as number,
});

/** A mail to a team or to the workspace. */
function decideLetter(facts: Facts, author: Address): Decision {
  const { item, ours, answers_us, our_message, has_secret, participants, members, proof } = facts;
  if (ours.some(({ target }) => target === 'reply')) return 'its copy to the address for answers counts';
  const folded = foldEmail(author.address);
  if (answers_us) {
    if (!our_message || our_message.request_id === null) {
      return toOpenRequest(facts) ?? 'it answers a message that is not known any more';
    }
    const { request_id, place } = our_message;
    // Sent to our From address instead of the reply address, but with the secret of that message.
    if (has_secret && place !== null) return answerTo({ request_id, place }, facts, author);
    const organizer = members.get(folded);
    if (has_secret && our_message.kind === 'assigned' && organizer) {
      return { plan: 'add', request_id, member_id: organizer.id };
    }
    const writer = participants.find(({ email }) => foldEmail(email) === folded);
    if (!writer) return 'it is not from a participant of the meeting';
    const is_authentic = proof === 'proven';
    return { plan: 'answer', request_id, place: writer.place, is_authentic, tie: 'named' };
  }
  const member = members.get(folded);
  if (member && proof !== 'proven') return 'it says to be from a member, and nothing proves it';
  const other = facts.earlier_copy ?? teamInstead(facts);
  // A member who names others asks for a meeting with them.
  const mayJoin = other === undefined && (!member || otherPeople(facts, author).length === 0);
  const answer = mayJoin ? toOpenRequest(facts) : undefined;
  if (answer) return answer;
  if (item.target === 'workspace' && !member) return 'it is not from a member';
  if (other !== undefined) return `its copy to ${other} counts`;
  const people = member ? otherPeople(facts, author) : [author, ...otherPeople(facts, author, members)];
  if (people.length === 0) return 'it names nobody to meet';
  if (people.length > MAX_PARTICIPANTS) return `it names more than ${MAX_PARTICIPANTS} people to meet`;
  const is_proven = proof === 'proven';
  const mayInvite = member !== undefined || (is_proven && facts.outsiders_may_invite === 'proven');
  return {
    plan: 'create',
    author,
    member_id: member?.id ?? null,
    // Only then, or anybody could make Rota write to anybody: a domain whose mail is proven costs nothing.
    participants: mayInvite ? people : [author],
    suggested: mayInvite ? [] : people.slice(1),
    is_proven,
  };
}

/**
 * A mail that names no request, of somebody who takes part in an open one: it belongs to that, and takes no second turn. Without
 * the subject of exactly one, it's for a person to say what it is about.
 */
function toOpenRequest({ open_requests, mail, proof }: Facts): Action | undefined {
  const [newest] = open_requests;
  if (!newest) return undefined;
  const subject = comparable(mail.subject);
  const [found, another] =
    subject === '' ? [] : open_requests.filter(({ subjects }) => subjects.map(comparable).includes(subject));
  const { request_id, place } = found ?? newest;
  const tie = found && !another ? 'subject' : 'author';
  return { plan: 'answer', request_id, place, is_authentic: proof === 'proven', tie };
}

/** A mail to both a team and the workspace goes to the team. */
function teamInstead({ item, ours }: Facts): string | undefined {
  return item.target === 'workspace' ? ours.find(({ target }) => target === 'team')?.address : undefined;
}

/** Everybody in To and Cc, each once, except the author, our own addresses and those in `except`. */
function otherPeople(
  { mail, ours }: Facts,
  author: Address,
  except: ReadonlyMap<string, unknown> = new Map(),
) {
  const known = new Set([author.address, ...ours.map(({ address }) => address)].map(foldEmail));
  const found: Address[] = [];
  for (const person of [...mail.to, ...mail.cc]) {
    const folded = foldEmail(person.address);
    if (known.has(folded) || except.has(folded)) continue;
    known.add(folded);
    found.push(person);
  }
  return found;
}

/** Subjects that differ only in prefixes, letter case and spaces are the same. */
const comparable = (subject: string) => withoutPrefixes(subject).toLowerCase().replace(/\s+/g, ' ');

/** Whoever answered an invitation. Hosts have no place. */
export type Attendee<Participant> = Participant | { place: null; name: string | null; email: string };

/** Who answered an invitation, and whether they certainly sent it; or why the answer does not count. */
export function attendeeOf<Participant extends { place: number; email: string }>(
  { attendee }: Pick<CalendarReply, 'attendee'>,
  { item, mail, proof }: { item: Addressed; mail: Pick<Mail, 'from'>; proof: Proof },
  invited: { participants: Participant[]; hosts: { name: string | null; email: string }[] },
): { attendee: Attendee<Participant>; is_authentic: boolean } | string {
  const folded = foldEmail(attendee);
  const isNamed = ({ email }: { email: string }) => foldEmail(email) === folded;
  // Every invitee knows the UID, and a whole company may share a domain, so only a proven mail from that very address counts.
  const isProven = proof === 'proven' && foldEmail(mail.from[0]?.address ?? '') === folded;
  const host = invited.hosts.find(isNamed);
  if (host) return { attendee: { place: null, name: host.name, email: host.email }, is_authentic: isProven };
  const participant = invited.participants.find(isNamed);
  if (!participant) return 'it is from nobody who was invited';
  const isToOwnAddress = item.target === 'reply' && item.place === participant.place;
  return { attendee: participant, is_authentic: isProven || isToOwnAddress };
}
