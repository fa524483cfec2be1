// Ten deliveries that fail for good within 24 hours disable their endpoint, once.

import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { timeOf } from '../../../support/makers/team-members.ts';
import { auditOf, withoutSecret } from '../../../support/makers/webhook-endpoints.ts';
import {
  createEndpoint,
  eventually,
  readDelivery,
  readEndpoint,
  sendTest,
  tryOnce,
} from '../../../support/makers/webhooks.ts';
import {
  failForGood,
  NO_DELAYS,
  StallingReceiver,
  untilFailed,
} from '../../../support/receivers/failed-deliveries.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import type { Endpoint } from '../../../support/server/resources.ts';
import { startRestartable } from '../../../support/server/restarts.ts';
import { type Engine, engines, type Node, onBothEngines } from '../../../support/server/rota.ts';

/** Three times the timeout of an attempt. */
const LEASE_MS = 30_000;

const make = async (node: Node, { url }: Receiver) => withoutSecret(await createEndpoint(node, url));

/** The endpoint, disabled at this moment. */
function disabledNow(node: Node, endpoint: Endpoint): Endpoint {
  const now = timeOf(node);
  const disabled_reason = 'too_many_failures';
  return { ...endpoint, enabled: false, disabled_at: now, disabled_reason, updated_at: now };
}

async function entriesOfDisabling(node: Node, endpoint: Endpoint) {
  return (await auditOf(node, endpoint)).filter(({ action }) => action === 'webhook_endpoint.disabled');
}

/** The warnings about the endpoint in the log, without their times. */
function warningsAbout({ logLines }: Node, { id }: Endpoint): object[] {
  const lines = logLines.map((line) => JSON.parse(line));
  return lines
    .filter(({ level, endpoint_id }) => level !== 'info' && endpoint_id === id)
    .map(({ time: _, ...line }) => line);
}

onBothEngines(
  'endpoints with too many failures',
  (node) => {
    test('the tenth failed delivery disables its endpoint and no other, with one audit entry and one warning', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await make(node(), receiver);
      const other = await make(node(), receiver);
      await failForGood(node(), endpoint.id, 9);
      await failForGood(node(), other.id, 9);
      node().clock.advance(HOUR_MS);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
      await failForGood(node(), endpoint.id);

      const disabled = disabledNow(node(), endpoint);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabled);
      assert.deepEqual(await entriesOfDisabling(node(), endpoint), [
        {
          action: 'webhook_endpoint.disabled',
          actor: { type: 'system', id: 'deliveries' },
          target: { type: 'webhook_endpoint', id: endpoint.id },
          changes: { enabled: [true, false], disabled_reason: [null, 'too_many_failures'] },
          reason: null,
          tool: null,
          created_at: disabled.disabled_at,
        },
      ]);
      const warnings = await eventually(async () => {
        const found = warningsAbout(node(), endpoint);
        return found.length > 0 && found;
      });
      const msg = 'endpoint disabled: too many failures';
      const warning = { level: 'warn', workspace_id: node().workspaceId, endpoint_id: endpoint.id, msg };
      assert.deepEqual(warnings, [warning]);

      assert.deepEqual(await readEndpoint(node(), other.id), other);
      receiver.answer = 200;
      assert.equal((await tryOnce(node(), other.id)).status, 'success');
    });

    test('failures that come together disable it once, and count for their own endpoint only', async () => {
      await using stalling = await StallingReceiver.start();
      const { receiver } = stalling;
      const [endpoint, other] = [await make(node(), receiver), await make(node(), receiver)];
      const send = ({ id }: Endpoint, count: number) =>
        Promise.all(Array.from({ length: count }, () => sendTest(node(), id)));
      const [deliveries, theirs] = [await send(endpoint, 14), await send(other, 9)];
      await stalling.untilStalled(14 + 9);
      stalling.answer(500);
      await untilFailed(node(), endpoint.id, deliveries);
      await untilFailed(node(), other.id, theirs);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabledNow(node(), endpoint));
      assert.deepEqual(await readEndpoint(node(), other.id), other);
      assert.equal((await entriesOfDisabling(node(), endpoint)).length, 1);
      // Until the last attempt is logged.
      await eventually(async () => node().logLines.filter(isEighthOf(deliveries)).length === 14);
      assert.equal(warningsAbout(node(), endpoint).length, 1);
    });

    test('24 hours after the first the tenth does not disable it, a millisecond earlier it does', async () => {
      await using receiver = await Receiver.start(500);
      const [later, sooner] = [await make(node(), receiver), await make(node(), receiver)];
      await failForGood(node(), later.id);
      node().clock.advance(1);
      await failForGood(node(), sooner.id);
      node().clock.advance(23 * HOUR_MS);
      for (const { id } of [later, sooner]) await failForGood(node(), id, 8);
      node().clock.advance(HOUR_MS - 1);
      for (const { id } of [later, sooner]) await failForGood(node(), id);
      assert.deepEqual(await readEndpoint(node(), later.id), later);
      assert.deepEqual(await readEndpoint(node(), sooner.id), disabledNow(node(), sooner));

      // Nine of those are still in the window, so the next is the tenth.
      node().clock.advance(23 * HOUR_MS - 1);
      await failForGood(node(), later.id);
      assert.deepEqual(await readEndpoint(node(), later.id), disabledNow(node(), later));
    });

    test('successes in between do not reset the count', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await make(node(), receiver);
      for (let failures = 1; failures <= 9; failures++) {
        await failForGood(node(), endpoint.id);
        receiver.answer = 200;
        assert.equal((await tryOnce(node(), endpoint.id)).status, 'success');
        receiver.answer = 500;
        node().clock.advance(HOUR_MS);
      }
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
      await failForGood(node(), endpoint.id);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabledNow(node(), endpoint));
    });

    test('attempts that fail do not count before the delivery has failed for good', async () => {
      await using stalling = await StallingReceiver.start();
      const { receiver } = stalling;
      const endpoint = await make(node(), receiver);
      await Promise.all(Array.from({ length: 12 }, () => sendTest(node(), endpoint.id)));
      await stalling.untilStalled(12);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
      stalling.answer(200);
      await eventually(async () => (await countOf(node(), endpoint)).success === 12);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
    });

    test('the tenth failure, the disabled endpoint and its audit entry become visible at the same moment', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await make(node(), receiver);
      await failForGood(node(), endpoint.id, 9);
      const seen = new Set<string>();
      let isOver = false;
      const watching = (async () => {
        for (let last = false; !last; await nextTurn()) {
          last = isOver;
          seen.add(JSON.stringify(await countOf(node(), endpoint)));
        }
      })();
      await failForGood(node(), endpoint.id);
      isOver = true;
      await watching;
      assert.deepEqual(
        [...seen].map((each) => JSON.parse(each)),
        [
          { failed: 9, success: 0, enabled: 1, entries: 0 },
          { failed: 10, success: 0, enabled: 0, entries: 1 },
        ],
      );
    });

    test('when it can not be disabled, the tenth failure is not recorded either', async () => {
      await using receiver = await Receiver.start(500);
      const endpoint = await make(node(), receiver);
      await failForGood(node(), endpoint.id, 9);
      await run(node(), REFUSE_ENTRIES);
      const tenth = await sendTest(node(), endpoint.id);
      await eventually(async () =>
        node().logLines.some((line) => line.includes('attempt not recorded') && line.includes(tenth)),
      );
      const nine = { failed: 9, success: 0, enabled: 1, entries: 0 };
      assert.deepEqual(await countOf(node(), endpoint), nine);
      const { status, attempts, attempt_log } = await readDelivery(node(), endpoint.id, tenth);
      assert.deepEqual([status, attempts, attempt_log.length], ['pending', 7, 7]);

      await run(node(), ACCEPT_ENTRIES);
      node().clock.advance(LEASE_MS);
      // A new delivery wakes the engine.
      await sendTest(node(), (await make(node(), receiver)).id);
      await untilFailed(node(), endpoint.id, [tenth]);
      const failed = await readDelivery(node(), endpoint.id, tenth);
      assert.deepEqual([failed.attempts, failed.attempt_log.length], [8, 8]);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabledNow(node(), endpoint));
    });
  },
  NO_DELAYS,
);

describe('too many failures and a node that is started again', () => {
  for (const engine of engines) {
    test(`failures before the stop count (${engine})`, async (t) => {
      await using receiver = await Receiver.start(500);
      const { clock, node, stop, start } = await startRestartable(t, engine, NO_DELAYS.environment);
      const endpoint = await make(node(), receiver);
      const first = clock.now();
      await failForGood(node(), endpoint.id, 9);
      await stop();
      clock.advance(first + DAY_MS - 1 - clock.now());
      await start();
      assert.deepEqual(await readEndpoint(node(), endpoint.id), endpoint);
      await failForGood(node(), endpoint.id);
      assert.deepEqual(await readEndpoint(node(), endpoint.id), disabledNow(node(), endpoint));
    });
  }
});

/** Matches the log lines of the eighth attempts of these deliveries. */
function isEighthOf(deliveries: string[]) {
  return (line: string) => {
    const { delivery_id, attempt } = JSON.parse(line);
    return attempt === 8 && deliveries.includes(delivery_id);
  };
}

/** Counts the deliveries by status, the enabled endpoint and its audit entries, all in one statement. */
async function countOf({ services: { database } }: Node, { id }: Endpoint): Promise<Record<string, number>> {
  const row = await database.get<Record<string, number>>(
    `select (select count(*) from webhook_deliveries where endpoint_id = $1 and status = 'failed') as failed,
       (select count(*) from webhook_deliveries where endpoint_id = $1 and status = 'success') as success,
       (select count(*) from webhook_endpoints where id = $1 and disabled_at is null) as enabled,
       (select count(*) from audit_entries
        where target_id = $1 and action = 'webhook_endpoint.disabled') as entries`,
    [id],
  );
  return { ...row };
}

const CONDITION = "when (new.action = 'webhook_endpoint.disabled')";
const REFUSE_ENTRIES = {
  sqlite: `create trigger refuse_entries before insert on audit_entries ${CONDITION}
     begin select raise(abort, 'on purpose'); end`,
  postgres: `create function refuse_entry() returns trigger language plpgsql as
       $$ begin raise exception 'on purpose'; end $$;
     create trigger refuse_entries before insert on audit_entries for each row ${CONDITION}
       execute function refuse_entry()`,
};
const ACCEPT_ENTRIES = {
  sqlite: 'drop trigger refuse_entries',
  postgres: 'drop trigger refuse_entries on audit_entries',
};

function run({ services: { database } }: Node, scripts: Record<Engine, string>): Promise<void> {
  return database.transaction((tx) => tx.script(scripts[database.dialect.engine]));
}
