import type { Context, Services } from '../../../context.ts';
import { idOf } from '../../../ids.ts';
import type { Addressee, Recipient, Target } from '../../../mail-in/arrival.ts';
import { selectWorkspaceOfMessage } from '../../../mail-out/incoming-queries.ts';
import { readToken } from '../../../tokens/link-tokens.ts';
import { findTeamReachedBy, hasHadSlug } from '../../turns/teams/operations.ts';
import { isBeingRemoved } from '../../workspace/workspaces/lifecycle.ts';
import { findWorkspaceByHandle } from '../../workspace/workspaces/operations.ts';
import { workspaceAddress } from '../../workspace/workspaces/rules.ts';
import { findVisit } from '../requests/operations.ts';

/** The part before the @ in our addresses. SMTP allows 64 characters. */
const NAME = /^[0-9a-z.-]{1,64}$/;
/** As many as a mail may have recipients over SMTP. Further ones are not looked up. */
const MAX_OURS = 20;

/**
 * What an address stands for; undefined if it isn't ours or takes no mail. The answer is the same for every sender: a refusal
 * that depended on the sender would reveal who is a member.
 */
export async function recipientFor(services: Services, address: string): Promise<Addressee | undefined> {
  const { mailDomain } = services.config;
  const folded = address.toLowerCase();
  const at = folded.lastIndexOf('@');
  const name = folded.slice(0, at);
  if (!NAME.test(name) || folded.slice(at + 1) !== mailDomain) return undefined;
  if (folded === workspaceAddress(null, mailDomain)) return { target: 'service', address: folded };
  const found = (await targetOfToken(services, name)) ?? (await targetOfName(services, name));
  // A closed workspace still receives mail, which waits there.
  if (!found || (await isBeingRemoved(services, services.database, found.workspace_id))) return undefined;
  return { ...found, address: folded };
}

/** Our own among these addresses, each once. */
export async function recipientsAmong(services: Services, addresses: string[]): Promise<Addressee[]> {
  const domain = `@${services.config.mailDomain}`;
  const folded = new Set(addresses.map((address) => address.toLowerCase()));
  const found: Addressee[] = [];
  for (const address of [...folded].filter((each) => each.endsWith(domain)).slice(0, MAX_OURS)) {
    const recipient = await recipientFor(services, address);
    if (recipient) found.push(recipient);
  }
  return found;
}

/** `re-…` is for a participant's answers, `b-…` for reports about a message. */
async function targetOfToken({ database, secrets }: Services, name: string): Promise<Target | undefined> {
  const [, prefix, token] = /^(re|b)-([0-9a-z]+)$/.exec(name) ?? [];
  if (prefix === undefined || token === undefined) return undefined;
  if (prefix === 're') {
    const named = readToken(secrets.linkKeys(), 'reply', token);
    const visit = named && (await findVisit(database, idOf('meetingRequest', named.ulid), named.place));
    return (
      visit && { target: 'reply', workspace_id: visit.workspace_id, request_id: visit.id, place: named.place }
    );
  }
  const named = readToken(secrets.linkKeys(), 'bounce', token);
  if (!named) return undefined;
  const id = idOf('message', named.ulid);
  const workspaceId = await selectWorkspaceOfMessage(database, id);
  return workspaceId === undefined
    ? undefined
    : { target: 'bounce', workspace_id: workspaceId, message_id: id };
}

/** `{slug}.{handle}` is a team, `{handle}` the workspace. Neither slugs nor handles have dots. */
async function targetOfName(
  services: Services,
  name: string,
): Promise<(Target & Pick<Recipient, 'answers_only'>) | undefined> {
  const { database } = services;
  const [first = '', second, ...others] = name.split('.');
  if (others.length > 0) return undefined;
  const workspaceId = await findWorkspaceByHandle(database, second ?? first);
  if (workspaceId === undefined) return undefined;
  if (second === undefined) return { target: 'workspace', workspace_id: workspaceId };
  const context = asInbox(services, workspaceId);
  const teamId = await findTeamReachedBy(context, database, first);
  if (teamId !== undefined) return { target: 'team', workspace_id: workspaceId, team_id: teamId };
  // A team that is inactive now may have sent invitations from this address.
  return (await hasHadSlug(context, database, first))
    ? { target: 'workspace', workspace_id: workspaceId, answers_only: true }
    : undefined;
}

/** The actor in the audit log, where no other is known: `inbox` of the system. */
export function asInbox(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'inbox' }, scopes: [] } };
}
