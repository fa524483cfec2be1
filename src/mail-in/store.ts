import type { Services } from '../context.ts';
import type { MessageKind } from '../mail-out/drafts.ts';
import { insertIncoming } from '../mail-out/incoming-queries.ts';
import { type Removal, removeInBatches } from '../storage/batches.ts';
import { ConstraintViolation, type Transaction } from '../storage/database.ts';
import { onOneLine } from '../text/plain-text.ts';
import type { Arrival, Recipient, Target } from './arrival.ts';
import { type HeaderSummary, summarizeHeader } from './header-summary.ts';
import { countStored } from './quota.ts';
import { deleteMails, insertMail, selectEarlier } from './store-queries.ts';

/** The notification that wakes the engines. */
export const INBOX_DUE = 'inbox_due';

/** Another node may store the same mail at the same time. The second attempt finds it. */
const MAX_ATTEMPTS = 3;

export interface StoredMail {
  /** The id of its row in `messages`. */
  id: string;
  address: string;
  /** False if it had already come. */
  is_new: boolean;
}

/**
 * Stores a mail for all of its recipients, or for none. It is due at once. `alongWith` runs in the same transaction. Throws
 * `InboxFull` if a workspace has taken as much as it may in a day.
 */
export async function storeMail(
  services: Services,
  arrival: Arrival,
  alongWith: (tx: Transaction, stored: StoredMail[]) => Promise<void> = async () => {},
): Promise<StoredMail[]> {
  const summary = await summarizeHeader(arrival.raw);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.database.transaction(async (tx) => {
        const stored = await storeWithin(services, tx, arrival, summary);
        await alongWith(tx, stored);
        return stored;
      });
    } catch (error) {
      const isRace = error instanceof ConstraintViolation && error.constraint === 'inbox_once';
      if (!isRace || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function storeWithin(
  services: Services,
  tx: Transaction,
  { recipients, sender, client, raw }: Arrival,
  summary: HeaderSummary,
): Promise<StoredMail[]> {
  const { clock, ids } = services;
  const now = clock.now();
  const stored: StoredMail[] = [];
  const added: Recipient[] = [];
  for (const recipient of inOrder(recipients)) {
    const { workspace_id, address } = recipient;
    const earlier = await selectEarlier(tx, workspace_id, address, summary.key);
    const id = earlier ?? ids('message');
    stored.push({ id, address, is_new: earlier === undefined });
    if (earlier !== undefined) continue;
    added.push(recipient);
    await insertIncoming(tx, workspace_id, {
      id,
      request_id: recipient.target === 'reply' ? recipient.request_id : null,
      place: recipient.target === 'reply' ? recipient.place : null,
      kind: kindOf[recipient.target],
      sender_name: summary.from?.name ?? null,
      sender_address: summary.from?.address ?? onOneLine(sender),
      recipient_address: address,
      subject: summary.subject,
      message_id: summary.message_id ?? '',
      in_reply_to: summary.in_reply_to,
      thread: JSON.stringify(summary.references),
      created_at: now,
    });
    await insertMail(tx, workspace_id, {
      id,
      ...targetColumns(recipient),
      recipient_address: address,
      message_key: summary.key,
      envelope_sender: onOneLine(sender),
      client_address: client.address,
      client_name: client.name === null ? null : onOneLine(client.name),
      received_at: now,
      due_at: now,
      raw,
    });
  }
  await countStored(services, tx, added, raw.length);
  if (added.length > 0) tx.notify(INBOX_DUE);
  return stored;
}

/** Each target once: a team has former addresses, too. Always in the same order, so that no two nodes wait for each other. */
function inOrder(recipients: Recipient[]): Recipient[] {
  const sorted = recipients.toSorted((one, other) => (one.address < other.address ? -1 : 1));
  const targets = new Map(
    sorted.map((recipient) => [
      JSON.stringify([recipient.workspace_id, targetColumns(recipient)]),
      recipient,
    ]),
  );
  return [...targets.values()];
}

function targetColumns(target: Target) {
  const place = target.target === 'reply' ? target.place : null;
  return { target: target.target, target_id: targetId(target), place };
}

function targetId(target: Target): string | null {
  switch (target.target) {
    case 'team':
      return target.team_id;
    case 'reply':
      return target.request_id;
    case 'bounce':
      return target.message_id;
    case 'workspace':
      return null;
  }
}

/** The kind of a message until it is read. */
const kindOf: Record<Target['target'], MessageKind> = {
  team: 'request',
  workspace: 'request',
  reply: 'reply',
  bounce: 'bounce',
};

/** Deletes processed mail that came before the id. False if it was cut short. */
export function removeMails(removal: Removal, workspaceId: string, before: string): Promise<boolean> {
  return removeInBatches(removal, (tx, after) => deleteMails(tx, workspaceId, { after, before }));
}
