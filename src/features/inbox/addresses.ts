import type { Context, Services } from '../../context.ts';
import { isEmail } from '../../emails.ts';
import { idOf } from '../../ids.ts';
import type { Recipient, Target } from '../../inbox/arrival.ts';
import { selectWorkspaceOfMessage } from '../../mail/incoming-queries.ts';
import { readToken } from '../../tokens.ts';
import { findVisit } from '../meeting-requests/visits.ts';
import { findMemberByEmail } from '../members/operations.ts';
import { findTeamReachedBy } from '../teams/operations.ts';
import { isBeingRemoved } from '../workspaces/lifecycle.ts';
import { findWorkspaceByHandle } from '../workspaces/operations.ts';

/** Whatever is before the @ of our addresses. 64 characters are SMTP's limit. */
const NAME = /^[0-9a-z.-]{1,64}$/;
/** Of one mail, as many as it may have recipients over SMTP: further ones are not looked up. */
const MAX_OURS = 20;

/**
 * What an address stands for. `unknown` if it is not ours or takes no mail. `members_only`: the sender is nobody of the workspace.
 * Without a sender, as for reports, nobody is refused.
 */
export async function recipientFor(
  services: Services,
  address: string,
  sender = '',
): Promise<Recipient | 'unknown' | 'members_only'> {
  const folded = address.toLowerCase();
  const at = folded.lastIndexOf('@');
  const name = folded.slice(0, at);
  if (!NAME.test(name) || folded.slice(at + 1) !== services.config.mailDomain) return 'unknown';
  const target = (await targetOfToken(services, name)) ?? (await targetOfName(services, name));
  if (!target) return 'unknown';
  // Mail to a workspace that is only held waits in it.
  if (await isBeingRemoved(services, services.database, target.workspace_id)) return 'unknown';
  if (target.target === 'workspace' && !(await isOpenTo(services, target, sender))) return 'members_only';
  return { ...target, address: folded };
}

/** Those that are ours, each once. */
export async function recipientsAmong(
  services: Services,
  addresses: string[],
  sender?: string,
): Promise<Recipient[]> {
  const domain = `@${services.config.mailDomain}`;
  const folded = new Set(addresses.map((address) => address.toLowerCase()));
  const found: Recipient[] = [];
  for (const address of [...folded].filter((one) => one.endsWith(domain)).slice(0, MAX_OURS)) {
    const recipient = await recipientFor(services, address, sender);
    if (typeof recipient !== 'string') found.push(recipient);
  }
  return found;
}

/** `re-…` for the answers of a participant, `b-…` for reports about a message. */
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
async function targetOfName(services: Services, name: string): Promise<Target | undefined> {
  const { database } = services;
  const [first = '', second, ...others] = name.split('.');
  if (others.length > 0) return undefined;
  const workspaceId = await findWorkspaceByHandle(database, second ?? first);
  if (workspaceId === undefined) return undefined;
  if (second === undefined) return { target: 'workspace', workspace_id: workspaceId };
  const teamId = await findTeamReachedBy(asInbox(services, workspaceId), database, first);
  return teamId === undefined ? undefined : { target: 'team', workspace_id: workspaceId, team_id: teamId };
}

async function isOpenTo(services: Services, { workspace_id }: Target, sender: string): Promise<boolean> {
  if (sender === '') return true;
  if (!isEmail(sender)) return false;
  const member = await findMemberByEmail(asInbox(services, workspace_id), services.database, sender);
  return member?.deactivated_at === null;
}

/** The audit log names `inbox` of the system as the actor, where nobody else is known. */
export function asInbox(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'inbox' }, scopes: [] } };
}
