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
      'The domain of the addresses that messages come from, such as `sales.acme@rota.localhost` for a team. Mail to these ' +
      'addresses is for Rota: see docs/operate/inbound-mail.md for how to route it here.',
    read: domain,
  }),
  smtpUrl: setting({
    name: 'ROTA_SMTP_URL',
    purpose:
      'The mail server that sends messages, such as `smtp://user:password@mail.example.com:587` or `smtps://…`. Requires ' +
      '`ROTA_MAIL_DOMAIN`. The port defaults to 587, or 465 for `smtps`. Over `smtp`, STARTTLS is required, unless the server is on ' +
      'this machine. Without this setting, messages are kept for you to read, and none is sent.',
    secret: true,
    read: smtpUrl,
  }),
  dkimDomain: setting({
    name: 'ROTA_DKIM_DOMAIN',
    purpose:
      'The domain that messages are signed for (DKIM): that of `ROTA_MAIL_DOMAIN`, or one above it, such as `example.com` for ' +
      '`meet.example.com`. Set it together with the next two; without them, Rota signs nothing. See docs/operate/outbound-mail.md.',
    read: domain,
  }),
  dkimSelector: setting({
    name: 'ROTA_DKIM_SELECTOR',
    purpose: 'The name of the key, which is part of the name of its DNS record.',
    read: selector,
  }),
  dkimKey: setting({
    name: 'ROTA_DKIM_KEY',
    purpose: 'The private key: RSA with 2,048 to 4,096 bits, in PEM. `rota mail dkim FILE` creates one.',
    secret: true,
    read: signingKey,
  }),
  smtpListen: setting({
    name: 'ROTA_SMTP_LISTEN',
    purpose:
      'The address to accept mail at over SMTP, such as `0.0.0.0:25`; `off` for none. Defaults to `127.0.0.1:2525` if `HOST` is a ' +
      'loopback address, otherwise to none.',
    read: listenAddress,
  }),
  lmtpListen: setting({
    name: 'ROTA_LMTP_LISTEN',
    purpose:
      'The address to accept mail at from your own mail server over LMTP, such as `127.0.0.1:2424`. By default, none.',
    read: listenAddress,
  }),
  smtpTlsCert: setting({
    name: 'ROTA_SMTP_TLS_CERT',
    purpose:
      'A file with the certificate and its chain, for STARTTLS on the port that accepts mail. Without it, mail arrives unencrypted.',
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
      'Addresses or networks, separated by commas, whose mail is trusted to be from whom it says, without DMARC. Mail that came ' +
      'through a server outside them, according to its `Received` lines, is still checked.',
    read: networks,
  }),
  smtpTrustedSealers: setting({
    name: 'ROTA_SMTP_TRUSTED_SEALERS',
    purpose:
      'Domains, separated by commas, that forward mail to Rota and change it, such as those of mailing lists. If their ARC seal is ' +
      'valid and says that DMARC passed, the mail is trusted to be from whom it says.',
    read: domains,
  }),
  inboxRetentionDays: setting({
    name: 'ROTA_INBOX_RETENTION_DAYS',
    fallback: '30',
    purpose:
      'Days that the headers of inbound mail are kept, or the whole mail if it could not be read. During that time, the same mail is ' +
      'recognised if it arrives again. What was read of it is kept with the other messages.',
    read: integer(1, 36_500),
  }),
  messageRetentionDays: setting({
    name: 'ROTA_MESSAGE_RETENTION_DAYS',
    fallback: '365',
    purpose: 'Days that messages are kept, except those still to be sent.',
    read: integer(1, 36_500),
  }),
  requestRetentionDays: setting({
    name: 'ROTA_REQUEST_RETENTION_DAYS',
    purpose:
      'Days that meeting requests are kept once they are over, with everything that belongs to them. By default, for good. ' +
      'A workspace can keep them, messages, events and audit entries for a shorter time.',
    read: integer(1, 36_500),
  }),
  writerUrl: setting({
    name: 'ROTA_WRITER_URL',
    purpose:
      'An OpenAI-compatible chat endpoint, such as `http://127.0.0.1:11434/v1`, that writes the introductions of members and reads ' +
      'replies that Rota does not understand. Without it, Rota writes introductions itself, and such replies go to the organizer.',
    read: httpUrl,
  }),
  writerModel: setting({
    name: 'ROTA_WRITER_MODEL',
    purpose: 'The name of the model to use there. Required with `ROTA_WRITER_URL`.',
    read: text,
  }),
  writerKey: setting({
    name: 'ROTA_WRITER_KEY',
    purpose: 'The API key for that endpoint, if it needs one.',
    secret: true,
    read: text,
  }),
};
