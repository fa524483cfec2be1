import type { Logger } from 'pino';
import type { Context, Services } from '../../../context.ts';
import { formatTimestamp, MINUTE_MS } from '../../../time/timestamps.ts';
import { repeatingWorker, type Worker } from '../../../workers/worker.ts';
import { announceAll } from '../../events/events/announce.ts';
import { findWorkspacesWithNotices, takeNotices } from '../../workspace/api-keys/expiry.ts';
import { tellAdmins } from './admins.ts';

const EVERY_MS = MINUTE_MS;

/** Announces keys that expire soon, and writes to admins. */
export function createKeyNotices({ services, log }: { services: Services; log: Logger }): Worker {
  let isStopping = false;
  const worker = repeatingWorker('key notices', services.clock, EVERY_MS, () =>
    announceExpiringKeys(services, () => isStopping).catch((error) =>
      log.warn({ err: error }, 'expiring keys not announced yet; will retry'),
    ),
  );
  return {
    ...worker,
    stop() {
      isStopping = true;
      return worker.stop();
    },
  };
}

/** Handles each workspace in separate transactions, so that none holds up the others. */
export async function announceExpiringKeys(
  services: Services,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (const workspaceId of await findWorkspacesWithNotices(services)) {
    while (!isStopping() && (await announceSome(asNotices(services, workspaceId)))) {
      // A workspace may have more than one batch.
    }
  }
}

/** Marks, announces and mails in one transaction. Returns whether there is more to do. */
function announceSome(context: Context): Promise<boolean> {
  return context.storage.background.transaction(async (tx) => {
    const { due, mailed, hasMore } = await takeNotices(context, tx);
    if (mailed.length > 0) {
      await tellAdmins(context, tx, 'api-keys', { kind: 'keys_expiring', keys: mailed });
    }
    await announceAll(
      context,
      tx,
      due.map(({ id, name, expires_at }) => ({
        event: 'api_key.expiring',
        id,
        name,
        expires_at: formatTimestamp(expires_at),
      })),
    );
    return hasMore;
  });
}

function asNotices(services: Services, workspaceId: string): Context {
  return { ...services, caller: { workspaceId, actor: { type: 'system', id: 'notices' }, scopes: [] } };
}
