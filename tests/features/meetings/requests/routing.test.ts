// A request sent to a team goes to the member whose turn it is, in one rotation with all other turns.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { payloadsAbout } from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import { askOn, emailsOf, readTurn, routeOf, turnsOf } from '../../../support/makers/routed-requests.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { deactivate, entriesAbout, makeMember, timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { ListedTurn, MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const NOT_WITH_POOL = [
  'invalid_request',
  'organizer_email must not be given with a team in pool mode, which chooses one',
] as const;
const NOBODY = ['validation_error', 'The team has no member who could take the turn'] as const;
const NOT_ACTIVE = ['validation_error', 'organizer_email is not an active member of this workspace'] as const;
const INACTIVE_TEAM = ['validation_error', 'The team is deactivated'] as const;
const NO_TEAM = ['validation_error', 'team_id is not a team of this workspace'] as const;

onBothEngines('Requests that are routed through a team', (node) => {
  const ask = (fields: object) => () => askOn(node(), fields);

  test('202: over two rounds, a pool team gives each to whom next_assignee named, who takes a turn for it', async () => {
    const team = await makeTeam(node());
    const [first, second, third] = emailsOf(team.members);
    const chosen: string[] = [];
    const lastTurns: (number | null)[] = [null, null, null];
    for (let number = 1; number <= 6; number += 1) {
      const before = await team.show();
      node().clock.advance(1_000);
      const answer = await ask({ team_id: team.id })();
      assert.equal(answer.status, 202);
      const { id, organizer_email, ...request } = dataOf<MeetingRequest>(answer);
      chosen.push(organizer_email);
      assert.equal(organizer_email, before.next_assignee?.email);
      assert.deepEqual([request.team_id, request.host_emails], [team.id, [organizer_email]]);

      const [listed] = await turnsOf(node(), team);
      const turn = await readTurn(node(), listed as ListedTurn);
      assert.deepEqual(turn, {
        id: turn.id,
        team_id: team.id,
        number,
        team_membership_id: before.next_assignee?.id,
        workspace_membership_id: before.next_assignee?.workspace_membership_id,
        email: organizer_email,
        name: null,
        meeting_request_id: id,
        reason: number <= 3 ? 'never_assigned' : 'least_recently_assigned',
        candidates: team.members.map((member, place) => ({
          team_membership_id: member.id,
          workspace_membership_id: member.workspace_membership_id,
          status: 'available',
          last_turn: lastTurns[place],
        })),
        candidates_total: 3,
        candidates_eligible: 3,
        created_at: timeOf(node()),
        returned_at: null,
      });
      lastTurns[(number - 1) % 3] = number;
      // Only the one who took it has another time.
      const after = before.members.map((member) =>
        member.email === organizer_email ? { ...member, last_assigned_at: timeOf(node()) } : member,
      );
      assert.deepEqual((await team.show()).members, after);
    }
    assert.deepEqual(chosen, [first, second, third, first, second, third]);
    assert.equal((await turnsOf(node(), team)).length, 6);
  });

  test('a routed request leaves one audit entry and one event, with whom it was given to', async () => {
    const team = await makeTeam(node());
    const request = await makeRequest(node(), { team_id: team.id });
    const [turn] = await turnsOf(node(), team);
    const [entry, ...others] = await entriesAbout(node(), request.id);
    assert.deepEqual([entry?.action, others], ['meeting_request.created', []]);
    assert.deepEqual(entry?.changes.team_id, [null, team.id]);
    assert.deepEqual(entry?.changes.organizer_email, [null, team.members[0]?.email]);
    assert.deepEqual(entry?.changes.host_emails, [null, [team.members[0]?.email]]);
    // The turn is part of the same change.
    assert.deepEqual(await entriesAbout(node(), turn?.id as string), []);
    const events = await payloadsAbout(node(), request.id);
    assert.deepEqual(
      events.map(({ event, organizer_email }) => [event, organizer_email]),
      [['meeting_request.created', team.members[0]?.email]],
    );
  });

  test('a pool team passes over who is paused and who is deactivated, and first takes who is back', async () => {
    const team = await makeTeam(node(), {}, 4);
    const [paused, gone, third, fourth] = team.members;
    const pathOf = (what: string) => `${team.path}/members/${paused?.id}/${what}`;
    dataOf(await node().post(pathOf('pause')));
    await deactivate(node(), { id: gone?.workspace_membership_id as string });
    const organizers: string[] = [];
    const take = async () =>
      organizers.push((await makeRequest(node(), { team_id: team.id })).organizer_email);
    for (let count = 0; count < 3; count += 1) await take();
    assert.deepEqual(organizers, [third?.email, fourth?.email, third?.email]);
    dataOf(await node().post(pathOf('unpause')));
    await take();
    await take();
    assert.deepEqual(organizers.slice(3), [paused?.email, fourth?.email]);

    const [, listed] = await turnsOf(node(), team);
    const back = await readTurn(node(), listed as ListedTurn);
    assert.equal(back.reason, 'unpaused');
    assert.deepEqual(
      back.candidates.map(({ status, last_turn }) => [status, last_turn]),
      [
        ['available', null],
        ['deactivated', null],
        ['available', 3],
        ['available', 2],
      ],
    );
  });

  test('turns for requests and turns for other things are one rotation', async () => {
    const team = await makeTeam(node());
    const [first, second, third] = team.members;
    const one = await makeRequest(node(), { team_id: team.id });
    assert.equal((await team.assign()).team_membership_id, second?.id);
    const other = await makeRequest(node(), { team_id: team.id });
    assert.deepEqual([one.organizer_email, other.organizer_email], [first?.email, third?.email]);
    assert.deepEqual(
      (await turnsOf(node(), team)).map(({ number, meeting_request_id }) => [number, meeting_request_id]),
      [
        [3, other.id],
        [2, null],
        [1, one.id],
      ],
    );
  });

  test('422: a pool team chooses itself: whoever is named, even the one whose turn it is', async () => {
    const team = await makeTeam(node());
    const { email: outsider } = await makeMember(node());
    const named = [...emailsOf(team.members), outsider, 'nobody@example.com'];
    await assertRefused(
      node(),
      named.map((organizer_email) => [ask({ team_id: team.id, organizer_email }), ...NOT_WITH_POOL]),
    );
    // Null counts as no organizer.
    const answer = await ask({ team_id: team.id, organizer_email: null })();
    assert.equal(dataOf<{ organizer_email: string }>(answer).organizer_email, team.members[0]?.email);
  });

  test('422: nobody in the team can take it, in any way, and no request, turn or event is made', async () => {
    const teams = [await makeTeam(node(), {}, 0), await makeTeam(node(), { mode: 'stack' }, 0)];
    const away = await makeTeam(node(), {}, 2);
    const gone = await makeTeam(node(), { mode: 'stack' }, 1);
    dataOf(await node().post(`${away.path}/members/${away.membershipIds[0]}/pause`));
    await deactivate(node(), { id: away.memberIds[1] as string });
    await deactivate(node(), { id: gone.memberIds[0] as string });
    teams.push(away, gone);
    await assertRefused(
      node(),
      teams.map(({ id }) => [ask({ team_id: id }), ...NOBODY]),
    );
  });

  test('422: what is refused for another reason takes no turn', async () => {
    const team = await makeTeam(node());
    await assertRefused(node(), [
      [
        () => node().post(REQUESTS, { team_id: team.id }),
        'invalid_request',
        'participant_emails or participants is required',
      ],
      [
        ask({
          team_id: team.id,
          context: { timeframe: { start: '2026-04-02T00:00:00Z', end: '2026-04-01T00:00:00Z' } },
        }),
        'invalid_request',
        'context.timeframe.start must be before context.timeframe.end',
      ],
    ]);
    assert.equal((await team.show()).next_assignee?.id, team.membershipIds[0]);
  });

  test('a manual team assigns nobody: the request is of whom it names, in the team or not', async () => {
    const team = await makeTeam(node(), { mode: 'manual' }, 2);
    const outsider = await makeMember(node());
    for (const { email } of [...team.members, outsider]) {
      const answer = await ask({ team_id: team.id, organizer_email: ` ${email.toUpperCase()} ` })();
      assert.equal(answer.status, 202);
      const expected = { team_id: team.id, organizer_email: email, host_emails: [email] };
      assert.deepEqual(routeOf(dataOf(answer)), expected);
    }
    assert.deepEqual(await turnsOf(node(), team), []);
    assert.deepEqual((await team.show()).members, team.members);
  });

  test('422: a manual team needs the organizer, who is an active member', async () => {
    const team = await makeTeam(node(), { mode: 'manual' }, 2);
    const gone = await deactivate(node(), await makeMember(node()));
    const { rawKey } = await node().otherWorkspace();
    const elsewhere = await makeMember(node(), null, rawKey);
    const missing = ['invalid_request', 'organizer_email is required with a team in manual mode'] as const;
    await assertRefused(node(), [
      [ask({ team_id: team.id }), ...missing],
      [ask({ team_id: team.id, organizer_email: null }), ...missing],
      ...[gone.email, elsewhere.email, 'nobody@example.com'].map(
        (organizer_email) => [ask({ team_id: team.id, organizer_email }), ...NOT_ACTIVE] as const,
      ),
    ]);
  });

  test('422: an inactive team of any mode; what was routed to it before goes on', async () => {
    for (const mode of ['pool', 'stack', 'manual']) {
      const team = await makeTeam(node(), { mode });
      const named = mode === 'manual' ? { organizer_email: team.members[0]?.email } : {};
      const before = await makeRequest(node(), { team_id: team.id, ...named });
      dataOf(await node().post(`${team.path}/deactivate`));
      await assertRefused(node(), [[ask({ team_id: team.id, ...named }), ...INACTIVE_TEAM]]);
      assert.deepEqual(await readRequest(node(), before.id), before, mode);
      for (const name of ['pause', 'resume', 'book'] as const) {
        assert.deepEqual(routeOf(dataOf(await applyTransition(node(), before.id, name))), routeOf(before));
      }
    }
  });

  test('422: a team that there is not, of another workspace, or no id at all', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const { id: elsewhere } = dataOf<{ id: string }>(
      await node().post('/api/v1/teams', { name: 'Theirs' }, { key }),
    );
    const { email: organizer_email, id: member } = await makeMember(node());
    const wrong = [elsewhere, 'team_01KJPWD6M0A57CPWZ0TQZND9PP', member, 'Sales', '', ' ', 'team_'];
    await assertRefused(
      node(),
      wrong.flatMap((team_id) => [
        [ask({ team_id }), ...NO_TEAM] as const,
        [ask({ team_id, organizer_email }), ...NO_TEAM] as const,
      ]),
    );
    await assertRefused(node(), [
      [ask({ team_id: null }), 'invalid_request', 'organizer_email or team_id is required'],
      [ask({ team_id: 7 }), 'invalid_request', 'team_id must be a string or null'],
    ]);
    const plain = await makeRequest(node(), { team_id: null, organizer_email });
    assert.deepEqual(routeOf(plain), { team_id: null, organizer_email, host_emails: [organizer_email] });
  });
});
