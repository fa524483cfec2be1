import type { Caller, Context, Services } from '../../../context.ts';
import { gone, notFound, type WorkspaceClosed } from '../../../errors.ts';
import { brandOfClosed, withBrand } from '../../../html/brand/brand.ts';
import type { Transaction } from '../../../storage/database.ts';
import { formatTimestamp } from '../../../time/timestamps.ts';
import { type Sweep, sweepExpired } from '../../../workers/sweeps.ts';
import { recordAudit } from '../../workspace/audit-log/operations.ts';
import { changesFromNothing } from '../../workspace/audit-log/rules.ts';
import { readBranding } from '../../workspace/branding/operations.ts';
import { whyClosedFor } from '../../workspace/workspaces/rules.ts';
import { lockMember, markSignedIn } from '../members/operations.ts';
import type { MemberRole } from '../members/rules.ts';
import { deleteExpiredLinks, updateUsed } from './link-queries.ts';
import { endInvitationsOf, findLink, refuseClosed } from './links.ts';
import {
  deleteExpiredSessions,
  deleteSessions,
  insertSession,
  type SessionKey,
  type SessionRow,
  selectKeyByHash,
  selectSessionByHash,
  selectSessionsOf,
  updateSeen,
} from './queries.ts';
import {
  hashSecret,
  MAX_SESSIONS,
  makeSecret,
  SEEN_EVERY_MS,
  SESSION_MS,
  scopesOf,
  secretOfVisit,
  shownUserAgent,
  stateOf,
  wasJustUsed,
} from './rules.ts';
import { deleteExpiredForms } from './sent-form-queries.ts';

export {
  askForSignInLink,
  countInvitationsToday,
  createSignInLink,
  readSignInLink,
  writeInvitationLink,
} from './links.ts';

/** What is known about a browser that signs in. */
interface Browser {
  user_agent: string | undefined;
  client_address: string;
  /** The secret of the session that it had before, which ends. */
  replaces: string | undefined;
  /** The random value it got with the page of the link. */
  visit: string | undefined;
}

/**
 * Uses up the link, and starts a session. Of two browsers that use it at once, one gets a session, and the other a refusal; but a
 * browser that sends the form twice gets the same session twice, because it may have dropped the first response. The member is
 * locked, so that a deactivation either comes first, or finds this session.
 */
export async function signIn(
  services: Services,
  token: string,
  browser: Browser,
): Promise<{ secret: string; expires_at: number }> {
  const { database, clock, secrets } = services;
  const known = await findLink(services, database, token);
  if (!known) throw gone('The link');
  refuseClosed(known);
  const context = asMember(services, known);
  return database.transaction(async (tx) => {
    await lockMember(context, tx, known.member_id);
    // Read again: the member may have changed while we waited for the lock.
    const link = await findLink(services, tx, token);
    if (!link) throw gone('The link');
    const { visit } = browser;
    const secret = visit === undefined ? makeSecret() : secretOfVisit(secrets.linkKeys(), link.id, visit);
    const now = clock.now();
    if (wasJustUsed(link, now)) return findStarted(context, tx, { secret, browser });
    const isGood = stateOf(link, now) === 'good';
    if (!isGood || !(await updateUsed(tx, link.workspace_id, link.id, now))) throw gone('The link');
    return startSession(context, tx, { secret, browser });
  });
}

interface SigningIn {
  secret: string;
  browser: Browser;
}

/** The session that this browser started with the link. It is found by its secret alone, unless it has ended. */
async function findStarted(context: Context, tx: Transaction, { secret, browser }: SigningIn) {
  const session = await selectSessionByHash(tx, hashSecret(secret));
  if (!session) throw gone('The link');
  const replaced = await findReplaced(tx, browser);
  if (replaced && replaced.id !== session.id) await endSessions(context, tx, [replaced]);
  return { secret, expires_at: session.expires_at };
}

async function startSession(context: Context, tx: Transaction, { secret, browser }: SigningIn) {
  const { caller, clock, ids } = context;
  const { workspaceId, actor } = caller;
  const now = clock.now();
  const session = {
    id: ids('session'),
    member_id: actor.id,
    secret_hash: hashSecret(secret),
    user_agent: shownUserAgent(browser.user_agent),
    client_address: browser.client_address,
    created_at: now,
    seen_at: now,
    expires_at: now + SESSION_MS,
  };
  await endSessions(context, tx, await sessionsToEnd(context, tx, browser));
  await insertSession(tx, workspaceId, session);
  await markSignedIn(context, tx, actor.id);
  await endInvitationsOf(context, tx, actor.id);
  const { user_agent, client_address, expires_at } = session;
  await recordAudit(context, tx, {
    action: 'session.created',
    target: { type: 'session', id: session.id },
    changes: changesFromNothing({ user_agent, client_address, expires_at: formatTimestamp(expires_at) }),
  });
  return { secret, expires_at };
}

/** The session that the browser had, whoever it belonged to, and the member's oldest ones beyond the maximum. */
async function sessionsToEnd({ caller }: Context, tx: Transaction, browser: Browser): Promise<SessionKey[]> {
  const { workspaceId, actor } = caller;
  const replaced = await findReplaced(tx, browser);
  const own = await selectSessionsOf(tx, workspaceId, actor.id);
  const others = own.filter(({ id }) => id !== replaced?.id).slice(MAX_SESSIONS - 1);
  return [
    ...(replaced ? [replaced] : []),
    ...others.map(({ id }) => ({ workspace_id: workspaceId, id, member_id: actor.id })),
  ];
}

async function findReplaced(tx: Transaction, { replaces }: Browser): Promise<SessionKey | undefined> {
  return replaces === undefined ? undefined : selectKeyByHash(tx, hashSecret(replaces));
}

/** Records each in the audit log of its workspace. */
async function endSessions(context: Context, tx: Transaction, keys: SessionKey[]): Promise<void> {
  for (const { workspace_id, id, member_id } of await deleteSessions(tx, keys)) {
    const isOwn = workspace_id === context.caller.workspaceId;
    await recordAudit(isOwn ? context : asMember(context, { workspace_id, member_id }), tx, {
      action: 'session.ended',
      target: { type: 'session', id },
      changes: { member_id: [member_id, null] },
    });
  }
}

const asMember = (
  services: Services,
  { workspace_id, member_id }: Pick<SessionKey, 'workspace_id' | 'member_id'>,
): Context => ({
  ...services,
  caller: { workspaceId: workspace_id, actor: { type: 'member', id: member_id }, scopes: [] },
});

/** A session, and whose it is. */
interface Found {
  caller: Caller;
  member: { id: string; email: string; name: string | null; role: MemberRole; timezone: string | null };
  workspace: { id: string; name: string; handle: string | null; timezone: string };
  session: { id: string };
  /** Why nobody may use the workspace now. */
  refusal: WorkspaceClosed | undefined;
}

/** Undefined for a session that has ended, and for a deactivated member. Once an hour, notes that it was seen. */
export async function findSession(services: Services, secret: string): Promise<Found | undefined> {
  const { database, clock, config } = services;
  const row = await selectSessionByHash(database, hashSecret(secret));
  const now = clock.now();
  if (!row || row.expires_at <= now) return undefined;
  const before = now - SEEN_EVERY_MS;
  if (row.seen_at <= before && !config.readOnly) {
    await updateSeen(database, row.workspace_id, row.id, { now, before });
  }
  const { member_id: id, email, name, role, timezone } = row;
  const caller = {
    workspaceId: row.workspace_id,
    actor: { type: 'member', id },
    scopes: scopesOf(role),
  } as const;
  const refusal = whyClosedFor(role, row);
  // Read here, because most sessions are of a workspace that is open.
  if (refusal) withBrand(refusal, brandOfClosed(await readBranding({ ...services, caller }, database)));
  return {
    caller,
    member: { id, email, name, role, timezone },
    workspace: {
      id: row.workspace_id,
      name: row.workspace_name,
      handle: row.handle,
      timezone: row.workspace_timezone,
    },
    session: { id: row.id },
    refusal,
  };
}

/** Newest first, times in milliseconds. */
export async function listSessions(
  { database, caller, clock }: Context,
  memberId: string,
): Promise<SessionRow[]> {
  const rows = await selectSessionsOf(database, caller.workspaceId, memberId);
  return rows.filter(({ expires_at }) => expires_at > clock.now());
}

/** Ends one of the caller's own sessions. */
export async function endSession(context: Context, sessionId: string): Promise<void> {
  const { database, caller } = context;
  await database.transaction(async (tx) => {
    const own = await selectSessionsOf(tx, caller.workspaceId, caller.actor.id);
    if (!own.some(({ id }) => id === sessionId)) throw notFound('Session');
    await endSessions(context, tx, [
      { workspace_id: caller.workspaceId, id: sessionId, member_id: caller.actor.id },
    ]);
  });
}

/** Ends the caller's own sessions, except the one they are using. */
export async function endOtherSessions(context: Context & { session: { id: string } }): Promise<void> {
  const { database, caller, session } = context;
  await database.transaction(async (tx) => {
    await lockMember(context, tx, caller.actor.id);
    await endAllExcept(context, tx, caller.actor.id, session.id);
  });
}

/** For admins: signs the member out everywhere. */
export async function endEverySession(context: Context, memberId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockMember(context, tx, memberId);
    await endSessionsOf(context, tx, memberId);
  });
}

/** Ends all sessions of a member. The caller has locked the member. */
export function endSessionsOf(context: Context, tx: Transaction, memberId: string): Promise<void> {
  return endAllExcept(context, tx, memberId, undefined);
}

async function endAllExcept(
  context: Context,
  tx: Transaction,
  memberId: string,
  keptId: string | undefined,
): Promise<void> {
  const { workspaceId } = context.caller;
  const all = await selectSessionsOf(tx, workspaceId, memberId);
  const ended = all.filter(({ id }) => id !== keptId);
  await endSessions(
    context,
    tx,
    ended.map(({ id }) => ({ workspace_id: workspaceId, id, member_id: memberId })),
  );
}

/** Removes what has expired, in all workspaces. */
export function sweepSessions({ clock }: Services): Sweep[] {
  return [
    sweepExpired(clock, 'sign-in links', deleteExpiredLinks),
    sweepExpired(clock, 'sessions', deleteExpiredSessions),
    sweepExpired(clock, 'sent forms', deleteExpiredForms),
  ];
}
