// Adding people and inviting them: a mail with a link that signs them in for the first time.
// How long the link works, and why it may: docs/decisions/0032-console-and-sign-in.md.
import type { Context } from '../../../context.ts';
import type { Draft } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { signInUrl } from '../../../mail-out/links.ts';
import type { Transaction } from '../../../storage/database.ts';
import { within } from '../../../storage/within.ts';
import { readLetterhead, toMember } from '../../workspace/letterhead/operations.ts';
import { createMember, findMember, lockMember, type MemberRow, markInvited } from '../members/operations.ts';
import type { MemberInput } from '../members/shapes.ts';
import { countInvitationsToday, writeInvitationLink } from '../sessions/operations.ts';
import { checkInvitable } from './rules.ts';

/** Adds a person and, if wanted, invites them: both, or nothing. */
export async function addMember(context: Context, { send_invitation = false, ...input }: MemberInput) {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: within(tx) };
    const member = await createMember(inside, input);
    return send_invitation ? inviteWithin(context, tx, member.id) : member;
  });
}

/** Sends a first invitation, or another one. Earlier ones work until somebody signs in with one of them. */
export async function inviteMember(context: Context, id: string) {
  return context.database.transaction((tx) => inviteWithin(context, tx, id));
}

async function inviteWithin(context: Context, tx: Transaction, id: string) {
  const member = await lockMember(context, tx, id);
  checkInvitable(member, await countInvitationsToday(context, tx, id));
  const [messageId] = await queueMessages(context, tx, [await invitationTo(context, tx, member)]);
  await writeInvitationLink(context, tx, member, messageId as string);
  return markInvited(context, tx, member);
}

async function invitationTo(context: Context, tx: Transaction, member: MemberRow): Promise<Draft> {
  const letterhead = await readLetterhead(context, tx);
  const inviter = await findInviter(context, tx);
  return {
    kind: 'invitation',
    ...toMember(letterhead, member, { sign_in: signInUrl(context.address.url) }),
    // Who has questions asks the person who invited them.
    reply_to: inviter?.email ?? null,
    workspace: letterhead.workspace,
    inviter: inviter?.name ?? null,
    email: member.email,
  };
}

/** The member in whose name it is sent; undefined for a key or the operator. */
async function findInviter(context: Context, tx: Transaction): Promise<MemberRow | undefined> {
  const { type, id } = context.caller.actor;
  return type === 'member' ? findMember(context, tx, id) : undefined;
}
