import type { Services } from '../../context.ts';
import { RotaError } from '../../errors.ts';
import type { Arrival } from '../../inbox/arrival.ts';
import { type StoredMail, storeMail } from '../../inbox/store.ts';
import { hasDue } from '../../inbox/store-queries.ts';

/** So much mail of a workspace may wait to be worked on. Whoever sends more tries again later. */
const MAX_WAITING = 10_000;
const FULL_RETRY_SECONDS = 60;

/** Resolves once the mail is stored for good, for every recipient. The same mail to the same address is stored once. */
export async function receive(
  services: Services,
  arrival: Arrival,
  alongWith?: Parameters<typeof storeMail>[2],
): Promise<StoredMail[]> {
  const workspaceIds = new Set(arrival.recipients.map(({ workspace_id }) => workspace_id));
  for (const id of workspaceIds) {
    if (await hasDue(services.database, id, MAX_WAITING)) throw inboxFull();
  }
  return storeMail(services, arrival, alongWith);
}

const inboxFull = () =>
  new RotaError('unavailable', 'The service is temporarily unavailable', {
    retryAfter: FULL_RETRY_SECONDS,
    reason: 'too much mail of the workspace waits to be read',
  });
