// What is in a mail that an SMTP server has taken.
import type { SmtpServer, TakenMail } from './smtp-server.ts';

/** The value of a header field on one line; empty without it. */
export const headerOf = ({ raw }: TakenMail, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\r\n\s+/g, ' ') ?? '';

export const lastTo = (server: SmtpServer, address: string) =>
  server.taken.findLast(({ to }) => to === address) as TakenMail;

/** Its part for calendars, with whole lines; empty without one. */
export function inviteIn({ raw }: TakenMail): string {
  const [, encoded = ''] = /Content-Type: text\/calendar[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
  return Buffer.from(encoded, 'base64')
    .toString()
    .replace(/\r\n[ \t]/g, '');
}
