// Full lane, because it tries hostile text everywhere: Whatever people write, a message has the headers and parts that were meant, and shows their text.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { sampleDraft } from '../../scripts/mail-samples.ts';
import { inviteText } from '../../src/icalendar/invite.ts';
import type { Body, Draft, InviteText, Mailbox, Meeting } from '../../src/mail-out/drafts.ts';
import { toMime } from '../../src/mail-out/mime.ts';
import { firstNameOf } from '../../src/text/first-name.ts';
import { runs } from '../support/chance.ts';
import { describe, test } from '../support/lanes.ts';
import { propertyIn, readInvite } from '../support/receivers/calendar.ts';
import { type HostileText, hostileTexts } from './hostile-texts.ts';
import { BOUNCE_ADDRESS, storedMessage } from './stored-message.ts';

const ADDRESS = 'grace@example.org';
const SUBJECT_LENGTH = 200;

/** `text` in every place where somebody may write. */
function draftsWith(text: string): Draft[] {
  const person: Mailbox = { name: text, address: ADDRESS };
  const meeting: Meeting = {
    title: text,
    purpose: text,
    description: text,
    organizer: text,
    organizer_title: text,
    duration_minutes: 30,
    where: { kind: 'text', text },
  };
  const changes = {
    from: { name: `${text} for Acme`, address: 'sales@rota.example.com' },
    to: person,
    brand: { ...sampleDraft('options').brand, company: text, address: text },
    reply_to: 're-1@rota.example.com',
    signature: text,
    invite: inviteWith(text),
  };
  const fill = (name: string, body: Partial<Body>) =>
    ({ ...sampleDraft(name), ...changes, ...body }) as Draft;
  return [
    fill('options', { meeting, introduction: text }),
    fill('booked-host', { meeting, participants: [person], hosts: [person] }),
    fill('calendar-failing', { calendar: text, last_error: text }),
  ];
}

function inviteWith(text: string): InviteText {
  const invite = inviteText({
    method: 'REQUEST',
    goes_on: true,
    uid: 'mr_1@rota.example.com',
    sequence: 0,
    starts_at: Date.parse('2026-11-18T08:30:00Z'),
    ends_at: Date.parse('2026-11-18T09:00:00Z'),
    stamped_at: Date.parse('2026-11-16T09:30:00Z'),
    summary: text,
    organizer: { name: text, address: 'sales@rota.example.com' },
    attendees: [{ name: text, address: ADDRESS, has_accepted: false }],
  });
  const details = { description: text, location: text, url: null, conference: null };
  return { method: 'REQUEST', text: invite, details };
}

const headersOf = ({ kind }: Draft) => [
  ...['From', 'To', 'Reply-To', 'Subject', 'Date', 'Message-ID'],
  ...(kind === 'options' ? [] : ['Auto-Submitted']),
  ...['X-Rota-Message', 'MIME-Version', 'Content-Type'],
];

/** What a reader sees: text without tags, and the tags. Breaks and spans come with the text. */
function readHtml(html: string): { seen: string; tags: string[] } {
  const body = html.slice(html.indexOf('<body')).replace(/<!--.*?-->/gs, '');
  const withoutBreaks = body.replace(/<br>\n/g, '\n').replace(/<\/?span[^>]*>/g, '');
  const tags = withoutBreaks.match(/<[^>]*>/g) ?? [];
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const seen = withoutBreaks
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(#?\w+);/g, (entity, name) => entities[name] ?? entity);
  return { seen, tags };
}

/** Parses a message and checks what is the same for every text. */
async function parsed(draft: Draft) {
  const stored = storedMessage(draft);
  const { envelope, raw } = toMime(stored, BOUNCE_ADDRESS);
  assert.deepEqual(envelope, { from: BOUNCE_ADDRESS, to: ADDRESS });
  assert.match(raw, /^(?:[ -~\t]{0,76}\r\n)*$/, 'short lines of ASCII');
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  assert.deepEqual(
    mail.headers.map(({ originalKey }) => originalKey),
    headersOf(draft),
  );
  assert.equal(mail.from?.address, 'sales@rota.example.com');
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    [ADDRESS],
  );
  assert.deepEqual(
    mail.replyTo?.map(({ address }) => address),
    ['re-1@rota.example.com'],
  );
  assert.equal(mail.subject, stored.subject);
  assert.ok(stored.subject.length <= SUBJECT_LENGTH);
  assert.equal(mail.text?.trimEnd(), stored.text.trimEnd());
  assert.deepEqual(
    mail.attachments.map(({ mimeType }) => mimeType),
    ['text/calendar', 'application/ics'],
  );
  const delimiters = raw.match(/^--=_.*$/gm)?.map((line) => line.slice('--=_msg_1_'.length).trimEnd());
  assert.deepEqual(delimiters, ['m', 'a', 'a', 'a', 'a--', 'm', 'm--'], 'of the parts that were meant');
  return { mail, html: readHtml(mail.html ?? ''), stored };
}

function assertInvite(content: string, { line, lines }: HostileText) {
  const { uid, attendees } = readInvite(content);
  assert.equal(uid, 'mr_1@rota.example.com');
  assert.deepEqual(
    attendees.map(({ address, role }) => ({ address, role })),
    [{ address: ADDRESS, role: 'REQ-PARTICIPANT' }],
  );
  assert.equal(propertyIn(content, 'SUMMARY'), line);
  assert.equal(propertyIn(content, 'DESCRIPTION'), lines);
}

describe('A message', () => {
  test('is attacked with sixty texts and more', () => assert.ok(hostileTexts.length >= 60));

  for (const hostile of hostileTexts) {
    const { name, text, line, lines } = hostile;
    test(`says what was meant with ${name}`, async () => {
      const [options, host, calendar] = draftsWith(text) as [Draft, Draft, Draft];
      const first = await parsed(options);
      if (line.length <= 50) {
        assert.equal(first.mail.subject, `${line} with ${line} (${line}): pick a time`);
        assert.equal(first.mail.from?.name, `${line} for Acme`);
        assert.equal(first.mail.to?.[0]?.name, line);
      }
      const seenLines = first.mail.text?.split('\n') ?? [];
      assert.ok(seenLines.includes(`Hi ${firstNameOf(line)},`));
      assert.ok(first.mail.text?.includes(`“${line}” (30 minutes).`), 'the title');
      assert.ok(
        first.mail.text?.includes(`\n\n${lines}\n\n${line} · ${line}\nYou’re`),
        'signature and company',
      );
      assert.ok(first.html.seen.includes(`Hi ${firstNameOf(line)},`));
      assert.ok(first.html.seen.includes(`\n${lines}\n`), 'introduction and signature');

      const second = await parsed(host);
      assert.ok(second.html.seen.includes(`\n${lines}\n`), 'the description');
      for (const { content } of second.mail.attachments) assertInvite(String(content), hostile);

      const third = await parsed(calendar);
      assert.ok(third.mail.text?.includes(`What went wrong: ${line}\n`));
    });
  }

  test('has the same HTML around whatever it says', async () => {
    const tagsOf = (text: string) =>
      Promise.all(draftsWith(text).map(async (draft) => (await parsed(draft)).html.tags));
    const around = await tagsOf('Harmless');
    for (const { name, text } of hostileTexts) assert.deepEqual(await tagsOf(text), around, name);
  });

  test('holds with random texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
      fc
        .array(
          fc.constantFrom(
            '\r\n',
            ' ',
            '=?',
            '?=',
            '=',
            '"',
            '\\',
            '<',
            '>',
            ',',
            ';',
            ':',
            '.',
            '--',
            '\0',
            'é',
            '🙂',
          ),
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        // Without a letter in it, there may be nothing to say: a name of spaces is none.
        for (const draft of draftsWith(`a${value}`)) await parsed(draft);
      }),
      runs(100),
    );
  });
});
