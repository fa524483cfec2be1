import type { Context } from '../../../context.ts';
import { validationError } from '../../../errors.ts';
import type { Addressee, Recipient } from '../../../mail-in/arrival.ts';
import { addressesOf, returnPathOf, summarizeHeader } from '../../../mail-in/header-summary.ts';
import { createNetworkCheck, isLoopback } from '../../../text/networks.ts';
import { recordAudits } from '../../workspace/audit-log/operations.ts';
import { getMessage } from '../messages/operations.ts';
import { recipientFor, recipientsAmong } from './addresses.ts';
import { receive } from './receive.ts';

/** Headers in which servers note the recipient. The mail's own headers count only without those. */
const RECIPIENT_FIELDS = [
  ['delivered-to', 'x-original-to', 'envelope-to'],
  ['to', 'cc'],
];

export interface PostedMail {
  raw: Uint8Array;
  recipient: string | undefined;
  /** The envelope sender; empty for a delivery report. */
  sender: string | undefined;
  /** The address of the server that delivered the mail to whoever posts it. */
  client_address: string | undefined;
}

/** Takes a mail that a provider posts. The same mail posted again returns the first message. */
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
  const [first, ...others] = stored.map(({ id }) => id);
  if (first === undefined) throw noSuchRecipient();
  return { data: await getMessage(context, first), meta: { message_ids: [first, ...others] } };
}

/** The recipients in this workspace. Refuses a mail without any. */
async function recipientsOf(context: Context, mail: PostedMail): Promise<Recipient[]> {
  if (mail.recipient !== undefined) {
    const recipient = await recipientFor(context, mail.recipient);
    const own = recipient && ownOf(context, recipient);
    if (!own) throw noSuchRecipient();
    return [own];
  }
  for (const fields of RECIPIENT_FIELDS) {
    const ours = await recipientsAmong(context, await addressesOf(mail.raw, fields));
    const found = ours.flatMap((recipient) => ownOf(context, recipient) ?? []);
    if (found.length > 0) return found;
  }
  throw validationError('recipient is required: the mail names no address of this workspace that takes mail');
}

/** Undefined for an address of another workspace. */
function ownOf({ caller }: Context, recipient: Addressee): Recipient | undefined {
  const { workspaceId: workspace_id } = caller;
  if (recipient.target === 'service') {
    return { target: 'workspace', workspace_id, address: recipient.address, answers_only: true };
  }
  return recipient.workspace_id === workspace_id ? recipient : undefined;
}

const noSuchRecipient = () =>
  validationError('recipient is not an address of this workspace that takes mail');

async function senderOf(raw: Uint8Array): Promise<string> {
  return (await returnPathOf(raw)) ?? (await summarizeHeader(raw)).from?.address ?? '';
}

/**
 * The IP address used to check the sender. A posted one can't prove a trusted network, nor can that of a proxy on this machine.
 * The caller's own address counts only as that proof: a provider may send mail for the same domains whose mail it posts here.
 */
function clientOf(
  { clientAddress, config, proxy }: Context & { clientAddress: string },
  { client_address }: PostedMail,
): string | null {
  const isTrusted = createNetworkCheck(config.smtpTrustedNetworks);
  if (client_address !== undefined) return isTrusted(client_address) ? null : client_address;
  return isTrusted(clientAddress) && !(proxy.isSeen && isLoopback(clientAddress)) ? clientAddress : null;
}
