// A node that finds out in the middle of an attempt that its message is another's by now does not hand it over.
import assert from 'node:assert/strict';
import { describe, test } from '../support/lanes.ts';
import { draftTo, messageOnce, queue, sendingThrough } from '../support/makers/mail.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { freshStorage, startNode } from '../support/server/rota.ts';

/** Longer than a node relies on its last heartbeat, and shorter than a stage of a session. */
const SILENT_MS = 20_000;

describe('A message on PostgreSQL', () => {
  test('is not handed over by a node that was silent, once it may be of another', async () => {
    await using stack = new AsyncDisposableStack();
    const recipient = Promise.withResolvers<undefined>();
    let asked = 0;
    const server = stack.use(
      await SmtpServer.start({
        script(step) {
          if (step !== 'RCPT') return undefined;
          asked += 1;
          return asked === 1 ? recipient.promise : undefined;
        },
      }),
    );
    const storage = await freshStorage('postgres');
    stack.defer(storage.remove);
    const node = await startNode(storage, { environment: sendingThrough(server.url) });
    stack.defer(() => node.stop());
    const [id = ''] = await queue(node, draftTo('grace@example.org'));
    await eventually(async () => asked === 1);
    // Others have heard nothing of it for long.
    await node.services.database.change('update nodes set dead_at = $1', [node.clock.now()]);
    node.clock.advance(SILENT_MS);
    recipient.resolve(undefined);
    await messageOnce(node, id, ({ status }) => status === 'sent');
    assert.deepEqual([asked, server.taken.length], [2, 1]);
    assert.ok(node.logLines.some((line) => line.includes('item left to another node')));
  });
});
