// In a stack team every member hosts, and the members take turns as organizer.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  applyTransition,
  makeRequest,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import {
  askOn,
  emailsOf,
  inNewWorkspace,
  makePeople,
  readTurn,
  routeOf,
  turnsOf,
} from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import {
  deactivate,
  entriesAbout,
  MEMBERS,
  makeMember,
  reactivate,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { ListedTurn, MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const OUTSIDE = ['validation_error', 'organizer_email is not a member of the team'] as const;
const NOT_ACTIVE = ['validation_error', 'organizer_email is not an active member of this workspace'] as const;

/** The emails with this one first. */
const beginningWith = (first: string, emails: string[]) => [
  first,
  ...emails.filter((email) => email !== first),
];

onBothEngines('The hosts of requests to a stack team', (node) => {
  test('202: every member hosts; over two rounds the organizer is who organized longest ago', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const emails = emailsOf(team.members);
    const lastTurns: (number | null)[] = [null, null, null];
    for (let number = 1; number <= 6; number += 1) {
      const place = (number - 1) % 3;
      const organizer = emails[place] as string;
      const answer = await askOn(node(), { team_id: team.id });
      assert.equal(answer.status, 202);
      const request = dataOf<MeetingRequest>(answer);
      const host_emails = beginningWith(organizer, emails);
      assert.deepEqual(routeOf(request), { team_id: team.id, organizer_email: organizer, host_emails });
      assert.deepEqual(await readRequest(node(), request.id), request);

      const [listed] = await turnsOf(node(), team);
      const turn = await readTurn(node(), listed as ListedTurn);
      assert.deepEqual(
        [turn.number, turn.meeting_request_id, turn.email, turn.team_membership_id, turn.reason],
        [
          number,
          request.id,
          organizer,
          team.membershipIds[place],
          number <= 3 ? 'never_assigned' : 'least_recently_assigned',
        ],
      );
      assert.deepEqual(
        turn.candidates.map(({ status, last_turn }) => [status, last_turn]),
        lastTurns.map((last) => ['available', last]),
      );
      lastTurns[place] = number;
    }
    // Only turns of a pool are shown on a membership.
    assert.deepEqual((await team.show()).members, team.members);
  });

  test('organizer_email names one of them, who takes the turn by name', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const emails = emailsOf(team.members);
    const [first, second, third] = emails as [string, string, string];
    for (const given of [third, third.toUpperCase(), ` ${third} `]) {
      const request = await makeRequest(node(), { team_id: team.id, organizer_email: given });
      assert.deepEqual(routeOf(request), {
        team_id: team.id,
        organizer_email: third,
        host_emails: [third, first, second],
      });
      const [turn] = await turnsOf(node(), team);
      assert.deepEqual([turn?.email, turn?.reason, turn?.meeting_request_id], [third, 'named', request.id]);
    }
    // Named turns count: the named organizer is behind the others now.
    const organizers: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      organizers.push((await makeRequest(node(), { team_id: team.id })).organizer_email);
    }
    assert.deepEqual(organizers, [first, second, third]);
    assert.deepEqual(
      (await turnsOf(node(), team)).map(({ number }) => number),
      [6, 5, 4, 3, 2, 1],
    );
  });

  test('422: organizer_email names somebody outside the team, or nobody who is active', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const outsider = await makeMember(node());
    const gone = await deactivate(node(), { id: team.memberIds[2] as string });
    const { rawKey } = await node().otherWorkspace();
    const elsewhere = await makeMember(node(), null, rawKey);
    await assertRefused(
      node(),
      (
        [
          [outsider, OUTSIDE],
          [gone, NOT_ACTIVE],
          [elsewhere, NOT_ACTIVE],
          [{ email: 'nobody@example.com' }, NOT_ACTIVE],
        ] as const
      ).map(([{ email }, refusal]) => [
        () => askOn(node(), { team_id: team.id, organizer_email: email }),
        ...refusal,
      ]),
    );
  });

  test('who is paused hosts and organizes as ever; who is deactivated does neither', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const [paused, gone, third] = emailsOf(team.members) as [string, string, string];
    dataOf(await node().post(`${team.path}/members/${team.membershipIds[0]}/pause`));
    await deactivate(node(), { id: team.memberIds[1] as string });
    const routes: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      routes.push((await makeRequest(node(), { team_id: team.id })).host_emails);
    }
    assert.deepEqual(routes, [
      [paused, third],
      [third, paused],
      [paused, third],
    ]);
    // Nor later: hosts are decided when the request is created.
    await reactivate(node(), { id: team.memberIds[1] as string });
    const { data } = (await node().get(`${REQUESTS}?team_id=${team.id}`)).body as { data: MeetingRequest[] };
    assert.deepEqual(
      data.map(({ host_emails }) => host_emails),
      routes.reverse(),
    );
    const next = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual(next.host_emails, [gone, paused, third]);
  });

  test('include_all_members: every active member of the workspace hosts, and takes turns', async () => {
    const inside = await inNewWorkspace(node());
    const [first, inTeam, gone, last] = await makePeople(inside, 4);
    await deactivate(inside, gone);
    const team = await makeTeam(
      inside,
      {
        mode: 'stack',
        include_all_members: true,
        member_ids: [inTeam.id],
      },
      0,
    );
    const everyone = emailsOf([first, inTeam, last]);
    for (const organizer of [first, inTeam, last, first]) {
      const request = await makeRequest(inside, { team_id: team.id });
      assert.deepEqual(request.host_emails, beginningWith(organizer.email, everyone));
      const [turn] = await turnsOf(inside, team);
      assert.deepEqual(
        [turn?.email, turn?.team_membership_id, turn?.meeting_request_id],
        [organizer.email, organizer === inTeam ? team.members[0]?.id : null, request.id],
      );
    }
    const named = await makeRequest(inside, { team_id: team.id, organizer_email: last.email });
    assert.deepEqual(named.host_emails, beginningWith(last.email, everyone));
    assert.equal((await turnsOf(inside, team))[0]?.reason, 'named');
    await assertRefused(inside, [
      [() => askOn(inside, { team_id: team.id, organizer_email: gone.email }), ...NOT_ACTIVE],
    ]);
  });

  test('a host who is deactivated later is out of host_emails everywhere, until reactivated', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const [first, second, third] = emailsOf(team.members) as [string, string, string];
    const { id } = await makeRequest(node(), { team_id: team.id });
    const hosts = async () => {
      const shown = await readRequest(node(), id);
      const listed = dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?team_id=${team.id}`));
      assert.deepEqual(listed, [shown]);
      return shown.host_emails;
    };
    assert.deepEqual(await hosts(), [first, second, third]);
    await deactivate(node(), { id: team.memberIds[1] as string });
    assert.deepEqual(await hosts(), [first, third]);
    const { host_emails, status } = dataOf<MeetingRequest>(await applyTransition(node(), id, 'pause'));
    assert.deepEqual([host_emails, status], [[first, third], 'paused']);
    await reactivate(node(), { id: team.memberIds[1] as string });
    assert.deepEqual(await hosts(), [first, second, third]);
  });

  test('the hosts of a request are those of its first day, whatever becomes of the team', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const request = await makeRequest(node(), { team_id: team.id });
    const late = await makeMember(node());
    dataOf(await node().post(`${team.path}/members`, { workspace_membership_id: late.id }));
    assert.equal((await node().delete(`${team.path}/members/${team.membershipIds[2]}`)).status, 204);
    assert.deepEqual(await readRequest(node(), request.id), request);
    const [, second] = emailsOf(team.members);
    const next = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual(next.host_emails, [second, team.members[0]?.email, late.email]);
    dataOf(await node().patch(team.path, { mode: 'pool' }));
    assert.deepEqual(await readRequest(node(), request.id), request);
  });

  test('change_organizer: the new one is first; the former stays only as a host of the team', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const [first, second, third] = emailsOf(team.members) as [string, string, string];
    const { email: outsider } = await makeMember(node());
    const request = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual(request.host_emails, [first, second, third]);
    for (const [organizer_email, host_emails] of [
      [outsider, [outsider, first, second, third]],
      [third, [third, first, second]],
      [outsider, [outsider, first, second, third]],
      [first, [first, second, third]],
    ] as const) {
      const answer = await applyTransition(node(), request.id, 'change_organizer', { organizer_email });
      const expected = { team_id: team.id, organizer_email, host_emails };
      assert.deepEqual(routeOf(dataOf(answer)), expected);
      assert.deepEqual(routeOf(await readRequest(node(), request.id)), expected);
    }
    // Turns are about new requests.
    assert.equal((await turnsOf(node(), team)).length, 1);
    const changes = (await entriesAbout(node(), request.id)).slice(1).map((entry) => entry.changes);
    assert.deepEqual(changes, [
      { organizer_email: [first, outsider] },
      { organizer_email: [outsider, third] },
      { organizer_email: [third, outsider] },
      { organizer_email: [outsider, first] },
    ]);
  });

  test('an organizer who is deactivated leaves the hosts to the successor, and comes back as a host only', async () => {
    const team = await makeTeam(node(), { mode: 'stack' });
    const [first, second, third] = emailsOf(team.members) as [string, string, string];
    const open = await makeRequest(node(), { team_id: team.id });
    const booked = await makeRequest(node(), { team_id: team.id, organizer_email: first });
    dataOf(await applyTransition(node(), booked.id, 'book', { starts_at: timeOf(node()) }));
    const path = `${MEMBERS}/${team.memberIds[0]}/deactivate`;
    dataOf(await node().post(path, { transfer_to: third }));
    const hosts = async () => [
      (await readRequest(node(), open.id)).host_emails,
      (await readRequest(node(), booked.id)).host_emails,
    ];
    // Whoever organized what is over is still told.
    assert.deepEqual(await hosts(), [
      [third, second],
      [first, second, third],
    ]);
    await reactivate(node(), { id: team.memberIds[0] as string });
    assert.deepEqual(await hosts(), [
      [third, first, second],
      [first, second, third],
    ]);
  });
});
