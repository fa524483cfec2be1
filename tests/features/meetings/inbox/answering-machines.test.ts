// Machines that answer mail, over SMTP both ways: those that keep the rules are heard, and none keeps Rota writing.
import assert from 'node:assert/strict';
import { createTransport } from 'nodemailer';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { type Letter, madeOf, rawLetter } from '../../../support/makers/letters.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { SmtpServer, type TakenMail } from '../../../support/receivers/smtp-server.ts';
import { headerOf } from '../../../support/receivers/taken-mail.ts';
import type { MeetingRequest, Message } from '../../../support/server/resources.ts';
import {
  dataOf,
  type Engine,
  freshStorage,
  type Node,
  onEachEngine,
  startNode,
} from '../../../support/server/rota.ts';

const MACHINE = 'machine@example.org';

interface Service {
  node: Node;
  /** Takes what it sends. */
  server: SmtpServer;
  /** The address of its team. */
  team: string;
}

async function startService(stack: AsyncDisposableStack, engine: Engine, mailDomain: string) {
  const storage = await freshStorage(engine);
  stack.defer(storage.remove);
  const server = stack.use(await SmtpServer.start());
  const node = await startNode(storage, {
    environment: {
      ...sendingThrough(server.url),
      ROTA_MAIL_DOMAIN: mailDomain,
      ROTA_SMTP_LISTEN: '127.0.0.1:0',
    },
  });
  stack.defer(() => node.stop());
  const { email_address } = dataOf<{ email_address: string }>(
    await node.post('/api/v1/teams', { name: 'Sales', member_ids: [(await makeMember(node)).id] }),
  );
  return { node, server, team: email_address } satisfies Service;
}

async function deliver(node: Node, envelope: { from: string; to: string }, raw: string): Promise<void> {
  const { hostname, port } = new URL(`smtp://${node.app.mailAddresses.smtp}`);
  const transport = createTransport({ host: hostname, port: Number(port), secure: false, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope, raw });
  } finally {
    transport.close();
  }
  await untilIdle(node);
}

/** Answers each mail that came to the machine after the first ones, until no more come. Returns how many there are by now. */
async function converse(
  { node, server }: Service,
  answer: (mail: TakenMail) => Letter | undefined,
  answered = 0,
): Promise<number> {
  let read = answered;
  const mails = () => server.taken.filter(({ to }) => to === MACHINE);
  for (; read < mails().length; read += 1) {
    const letter = answer(mails()[read] as TakenMail);
    if (letter?.to) await deliver(node, { from: MACHINE, to: letter.to }, rawLetter(letter));
  }
  return read;
}

const replyTo = (mail: TakenMail) => /<([^>]+)>/.exec(headerOf(mail, 'Reply-To'))?.[1] ?? '';
const sender = (mail: TakenMail) => /<([^>]+)>/.exec(headerOf(mail, 'From'))?.[1] ?? '';
const has = ({ raw }: TakenMail, name: string) =>
  new RegExp(`^${name}`, 'im').test(raw.split('\r\n\r\n')[0] ?? '');

const inbox = async (node: Node) =>
  dataOf<Message[]>(await node.get('/api/v1/messages?direction=in&limit=100')).map(madeOf);
const allRequests = async (node: Node) => dataOf<MeetingRequest[]>(await node.get(`${REQUESTS}?limit=100`));
const requestsOf = async (node: Node) => (await allRequests(node)).length;
const openRequests = async (node: Node) =>
  (await allRequests(node)).filter(({ status }) => status === 'active');

onEachEngine((engine) => {
  test(`An auto-responder that keeps the rules says that somebody is away (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const service = await startService(stack, engine, 'one.example.com');
    const { node, server } = service;
    const { id } = await makeRequest(node, { participants: [{ email: MACHINE }] });
    await untilIdle(node);
    const came = await converse(service, (mail) => {
      // As Sieve does it (RFC 5230, section 4.6), and postfixadmin, which keeps quiet for any Auto-Submitted.
      if (has(mail, 'Auto-Submitted:') || has(mail, 'List-') || has(mail, 'Precedence:')) return undefined;
      return {
        to: mail.from,
        from: MACHINE,
        subject: 'Out of office',
        answers: headerOf(mail, 'Message-ID'),
        header: ['Auto-Submitted: auto-replied (vacation)', 'Precedence: bulk'],
        text: 'I am on holiday and back on 16 March 2026.',
      };
    });
    assert.equal(came, 1);
    assert.deepEqual(await inbox(node), ['out_of_office by out_of_office']);
    const [option] = (await showRequest(node, id)).options;
    dataOf(
      await node.post(`${REQUESTS}/${id}/answer`, { participant_email: MACHINE, option_ids: [option?.id] }),
    );
    await untilIdle(node);
    // What tells them of the meeting is not worth an answer.
    const told = server.taken.filter(({ to }) => to === MACHINE).at(-1) as TakenMail;
    assert.match(headerOf(told, 'Subject'), /^Booked/);
    assert.equal(headerOf(told, 'Auto-Submitted'), 'auto-generated');
  });

  test(`Two services that have each other's teams as participants do not answer each other (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const one = await startService(stack, engine, 'one.example.com');
    const other = await startService(stack, engine, 'other.example.com');
    await makeRequest(one.node, { participants: [{ email: other.team }] });
    await untilIdle(one.node);
    const read = new Map([
      [one.server, 0],
      [other.server, 0],
    ]);
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const mails = from.server.taken.slice(read.get(from.server));
        read.set(from.server, from.server.taken.length);
        for (const mail of mails.filter((each) => each.to === to.team)) {
          isNew = true;
          await deliver(to.node, mail, mail.raw);
        }
      }
    }
    assert.deepEqual(await inbox(other.node), [
      'ignored: a machine has sent it: is from a scheduling service like this one',
    ]);
    assert.deepEqual([await requestsOf(one.node), await requestsOf(other.node)], [1, 0]);
  });

  // Each looks like a person, and answers whatever comes.
  const machines: [string, Letter, number][] = [
    ['is not understood', { text: 'Thank you for your message. A colleague will be in touch.' }, 1],
    // Three rounds, and no more.
    ['says that nothing works', { text: 'None of these times works for me.' }, 3],
    // The times, and the invite.
    ['chooses a time', { text: '1' }, 2],
  ];
  for (const [what, letter, mails] of machines) {
    test(`A machine that ${what} comes to an end by itself (${engine})`, async () => {
      await using stack = new AsyncDisposableStack();
      const service = await startService(stack, engine, 'one.example.com');
      await makeRequest(service.node, { participants: [{ email: MACHINE }] });
      await untilIdle(service.node);
      const came = await converse(service, (mail) => ({
        ...letter,
        to: replyTo(mail),
        from: MACHINE,
        answers: headerOf(mail, 'Message-ID'),
      }));
      assert.equal(came, mails);
      assert.equal(await requestsOf(service.node), 1);
    });
  }
});

onEachEngine.full((engine) => {
  test(`A machine that thanks for every mail is reminded as often as anybody (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const service = await startService(stack, engine, 'one.example.com');
    const { id } = await makeRequest(service.node, { participants: [{ email: MACHINE }] });
    await untilIdle(service.node);
    let came = 0;
    const thank = async () => {
      came = await converse(
        service,
        (mail) => ({
          text: 'Thank you!',
          to: replyTo(mail),
          from: MACHINE,
          answers: headerOf(mail, 'Message-ID'),
        }),
        came,
      );
    };
    await thank();
    for (let day = 0; day < 30; day += 1) {
      await passTime(service.node, DAY_MS);
      await thank();
    }
    // The times, and two reminders.
    assert.equal(came, 3);
    assert.ok((await inbox(service.node)).every((made) => made.startsWith('courtesy by ')));
    assert.equal((await showRequest(service.node, id)).attention?.reason, 'no_answer');
  });

  test(`A machine that takes every mail for the first gets one for each request, and twenty in a day (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const service = await startService(stack, engine, 'one.example.com');
    const { node, server, team } = service;
    const letter = { from: MACHINE, text: 'Could we talk?' };
    const ask = () => deliver(node, { from: MACHINE, to: team }, rawLetter({ ...letter, to: team }));
    await ask();
    // While its request is open, a person gets what it says, and it gets nothing.
    const came = await converse(service, (mail) => ({ ...letter, to: sender(mail) }));
    assert.equal(came, 1);
    assert.deepEqual((await inbox(node)).toSorted(), [
      'new_request by request.outsider',
      'unclear by reply.question',
    ]);
    for (let more = 0; more < 24; more += 1) {
      const [open] = await openRequests(node);
      if (open) dataOf(await applyTransition(node, open.id, 'cancel'));
      await ask();
    }
    assert.equal(server.taken.filter(({ to }) => to === MACHINE).length, 20);
    assert.equal(await requestsOf(node), 20);
  });
});
