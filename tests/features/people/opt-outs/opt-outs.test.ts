// Whoever asked a workspace not to write to them is offered no times and not reminded: a person is told instead.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { freeStart, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { erase, findInTables } from '../../../support/makers/erasures.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { oneClick, stopMessages, stopPathOf } from '../../../support/makers/opt-outs.ts';
import {
  answered,
  makeOffered,
  messagesAbout,
  offeredIn,
  passTime,
  showRequest,
  startsOf,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import {
  dataOf,
  errorOf,
  freshStorage,
  type Node,
  onBothEngines,
  onEachEngine,
  startNode,
} from '../../../support/server/rota.ts';
import { sendForm } from '../../../support/server/visits.ts';

const DAY = 24 * 3_600_000;
const OPT_OUTS = '/api/v1/opt_outs';

interface OptOut {
  id: string;
  email: string;
}

const reasonOf = async (node: Node, id: string) => (await showRequest(node, id)).attention?.reason;
const listed = async (node: Node, email: string) =>
  dataOf<OptOut[]>(await node.get(`${OPT_OUTS}?email=${encodeURIComponent(email)}`));

onBothEngines.fast('An opt-out', (node) => {
  let people = 0;
  const newcomer = () => `silent-${++people}@example.org`;
  /** A request of somebody new, who was offered times and wants no more messages. */
  async function silenced() {
    const email = newcomer();
    const request = await makeOffered(node(), { participants: [{ email, name: 'Grace Hopper' }] });
    await stopMessages(node(), request.id);
    await untilIdle(node());
    return { ...request, email };
  }

  test('ends reminders, and the organizer is told once', async () => {
    const { id, email, organizer_email } = await silenced();
    await oneClick(node(), stopPathOf(node(), id));
    for (let day = 0; day < 14; day += 1) await passTime(node(), DAY);
    assert.equal(await reasonOf(node(), id), 'opted_out');
    assert.deepEqual(await writtenAbout(node(), id), [
      `options to ${email}`,
      `attention to ${organizer_email}`,
    ]);
    const told = (await messagesAbout(node(), id)).at(-1);
    assert.match(told?.text ?? '', /Grace Hopper doesn’t want any more emails from us/);
    const entries = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?action=opt_out.created&limit=1`),
    );
    assert.deepEqual(entries[0]?.actor, { ...entries[0]?.actor, type: 'participant', id: email });
  });

  test('holds for a new request: nothing is written, and the organizer is told', async () => {
    const { email } = await silenced();
    // Addresses are the same in any case.
    const { id, organizer_email } = await makeOffered(node(), {
      participants: [{ email: email.toUpperCase() }],
    });
    assert.deepEqual(await writtenAbout(node(), id), [`attention to ${organizer_email}`]);
    assert.equal(await reasonOf(node(), id), 'opted_out');
    assert.equal((await showRequest(node(), id)).participants[0]?.opted_out, true);
  });

  test('ends the reminders of other requests, whose organizers are told when one would be due', async () => {
    const email = newcomer();
    const one = await makeOffered(node(), { participants: [{ email }] });
    const other = await makeOffered(node(), { participants: [{ email }] });
    await stopMessages(node(), one.id);
    assert.equal(await reasonOf(node(), other.id), undefined);
    for (let day = 0; day < 7; day += 1) await passTime(node(), DAY);
    assert.equal(await reasonOf(node(), other.id), 'opted_out');
    assert.deepEqual(await writtenAbout(node(), other.id), [
      `options to ${email}`,
      `attention to ${other.organizer_email}`,
    ]);
  });

  test('is of one workspace', async () => {
    const { email } = await silenced();
    const other = await node().otherWorkspace();
    assert.deepEqual(dataOf(await node().get(OPT_OUTS, { key: other.rawKey })), []);
    const [{ id } = { id: '' }] = await listed(node(), email);
    assert.equal((await node().call('DELETE', `${OPT_OUTS}/${id}`, { key: other.rawKey })).status, 404);
    const member = dataOf<{ email: string }>(
      await node().post('/api/v1/workspace_members', { email: 'host@example.com' }, { key: other.rawKey }),
    );
    const body = { organizer_email: member.email, participant_emails: [email] };
    const request = dataOf<{ id: string }>(await node().post(REQUESTS, body, { key: other.rawKey }));
    await untilIdle(node());
    assert.deepEqual(await writtenAbout(node(), request.id), [`options to ${email}`]);
  });

  test('keeps nobody from what they have agreed to', async () => {
    const { id, email } = await silenced();
    const [option] = (await showRequest(node(), id)).options;
    await answered(node(), id, email, [option?.id as string]);
    dataOf(
      await applyTransition(node(), id, 'reschedule', { starts_at: '2027-04-02T10:00:00Z', force: true }),
    );
    dataOf(await applyTransition(node(), id, 'cancel', { notify: true }));
    await untilIdle(node());
    const kinds = (await writtenAbout(node(), id)).filter((line) => line.endsWith(email));
    assert.deepEqual(
      kinds.map((line) => line.split(' ')[0]),
      ['options', 'booked', 'rescheduled', 'cancelled'],
    );
  });

  test('is known before times are offered again, and what a person does reaches the others', async () => {
    const [silent, other] = [newcomer(), newcomer()];
    const request = await makeOffered(node(), { participants: [{ email: silent }, { email: other }] });
    await stopMessages(node(), request.id);
    // Both answer on their pages that nothing works: the next round would be written to both.
    await answered(node(), request.id, silent);
    await answered(node(), request.id, other);
    await untilIdle(node());
    assert.equal(await reasonOf(node(), request.id), 'opted_out');
    dataOf(await node().post(`${REQUESTS}/${request.id}/options`, {}));
    await untilIdle(node());
    const offers = (await writtenAbout(node(), request.id)).filter((line) => line.startsWith('options'));
    assert.deepEqual(
      offers.sort(),
      [`options to ${silent}`, `options to ${other}`, `options to ${other}`].sort(),
    );
    dataOf(await applyTransition(node(), request.id, 'follow_up'));
    await untilIdle(node());
    const reminders = (await writtenAbout(node(), request.id)).filter((line) => line.startsWith('follow_up'));
    assert.deepEqual(reminders, [`follow_up to ${other}`]);
  });

  test('is told at once when another participant suggests times', async () => {
    const [silent, suggester, third] = [newcomer(), newcomer(), newcomer()];
    const request = await offerTo(node(), [silent, suggester, third]);
    await stopMessages(node(), request.id);
    const starts_at = [await freeStart(node(), request, 4)];
    const page = request.pages[1] as string;
    assert.equal(await outcomeOf(node(), page, 'times', { starts_at, round: 1 }), 'suggested');
    await untilIdle(node());
    const told = `attention to ${request.organizer_email}`;
    const [, , , ...since] = await writtenAbout(node(), request.id);
    assert.deepEqual(since, [told, `options to ${third}`, told]);
    const shown = await showRequest(node(), request.id);
    assert.equal(shown.attention?.reason, 'opted_out');
    const offered = offeredIn(shown);
    assert.deepEqual(startsOf(offered), starts_at);
    // What was suggested is the second round, and can be answered.
    const answer = { options: offered.map((option) => option.id), round: 2 };
    assert.equal(await outcomeOf(node(), request.pages[2] as string, 'answer', answer), 'answered');
  });

  test('is told before a reminder brings other times, which are for everybody', async () => {
    const [silent, other] = [newcomer(), newcomer()];
    const request = await makeOffered(node(), { participants: [{ email: silent }, { email: other }] });
    await answered(node(), request.id, silent, [request.options[0]?.id as string]);
    await stopMessages(node(), request.id);
    assert.equal(await reasonOf(node(), request.id), undefined);
    // All that was offered is over by then.
    await passTime(node(), 10 * DAY);
    const [, , ...since] = await writtenAbout(node(), request.id);
    assert.deepEqual(since, [`attention to ${request.organizer_email}`]);
    assert.equal(await reasonOf(node(), request.id), 'opted_out');
  });

  test('refuses what a person would have written to nobody', async () => {
    const { id } = await silenced();
    for (const path of ['options', 'follow_up']) {
      const refusal = await node().post(`${REQUESTS}/${id}/${path}`, {});
      assert.deepEqual([refusal.status, errorOf(refusal).type], [422, 'validation_error']);
      assert.match(errorOf(refusal).message, /have opted out of mail/);
    }
  });

  test('is told of somebody who is added later', async () => {
    const { email } = await silenced();
    const request = await makeOffered(node(), { participants: [{ email: newcomer() }] });
    dataOf(await node().post(`${REQUESTS}/${request.id}/participants`, { participants: [{ email }] }));
    await untilIdle(node());
    assert.equal(await reasonOf(node(), request.id), 'opted_out');
    assert.ok(!(await writtenAbout(node(), request.id)).includes(`options to ${email}`));
  });

  test('means nothing for a request that sends no mail', async () => {
    const { email } = await silenced();
    const request = await makeOffered(node(), { participants: [{ email }], notify_participants: false });
    assert.equal(request.attention, null);
    assert.equal(request.options.length, 3);
  });

  test('ends when they say so on the page', async () => {
    const { id, email } = await silenced();
    const undone = await sendForm(node(), `${stopPathOf(node(), id)}/undo`, { form: null });
    assert.deepEqual([undone.status, undone.headers.location], [303, stopPathOf(node(), id)]);
    assert.deepEqual(await listed(node(), email), []);
    dataOf(await applyTransition(node(), id, 'follow_up'));
    await untilIdle(node());
    assert.equal((await writtenAbout(node(), id)).at(-1), `follow_up to ${email}`);
    assert.equal(await reasonOf(node(), id), undefined);
  });

  test('ends when an admin removes it, once', async () => {
    const { email } = await silenced();
    const [optOut] = await listed(node(), email.toUpperCase());
    assert.equal(optOut?.email, email);
    assert.equal((await node().call('DELETE', `${OPT_OUTS}/${optOut.id}`)).status, 204);
    assert.equal((await node().call('DELETE', `${OPT_OUTS}/${optOut.id}`)).status, 404);
    const { id } = await makeOffered(node(), { participants: [{ email }] });
    assert.deepEqual(await writtenAbout(node(), id), [`options to ${email}`]);
  });

  test('is exported and erased with the person', async () => {
    const { id, email } = await silenced();
    const { data } = (await node().post('/api/v1/exports', { email, limit: 100 })).body as {
      data: { kind: string; data: object }[];
    };
    assert.ok(data.some(({ data: record }) => JSON.stringify(record).includes(email)));
    assert.ok(
      data.some(({ kind }) => /opt_out/.test(kind)),
      data.map(({ kind }) => kind).join(),
    );
    await erase(node(), email, { cancel_open_requests: true });
    // Nothing is left to be kept from mail, and nobody is told otherwise.
    assert.equal((await oneClick(node(), stopPathOf(node(), id))).status, 404);
    assert.deepEqual(await findInTables(node().services.database, email), []);
    assert.deepEqual(await listed(node(), email), []);
  });
});

onEachEngine((engine) => {
  test(`A message that still waits to be sent is not sent any more (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    let isBusy = true;
    const server = stack.use(
      await SmtpServer.start({
        script: (step) => (isBusy && step === 'RCPT' ? '451 4.3.0 later' : undefined),
      }),
    );
    const node = await startNode(storage, { environment: sendingThrough(server.url) });
    stack.defer(() => node.stop());
    const email = 'grace@example.org';
    const [one, other] = [
      await makeRequest(node, { participants: [{ email }] }),
      await makeRequest(node, { participants: [{ email }] }),
    ];
    await untilIdle(node);
    await stopMessages(node, one.id);
    isBusy = false;
    await passTime(node, 2 * 60_000);
    assert.deepEqual(
      server.taken.filter(({ to }) => to === email),
      [],
    );
    for (const { id } of [one, other]) {
      assert.equal(await reasonOf(node, id), 'opted_out');
      const about = await messagesAbout(node, id);
      assert.deepEqual(
        about.map(({ kind, status }) => `${kind} ${status}`),
        ['options failed', 'attention sent'],
      );
    }
  });
});
