// Hands in mails over SMTP, as mail servers do: each on a connection of its own.
import { connect } from 'node:net';
import { tellParent } from './children.ts';
import { now } from './clock.ts';

/** Enough for the 100 ms wait before each greeting (against bots) not to be the bottleneck. */
const AT_ONCE = 150;

export interface Inbound {
  port: number;
  to: string;
  /** The number of the first mail. Each mail has a different sender. */
  from: number;
  count: number;
}

/** A mail as mail programs write it, with text and HTML. */
function mailOf(number: number, to: string): string {
  const boundary = `=_${number}`;
  return [
    `From: Guest ${number} <guest-${number}@example.org>`,
    `To: ${to}`,
    `Subject: Product demo ${number}`,
    `Message-ID: <${number}.${process.pid}@example.org>`,
    'Date: Mon, 16 Nov 2026 09:30:00 +0000',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Hello,',
    '',
    'could we talk for 45 minutes about how your product fits our team=E2=80=99s way of wo=',
    'rking?',
    '',
    'Best regards',
    `Guest ${number}`,
    '',
    `--${boundary}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    '<div dir="ltr">Hello,<br><br>could we talk for 45 minutes about how your product fits our team&rsquo;s way of working?</div>',
    `<div>Best regards<br>Guest ${number}</div>`,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** Resolves once the mail was accepted. */
function handIn(port: number, to: string, number: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = [
      'EHLO client.example.org',
      `MAIL FROM:<guest-${number}@example.org>`,
      `RCPT TO:<${to}>`,
      'DATA',
      `${mailOf(number, to)}\r\n.`,
      'QUIT',
    ];
    const socket = connect({ port, host: '127.0.0.1' }).setNoDelay().setEncoding('latin1');
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (;;) {
        const [reply] = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text) ?? [];
        if (reply === undefined) return;
        text = text.slice(reply.length);
        if (!/^[23]/.test(reply)) return void socket.destroy(new Error(`The mail was not taken: ${reply}`));
        const line = lines.shift();
        if (line !== undefined) socket.write(`${line}\r\n`);
      }
    });
    socket.on('error', reject);
    socket.on('close', () =>
      lines.length === 0 ? resolve() : reject(new Error('The connection was closed')),
    );
  });
}

process.on('message', async ({ port, to, from, count }: Inbound) => {
  const start = now();
  let next = from;
  const senders = Array.from({ length: AT_ONCE }, async () => {
    for (let number = next++; number < from + count; number = next++) await handIn(port, to, number);
  });
  await Promise.all(senders);
  tellParent({ ms: now() - start });
});
tellParent({ ready: true });
