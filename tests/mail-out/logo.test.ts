// The logo of the workspace travels inside the mail, as a real server takes it: nothing is loaded from elsewhere.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import PostalMime from 'postal-mime';
import { test } from '../support/lanes.ts';
import { sendingThrough } from '../support/makers/mail.ts';
import { png } from '../support/makers/pictures.ts';
import { makeOffered } from '../support/makers/scheduling.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { lastTo } from '../support/receivers/taken-mail.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const LOGO = '/api/v1/workspace/branding/logo';

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

onBothEngines(
  'The logo in a mail',
  (node) => {
    /** The mail with times for somebody new, as the server has got it. */
    async function sentTo(name: string) {
      const email = `${name}@${node().services.database.dialect.engine}.example.org`;
      const { email: organizer_email } = await makeMember(node());
      await makeOffered(node(), { organizer_email, participant_emails: [email] });
      await eventually(() => Promise.resolve(lastTo(server, email) !== undefined));
      return PostalMime.parse(Buffer.from(lastTo(server, email).raw, 'latin1'), {
        attachmentEncoding: 'arraybuffer',
      });
    }

    test('is an inline part that the HTML names, with the bytes that were uploaded', async () => {
      const bytes = png({ width: 120, height: 40 });
      const headers = { 'content-type': 'image/png' };
      dataOf(await node().call('PUT', LOGO, { rawBody: Buffer.from(bytes), headers }));
      const { html = '', attachments } = await sentTo('grace');
      const [logo] = attachments;
      assert.equal(attachments.length, 1);
      assert.ok(logo);
      assert.deepEqual([logo.mimeType, logo.disposition, logo.related], ['image/png', 'inline', true]);
      assert.deepEqual(Buffer.from(logo.content as ArrayBuffer), Buffer.from(bytes));
      assert.match(html, new RegExp(`<img src="cid:${logo.contentId?.slice(1, -1)}" alt="Acme"`));
      assert.doesNotMatch(html, /<img[^>]*src="(?!cid:)/);
    });

    test('is not there once it was removed: the name is in its place', async () => {
      assert.equal((await node().delete(LOGO)).status, 204);
      const { html = '', attachments } = await sentTo('alan');
      assert.equal(attachments.length, 0);
      assert.doesNotMatch(html, /<img/);
      assert.match(html, /class="link"[^>]*>Acme</);
    });
  },
  { environment: sendingThrough(server.url) },
);
