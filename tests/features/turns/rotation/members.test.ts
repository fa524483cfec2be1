// Members are added to a team once, changed and removed.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  addToTeam,
  deactivate,
  type Entry,
  entriesAbout,
  type Membership,
  makeMember,
  makeTeam,
  pathOf,
  readMembership,
  readTeam,
  TEAMS,
  takeTurn,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const NOT_FOUND = ['not_found', 'Team membership not found'] as const;
const TWICE = ['validation_error', 'workspace_membership_id is in the team already'] as const;
const ROLE = ['invalid_request', 'role must be one of member, manager'] as const;

onBothEngines('team members', (node) => {
  test('201: a member is added with the fields of the contract, and the team shows them', async () => {
    const [ada, nameless] = [await makeMember(node(), 'Ada Lovelace'), await makeMember(node())];
    const [team] = await makeTeam(node(), []);
    const expected: Membership[] = [];
    for (const [member, given, role] of [
      [ada, {}, 'member'],
      [nameless, { role: 'manager', colour: 'red', paused_at: timeOf(node()) }, 'manager'],
    ] as const) {
      node().clock.advance(1_000);
      const body = { workspace_membership_id: member.id, ...given };
      const answer = await node().post(`${TEAMS}/${team.id}/members`, body);
      assert.equal(answer.status, 201);
      const { id, ...rest } = dataOf<Membership>(answer);
      assert.match(id, /^tm_[0-9A-Z]{26}$/);
      assert.deepEqual(rest, {
        team_id: team.id,
        role,
        workspace_membership_id: member.id,
        email: member.email,
        name: member.name,
        paused_at: null,
        last_assigned_at: null,
        created_at: timeOf(node()),
      });
      expected.push({ id, ...rest });
    }
    const { members, member_count } = await readTeam(node(), team);
    assert.deepEqual([members, member_count], [expected, 2]);
  });

  test('422: a wrong or missing id, a wrong role', async () => {
    const { id: workspace_membership_id } = await makeMember(node());
    const [team] = await makeTeam(node(), []);
    await assertRefused(
      node(),
      (
        [
          [undefined, 'workspace_membership_id is required'],
          [{}, 'workspace_membership_id is required'],
          [{ role: 'manager' }, 'workspace_membership_id is required'],
          [{ workspace_membership_id: null }, 'workspace_membership_id must be a string'],
          [{ workspace_membership_id: 7 }, 'workspace_membership_id must be a string'],
          [{ workspace_membership_id: '' }, 'workspace_membership_id must not be empty'],
          ...['owner', 'admin', 'Manager', ''].map(
            (role) => [{ workspace_membership_id, role }, ROLE[1]] as const,
          ),
          [{ workspace_membership_id, role: null }, 'role must be a string'],
          [{ workspace_membership_id, role: true }, 'role must be a string'],
        ] as const
      ).map(([body, message]) => [
        () => node().post(`${TEAMS}/${team.id}/members`, body),
        'invalid_request',
        message,
      ]),
    );
    assert.deepEqual((await readTeam(node(), team)).members, []);
  });

  test('422: an id of nobody here, of another workspace, of a deactivated member', async () => {
    const { rawKey } = await node().otherWorkspace();
    const elsewhere = await makeMember(node(), null, rawKey);
    const gone = await deactivate(node(), await makeMember(node()));
    const [team, membership] = await makeTeam(node(), [await makeMember(node())]);
    const nobody = 'workspace_membership_id is not a member of this workspace';
    await assertRefused(
      node(),
      [
        ['mem_01KJPWD6M0A57CPWZ0TQZND9PP', nobody],
        ['ada@example.com', nobody],
        [membership.id, nobody],
        [elsewhere.id, nobody],
        [gone.id, 'workspace_membership_id is a deactivated member'],
      ].map(([workspace_membership_id, message]) => [
        () => node().post(`${TEAMS}/${team.id}/members`, { workspace_membership_id }),
        'validation_error',
        message as string,
      ]),
    );
  });

  test('422: a member is in a team only once, however it came in; in another team it can be too', async () => {
    const [first, added] = [await makeMember(node()), await makeMember(node())];
    const created = await node().post(TEAMS, { name: 'Sales', member_ids: [first.id] });
    const team = dataOf<{ id: string }>(created);
    await addToTeam(node(), team, added);
    await assertRefused(
      node(),
      [{ id: first.id }, { id: first.id, role: 'manager' }, { id: added.id }].map(({ id, ...role }) => [
        () => node().post(`${TEAMS}/${team.id}/members`, { workspace_membership_id: id, ...role }),
        ...TWICE,
      ]),
    );
    const [other] = await makeTeam(node(), []);
    const elsewhere = await addToTeam(node(), other, first);
    assert.equal(elsewhere.team_id, other.id);
    assert.deepEqual((await readTeam(node(), other)).members, [elsewhere]);
  });

  test('of many simultaneous adds of one member exactly one is 201', async () => {
    const member = await makeMember(node());
    const [team] = await makeTeam(node(), []);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        node().post(`${TEAMS}/${team.id}/members`, { workspace_membership_id: member.id }),
      ),
    );
    const [won, ...others] = answers.sort((one, other) => one.status - other.status);
    assert.equal(won?.status, 201);
    const [type, message] = TWICE;
    for (const { status, body } of others) {
      assert.deepEqual({ status, body }, { status: 422, body: { error: { type, message } } });
    }
    const { members, member_count } = await readTeam(node(), team);
    assert.deepEqual([members, member_count], [[dataOf(won)], 1]);
    const log = await node().get('/api/v1/audit_log?limit=100&action=team_membership.added');
    const added = dataOf<Entry[]>(log).filter(({ changes }) => changes.team_id?.[1] === team.id);
    assert.equal(added.length, 1);
  });

  test('200: the role changes and nothing else; the team shows it', async () => {
    const [team, membership, other] = await makeTeam(node(), [
      await makeMember(node(), 'Ada'),
      await makeMember(node()),
    ]);
    for (const role of ['manager', 'member', 'member', 'manager']) {
      const body = {
        role,
        paused_at: timeOf(node()),
        workspace_membership_id: other.workspace_membership_id,
      };
      const answer = await node().patch(pathOf(membership), body);
      assert.deepEqual([answer.status, answer.body], [200, { data: { ...membership, role } }]);
      assert.deepEqual((await readTeam(node(), team)).members, [{ ...membership, role }, other]);
    }
  });

  test('422: no role, or one that there is not', async () => {
    const [, membership] = await makeTeam(node(), [await makeMember(node())]);
    await assertRefused(
      node(),
      (
        [
          [undefined, 'role is required'],
          [{}, 'role is required'],
          [{ role: null }, 'role must be a string'],
          [{ role: 1 }, 'role must be a string'],
          ...['owner', 'admin', 'MANAGER', '', 'manager '].map((role) => [{ role }, ROLE[1]] as const),
        ] as const
      ).map(([body, message]) => [() => node().patch(pathOf(membership), body), 'invalid_request', message]),
    );
  });

  test('204: a removed member is out of the team only, and can be added again as if new', async () => {
    const ada = await makeMember(node(), 'Ada');
    const [team, membership, other] = await makeTeam(node(), [ada, await makeMember(node())]);
    dataOf(await node().patch(pathOf(membership), { role: 'manager' }));
    assert.equal(await takeTurn(node(), team), membership.id);

    const answer = await node().delete(pathOf(membership));
    assert.deepEqual([answer.status, answer.text], [204, '']);
    const after = await readTeam(node(), team);
    assert.deepEqual([after.members, after.member_count, after.next_assignee], [[other], 1, other]);
    assert.deepEqual(dataOf(await node().get(`/api/v1/workspace_members/${ada.id}`)), ada);
    await assertRefused(node(), [
      [() => node().delete(pathOf(membership)), ...NOT_FOUND],
      [() => node().patch(pathOf(membership), { role: 'member' }), ...NOT_FOUND],
      [() => node().post(`${pathOf(membership)}/pause`), ...NOT_FOUND],
      [() => node().post(`${pathOf(membership)}/unpause`), ...NOT_FOUND],
    ]);

    node().clock.advance(1_000);
    const again = await addToTeam(node(), team, ada);
    assert.notEqual(again.id, membership.id);
    assert.deepEqual(again, { ...membership, id: again.id, created_at: timeOf(node()) });
    assert.deepEqual((await readTeam(node(), team)).members, [other, again]);
  });

  test('an inactive team can still be edited', async () => {
    const [team, membership] = await makeTeam(node(), [await makeMember(node())]);
    dataOf(await node().post(`${TEAMS}/${team.id}/deactivate`));
    const added = await addToTeam(node(), team, await makeMember(node()));
    const changed = dataOf(await node().patch(pathOf(added), { role: 'manager' }));
    assert.equal((await node().delete(pathOf(membership))).status, 204);
    assert.deepEqual((await readTeam(node(), team)).members, [changed]);
  });

  test('404: a membership of another team of the workspace', async () => {
    const [team] = await makeTeam(node(), [await makeMember(node())]);
    const [, theirs, paused] = await makeTeam(node(), [await makeMember(node()), await makeMember(node())]);
    dataOf(await node().post(`${pathOf(paused)}/pause`));
    const through = (membership: Membership) => pathOf({ ...membership, team_id: team.id });
    await assertRefused(node(), [
      [() => node().patch(through(theirs), { role: 'manager' }), ...NOT_FOUND],
      [() => node().delete(through(theirs)), ...NOT_FOUND],
      [() => node().post(`${through(theirs)}/pause`), ...NOT_FOUND],
      [() => node().post(`${through(paused)}/unpause`), ...NOT_FOUND],
    ]);
    // In its own team each of these calls would change something.
    assert.equal((await node().post(`${pathOf(paused)}/unpause`)).status, 200);
    assert.equal((await node().post(`${pathOf(theirs)}/pause`)).status, 200);
    assert.equal((await node().patch(pathOf(theirs), { role: 'manager' })).status, 200);
    assert.equal((await node().delete(pathOf(theirs))).status, 204);
    assert.equal(await readMembership(node(), theirs), undefined);
  });

  test('each change leaves one audit entry; a change to the role that it has leaves none', async () => {
    const [team, membership] = await makeTeam(node(), [await makeMember(node())]);
    const { id, workspace_membership_id: member } = membership;
    for (const role of ['member', 'manager', 'manager'])
      dataOf(await node().patch(pathOf(membership), { role }));
    await node().delete(pathOf(membership));
    const target = { type: 'team_membership', id };
    assert.deepEqual(await entriesAbout(node(), id), [
      {
        action: 'team_membership.added',
        target,
        changes: {
          team_id: [null, team.id],
          workspace_membership_id: [null, member],
          role: [null, 'member'],
        },
      },
      { action: 'team_membership.updated', target, changes: { role: ['member', 'manager'] } },
      {
        action: 'team_membership.removed',
        target,
        changes: {
          team_id: [team.id, null],
          workspace_membership_id: [member, null],
          role: ['manager', null],
        },
      },
    ]);
  });
});
