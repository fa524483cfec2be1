// Reports of mail servers, and absences: what was not delivered has failed, who is away is not asked again.
import assert from 'node:assert/strict';
import { ulidOf } from '../../../../src/ids.ts';
import { makeToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import { FROM_OUTSIDE, handInOne, madeOf, showMessage, writtenTo } from '../../../support/makers/letters.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import {
  makeOffered,
  passTime,
  showRequest,
  untilIdle,
  untilMonday,
} from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import type { Message } from '../../../support/server/resources.ts';
import {
  dataOf,
  freshStorage,
  type Node,
  onBothEngines,
  onEachEngine,
  startNode,
} from '../../../support/server/rota.ts';

const GUEST = 'guest@example.org';
const DAY = 24 * 3_600_000;
const UNPROVEN = 'it reports about a message, and nothing proves that its sender had got that';

const bounceAddress = ({ services }: Node, id: string) =>
  `b-${makeToken(services.secrets.linkKeys(), 'bounce', { ulid: ulidOf(id), place: 0 })}@${services.config.mailDomain}`;

/** What a mail server sends back about a message. */
function report(
  node: Node,
  id: string,
  action: 'failed' | 'delayed' | 'delivered',
  { to = bounceAddress(node, id), messageId = `<${id}@${node.services.config.mailDomain}>` } = {},
): Promise<Message> {
  const status = { failed: '5.1.1', delayed: '4.4.1', delivered: '2.0.0' }[action];
  return handInOne(
    node,
    {
      from: 'Mail Delivery System <MAILER-DAEMON@mx.example.org>',
      to,
      subject: 'Undelivered Mail Returned to Sender',
      header: [FROM_OUTSIDE, 'Auto-Submitted: auto-replied'],
      body: [
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'I could not deliver your message.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example.org',
        '',
        `Final-Recipient: rfc822; ${GUEST}`,
        `Action: ${action}`,
        `Status: ${status}`,
        'Diagnostic-Code: smtp; 550 5.1.1 no such user',
        '',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: ${messageId}`,
        '',
        '--b--',
      ].join('\n'),
    },
    { recipient: to, sender: '' },
  );
}

onEachEngine((engine) => {
  test(`A message that could not be delivered has failed, and somebody must look at it (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const server = stack.use(await SmtpServer.start());
    const node = await startNode(storage, { environment: sendingThrough(server.url) });
    stack.defer(() => node.stop());
    const { id } = await makeRequest(node, { participant_emails: [GUEST] });
    await untilIdle(node);
    const [offer] = await writtenTo(node, id, GUEST);
    const messageId = offer?.id ?? '';
    const stateOf = async () => {
      const { status, last_error } = await showMessage(node, messageId);
      return [status, last_error];
    };
    for (const action of ['delayed', 'delivered'] as const) {
      assert.equal(madeOf(await report(node, messageId, action)), `${action} by dsn`);
      assert.deepEqual(await stateOf(), ['sent', null]);
    }
    // Ids of one moment follow each other: who knows one could guess this one, and write to an address that everybody knows.
    const to = `acme@${node.services.config.mailDomain}`;
    const guessed = await report(node, messageId, 'failed', { to });
    assert.equal(madeOf(guessed), `ignored: ${UNPROVEN}`);
    assert.deepEqual(await stateOf(), ['sent', null]);
    const known = { to, messageId: offer?.message_id ?? '' };
    assert.equal(madeOf(await report(node, messageId, 'delayed', known)), 'delayed by dsn');

    const bounce = await report(node, messageId, 'failed');
    assert.equal(madeOf(bounce), 'bounced by dsn');
    assert.deepEqual([bounce.kind, bounce.meeting_request_id], ['bounce', id]);
    const [status, error] = await stateOf();
    assert.equal(status, 'failed');
    assert.match(error ?? '', /^not delivered: .*5\.1\.1/);
    assert.equal((await showRequest(node, id)).attention?.reason, 'bounced');
    assert.equal(madeOf(await report(node, messageId, 'failed')), 'ignored: the message has failed already');

    // A member who is not reached says nothing about a participant.
    const team = dataOf<{ id: string }>(
      await node.post('/api/v1/teams', { name: 'Sales', member_ids: [(await makeMember(node)).id] }),
    );
    const routed = await makeRequest(node, { team_id: team.id });
    await untilIdle(node);
    const assigned = (await writtenTo(node, routed.id)).find(({ kind }) => kind === 'assigned');
    assert.equal(madeOf(await report(node, assigned?.id ?? '', 'failed')), 'bounced by dsn');
    assert.equal((await showMessage(node, assigned?.id ?? '')).status, 'failed');
    assert.equal((await showRequest(node, routed.id)).attention, null);
  });
});

onBothEngines('Somebody who is out of office', (node) => {
  const away = async (id: string, text: string, to?: string, answers?: string) => {
    const [offer] = await writtenTo(node(), id, GUEST);
    const recipient = to ?? offer?.reply_to ?? '';
    return handInOne(
      node(),
      {
        from: GUEST,
        to: recipient,
        subject: `Automatic reply: ${offer?.subject}`,
        answers: answers ?? offer?.message_id ?? '',
        header: [
          `Date: ${new Date(node().clock.now()).toUTCString()}`,
          'Auto-Submitted: auto-replied',
          'X-Auto-Response-Suppress: All',
        ],
        text,
      },
      { recipient, sender: '' },
    );
  };
  const followUps = async (id: string) =>
    (await writtenTo(node(), id, GUEST)).filter(({ kind }) => kind === 'follow_up').length;
  const dayAfter = (days: number) => new Date(node().clock.now() + days * DAY).toISOString().slice(0, 10);

  test('is not asked again before they are back, and gets no answer', async () => {
    await untilMonday(node());
    const { id } = await makeOffered(node());
    // On a Wednesday, three weeks from now.
    const message = await away(id, `I am out of office and will be back on ${dayAfter(23)}.`);
    assert.equal(madeOf(message), 'out_of_office by out_of_office');
    await passTime(node(), 22 * DAY);
    assert.equal(await followUps(id), 0);
    await passTime(node(), DAY);
    assert.equal(await followUps(id), 1);
    assert.equal((await showRequest(node(), id)).attention, null);
  });

  test('is given five business days, where nothing else is said, wherever the reply goes', async () => {
    await untilMonday(node());
    const { id } = await makeOffered(node());
    const [offer] = await writtenTo(node(), id, GUEST);
    const message = await away(id, 'I am out of office.', bounceAddress(node(), offer?.id ?? ''));
    assert.equal(message.understood_as, 'out_of_office');
    await passTime(node(), 4 * DAY);
    assert.equal(await followUps(id), 0);
    await passTime(node(), 3 * DAY);
    assert.equal(await followUps(id), 1);
  });

  test('says so to an address that everybody knows with the Message-ID as it was, not with a guess', async () => {
    const { id } = await makeOffered(node());
    const [offer] = await writtenTo(node(), id, GUEST);
    const guess = `<${offer?.id}@rota.localhost>`;
    const forged = await away(id, 'I am out of office.', 'acme@rota.localhost', guess);
    assert.equal(madeOf(forged), `ignored: ${UNPROVEN}`);
    const real = await away(id, 'I am out of office.', 'acme@rota.localhost');
    assert.equal(real.understood_as, 'out_of_office');
  });

  test('does not matter for who has answered, and for a paused request later', async () => {
    const { id } = await makeOffered(node());
    dataOf(await applyTransition(node(), id, 'pause'));
    const waiting = await away(id, 'I am out of office.');
    assert.equal(waiting.understood_as, null);
    dataOf(await applyTransition(node(), id, 'resume'));
    await untilIdle(node());
    assert.equal((await showMessage(node(), waiting.id)).understood_as, 'out_of_office');
    const { options } = await showRequest(node(), id);
    dataOf(await applyTransition(node(), id, 'book', { starts_at: options[0]?.starts_at }));
    assert.equal(madeOf(await away(id, 'I am out of office, still.')), 'ignored: no answer is waited for');
  });
});
