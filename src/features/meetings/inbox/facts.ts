import type { Context } from '../../../context.ts';
import type { Addressee } from '../../../mail-in/arrival.ts';
import type { Authenticity, Mail } from '../../../mail-in/mail.ts';
import type { ClaimedMail } from '../../../mail-in/queries.ts';
import { selectEarlier } from '../../../mail-in/store-queries.ts';
import { selectRequestOf } from '../../../mail-out/incoming-queries.ts';
import { isProvenBy, messageIdIn } from '../../../mail-out/message-ids.ts';
import { findSent, readSubjects, type SentMessage } from '../../../mail-out/sent.ts';
import { findActiveByEmail } from '../../people/members/operations.ts';
import { readSchedulingSettings } from '../../workspace/scheduling-settings/operations.ts';
import { findOpenAt } from '../requests/participants/person.ts';
import { readRespondents } from '../requests/participants/responses.ts';
import { recipientsAmong } from './addresses.ts';
import type { Facts, OpenRequest } from './rules.ts';

/** The number of answered messages that are looked up. Mail programs list the latest ones. */
const MAX_ANSWERED = 20;
/** The number of the author's open requests that a mail is compared with, and of their latest messages. */
const MAX_OPEN = 10;
const MAX_SUBJECTS = 50;

/** Reads the facts that the decision needs. */
export async function factsOf(
  context: Context,
  item: ClaimedMail,
  mail: Mail,
  { proof }: Authenticity,
): Promise<Facts> {
  const { database } = context;
  const isLetter = item.target === 'team' || item.target === 'workspace';
  const people = isLetter ? [...mail.from, ...mail.to, ...mail.cc] : mail.from;
  const answered = answeredIn(mail, context.config.mailDomain);
  const our_message = await findOurMessage(context, item, mail, answered);
  const named = namedMessageIds(mail);
  const ours = isLetter ? await findOurAddresses(context, [...mail.to, ...mail.cc]) : [];
  const requestId = item.target === 'reply' ? item.target_id : our_message?.request_id;
  return {
    item,
    mail,
    proof,
    members: await findActiveByEmail(
      context,
      database,
      people.map(({ address }) => address),
    ),
    ours,
    earlier_copy: await earlierCopy(context, item, ours),
    is_own: await isFromUs(context, mail),
    answers_us: answered.length > 0,
    our_message,
    has_secret: our_message !== undefined && isProvenBy(our_message.message_id, named),
    participants: requestId ? await readRespondents(context, database, requestId) : [],
    open_requests: item.target === 'team' && !our_message ? await openRequestsOf(context, item, mail) : [],
    outsiders_may_invite: (await readSchedulingSettings(context, database)).outsiders_may_invite,
  };
}

/** The ids of our messages that it answers, the nearest first. */
export function answeredIn({ in_reply_to, references }: Mail, mailDomain: string): string[] {
  const ids = [...in_reply_to, ...references.toReversed()].flatMap((id) => messageIdIn(id, mailDomain) ?? []);
  return [...new Set(ids)].slice(0, MAX_ANSWERED);
}

/** The Message-IDs that it refers to, as a reply or as a report. */
function namedMessageIds({ in_reply_to, references, nature }: Mail): string[] {
  const reported = nature.nature === 'bounce' ? nature.bounce.original_message_id : null;
  return [...in_reply_to, ...references, ...(reported === null ? [] : [reported])];
}

/** The id of our message that it reports about; empty for a mail that is no report. */
export function reportedIn({ nature }: Mail, mailDomain: string): string[] {
  const named = nature.nature === 'bounce' ? nature.bounce.original_message_id : null;
  const id = named === null ? undefined : messageIdIn(named, mailDomain);
  return id === undefined ? [] : [id];
}

async function findOurMessage(
  context: Context,
  { target, target_id }: ClaimedMail,
  mail: Mail,
  answered: string[],
): Promise<SentMessage | undefined> {
  const reported = reportedIn(mail, context.config.mailDomain);
  const ids = target === 'bounce' ? [target_id as string] : reported.length > 0 ? reported : answered;
  const [about] = await findSent(context, context.database, ids);
  return about;
}

const findOurAddresses = (context: Context, people: Mail['to']): Promise<Addressee[]> =>
  recipientsAmong(
    context,
    people.map(({ address }) => address),
  );

async function openRequestsOf(context: Context, item: ClaimedMail, mail: Mail): Promise<OpenRequest[]> {
  const { database, caller } = context;
  const [author] = mail.from;
  if (!author) return [];
  const open = await findOpenAt(context, database, author.address, {
    team_id: item.target_id as string,
    known: await selectRequestOf(database, caller.workspaceId, item.id),
    limit: MAX_OPEN,
  });
  const found: OpenRequest[] = [];
  for (const { request_id, place, title } of open) {
    const subjects = await readSubjects(context, database, request_id, MAX_SUBJECTS);
    found.push({ request_id, place, subjects: title === null ? subjects : [title, ...subjects] });
  }
  return found;
}

async function isFromUs(context: Context, { message_id, from }: Mail): Promise<boolean> {
  if (message_id !== null && messageIdIn(message_id, context.config.mailDomain) !== undefined) return true;
  return (await findOurAddresses(context, from)).length > 0;
}

/** Mail servers may deliver a mail once for each address it is sent to. */
async function earlierCopy(
  { database }: Context,
  { workspace_id, id, target_id, recipient_address, message_key }: ClaimedMail,
  ours: Addressee[],
): Promise<string | undefined> {
  for (const addressee of ours) {
    const isSame =
      addressee.target === 'team' &&
      addressee.team_id === target_id &&
      addressee.address !== recipient_address;
    const copy = isSame && (await selectEarlier(database, workspace_id, addressee.address, message_key));
    if (copy && copy < id) return addressee.address;
  }
  return undefined;
}
