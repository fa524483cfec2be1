// The tools about teams: who is in them, whose turn it is, and keeping somebody out for a while.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { makeMember, TEAMS } from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import type { AuditEntry, Team } from '../support/server/resources.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

onBothEngines('The tools about teams', (node) => {
  async function makePool() {
    const members = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Ben')];
    const body = { name: 'Sales', mode: 'pool', member_ids: members.map(({ id }) => id) };
    return { members, team: dataOf<Team>(await node().post(TEAMS, body)) };
  }

  for (const era of ['2026-07-28', '2025-11-25'] as const) {
    test(`list teams and their turns, in the version of ${era}`, async () => {
      const { team } = await makePool();
      const agent = await connectAgent(node(), { era });
      const { data } = await agent.call<{ data: { id: string; name: object }[] }>('list_teams');
      const listed = data.find(({ id }) => id === team.id);
      assert.deepEqual(listed?.name, { untrusted_text: 'Sales', is_cut: false });
      const { rotation } = await agent.call<{ rotation: { queue: { email: string }[] } }>('whose_turn', {
        team_id: team.id,
      });
      const next = dataOf<Team>(await node().get(`${TEAMS}/${team.id}`)).next_assignee;
      assert.equal(rotation.queue[0]?.email, next?.email);
    });
  }

  test('a member is paused once, and anew after somebody has ended the pause', async () => {
    const { members, team } = await makePool();
    const agent = await connectAgent(node());
    const input = { team_id: team.id, member_email: members[0]?.email };
    type Answer = { membership: { id: string; paused_at: string | null }; repeated: boolean };
    const first = await agent.call<Answer>('pause_member', input);
    assert.equal(first.repeated, false);
    assert.notEqual(first.membership.paused_at, null);
    const second = await agent.call<Answer>('pause_member', input);
    assert.deepEqual(second, { ...first, repeated: true });

    node().clock.advance(1_000);
    await node().post(`${TEAMS}/${team.id}/members/${first.membership.id}/unpause`);
    const third = await agent.call<Answer>('pause_member', input);
    assert.equal(third.repeated, false);
    assert.notEqual(third.membership.paused_at, first.membership.paused_at);

    const entries = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${first.membership.id}`),
    );
    assert.deepEqual(
      entries.map(({ action, actor, tool }) => [action, actor.type, tool]),
      [
        ['team_membership.paused', 'api_key', 'pause_member'],
        ['team_membership.unpaused', 'api_key', null],
        ['team_membership.paused', 'api_key', 'pause_member'],
      ],
    );
  });
});
