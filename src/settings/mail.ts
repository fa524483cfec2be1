import { setting } from './setting.ts';
import {
  domain,
  domains,
  httpUrl,
  integer,
  listenAddress,
  networks,
  selector,
  signingKey,
  smtpUrl,
  text,
} from './values.ts';

/** The settings of mail in both directions, and of the models that write and read it. */
export const mailSettings = {
  mailDomain: setting({
    name: 'ROTA_MAIL_DOMAIN',
    fallback: 'rota.localhost',
    purpose:
      'The domain of the addresses that messages come from, those of teams such as `sales.acme@rota.localhost`. Mail to ' +
      'them is for Rota: docs/operate/inbound-mail.md tells how to lead it here.',
    read: domain,
  }),
  smtpUrl: setting({
    name: 'ROTA_SMTP_URL',
    purpose:
      'The mail server that sends messages, such as `smtp://user:password@mail.example.com:587` or `smtps://…`. It needs ' +
      '`ROTA_MAIL_DOMAIN`. The port is 587, or 465 for `smtps`, unless it is given. Over `smtp`, STARTTLS is required, unless the ' +
      'server is on this machine. Without this setting, messages are kept to be read, and none is sent.',
    secret: true,
    read: smtpUrl,
  }),
  dkimDomain: setting({
    name: 'ROTA_DKIM_DOMAIN',
    purpose:
      'The domain in whose name messages are signed (DKIM): that of `ROTA_MAIL_DOMAIN`, or one above it, such as `example.com` for ' +
      '`meet.example.com`. It goes with the next two; without them, Rota signs nothing. docs/operate/outbound-mail.md tells how.',
    read: domain,
  }),
  dkimSelector: setting({
    name: 'ROTA_DKIM_SELECTOR',
    purpose: 'The name of the key, under which its record is in DNS.',
    read: selector,
  }),
  dkimKey: setting({
    name: 'ROTA_DKIM_KEY',
    purpose: 'The private key: RSA with 2,048 to 4,096 bits, in PEM. `rota mail dkim FILE` makes one.',
    secret: true,
    read: signingKey,
  }),
  smtpListen: setting({
    name: 'ROTA_SMTP_LISTEN',
    purpose:
      'Where mail is taken over SMTP, such as `0.0.0.0:25`; `off` for nowhere. Without it: `127.0.0.1:2525` while `HOST` is a loopback ' +
      'address, else nowhere.',
    read: listenAddress,
  }),
  lmtpListen: setting({
    name: 'ROTA_LMTP_LISTEN',
    purpose:
      'Where a mail server of yours hands mail in over LMTP, such as `127.0.0.1:2424`. Without it: nowhere.',
    read: listenAddress,
  }),
  smtpTlsCert: setting({
    name: 'ROTA_SMTP_TLS_CERT',
    purpose:
      'A file with the certificate, and its chain, for STARTTLS on the port that takes mail. Without it, mail comes in unencrypted.',
    read: text,
  }),
  smtpTlsKey: setting({
    name: 'ROTA_SMTP_TLS_KEY',
    purpose: 'A file with its private key. Required with `ROTA_SMTP_TLS_CERT`.',
    read: text,
  }),
  smtpTrustedNetworks: setting({
    name: 'ROTA_SMTP_TRUSTED_NETWORKS',
    fallback: '127.0.0.0/8,::1',
    purpose:
      'Addresses or networks, separated by commas, whose mail is from whom it says, without DMARC. Mail that came through a server ' +
      'outside of them, by its `Received` lines, is checked all the same.',
    read: networks,
  }),
  smtpTrustedSealers: setting({
    name: 'ROTA_SMTP_TRUSTED_SEALERS',
    purpose:
      'Domains, separated by commas, that forward mail to Rota and change it, such as those of mailing lists: if their ARC seal is right ' +
      'and says that DMARC has passed, mail is from whom it says.',
    read: domains,
  }),
  inboxRetentionDays: setting({
    name: 'ROTA_INBOX_RETENTION_DAYS',
    fallback: '30',
    purpose:
      'Days that the header of a mail that came in is kept; all of it, if it could not be read. So long, the same mail is noticed if ' +
      'it comes again. What was read of it is kept with the other messages.',
    read: integer(1, 36_500),
  }),
  messageRetentionDays: setting({
    name: 'ROTA_MESSAGE_RETENTION_DAYS',
    fallback: '365',
    purpose: 'Days that messages are kept, but for those that are still to be sent.',
    read: integer(1, 36_500),
  }),
  requestRetentionDays: setting({
    name: 'ROTA_REQUEST_RETENTION_DAYS',
    purpose:
      'Days that meeting requests are kept once they are over, with everything that belongs to them. Without it, for good. ' +
      'A workspace can keep them, messages, events and audit entries for a shorter time.',
    read: integer(1, 36_500),
  }),
  writerUrl: setting({
    name: 'ROTA_WRITER_URL',
    purpose:
      'A chat endpoint that is compatible with that of OpenAI, such as `http://127.0.0.1:11434/v1`: it words the introductions of ' +
      'members, and reads replies that Rota does not understand. Without it, Rota composes them itself, and such replies go to the organizer.',
    read: httpUrl,
  }),
  writerModel: setting({
    name: 'ROTA_WRITER_MODEL',
    purpose: 'The model that it is asked for. Required with `ROTA_WRITER_URL`.',
    read: text,
  }),
  writerKey: setting({
    name: 'ROTA_WRITER_KEY',
    purpose: 'The key that it is asked with, if it needs one.',
    secret: true,
    read: text,
  }),
};
