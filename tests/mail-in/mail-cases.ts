import type { Nature } from '../../src/mail-in/mail.ts';

export interface MailCase {
  file: string;
  /** Human, if nothing is said. */
  nature?: Nature;
  reply?: string;
  is_interleaved?: true;
  is_encrypted?: true;
}

const UID = 'mr_01KBM8P1KWG8Q4T7M2N6P0R1S0@rota.example.org';
const MESSAGE_ID = '<msg_01KBM8P1KWG8Q4T7M2N6P0R1S0@rota.example.org>';

const calendar = (
  attendance: 'accepted' | 'declined' | 'tentative',
  sequence: number,
  comment: string | null = null,
): Nature => ({
  nature: 'calendar',
  reply: {
    ...{ method: 'REPLY', uid: UID, sequence, attendee: 'grace@example.com', attendance },
    starts_at: Date.parse('2026-11-18T09:30:00+01:00'),
    ends_at: Date.parse('2026-11-18T10:00:00+01:00'),
    comment,
  },
});

const bounce = (
  kind: 'failed' | 'delayed',
  code: string | null,
  text: string,
  original_message_id: string | null = MESSAGE_ID,
): Nature => ({
  nature: 'bounce',
  bounce: { kind, recipient: 'grace@example.com', code, text, original_message_id },
});

/** What each mail in `mails/` is. */
export const mailCases: MailCase[] = [
  { file: 'gmail', reply: 'Option 2 works for me, thanks!' },
  { file: 'gmail-phone-de', reply: 'Mittwoch passt gut, also Nummer 2.' },
  { file: 'outlook', reply: 'Hi Ada,\n\nthe first one doesn’t work, but Friday at 16:00 is fine.' },
  { file: 'outlook-html-only', reply: 'The second one is perfect.' },
  {
    file: 'outlook-web-de',
    reply:
      'Guten Tag,\n\nleider geht keiner der Termine, nächste Woche ist mir aber jeder Tag für eine halbe Stunde recht.',
  },
  { file: 'outlook-phone', reply: '1 or 3' },
  { file: 'outlook-phone-fr', reply: 'Bonjour,\n\nOption 2' },
  { file: 'apple-mail', reply: 'None of these work for me, sorry. Any time after 27 November is fine.' },
  { file: 'ios-de', reply: 'Ja, die 3 bitte' },
  {
    file: 'thunderbird-de',
    reply: 'Das geht leider nicht, da bin ich noch im Zug.\n\nGern am Freitag.',
    is_interleaved: true,
  },
  { file: 'yahoo', reply: 'Wednesday is good' },
  { file: 'yahoo-android', reply: 'Wednesday is good' },
  {
    file: 'exchange-de',
    reply: 'Sehr geehrte Frau Lovelace,\n\nTermin 1 passt, Termin 3 wäre auch möglich.',
  },
  { file: 'unmarked', reply: '3 please' },
  { file: 'new-request-forwarded', reply: 'Could we meet for 45 minutes next week?' },
  { file: 'pgp-signed', reply: 'Option 1 is fine.' },
  { file: 'mime-signed', reply: 'Tuesday at 2 pm works.' },
  { file: 'smime-opaque', reply: 'Freitag passt für mich.' },
  { file: 'pgp-encrypted', reply: '', is_encrypted: true },
  { file: 'smime-encrypted', reply: '', is_encrypted: true },

  {
    file: 'postfix-failed',
    nature: bounce(
      'failed',
      '5.1.1',
      '550 5.1.1 <grace@example.com>: Recipient address rejected: User unknown',
    ),
  },
  {
    file: 'postfix-delayed',
    nature: bounce('delayed', '4.4.1', 'connect to mail.example.com[192.0.2.10]:25: Connection timed out'),
  },
  {
    file: 'exchange-failed',
    nature: bounce(
      'failed',
      '5.1.10',
      '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient grace@example.com not found by SMTP address lookup',
    ),
  },
  {
    file: 'gmail-failed',
    nature: bounce('failed', '5.1.1', '550 5.1.1 The email account that you tried to reach does not exist.'),
  },
  {
    file: 'qmail-failed',
    nature: bounce('failed', '5.1.1', 'Sorry, no mailbox here by that name. (#5.1.1)'),
  },
  { file: 'exim-failed', nature: bounce('failed', '5.7.1', '550 5.7.1 Relaying denied') },
  { file: 'exim-delayed', nature: bounce('delayed', null, 'The mail server gave no reason.', null) },

  { file: 'google-accepted', nature: calendar('accepted', 1) },
  {
    file: 'outlook-declined',
    nature: calendar('declined', 2, 'Sorry, something came up.\nCould we do option 2?'),
  },
  { file: 'apple-tentative', nature: calendar('tentative', 0) },
  { file: 'thunderbird-accepted', nature: calendar('accepted', 3) },
  {
    file: 'exchange-counter',
    nature: {
      nature: 'calendar',
      reply: {
        ...{
          method: 'COUNTER',
          uid: UID,
          sequence: 1,
          attendee: 'grace@example.com',
          attendance: 'tentative',
        },
        starts_at: Date.parse('2026-11-18T11:00:00+01:00'),
        ends_at: Date.parse('2026-11-18T11:30:00+01:00'),
        comment: 'Could we start a bit later?',
      },
    },
  },

  { file: 'exchange-out-of-office-de', nature: { nature: 'out_of_office', back_on: '2026-11-23' } },
  { file: 'gmail-out-of-office', nature: { nature: 'out_of_office', back_on: '2026-11-21' } },
  { file: 'mailing-list', nature: { nature: 'automatic', reason: 'says Precedence: list' } },
  { file: 'own-message', nature: { nature: 'automatic', reason: 'says Auto-Submitted: auto-generated' } },
  { file: 'spam-report', nature: { nature: 'automatic', reason: 'is a report about unwanted mail' } },
  { file: 'read-receipt', nature: { nature: 'automatic', reason: 'tells that a message was read' } },
];
