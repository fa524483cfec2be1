// From a mail to a booked meeting and back, through SMTP in both directions and without a person.
import assert from 'node:assert/strict';
import { createTransport } from 'nodemailer';
import { test } from '../../../support/lanes.ts';
import { conversation, type Letter, madeOf, rawLetter } from '../../../support/makers/letters.ts';
import { MAIL_DOMAIN, sendingThrough } from '../../../support/makers/mail.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { headerOf, inviteIn, lastTo } from '../../../support/receivers/taken-mail.ts';
import type { MeetingRequest, Message } from '../../../support/server/resources.ts';
import {
  dataOf,
  type engines,
  freshStorage,
  type Node,
  onEachEngine,
  startNode,
} from '../../../support/server/rota.ts';

const GRACE = 'grace@example.org';

/** Hands a mail to the node over SMTP, and waits until the node has done what follows. */
async function deliver(node: Node, envelope: { from: string; to: string[] }, raw: string): Promise<void> {
  const { hostname, port } = new URL(`smtp://${node.app.mailAddresses.smtp}`);
  const transport = createTransport({ host: hostname, port: Number(port), secure: false, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope, raw });
  } finally {
    transport.close();
  }
  await untilIdle(node);
}

/** A mail to these addresses. */
const write = (node: Node, from: string, to: string[], letter: Letter) =>
  deliver(node, { from, to }, rawLetter({ from, to: to.join(', '), ...letter }));

const theOnly = async (node: Node): Promise<MeetingRequest> => {
  const [request, ...others] = dataOf<MeetingRequest[]>(await node.get(REQUESTS));
  assert.equal(others.length, 0);
  return request as MeetingRequest;
};

interface Service {
  node: Node;
  server: SmtpServer;
}

async function startService(
  stack: AsyncDisposableStack,
  engine: (typeof engines)[number],
  environment = {},
): Promise<Service> {
  const storage = await freshStorage(engine);
  stack.defer(storage.remove);
  const server = stack.use(await SmtpServer.start());
  const node = await startNode(storage, {
    environment: { ...sendingThrough(server.url), ROTA_SMTP_LISTEN: '127.0.0.1:0', ...environment },
  });
  stack.defer(() => node.stop());
  return { node, server };
}

onEachEngine.fast((engine) => {
  test(`A mail to a team becomes a booked meeting, and the answer of a calendar reaches the organizer (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const { node, server } = await startService(stack, engine);
    const [ada, bob] = [await makeMember(node, 'Ada'), await makeMember(node, 'Bob')];
    const team = dataOf<{ id: string; email_address: string }>(
      await node.post('/api/v1/teams', { name: 'Sales', member_ids: [ada.id, bob.id] }),
    );
    const messageId = '<asks@example.org>';
    await write(node, GRACE, [team.email_address], {
      subject: 'Product demo',
      text: 'Could we talk?',
      messageId,
    });
    const { id, organizer_email } = await theOnly(node);
    assert.equal(organizer_email, ada.email);

    const offer = lastTo(server, GRACE);
    assert.equal(headerOf(offer, 'In-Reply-To'), messageId);
    const answers = headerOf(offer, 'Message-ID');
    const [, address = ''] = /<(re-[^>]+)>/.exec(headerOf(offer, 'Reply-To')) ?? [];
    const { options } = await showRequest(node, id);
    const quoted =
      'On Mon, 2 Mar 2026 at 09:30, Ada via Rota <sales.acme@mail.example.com> wrote:\n\n> 1. Tuesday\n> 3. Thursday\n';
    await write(node, GRACE, [address], {
      subject: `Re: ${headerOf(offer, 'Subject')}`,
      answers,
      text: `Option 2 works.\n\n${quoted}`,
    });
    const booked = await showRequest(node, id);
    assert.deepEqual([booked.status, booked.starts_at], ['booked', options[1]?.starts_at]);

    const invite = inviteIn(lastTo(server, GRACE));
    assert.ok(inviteIn(lastTo(server, ada.email)));
    const organizer = /^ORGANIZER[^:]*:mailto:(.*)$/m.exec(invite)?.[1]?.trim() ?? '';
    assert.equal(organizer, team.email_address);
    const lines = invite.split('\r\n').filter((line) => !line.startsWith('ATTENDEE'));
    const calendar = lines
      .flatMap((line) =>
        line.startsWith('ORGANIZER') ? [line, `ATTENDEE;PARTSTAT=DECLINED:mailto:${GRACE}`] : [line],
      )
      .map((line) => (line.startsWith('METHOD') ? 'METHOD:REPLY' : line));
    await write(node, GRACE, [organizer], {
      subject: 'Declined: Product demo',
      body: `Content-Type: text/calendar; method=REPLY; charset=utf-8\n\n${calendar.join('\n')}`,
    });
    const declined = await showRequest(node, id);
    assert.deepEqual(
      [declined.attention?.reason, declined.participants[0]?.attendance],
      ['declined', 'declined'],
    );
    const attention = lastTo(server, ada.email);
    assert.equal(headerOf(attention, 'Reply-To'), `<${GRACE}>`);

    assert.deepEqual(await conversation(node, id), [
      'in request received',
      'out assigned sent',
      'out options sent',
      'in reply received',
      'out booked sent',
      'out booked sent',
      'in calendar_reply received',
      'out attention sent',
    ]);
  });

  test(`A member who copies the workspace in need not do anything else (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const { node, server } = await startService(stack, engine);
    const ada = await makeMember(node, 'Ada');
    const workspace = `acme@${MAIL_DOMAIN}`;
    const raw = rawLetter({
      from: `Ada <${ada.email}>`,
      to: `Grace Hopper <${GRACE}>`,
      cc: workspace,
      subject: 'Re: Our talk',
      text: 'Hi Grace, my assistant in Cc will find a time for us.',
      header: [
        'Received: from laptop.local ([127.0.0.1]) by mail.acme.example; Mon, 2 Mar 2026 08:00:00 +0000',
      ],
    });
    await deliver(node, { from: ada.email, to: [workspace] }, raw);
    const { id, title, participant_emails } = await theOnly(node);
    assert.deepEqual([title, participant_emails], ['Our talk', [GRACE]]);
    const offer = lastTo(server, GRACE);
    const [, address = ''] = /<(re-[^>]+)>/.exec(headerOf(offer, 'Reply-To')) ?? [];
    await write(node, GRACE, [address], { answers: headerOf(offer, 'Message-ID'), text: 'Die erste passt.' });
    assert.equal((await showRequest(node, id)).status, 'booked');
    assert.ok(inviteIn(lastTo(server, ada.email)));
    // An outsider can't.
    await write(node, GRACE, [workspace], { subject: 'And another one?', text: 'On Friday?' });
    assert.equal((await theOnly(node)).id, id);
  });
});

test('Two services that write to each other stop at once', async () => {
  await using stack = new AsyncDisposableStack();
  const one = await startService(stack, 'sqlite', { ROTA_MAIL_DOMAIN: 'one.example.com' });
  const other = await startService(stack, 'sqlite', { ROTA_MAIL_DOMAIN: 'other.example.com' });
  for (const { node } of [one, other]) {
    const member = await makeMember(node);
    dataOf(await node.post('/api/v1/teams', { name: 'Sales', member_ids: [member.id] }));
  }
  await makeRequest(one.node, { participant_emails: ['sales.acme@other.example.com'] });
  await untilIdle(one.node);

  /** Passes on what each has sent to the other. False if there was nothing. */
  const passOn = async (): Promise<boolean> => {
    let isAny = false;
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const { from: sender, to: recipient, raw } of from.server.taken.splice(0)) {
        if (!recipient.endsWith(to.node.services.config.mailDomain)) continue;
        isAny = true;
        await deliver(to.node, { from: sender, to: [recipient] }, raw);
      }
    }
    return isAny;
  };
  assert.equal(await passOn(), true);
  assert.equal(await passOn(), false);
  const [message] = dataOf<Message[]>(await other.node.get('/api/v1/messages'));
  assert.match(madeOf(message as Message), /^ignored: a machine has sent it/);
  assert.deepEqual(dataOf(await other.node.get(REQUESTS)), []);
});
