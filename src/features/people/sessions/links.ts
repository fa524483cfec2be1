// Links to sign in with. Each is for one member at one address, and works once.
// Why a link, and what keeps it safe: docs/decisions/0032-console-and-sign-in.md.
import type { Context, Services } from '../../../context.ts';
import { brandOfClosed, withBrand } from '../../../html/brand/brand.ts';
import { idOf, ulidOf } from '../../../ids.ts';
import { INVITATION_MS, SIGN_IN_LINK_MS } from '../../../limits/limits.ts';
import type { Draft } from '../../../mail-out/drafts.ts';
import { queueMessages } from '../../../mail-out/enqueue.ts';
import { signInUrl } from '../../../mail-out/links.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { foldEmail } from '../../../text/emails.ts';
import { DAY_MS, formatTimestamp } from '../../../time/timestamps.ts';
import { readToken } from '../../../tokens/link-tokens.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { brandFrom } from '../../workspace/branding/shown.ts';
import { readLetterhead, toMember } from '../../workspace/letterhead/operations.ts';
import { isWorkspaceClosed } from '../../workspace/workspaces/lifecycle.ts';
import { whyClosedFor } from '../../workspace/workspaces/rules.ts';
import { findEverywhere } from '../members/operations.ts';
import { countMailedSince, endInvitations, insertLink, type LinkRow, selectLink } from './link-queries.ts';
import { MAX_MAILS, MAX_WORKSPACES, stateOf } from './rules.ts';

interface Addressee {
  id: string;
  email: string;
}

/** For operators. Anybody who has the link can sign in as the member. */
export async function createSignInLink(
  context: Context,
  member: Addressee,
): Promise<{ url: string; expires_at: number }> {
  const { database, ids, address, secrets } = context;
  const id = ids('signInLink');
  const expires_at = await database.transaction((tx) =>
    writeLink(context, tx, member, { id, mailed: 0, invitation: 0 }),
  );
  return { url: signInUrl(address.url, secrets.linkKeys(), id), expires_at };
}

/**
 * Mails a link to the active members with this address, in each of their workspaces. Doesn't tell the caller whether there are any,
 * or whether they have been sent too many already.
 */
export async function askForSignInLink(services: Services, email: string): Promise<void> {
  const members = await findEverywhere(services, email, MAX_WORKSPACES);
  for (const { workspace_id: workspaceId, ...member } of members) {
    const actor = { type: 'system', id: 'sign-in' } as const;
    await mailLink({ ...services, caller: { workspaceId, actor, scopes: [] } }, member);
  }
}

async function mailLink(context: Context, member: Addressee & { name: string | null }): Promise<void> {
  const { database, caller, clock } = context;
  await database.transaction(async (tx) => {
    // The mail would not go out before the link expires.
    if (await isWorkspaceClosed(context, tx)) return;
    await tx.lock(`sign-in links ${member.id}`);
    const since = clock.now() - SIGN_IN_LINK_MS;
    if ((await countMailedSince(tx, caller.workspaceId, member.id, { since, invitation: 0 })) >= MAX_MAILS)
      return;
    const [messageId] = await queueMessages(context, tx, [await signInMail(context, tx, member)]);
    await writeLink(context, tx, member, { id: linkOf(messageId as string), mailed: 1, invitation: 0 });
  });
}

/** A link has the id of its message, so that the mail can have the link without its token being stored anywhere. */
const linkOf = (messageId: string) => idOf('signInLink', ulidOf(messageId));

/** The link of an invitation, which is written with its message and works for longer. The caller has locked the member. */
export async function writeInvitationLink(
  context: Context,
  tx: Transaction,
  member: Addressee,
  messageId: string,
): Promise<void> {
  await writeLink(context, tx, member, { id: linkOf(messageId), mailed: 1, invitation: 1 });
}

/** How many invitations were written to the member within a day. */
export function countInvitationsToday({ caller, clock }: Context, tx: Transaction, memberId: string) {
  const since = clock.now() - DAY_MS;
  return countMailedSince(tx, caller.workspaceId, memberId, { since, invitation: 1 });
}

/** Whoever has signed in needs no invitation: a link that works for days is better gone from old mails. */
export async function endInvitationsOf(
  { caller, clock }: Context,
  tx: Transaction,
  memberId: string,
): Promise<void> {
  await endInvitations(tx, caller.workspaceId, memberId, clock.now());
}

async function signInMail(
  context: Context,
  tx: Transaction,
  member: Addressee & { name: string | null },
): Promise<Draft> {
  const letterhead = await readLetterhead(context, tx);
  return {
    kind: 'sign_in',
    ...toMember(letterhead, member, { sign_in: signInUrl(context.address.url) }),
    workspace: letterhead.workspace,
    email: member.email,
  };
}

async function writeLink(
  context: Context,
  tx: Transaction,
  member: Addressee,
  { id, mailed, invitation }: { id: string; mailed: number; invitation: number },
): Promise<number> {
  const now = context.clock.now();
  const expires_at = now + (invitation === 1 ? INVITATION_MS : SIGN_IN_LINK_MS);
  await insertLink(tx, context.caller.workspaceId, {
    id,
    member_id: member.id,
    email_folded: foldEmail(member.email),
    mailed,
    invitation,
    created_at: now,
    expires_at,
    used_at: null,
  });
  await recordAudit(context, tx, {
    action: mailed === 1 ? 'sign_in_link.sent' : 'sign_in_link.created',
    target: { type: 'member', id: member.id },
    changes: { expires_at: [null, formatTimestamp(expires_at)] },
  });
  return expires_at;
}

/** Undefined for a token that this service did not make, and for a link that expired long ago. */
export async function findLink(
  { secrets }: Services,
  reader: Reader,
  token: string,
): Promise<LinkRow | undefined> {
  const named = readToken(secrets.linkKeys(), 'sign_in', token);
  return named && selectLink(reader, idOf('signInLink', named.ulid));
}

/** Nobody signs in to a closed workspace; the page that says so names the company. */
export function refuseClosed(link: LinkRow): void {
  const refusal = whyClosedFor(link.role, link);
  if (refusal) throw withBrand(refusal, brandOfClosed(brandFrom(link)));
}

/** Whoever has the token may know the workspace, even once the link has expired: its token proves that it existed. */
export async function readSignInLink(services: Services, token: string) {
  const link = await findLink(services, services.database, token);
  if (!link) return undefined;
  refuseClosed(link);
  const { email, workspace_name } = link;
  const isInvitation = link.invitation === 1;
  const state = stateOf(link, services.clock.now());
  return { state, email, workspace_name, isInvitation, brand: brandFrom(link) };
}
