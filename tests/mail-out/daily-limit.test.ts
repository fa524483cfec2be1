// A workspace may send so many messages in a UTC day. What is over the limit waits for the next day, in order.
import assert from 'node:assert/strict';
import type { MessageKind } from '../../src/mail-out/drafts.ts';
import { MESSAGES_DUE } from '../../src/mail-out/enqueue.ts';
import { DAY_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import type { Place } from '../support/makers/events.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { type Limits, operatorOf, WORKSPACES } from '../support/makers/operator.ts';
import { untilIdle } from '../support/server/idle.ts';
import { figure } from '../support/server/metrics.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../support/server/rota.ts';

/** Queues messages as if somebody had just caused them, and wakes the engines. */
async function queue(place: Place, count: number, kind: MessageKind = 'options', domains = 1) {
  const { database, clock } = place.services;
  const rows = await writeMessages(place, count, {
    fieldsOf: (number) => ({
      kind,
      status: 'queued',
      due_at: clock.now(),
      recipient_address: `grace@${number % domains}.example.org`,
    }),
  });
  await database.transaction(async (tx) => tx.notify(MESSAGES_DUE));
  return rows.map(({ id }) => id);
}

async function keptIn({ services, workspaceId }: Place): Promise<string[]> {
  const rows = await services.database.all<{ id: string }>(
    "select id from messages where workspace_id = $1 and status = 'kept' order by id",
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

const toTheNextDay = ({ clock }: Node) => clock.advance(DAY_MS - (clock.now() % DAY_MS));

onBothEngines(
  'The limit for messages of a day',
  (node) => {
    test('puts off what is over it until the next day, in order, and not what somebody needs to get in', async () => {
      const operator = await operatorOf(node());
      const path = `${WORKSPACES}/${node().workspaceId}/limits`;
      const limits = async () => {
        const { messages_per_day, messages_today, messages_held } = dataOf<Limits>(await operator.get(path));
        return [messages_per_day.effective, messages_today, messages_held];
      };
      const others = [
        ...(await queue(node(), 2, 'sign_in')),
        ...(await queue(node(), 2, 'calendar_failing')),
      ];
      const ids = await queue(node(), 12);
      const isKept = async (count: number) => {
        await untilIdle(node());
        assert.deepEqual(await keptIn(node()), [...others, ...ids.slice(0, count)]);
      };
      await isKept(3);
      assert.deepEqual(await limits(), [3, 3, 9]);
      assert.equal(await figure(node(), 'rota_mail_held_total'), 9);

      toTheNextDay(node());
      await isKept(6);
      assert.deepEqual(await limits(), [3, 3, 6]);

      // A limit of its own counts what was sent before. More room lets more out at once.
      await operator.patch(path, { messages_per_day: 5 });
      await isKept(8);
      assert.deepEqual(await limits(), [5, 5, 4]);
      await operator.patch(path, { messages_per_day: 4 });
      await isKept(8);
      assert.deepEqual(await limits(), [4, 5, 4]);
      ids.push(...(await queue(node(), 1)));
      await isKept(8);
      await operator.patch(path, { messages_per_day: 0 });
      await isKept(13);
      assert.deepEqual(await limits(), [0, 5, 0]);
    });

    test('is of each workspace alone', async () => {
      const { id } = await node().otherWorkspace();
      const place = { services: node().services, workspaceId: id };
      const ids = await queue(place, 4);
      await untilIdle(node());
      assert.deepEqual(await keptIn(place), ids.slice(0, 3));
    });
  },
  { environment: { ROTA_MAX_MESSAGES_PER_DAY: '3' } },
);

test('two nodes send no more than the limit between them', async (t) => {
  const environment = { ROTA_MAX_MESSAGES_PER_DAY: '25' };
  const [one, two] = await startTwoNodes(t, { environment });
  for (let batch = 0; batch < 10; batch++) await queue(batch % 2 === 0 ? one : two, 10, 'options', 7);
  await untilIdle(one);
  assert.equal((await keptIn(one)).length, 25);
  toTheNextDay(one);
  await untilIdle(one);
  assert.equal((await keptIn(one)).length, 50);
});
