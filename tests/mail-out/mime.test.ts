// A message on the wire has the parts, headers and addresses that mail programs and calendars expect.
import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { sampleDraft, sampleDrafts } from '../../scripts/mail-samples.ts';
import { toMime } from '../../src/mail-out/mime.ts';
import { describe, test } from '../support/lanes.ts';
import { BOUNCE_ADDRESS, headersIn, storedMessage } from './stored-message.ts';

const booked = sampleDraft('booked');
const invite = { method: 'REQUEST', text: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n' } as const;
const plain = () => storedMessage({ ...booked, invite: null });
const withInvite = () => storedMessage({ ...booked, invite });

describe('A message on the wire', () => {
  test('is text and HTML, and with an invite also the calendar, twice with its method', async () => {
    const types = (raw: string) => [...raw.matchAll(/^Content-Type: ([^;\r]+)/gm)].map(([, type]) => type);
    const { raw } = toMime(withInvite(), BOUNCE_ADDRESS);
    assert.deepEqual(types(toMime(plain(), BOUNCE_ADDRESS).raw), [
      'multipart/alternative',
      'text/plain',
      'text/html',
    ]);
    assert.deepEqual(types(raw), [
      ...['multipart/mixed', 'multipart/alternative', 'text/plain', 'text/html'],
      ...['text/calendar', 'application/ics'],
    ]);
    const { attachments, text, html } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
    assert.deepEqual(
      attachments.map(({ mimeType, method, filename, disposition }) => ({
        mimeType,
        method,
        filename,
        disposition,
      })),
      [
        { mimeType: 'text/calendar', method: 'REQUEST', filename: null, disposition: null },
        { mimeType: 'application/ics', method: 'REQUEST', filename: 'invite.ics', disposition: 'attachment' },
      ],
    );
    assert.deepEqual(
      attachments.map(({ content }) => String(content)),
      [invite.text, invite.text].map((text) => text.replaceAll('\r\n', '\n')),
    );
    assert.equal(text?.trimEnd(), withInvite().text.trimEnd());
    assert.match(html ?? '', /You’re booked with Ada Lovelace from Acme Ltd/);
  });

  test('says in its headers who wrote it, to whom, and that a program did', () => {
    const { envelope, raw } = toMime(plain(), BOUNCE_ADDRESS);
    assert.deepEqual(envelope, { from: BOUNCE_ADDRESS, to: 'grace@example.org' });
    assert.deepEqual(headersIn(raw), {
      From: '"Ada Lovelace (Acme Ltd)" <sales@rota.example.com>',
      To: '"Grace Hopper" <grace@example.org>',
      Subject: 'Booked: Product demo with Ada Lovelace, Wed 18 Nov 09:30',
      Date: 'Mon, 16 Nov 2026 09:30:00 +0000',
      'Message-ID': '<msg_1@rota.example.com>',
      'Auto-Submitted': 'auto-generated',
      'X-Rota-Message': 'booked',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/alternative; boundary="=_msg_1_a"',
    });
  });

  test('asks machines to keep quiet, unless it asks a participant for a time', () => {
    const silent = Object.values(sampleDrafts).map((draft) => {
      const headers = headersIn(toMime(storedMessage(draft), BOUNCE_ADDRESS).raw);
      // These would silence out-of-office replies of Exchange, and of most others.
      assert.equal(headers['X-Auto-Response-Suppress'] ?? headers.Precedence, undefined);
      assert.equal(headers['X-Rota-Message'], draft.kind);
      return [draft.kind, headers['Auto-Submitted']] as const;
    });
    for (const [kind, submitted] of silent) {
      const asks = kind === 'options' || kind === 'follow_up';
      assert.equal(submitted, asks ? undefined : 'auto-generated', kind);
    }
  });

  test('stands in its thread, and replies go to the address of the participant', () => {
    const thread = ['<msg_a@rota.example.com>', '<msg_b@rota.example.com>'];
    const answer = { ...plain(), in_reply_to: '<msg_b@rota.example.com>', thread: JSON.stringify(thread) };
    const headers = headersIn(toMime({ ...answer, reply_to: 're-x@rota.example.com' }, BOUNCE_ADDRESS).raw);
    assert.equal(headers['In-Reply-To'], '<msg_b@rota.example.com>');
    assert.equal(headers.References, thread.join(' '));
    assert.equal(headers['Reply-To'], '<re-x@rota.example.com>');
  });

  test('is the same on every attempt', () => {
    assert.deepEqual(toMime(withInvite(), BOUNCE_ADDRESS), toMime(withInvite(), BOUNCE_ADDRESS));
  });

  test('goes to international domains as ASCII', () => {
    const { envelope, raw } = toMime(
      { ...plain(), recipient_address: 'grace@Bücher.example' },
      BOUNCE_ADDRESS,
    );
    assert.equal(envelope.to, 'grace@xn--bcher-kva.example');
    assert.equal(headersIn(raw).To, '"Grace Hopper" <grace@xn--bcher-kva.example>');
  });

  test('keeps an international name before the @, for servers that know SMTPUTF8', async () => {
    const { envelope, raw } = toMime({ ...plain(), recipient_address: 'грейс@почта.рф' }, BOUNCE_ADDRESS);
    assert.equal(envelope.to, 'грейс@xn--80a1acny.xn--p1ai');
    const { to } = await PostalMime.parse(raw);
    assert.equal(to?.[0]?.address, envelope.to);
  });

  test('is not made for what is not one address', () => {
    const wrong = [
      ...['grace', 'a@b@example.org', 'a@example.org,b@example.org', 'a b@example.org', '<a@example.org>'],
      ...['a@example.org\r\nBcc: b@example.org', '"a@b"@example.org', 'a@', '@example.org', 'a@exa/mple.org'],
    ];
    for (const address of wrong) {
      assert.throws(
        () => toMime({ ...plain(), recipient_address: address }, BOUNCE_ADDRESS),
        /is no address/,
      );
      assert.throws(() => toMime({ ...plain(), reply_to: address }, BOUNCE_ADDRESS), /is no address/);
      assert.throws(() => toMime(plain(), address), /is no address/);
    }
  });

  test('has the logo beside its HTML, as a part of it', async () => {
    const logo = { contentType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) };
    const draft = sampleDraft('booked');
    const brand = { ...draft.brand, logo: { key: 'k', width: 320, height: 80 } };
    const { raw } = toMime(storedMessage({ ...draft, brand }), BOUNCE_ADDRESS, { logo });
    const mail = await PostalMime.parse(raw);
    const [image] = mail.attachments;
    assert.deepEqual(
      [image?.mimeType, image?.contentId, image?.related, image?.disposition],
      ['image/png', '<logo@msg_1>', true, 'inline'],
    );
    assert.match(mail.html ?? '', /<img src="cid:logo@msg_1" alt="Acme Ltd"/);
    assert.match(raw, /multipart\/related/);
  });
});
