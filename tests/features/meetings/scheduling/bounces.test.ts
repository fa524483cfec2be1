// A message that can not be delivered: somebody must look at its request, and nobody else is asked until then.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import { sendingThrough } from '../../../support/makers/mail.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { messagesAbout, passTime, showRequest, untilIdle } from '../../../support/makers/scheduling.ts';
import { SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { dataOf, freshStorage, onEachEngine, startNode } from '../../../support/server/rota.ts';

const GOOD = 'good@example.org';
const GONE = 'gone@example.org';
const DAY = 24 * 3_600_000;

onEachEngine((engine) => {
  test(`an address that is refused needs attention, once (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const server = stack.use(
      await SmtpServer.start({
        script: (step, { to }) => (step === 'DATA' && to === GONE ? '550 5.1.1 no such user' : undefined),
      }),
    );
    const node = await startNode(storage, { environment: sendingThrough(server.url) });
    stack.defer(() => node.stop());
    const followUps = async (id: string) =>
      (await payloadsAbout(node, id)).flatMap(({ event, participant_emails }) =>
        event === 'meeting_request.follow_up_sent' ? [participant_emails] : [],
      );

    const { id } = await makeRequest(node, { participant_emails: [GOOD, GONE] });
    await untilIdle(node);
    const { attention, updated_at } = await showRequest(node, id);
    assert.equal(attention?.reason, 'bounced');
    assert.equal(updated_at, attention.since);
    await passTime(node, 10 * DAY);
    const kinds = (await messagesAbout(node, id)).map(({ kind, status }) => `${kind} ${status}`);
    assert.deepEqual(kinds, ['options sent', 'options failed', 'attention sent']);

    dataOf(await applyTransition(node, id, 'follow_up'));
    await untilIdle(node);
    assert.deepEqual(await followUps(id), [[GOOD]]);
    assert.equal((await showRequest(node, id)).attention?.reason, 'bounced');

    // What is cancelled needs nobody any more.
    dataOf(await applyTransition(node, id, 'cancel', { notify: true }));
    await untilIdle(node);
    const events = (await payloadsAbout(node, id)).map(({ event }) => event);
    assert.equal(events.at(-1), 'meeting_request.cancelled');
  });
});
