// Incoming mail as handwritten bytes.

export interface RawMail {
  from?: string;
  to?: string;
  subject?: string;
  /** Null for a mail without one. */
  messageId?: string | null;
  text?: string;
  /** More header lines, at the top. */
  headers?: string[];
}

let number = 0;

/** A plain mail from an outsider to the sales team. */
export function rawMail(mail: RawMail = {}): Buffer {
  number += 1;
  const { messageId = `<mail-${number}-${process.pid}@example.org>` } = mail;
  const lines = [
    ...(mail.headers ?? []),
    `From: ${mail.from ?? 'Grace Hopper <grace@example.org>'}`,
    `To: ${mail.to ?? 'sales.acme@rota.localhost'}`,
    `Subject: ${mail.subject ?? 'Product demo'}`,
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    'Date: Mon, 02 Mar 2026 09:00:00 +0000',
    '',
    ...(mail.text ?? 'Could we talk next week?').split('\n'),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}
