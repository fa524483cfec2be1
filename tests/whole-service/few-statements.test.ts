// A new meeting request and its first offer take few statements on PostgreSQL: each is a round trip.
import assert from 'node:assert/strict';
import type { Context } from '../../src/context.ts';
import { createRequest } from '../../src/features/meetings/requests/operations.ts';
import { asScheduling, scheduleTable } from '../../src/features/meetings/schedules/operations.ts';
import { takeStep } from '../../src/features/meetings/scheduling/step.ts';
import { HOUR_MS } from '../../src/time/timestamps.ts';
import { test } from '../support/lanes.ts';
import { REQUESTS } from '../support/makers/meeting-requests.ts';
import { makeTeam } from '../support/makers/routed-team.ts';
import { giveSeat, requireSeats, sellSeats } from '../support/makers/seated.ts';
import { LEAST } from '../support/makers/webhook-endpoints.ts';
import { ENDPOINTS } from '../support/makers/webhooks.ts';
import { watched } from '../support/server/plans.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('With few statements', (node) => {
  test('a request goes through a pool team, and is offered times', async () => {
    dataOf(await node().post(ENDPOINTS, LEAST));
    await sellSeats(node());
    await requireSeats(node(), false);
    await expect({ creating: 6, offering: 10 });
    // Whether somebody has a seat is read with the members; an open request asks anew.
    await requireSeats(node());
    await expect({ creating: 6, offering: 11 });
  });

  async function expect(counts: { creating: number; offering: number }): Promise<void> {
    const { services, workspaceId } = node();
    const team = await makeTeam(node());
    for (const id of team.memberIds) await giveSeat(node(), { id });
    // An hour ahead of the node, which leaves what is due then to the test.
    const now = services.clock.now() + HOUR_MS;
    const clock = { ...services.clock, now: () => now };

    /** Without `begin` and `commit`. */
    async function statementsOf(work: (context: Context) => Promise<unknown>): Promise<string[]> {
      const texts: string[] = [];
      const database = watched(services.database, async (_, { sql }) => void texts.push(sql));
      await work({ ...asScheduling({ ...services, clock }, workspaceId), database });
      return texts;
    }

    let id = '';
    const creating = await statementsOf(async (context) => {
      ({ id } = await createRequest(context, {
        team_id: team.id,
        participant_emails: ['guest@example.org'],
      }));
    });
    const claim = { id: 'of a test', now, until: now + HOUR_MS };
    await scheduleTable.claim(services.database, [{ workspace_id: workspaceId, id }], claim);
    const offering = await statementsOf((context) =>
      takeStep(context, { id, claim_id: claim.id }, undefined),
    );

    const { options } = dataOf<{ options: object[] }>(await node().get(`${REQUESTS}/${id}`));
    assert.ok(options.length > 0);
    if (services.database.dialect.engine === 'sqlite') return;
    assert.equal(creating.length, counts.creating, creating.join('\n\n'));
    assert.equal(offering.length, counts.offering, offering.join('\n\n'));
  }
});
