// A draft as the row that it becomes, and what is read from the wire.
import { NOW } from '../../scripts/mail-samples.ts';
import { compose } from '../../src/mail-out/compose.ts';
import type { Draft } from '../../src/mail-out/drafts.ts';
import type { StoredMessage } from '../../src/mail-out/mime.ts';

export const BOUNCE_ADDRESS = 'b-1@rota.example.com';

export function storedMessage(draft: Draft): StoredMessage {
  const { subject, text, content } = compose(draft, NOW);
  return {
    id: 'msg_1',
    kind: draft.kind,
    sender_name: draft.from.name,
    sender_address: draft.from.address,
    recipient_name: draft.to.name,
    recipient_address: draft.to.address,
    reply_to: draft.reply_to,
    subject,
    text,
    content: JSON.stringify(content),
    invite: draft.invite?.text ?? null,
    invite_method: draft.invite?.method ?? null,
    invite_details: draft.invite?.details ? JSON.stringify(draft.invite.details) : null,
    message_id: '<msg_1@rota.example.com>',
    in_reply_to: null,
    thread: '[]',
    created_at: NOW,
  };
}

/** As they are written, unfolded. Throws for what is no header. */
export function headersIn(raw: string): Record<string, string> {
  const block = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll('\r\n ', ' ');
  return Object.fromEntries(
    block.split('\r\n').map((line) => {
      const [, name, value] = /^([A-Za-z-]+): (.+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`${JSON.stringify(line)} is no header`);
      return [name, value];
    }),
  );
}
