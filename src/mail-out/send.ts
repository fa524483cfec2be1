import { ulidOf } from '../ids.ts';
import type { HoldsClaim } from '../outbox/channel.ts';
import { type LinkKeys, makeToken } from '../tokens/link-tokens.ts';
import { type Signing, signed } from './dkim.ts';
import { stopUrl, withSignInLink } from './links.ts';
import { toMime, type WireMessage } from './mime.ts';
import type { ClaimedMessage } from './queries.ts';
import type { MailResult } from './record.ts';
import { createSmtp, type SmtpOptions } from './smtp.ts';

interface SenderOptions extends SmtpOptions {
  linkKeys: () => LinkKeys;
  mailDomain: string;
  /** Without it, messages leave unsigned. */
  signing: Signing | undefined;
  /** Where links lead. */
  serviceUrl: () => string;
}

/** Sends stored messages. */
export function createSender({ linkKeys, mailDomain, signing, serviceUrl, ...options }: SenderOptions) {
  const smtp = createSmtp(options);

  /** Names the message, so that a report of failure can be matched with it. */
  function bounceAddressOf({ id }: ClaimedMessage): string {
    return `b-${makeToken(linkKeys(), 'bounce', { ulid: ulidOf(id), place: 0 })}@${mailDomain}`;
  }

  /**
   * Of reminders, which Rota sends of its own accord. Not of offers: most auto-responders keep quiet for anything with such a header, and
   * an out-of-office reply to an offer is worth having.
   */
  function stopUrlOf({ kind, request_id, place }: ClaimedMessage): string | null {
    if (kind !== 'follow_up' || request_id === null || place === null) return null;
    return stopUrl(serviceUrl(), linkKeys(), { request_id, place });
  }

  /** With what is not stored. */
  function complete(message: ClaimedMessage): ClaimedMessage {
    if (message.kind !== 'sign_in') return message;
    const { id, text, content } = message;
    const filled = (stored: string) => withSignInLink(stored, linkKeys(), id);
    return { ...message, text: filled(text), content: content && filled(content) };
  }

  /** Signed for each attempt: after a rotation, what waited is signed with the new key. */
  async function onTheWire(message: ClaimedMessage): Promise<WireMessage> {
    const { envelope, raw } = toMime(complete(message), bounceAddressOf(message), stopUrlOf(message));
    return { envelope, raw: signing ? await signed(raw, signing) : raw };
  }

  return {
    send: async (message: ClaimedMessage, holdsClaim: HoldsClaim): Promise<MailResult> =>
      smtp.send({ ...(await onTheWire(message)), holdsClaim }),
    close: smtp.close,
  };
}

export type Sender = ReturnType<typeof createSender>;
