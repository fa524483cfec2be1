import type { Services } from '../../../context.ts';
import { isId } from '../../../ids.ts';
import type { Mail } from '../../../mail-in/mail.ts';
import { selectWorkspaceOfMessage } from '../../../mail-out/incoming-queries.ts';
import { findVisit } from '../requests/operations.ts';
import { answeredIn, reportedIn } from './facts.ts';
import { requestIn } from './rules.ts';

/**
 * The workspace of what a mail answers or reports about: a message of ours, or an invite. Undefined for a mail about nothing of ours.
 * Whether it counts is decided later, when it is read.
 */
export async function workspaceAnswered(
  { database, config }: Services,
  mail: Mail,
): Promise<string | undefined> {
  const requestId = mail.nature.nature === 'calendar' ? requestIn(mail.nature.reply) : undefined;
  if (requestId !== undefined) return (await findVisit(database, requestId, 0))?.workspace_id;
  const ids = [...reportedIn(mail, config.mailDomain), ...answeredIn(mail, config.mailDomain)];
  for (const id of ids.filter((one) => isId('message', one))) {
    const workspaceId = await selectWorkspaceOfMessage(database, id);
    if (workspaceId !== undefined) return workspaceId;
  }
  return undefined;
}
