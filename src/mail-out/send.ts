import { ulidOf } from '../ids.ts';
import type { HoldsClaim } from '../outbox/channel.ts';
import { type LinkKeys, makeToken } from '../tokens/link-tokens.ts';
import { type Signing, signed } from './dkim.ts';
import { hasSignInLink } from './drafts.ts';
import { stopUrl, withSignInLink } from './links.ts';
import type { createLogos } from './logos.ts';
import { toMime, type WireMessage } from './mime.ts';
import type { ClaimedMessage } from './queries.ts';
import type { MailResult } from './record.ts';
import { createSmtp, type SmtpOptions } from './smtp.ts';

interface SenderOptions extends SmtpOptions {
  linkKeys: () => LinkKeys;
  mailDomain: string;
  /** Without it, messages aren't signed. */
  signing: Signing | undefined;
  /** The base of links. */
  serviceUrl: () => string;
  findLogo: ReturnType<typeof createLogos>;
}

/** Sends stored messages. */
export function createSender({
  linkKeys,
  mailDomain,
  signing,
  serviceUrl,
  findLogo,
  ...options
}: SenderOptions) {
  const smtp = createSmtp(options);

  /** Names the message, so that a bounce can be matched with it. */
  function bounceAddressOf({ id }: ClaimedMessage): string {
    return `b-${makeToken(linkKeys(), 'bounce', { ulid: ulidOf(id), place: 0 })}@${mailDomain}`;
  }

  /**
   * Only for reminders, which nobody asked for. Not for offers: most auto-responders ignore mail with this header, and an
   * out-of-office reply to an offer is useful.
   */
  function stopUrlOf({ kind, request_id, place }: ClaimedMessage): string | null {
    if (kind !== 'follow_up' || request_id === null || place === null) return null;
    return stopUrl(serviceUrl(), linkKeys(), { request_id, place });
  }

  /** Adds what isn't stored: the sign-in link. */
  function complete(message: ClaimedMessage): ClaimedMessage {
    if (!hasSignInLink(message.kind)) return message;
    const { id, text, content } = message;
    const filled = (stored: string) => withSignInLink(stored, linkKeys(), id);
    return { ...message, text: filled(text), content: content && filled(content) };
  }

  /** Signs for each attempt, so that after a key rotation, waiting messages get the new key. */
  async function onTheWire(message: ClaimedMessage): Promise<WireMessage> {
    const extras = {
      stopUrl: stopUrlOf(message),
      logo: await findLogo(message.workspace_id, message.content),
    };
    const { envelope, raw } = toMime(complete(message), bounceAddressOf(message), extras);
    return { envelope, raw: signing ? await signed(raw, signing) : raw };
  }

  return {
    send: async (message: ClaimedMessage, holdsClaim: HoldsClaim): Promise<MailResult> =>
      smtp.send({ ...(await onTheWire(message)), holdsClaim }),
    close: smtp.close,
  };
}

export type Sender = ReturnType<typeof createSender>;
