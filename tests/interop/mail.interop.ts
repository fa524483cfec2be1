// Mail to real mail servers: what they have taken is what was meant, as another program reads it.
import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import { describe, test } from '../support/lanes.ts';
import { draftTo, MAIL_DOMAIN, messageOnce, offerTo, queue, sendingThrough } from '../support/makers/mail.ts';
import { dataOf, freshStorage, startNode } from '../support/server/rota.ts';
import { mailServers } from './servers/index.ts';

const MANY = 250;

for (const { name, start } of mailServers) {
  describe(`Mail to ${name}`, () => {
    test('arrives as it was meant, with any letters, an invite, and lines of a dot', async () => {
      await using stack = new AsyncDisposableStack();
      const server = stack.use(await start());
      const storage = await freshStorage('sqlite');
      stack.defer(storage.remove);
      const node = await startNode(storage, { environment: sendingThrough(server.url) });
      stack.defer(() => node.stop());
      const body = {
        organizer_email: 'owner@example.com',
        participant_emails: ['grace@example.org'],
        notify_participants: false,
      };
      const request = dataOf<{ id: string }>(await node.post('/api/v1/meeting_requests', body));
      const text = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nX-TEXT:Zoë · ${'x'.repeat(40)}\r\nEND:VCALENDAR\r\n`;
      const [id = '', nextId = ''] = await queue(
        node,
        {
          ...offerTo('grace@example.org', request.id),
          from: { name: 'Zoë "Ada" Łovelace, via Rota 🦉', address: `sales.acme@${MAIL_DOMAIN}` },
          to: { name: '陳大文 <x>', address: 'grace@example.org' },
          reply_to: `re-token@${MAIL_DOMAIN}`,
          signature: '.\n..\n.signed\nFrom here',
          invite: { method: 'REQUEST', text },
        },
        offerTo('grace@example.org', request.id),
      );
      for (const each of [id, nextId]) await messageOnce(node, each, ({ status }) => status === 'sent');

      const taken = await server.taken();
      const parsed = await Promise.all(
        taken.map(async ({ from, to, raw }) => ({ from, to, mail: await PostalMime.parse(raw) })),
      );
      const found = parsed.find(({ mail }) => mail.messageId?.startsWith(`<${id}.`));
      assert.ok(found, 'it has arrived, with its Message-ID');
      assert.match(found.from, /^b-[0-9a-z]{54}@mail\.example\.com$/);
      assert.equal(found.to, 'grace@example.org');
      const { mail } = found;
      assert.deepEqual(
        [mail.from?.name, mail.from?.address, mail.to?.[0]?.name, mail.replyTo?.[0]?.address],
        [
          'Zoë "Ada" Łovelace, via Rota 🦉',
          `sales.acme@${MAIL_DOMAIN}`,
          '陳大文 <x>',
          `re-token@${MAIL_DOMAIN}`,
        ],
      );
      const shown = dataOf<{ subject: string; text: string }>(await node.get(`/api/v1/messages/${id}`));
      assert.equal(mail.subject, shown.subject);
      assert.equal(mail.text?.replaceAll('\r\n', '\n').trimEnd(), shown.text.trimEnd());
      assert.match(mail.text ?? '', /^\.\s+\.\.\s+\.signed\s+From here/m);
      assert.ok(mail.html?.includes('Product demo'));
      const calendars = mail.attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType));
      assert.ok(calendars.length >= 1);
      for (const { content, method } of calendars) {
        const bytes = typeof content === 'string' ? content : new TextDecoder().decode(content);
        // The reader has line breaks of its own.
        assert.deepEqual([bytes.replace(/\r?\n/g, '\r\n'), method], [text, 'REQUEST']);
      }
      const next = parsed.find((each) => each.mail.messageId?.startsWith(`<${nextId}.`));
      assert.equal(next?.mail.inReplyTo, mail.messageId);
      assert.equal(next?.mail.references, mail.messageId);
    });

    test('arrives once each, many in a row', async () => {
      await using stack = new AsyncDisposableStack();
      const server = stack.use(await start());
      const storage = await freshStorage('sqlite');
      stack.defer(storage.remove);
      const node = await startNode(storage, { environment: sendingThrough(server.url) });
      stack.defer(() => node.stop());
      const drafts = Array.from({ length: MANY }, (_, place) =>
        draftTo(`many${place}@domain${place % 20}.example`),
      );
      const ids = await queue(node, ...drafts);
      for (const id of ids) await messageOnce(node, id, ({ status }) => status === 'sent');
      const to = (await server.taken()).map((mail) => mail.to);
      assert.deepEqual(to.sort(), drafts.map((draft) => draft.to.address).sort());
    });
  });
}
