import type { Context } from '../../context.ts';
import { validationError } from '../../errors.ts';
import type { Recipient } from '../../inbox/arrival.ts';
import { addressesOf, lookAt, returnPathOf } from '../../inbox/first-look.ts';
import { isLoopback } from '../../loopback.ts';
import { createNetworkCheck } from '../../networks.ts';
import { recordAudits } from '../audit-log/operations.ts';
import { getMessage } from '../messages/operations.ts';
import { recipientFor, recipientsAmong } from './addresses.ts';
import { receive } from './receive.ts';

/** Where servers note whom they have delivered to. Only without that, the mail itself says. */
const RECIPIENT_FIELDS = [
  ['delivered-to', 'x-original-to', 'envelope-to'],
  ['to', 'cc'],
];

export interface PostedMail {
  raw: Uint8Array;
  recipient: string | undefined;
  /** From the envelope; empty for a report. */
  sender: string | undefined;
  /** Of the server that handed the mail to whoever posts it. */
  client_address: string | undefined;
}

/** Takes a mail from a provider that posts it. Twice the same one is one message, and the first is shown. */
export async function postMail(context: Context & { clientAddress: string }, mail: PostedMail) {
  const recipients = await recipientsOf(context, mail);
  const arrival = {
    recipients,
    sender: mail.sender ?? (await senderOf(mail.raw)),
    client: { address: clientOf(context, mail), name: null },
    raw: mail.raw,
  };
  const stored = await receive(context, arrival, (tx, all) =>
    recordAudits(
      context,
      tx,
      all
        .filter(({ is_new }) => is_new)
        .map(({ id }) => ({ action: 'message.received', target: { type: 'message', id }, changes: {} })),
    ),
  );
  const ids = stored.map(({ id }) => id);
  return { data: await getMessage(context, ids[0] as string), meta: { message_ids: ids } };
}

/** Those of this workspace, at least one. */
async function recipientsOf(context: Context, mail: PostedMail): Promise<Recipient[]> {
  if (mail.recipient !== undefined) {
    const recipient = await recipientFor(context, mail.recipient, mail.sender);
    if (recipient === 'members_only') {
      throw validationError('recipient takes mail of members only, and sender is the address of none');
    }
    if (!isOwn(context, recipient)) {
      throw validationError('recipient is no address of this workspace that takes mail');
    }
    return [recipient];
  }
  for (const fields of RECIPIENT_FIELDS) {
    const ours = await recipientsAmong(context, await addressesOf(mail.raw, fields), mail.sender);
    const found = ours.filter((recipient) => isOwn(context, recipient));
    if (found.length > 0) return found;
  }
  throw validationError('recipient is required: the mail names no address of this workspace that takes mail');
}

function isOwn(
  { caller }: Context,
  recipient: Awaited<ReturnType<typeof recipientFor>>,
): recipient is Recipient {
  return typeof recipient === 'object' && recipient.workspace_id === caller.workspaceId;
}

async function senderOf(raw: Uint8Array): Promise<string> {
  return (await returnPathOf(raw)) ?? (await lookAt(raw)).from?.address ?? '';
}

/**
 * The address that the sender is checked with. One that was posted is no proof of a trusted network, nor is that of a proxy on this
 * machine. That of whoever posts is no more than that proof: a provider may send mail for the same domains that it posts mail of.
 */
function clientOf(
  { clientAddress, config, proxy }: Context & { clientAddress: string },
  { client_address }: PostedMail,
): string | null {
  const isTrusted = createNetworkCheck(config.smtpTrustedNetworks);
  if (client_address !== undefined) return isTrusted(client_address) ? null : client_address;
  return isTrusted(clientAddress) && !(proxy.isSeen && isLoopback(clientAddress)) ? clientAddress : null;
}
