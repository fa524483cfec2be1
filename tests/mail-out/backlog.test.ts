// More is due than a poll sees: what other nodes have claimed does not hide the rest for long.
import assert from 'node:assert/strict';
import { messageTable, selectClaimed } from '../../src/mail-out/queries.ts';
import { claimDue } from '../../src/outbox/claim.ts';
import { createLoad } from '../../src/outbox/load.ts';
import { type Claiming, claimingAfter, stateAfterPoll } from '../../src/outbox/states.ts';
import { test } from '../support/lanes.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { onBothEngines } from '../support/server/rota.ts';

/** As many of the oldest as a poll reads, each in a lane of its own: a poll goes through fifty lanes. */
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
    let claiming = claimingAfter({ hasMore: false, contendedPolls: 0 }) as Claiming;
    const here = { id: 'here', now: due_at };
    let poll = await claimDue(channel, database, load, here);
    for (; poll.items.length === 0; poll = await claimDue(channel, database, load, here)) {
      assert.ok(poll.hasMore);
      const next = stateAfterPoll(claiming, poll, 0, due_at);
      assert.ok(next.name === 'claiming' || next.name === 'backing off');
      if (next.name === 'backing off') waitedMs += next.ms;
      claiming = claimingAfter(next) as Claiming;
    }
    assert.deepEqual(
      poll.items.map(({ id }) => id),
      [rows.at(-1)?.id],
    );
    assert.ok(waitedMs < 500, `${waitedMs} ms`);
  });
});
