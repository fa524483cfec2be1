import type { Services } from '../../../context.ts';
import { RotaError } from '../../../errors.ts';
import type { Addressee, Arrival, Recipient } from '../../../mail-in/arrival.ts';
import { type StoredMail, storeMail } from '../../../mail-in/store.ts';
import { hasDue } from '../../../mail-in/store-queries.ts';
import { isBeingRemoved } from '../../workspace/workspaces/lifecycle.ts';

/** How many mails of a workspace may wait to be processed. Servers that send more are told to try again later. */
const MAX_WAITING = 10_000;
const FULL_RETRY_SECONDS = 60;

/**
 * Resolves once the mail is stored for good for every recipient. The same mail to the same address is stored once. Empty if it
 * only went to addresses that take nothing but answers, and answers nothing of ours.
 */
export async function receive(
  services: Services,
  arrival: Arrival<Addressee>,
  alongWith?: Parameters<typeof storeMail>[2],
): Promise<StoredMail[]> {
  const recipients = await resolveRecipients(services, arrival);
  if (recipients.length === 0) return [];
  const workspaceIds = new Set(recipients.map(({ workspace_id }) => workspace_id));
  for (const id of workspaceIds) {
    if (await hasDue(services.database, id, MAX_WAITING)) throw inboxFull();
  }
  return storeMail(services, { ...arrival, recipients }, alongWith);
}

/** Decides where a mail is stored. For addresses that only take answers, that is the workspace whose message it answers. */
async function resolveRecipients(
  services: Services,
  { recipients, raw, sender }: Arrival<Addressee>,
): Promise<Recipient[]> {
  const open = recipients.filter(
    (recipient) => recipient.target !== 'service' && !recipient.answers_only,
  ) as Recipient[];
  const closed = recipients.filter((recipient) => recipient.target === 'service' || recipient.answers_only);
  if (closed.length === 0) return open;
  const [{ readMail }, { workspaceAnswered }] = await Promise.all([
    import('../../../mail-in/read.ts'),
    import('./belonging.ts'),
  ]);
  const workspace_id = await workspaceAnswered(services, await readMail(raw, sender));
  if (workspace_id === undefined || (await isBeingRemoved(services, services.database, workspace_id)))
    return open;
  const own = closed.filter(
    (recipient) => recipient.target === 'service' || recipient.workspace_id === workspace_id,
  );
  return [...open, ...own.map(({ address }) => ({ target: 'workspace' as const, workspace_id, address }))];
}

const inboxFull = () =>
  new RotaError('unavailable', 'The service is temporarily unavailable', {
    retryAfter: FULL_RETRY_SECONDS,
    reason: 'too much mail of the workspace waits to be read',
  });
