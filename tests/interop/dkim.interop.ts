// Mail that Rota has signed, as another program verifies it: the bytes that came over SMTP, and what a real mail server has made of them.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { anotherKey, FIRST_KEY, signingWith } from '../support/makers/dkim.ts';
import { delicateOffer, MAIL_DOMAIN, messageOnce, queue, sendingThrough } from '../support/makers/mail.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { freshStorage, startNode } from '../support/server/rota.ts';
import { isVerified } from './readers/python.ts';
import { msmtpd } from './servers/msmtpd.ts';

const NAME = `first._domainkey.${MAIL_DOMAIN}`;
const RECORDS = { [NAME]: FIRST_KEY.record };

async function sendThrough(stack: AsyncDisposableStack, url: string): Promise<void> {
  const storage = await freshStorage('sqlite');
  stack.defer(storage.remove);
  const environment = { ...sendingThrough(url), ...signingWith('first', FIRST_KEY, MAIL_DOMAIN) };
  const node = await startNode(storage, { environment });
  stack.defer(() => node.stop());
  const [id = ''] = await queue(node, await delicateOffer(node, 'grace@example.org'));
  await messageOnce(node, id, ({ status }) => status === 'sent');
}

describe('Mail that is signed is verified by dkimpy', () => {
  test('as it came over the wire; not if a word, a field or the key is another', async () => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await SmtpServer.start());
    await sendThrough(stack, server.url);
    const mail = Buffer.from(server.taken[0]?.raw ?? '', 'latin1');
    assert.match(mail.toString('latin1'), /^\.\r\n\.\.\r\n\.signed/m);
    assert.equal(await isVerified(mail, RECORDS), true);
    const changed = (from: string | RegExp, to: string) =>
      Buffer.from(mail.toString('latin1').replace(from, to), 'latin1');
    for (const each of [
      changed('signed', 'Signed'),
      changed(/^Subject: /m, 'Subject: No '),
      changed(/^/, 'From: <eve@mail.example.com>\r\n'),
      changed(/^/, 'Cc: <eve@example.net>\r\n'),
    ]) {
      assert.equal(await isVerified(each, RECORDS), false, each.toString());
    }
    assert.equal(await isVerified(mail, { [NAME]: anotherKey().record }), false);
  });

  // aiosmtpd does not keep what it takes: it writes it anew, with other empty lines.
  test('as msmtpd has kept it', async () => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await msmtpd.start());
    await sendThrough(stack, server.url);
    const [taken] = await server.taken();
    assert.equal(await isVerified(taken?.raw ?? Buffer.alloc(0), RECORDS), true);
  });
});
