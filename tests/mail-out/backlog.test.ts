// More is due than a look sees: what other nodes have claimed does not hide the rest for long.
import assert from 'node:assert/strict';
import { messageTable, selectClaimed } from '../../src/mail-out/queries.ts';
import { claimDue } from '../../src/outbox/claim.ts';
import { createLoad } from '../../src/outbox/load.ts';
import { type Claiming, claimingAfter, stateAfterLook } from '../../src/outbox/states.ts';
import { test } from '../support/lanes.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { onBothEngines } from '../support/server/rota.ts';

/** As many as a look reads of the oldest, each in a lane of its own: a look goes through fifty lanes. */
const CLAIMED = 300;
const LEASE_MS = 60_000;

onBothEngines('A backlog of messages', (node) => {
  test('the oldest are claimed elsewhere: the free ones behind them are found within half a second', async () => {
    // Not due for the node itself, whose clock stands still.
    const due_at = node().clock.now() + LEASE_MS;
    const queued = { status: 'queued' as const, due_at };
    const rows = await writeMessages(node(), CLAIMED + 1, {
      fieldsOf: (place) => ({ ...queued, recipient_address: `grace@${1_000 + place}.example.org` }),
    });
    const keys = rows.map(({ id }) => ({ workspace_id: node().workspaceId, id }));
    const database = node().services.storage.background;
    const elsewhere = { id: 'elsewhere', now: due_at, until: due_at + LEASE_MS };
    assert.equal((await messageTable.claim(database, keys.slice(0, CLAIMED), elsewhere)).length, CLAIMED);

    const channel = {
      ...messageTable.forEngine(selectClaimed),
      leaseMs: LEASE_MS,
    };
    const load = createLoad({ total: 16, per_lane: 4 }, ({ id }) => id);
    let waitedMs = 0;
    let claiming = claimingAfter({ hasMore: false, contendedLooks: 0 }) as Claiming;
    const here = { id: 'here', now: due_at };
    let look = await claimDue(channel, database, load, here);
    for (; look.items.length === 0; look = await claimDue(channel, database, load, here)) {
      assert.ok(look.hasMore);
      const next = stateAfterLook(claiming, look, 0, due_at);
      assert.ok(next.name === 'claiming' || next.name === 'backing off');
      if (next.name === 'backing off') waitedMs += next.ms;
      claiming = claimingAfter(next) as Claiming;
    }
    assert.deepEqual(
      look.items.map(({ id }) => id),
      [rows.at(-1)?.id],
    );
    assert.ok(waitedMs < 500, `${waitedMs} ms`);
  });
});
