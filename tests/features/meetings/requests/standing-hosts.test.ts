// Stack teams that always apply join every request. Each test has a workspace of its own.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest, readRequest } from '../../../support/makers/meeting-requests.ts';
import {
  emailsOf,
  inNewWorkspace,
  makePeople,
  routeOf,
  turnsOf,
} from '../../../support/makers/routed-requests.ts';
import { deactivate, entriesAbout, reactivate, TEAMS } from '../../../support/makers/team-members.ts';
import type { Member, Team } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

async function createTeam(node: Node, members: Member[], fields: object = {}): Promise<Team> {
  return dataOf(
    await node.post(TEAMS, { name: 'Sales', member_ids: members.map(({ id }) => id), ...fields }),
  );
}

const standing = { mode: 'stack', stack_always_apply: true };

onBothEngines('Stack teams that always apply', (node) => {
  test('join a request of no team: after the organizer, team by team, each host once', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, one, both, paused, outsider] = await makePeople(inside, 5);
    // By the order in which they joined, not by their own age.
    await createTeam(inside, [both, one], standing);
    const second = await createTeam(inside, [paused, organizer, both], standing);
    dataOf(await inside.post(`${TEAMS}/${second.id}/members/${second.members[0]?.id}/pause`));

    for (const [person, hosts] of [
      [organizer, [organizer, both, one, paused]],
      [outsider, [outsider, both, one, paused, organizer]],
      [paused, [paused, both, one, organizer]],
    ] as const) {
      const request = await makeRequest(inside, { organizer_email: person.email });
      const host_emails = emailsOf(hosts);
      assert.deepEqual(routeOf(request), { team_id: null, organizer_email: person.email, host_emails });
      assert.deepEqual(await readRequest(inside, request.id), request);
      const [entry] = await entriesAbout(inside, request.id);
      assert.deepEqual(entry?.changes.host_emails, [null, host_emails]);
    }
  });

  test('join what goes through a pool, a manual and another stack team; no turn is taken in them', async () => {
    const inside = await inNewWorkspace(node());
    const [one, other, third, last] = await makePeople(inside, 4);
    const joining = [
      await createTeam(inside, [last, one], standing),
      await createTeam(inside, [last], standing),
    ];
    const pool = await createTeam(inside, [one, other]);
    const manual = await createTeam(inside, [other], { mode: 'manual' });
    const stack = await createTeam(inside, [third, other, last], { mode: 'stack' });

    for (const [fields, hosts] of [
      [{ team_id: pool.id }, [one, last]],
      [{ team_id: pool.id }, [other, last, one]],
      [{ team_id: manual.id, organizer_email: third.email }, [third, last, one]],
      // First the team that was asked for.
      [{ team_id: stack.id }, [third, other, last, one]],
      [{ team_id: stack.id, organizer_email: last.email }, [last, third, other, one]],
    ] as const) {
      const request = await makeRequest(inside, fields);
      assert.deepEqual(request.host_emails, emailsOf(hosts), JSON.stringify(fields));
      assert.equal(request.organizer_email, hosts[0].email);
    }
    assert.deepEqual(
      await Promise.all([pool, manual, stack].map(async (team) => (await turnsOf(inside, team)).length)),
      [2, 0, 2],
    );
    for (const team of joining) {
      assert.deepEqual(await turnsOf(inside, team), []);
      const { members } = dataOf<Team>(await inside.get(`${TEAMS}/${team.id}`));
      assert.deepEqual(members, team.members);
    }
  });

  test('take turns when a request goes through themselves, and have each host once then too', async () => {
    const inside = await inNewWorkspace(node());
    const [one, other, third] = await makePeople(inside, 3);
    const team = await createTeam(inside, [one, other], standing);
    const joining = await createTeam(inside, [third, other], standing);
    for (const hosts of [
      [one, other, third],
      [other, one, third],
    ]) {
      const request = await makeRequest(inside, { team_id: team.id });
      assert.deepEqual(request.host_emails, emailsOf(hosts));
    }
    assert.deepEqual(emailsOf(await turnsOf(inside, team)), emailsOf([other, one]));
    assert.deepEqual(await turnsOf(inside, joining), []);
  });

  test('with include_all_members bring every active member of the workspace, whoever is in them', async () => {
    const inside = await inNewWorkspace(node());
    const [one, gone, third, last] = await makePeople(inside, 4);
    await createTeam(inside, [last], standing);
    await createTeam(inside, [third], { ...standing, include_all_members: true });
    await deactivate(inside, gone);
    const before = await makeRequest(inside, { organizer_email: third.email });
    assert.deepEqual(before.host_emails, emailsOf([third, last, one]));
    await reactivate(inside, gone);
    const [late] = await makePeople(inside, 1);
    const after = await makeRequest(inside, { organizer_email: third.email });
    assert.deepEqual(after.host_emails, emailsOf([third, last, one, gone, late]));
    // Hosts are decided when the request is created.
    assert.deepEqual(await readRequest(inside, before.id), before);
  });

  test('bring nobody while deactivated, without members, or without the flag; nor to another workspace', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, host, gone] = await makePeople(inside, 3);
    const hostsNow = async () =>
      (await makeRequest(inside, { organizer_email: organizer.email })).host_emails;
    const alone = [organizer.email];

    const elsewhere = await inNewWorkspace(node());
    await createTeam(elsewhere, await makePeople(elsewhere, 2), { ...standing, include_all_members: true });
    await createTeam(inside, [host], { mode: 'stack' });
    await createTeam(inside, [host], { mode: 'stack', include_all_members: true });
    await createTeam(inside, [], standing);
    await createTeam(inside, [gone], standing);
    await deactivate(inside, gone);
    for (const mode of ['pool', 'manual']) {
      const { stack_always_apply } = await createTeam(inside, [host], { ...standing, mode });
      assert.equal(stack_always_apply, false);
    }
    assert.deepEqual(await hostsNow(), alone);

    const team = await createTeam(inside, [host], standing);
    const path = `${TEAMS}/${team.id}`;
    const joined = [organizer.email, host.email];
    assert.deepEqual(await hostsNow(), joined);
    for (const mode of ['pool', 'manual']) {
      dataOf(await inside.patch(path, { mode, stack_always_apply: true }));
      assert.deepEqual(await hostsNow(), alone, mode);
      // The flag went with the mode, and does not come back with it.
      dataOf(await inside.patch(path, { mode: 'stack' }));
      assert.deepEqual(await hostsNow(), alone, `${mode} and back`);
      dataOf(await inside.patch(path, { stack_always_apply: true }));
      assert.deepEqual(await hostsNow(), joined);
    }
    dataOf(await inside.patch(path, { stack_always_apply: false }));
    assert.deepEqual(await hostsNow(), alone);
    dataOf(await inside.patch(path, { stack_always_apply: true }));
    dataOf(await inside.post(`${path}/deactivate`));
    assert.deepEqual(await hostsNow(), alone);
  });

  test('leave earlier requests as they were: what comes to apply later, and what no longer does', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, host, late] = await makePeople(inside, 3);
    const before = await makeRequest(inside, { organizer_email: organizer.email });
    const team = await createTeam(inside, [host], standing);
    const during = await makeRequest(inside, { organizer_email: organizer.email });
    dataOf(await inside.post(`${TEAMS}/${team.id}/members`, { workspace_membership_id: late.id }));
    await inside.delete(`${TEAMS}/${team.id}/members/${team.members[0]?.id}`);
    dataOf(await inside.post(`${TEAMS}/${team.id}/deactivate`));
    assert.deepEqual(await readRequest(inside, before.id), before);
    assert.deepEqual(await readRequest(inside, during.id), during);
    assert.deepEqual(
      [before.host_emails, during.host_emails],
      [[organizer.email], [organizer.email, host.email]],
    );
  });

  test('their hosts go when deactivated and come back when reactivated, at the same place', async () => {
    const inside = await inNewWorkspace(node());
    const [organizer, one, other] = await makePeople(inside, 3);
    await createTeam(inside, [one], standing);
    await createTeam(inside, [other], standing);
    const request = await makeRequest(inside, { organizer_email: organizer.email });
    assert.deepEqual(request.host_emails, emailsOf([organizer, one, other]));
    await deactivate(inside, one);
    const hosts = async () => (await readRequest(inside, request.id)).host_emails;
    assert.deepEqual(await hosts(), emailsOf([organizer, other]));
    await deactivate(inside, other);
    assert.deepEqual(await hosts(), [organizer.email]);
    await reactivate(inside, one);
    await reactivate(inside, other);
    assert.deepEqual(await readRequest(inside, request.id), request);
  });

  test('change_organizer keeps their hosts: the new one first, the former only if one of them', async () => {
    const inside = await inNewWorkspace(node());
    const [outsider, host, other] = await makePeople(inside, 3);
    await createTeam(inside, [host, other], standing);
    const { id, host_emails } = await makeRequest(inside, { organizer_email: outsider.email });
    assert.deepEqual(host_emails, emailsOf([outsider, host, other]));
    for (const hosts of [
      [other, host],
      [host, other],
      [outsider, host, other],
    ] as const) {
      const changed = await applyTransition(inside, id, 'change_organizer', {
        organizer_email: hosts[0].email,
      });
      const expected = { team_id: null, organizer_email: hosts[0].email, host_emails: emailsOf(hosts) };
      assert.deepEqual(routeOf(dataOf(changed)), expected);
      assert.deepEqual(routeOf(await readRequest(inside, id)), expected);
    }
  });
});
