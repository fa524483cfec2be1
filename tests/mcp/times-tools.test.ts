// The tools about times: when somebody is free, and why not, for whom.
import assert from 'node:assert/strict';
import type { Scope } from '../../src/scopes.ts';
import { test } from '../support/lanes.ts';
import { makeManyMembers } from '../support/makers/many-members.ts';
import { applyTransition, makeRequest, makeRequestAfter } from '../support/makers/meeting-requests.ts';
import { always, makeBusy, never, setAvailability } from '../support/makers/taken-times.ts';
import {
  deactivate,
  MEMBERS,
  makeMember,
  makeTeam,
  pathOf,
  TEAMS,
  takeTurn,
} from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import type { Team } from '../support/server/resources.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

interface Slots {
  data: { starts_at: string; ends_at: string; host_emails: string[] }[];
  meta: { limit: number; has_more: boolean; from: string; to: string; duration_minutes: number };
}

interface Explained {
  is_free: boolean;
  starts_at: string;
  ends_at: string;
  is_in_timeframe: boolean | null;
  assignee_email: string | null;
  free_emails: string[];
  free_total: number;
  reasons: { email: string; reason: string; explanation: string }[];
  refused_total: number;
  note: string;
}

const TUESDAY_AT_10 = '2026-03-10T10:00:00.000Z';
const HALF_PAST = '2026-03-10T10:30:00.000Z';
const morning = { from: '2026-03-10T09:00:00Z', to: '2026-03-10T11:00:00Z' };
const startsOf = ({ data }: Slots) => data.map(({ starts_at }) => starts_at.slice(11, 16));
const whyOf = ({ reasons }: Explained) => reasons.map(({ email, reason }) => `${email} ${reason}`);

onBothEngines('The tools about times', (node) => {
  const stackOf = async (...members: { id: string }[]) =>
    dataOf<Team>(
      await node().post(TEAMS, { name: 'Panel', mode: 'stack', member_ids: members.map(({ id }) => id) }),
    );

  test('find the free times of a member, as many as wanted', async () => {
    const ada = await makeMember(node());
    await makeBusy(node(), ada, [TUESDAY_AT_10, HALF_PAST]);
    const agent = await connectAgent(node());
    const input = { member_email: ada.email.toUpperCase(), ...morning };
    const found = await agent.call<Slots>('find_times', input);
    assert.deepEqual(startsOf(found), ['09:00', '09:30', '10:30']);
    assert.deepEqual(found.data[0], {
      starts_at: '2026-03-10T09:00:00.000Z',
      ends_at: '2026-03-10T09:30:00.000Z',
      host_emails: [ada.email],
    });
    assert.deepEqual(found.meta, {
      limit: 20,
      has_more: false,
      from: '2026-03-10T09:00:00.000Z',
      to: '2026-03-10T11:00:00.000Z',
      duration_minutes: 30,
      slot_interval_minutes: 30,
    });
    const hour = await agent.call<Slots>('find_times', { ...input, duration_minutes: 60, limit: 1 });
    assert.deepEqual([startsOf(hour), hour.meta.has_more], [['09:00'], false]);
    const most = await agent.call<Slots>('find_times', { member_email: ada.email, limit: 50 });
    assert.deepEqual([most.data.length, most.meta.has_more], [50, true]);
    const usual = await agent.call<Slots>('find_times', { member_email: ada.email });
    assert.equal(usual.data.length, 20);
    await setAvailability(node(), ada, never);
    assert.deepEqual((await agent.call<Slots>('find_times', input)).data, []);
  });

  test('find those of a pool team, of the next or of any, and of a stack team and a meeting', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const [pool] = await makeTeam(node(), [ada, ben]);
    await makeBusy(node(), ada, ['2026-03-10T09:00:00Z', HALF_PAST]);
    const agent = await connectAgent(node());
    const next = await agent.call<Slots>('find_times', { team_id: pool.id, ...morning });
    assert.deepEqual(
      next.data.map(({ host_emails }) => host_emails),
      [[ada.email]],
    );
    const any = await agent.call<Slots>('find_times', { team_id: pool.id, ...morning, hosts: 'any' });
    assert.deepEqual(
      any.data.map(({ host_emails }) => host_emails),
      [[ben.email], [ben.email], [ben.email], [ada.email]],
    );
    const stack = await agent.call<Slots>('find_times', {
      team_id: (await stackOf(ada, ben)).id,
      ...morning,
    });
    assert.deepEqual(
      stack.data.map(({ host_emails }) => host_emails),
      [[ada.email, ben.email]],
    );
    const { id } = await makeRequest(node(), { organizer_email: ada.email });
    assert.deepEqual(startsOf(await agent.call('find_times', { meeting_id: id, ...morning })), ['10:30']);
  });

  test('name no more than a thousand addresses, and say that there is more', async () => {
    const team = await stackOf(...(await makeManyMembers(node(), 300)));
    const agent = await connectAgent(node());
    const { data, meta } = await agent.call<Slots>('find_times', { team_id: team.id });
    assert.deepEqual([data.length, data[0]?.host_emails.length, meta.has_more], [3, 300, true]);
  });

  test('explain a time of a member: free, or each reason in words', async () => {
    const ada = await makeMember(node());
    await makeBusy(node(), ada, [TUESDAY_AT_10, HALF_PAST]);
    const agent = await connectAgent(node());
    const explain = (starts_at: string, more: object = {}) =>
      agent.call<Explained>('explain_time', { member_email: ada.email, starts_at, ...more });
    assert.deepEqual(await explain('2026-03-10T11:07:00+01:00', { duration_minutes: 20 }), {
      is_free: false,
      starts_at: '2026-03-10T10:07:00.000Z',
      ends_at: '2026-03-10T10:27:00.000Z',
      is_in_timeframe: null,
      assignee_email: null,
      free_emails: [],
      free_total: 0,
      reasons: [
        {
          email: ada.email,
          reason: 'busy',
          explanation:
            'Something else is in their calendar, is booked for them, or is held for another meeting at that time.',
        },
      ],
      refused_total: 1,
      note: 'No meeting can be at this time: the reasons say who is in the way.',
    });
    const free = await explain('2026-03-10T10:30:00Z');
    assert.deepEqual([free.is_free, free.free_emails, free.reasons], [true, [ada.email], []]);
    assert.equal(free.ends_at, '2026-03-10T11:00:00.000Z');
    assert.deepEqual(whyOf(await explain('2026-03-02T09:30:00Z')), [`${ada.email} notice`]);
    assert.deepEqual(whyOf(await explain('2026-03-08T10:00:00Z')), [`${ada.email} outside_hours`]);
  });

  test('explain a time of a pool team: who would get it, who is free in the order of turns, and why the others are not', async () => {
    const members = [
      await makeMember(node()),
      await makeMember(node()),
      await makeMember(node()),
      await makeMember(node()),
    ] as const;
    const [ada, ben, cleo, dora] = members;
    const [pool, , , , paused] = await makeTeam(node(), members);
    await takeTurn(node(), pool);
    dataOf(await node().post(`${pathOf(paused)}/pause`));
    await makeBusy(node(), ben, [TUESDAY_AT_10, HALF_PAST]);
    const agent = await connectAgent(node());
    const input = { team_id: pool.id, starts_at: TUESDAY_AT_10 };
    const explained = await agent.call<Explained>('explain_time', input);
    assert.deepEqual([explained.is_free, explained.assignee_email], [true, cleo.email]);
    // Ada has had her turn: she comes last.
    assert.deepEqual([explained.free_emails, explained.free_total], [[cleo.email, ada.email], 2]);
    assert.deepEqual(whyOf(explained), [`${ben.email} busy`, `${dora.email} paused`]);
    await setAvailability(node(), ada, never);
    await setAvailability(node(), cleo, never);
    const nobody = await agent.call<Explained>('explain_time', input);
    assert.deepEqual([nobody.is_free, nobody.assignee_email, nobody.refused_total], [false, null, 4]);
  });

  test('explain a time of a stack team and of a meeting: everybody is needed', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    await makeBusy(node(), ben, [TUESDAY_AT_10, HALF_PAST]);
    const agent = await connectAgent(node());
    const stack = await agent.call<Explained>('explain_time', {
      team_id: (await stackOf(ada, ben)).id,
      starts_at: TUESDAY_AT_10,
    });
    assert.deepEqual(
      [stack.is_free, stack.assignee_email, stack.free_emails, whyOf(stack)],
      [false, null, [ada.email], [`${ben.email} busy`]],
    );
    const timeframe = { start: '2026-03-10T10:15:00Z', end: '2026-03-12T17:00:00Z' };
    const { id } = await makeRequest(node(), {
      organizer_email: ben.email,
      context: { timeframe, duration_minutes: 45 },
    });
    const asked = await agent.call<Explained>('explain_time', { meeting_id: id, starts_at: TUESDAY_AT_10 });
    assert.deepEqual(
      [asked.is_free, asked.is_in_timeframe, asked.ends_at, whyOf(asked)],
      [false, false, '2026-03-10T10:45:00.000Z', [`${ben.email} busy`]],
    );
    const later = await agent.call<Explained>('explain_time', { meeting_id: id, starts_at: HALF_PAST });
    assert.deepEqual([later.is_free, later.is_in_timeframe], [true, true]);
    dataOf(await applyTransition(node(), id, 'book', { starts_at: HALF_PAST }));
    const own = await agent.call<Explained>('explain_time', { meeting_id: id, starts_at: HALF_PAST });
    assert.equal(own.is_free, true, 'its own booking is not in its way');
  });

  test('give nobody a meeting while somebody is busy who takes part in all of them', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const [ada, sam] = [await makeMember(node(), 'Ada', key), await makeMember(node(), 'Sam', key)];
    const teamOf = async (member: { id: string }, fields: object) =>
      dataOf<Team>(await node().post(TEAMS, { name: 'Sales', member_ids: [member.id], ...fields }, { key }));
    await teamOf(sam, { mode: 'stack', stack_always_apply: true });
    const { id } = await teamOf(ada, { mode: 'pool' });
    const setHours = (body: object) => node().patch(`${MEMBERS}/${sam.id}/availability`, body, { key });
    dataOf(await setHours(never));
    const agent = await connectAgent(node(), { key });
    const explain = () => agent.call<Explained>('explain_time', { team_id: id, starts_at: TUESDAY_AT_10 });
    const refused = await explain();
    assert.deepEqual(
      [refused.is_free, refused.assignee_email, refused.free_emails, whyOf(refused)],
      [false, null, [ada.email], [`${sam.email} outside_hours`]],
    );
    dataOf(await setHours(always));
    const free = await explain();
    assert.deepEqual(
      [free.is_free, free.assignee_email, free.free_emails],
      [true, ada.email, [ada.email, sam.email]],
    );
  });

  test('name the first fifty of very many, and say of nobody that nobody is there', async () => {
    const agent = await connectAgent(node());
    const team = await stackOf(...(await makeManyMembers(node(), 120)));
    const sunday = await agent.call<Explained>('explain_time', {
      team_id: team.id,
      starts_at: '2026-03-08T10:00:00Z',
    });
    assert.deepEqual([sunday.reasons.length, sunday.refused_total], [50, 120]);
    const monday = await agent.call<Explained>('explain_time', {
      team_id: team.id,
      starts_at: '2026-03-09T10:00:00Z',
    });
    assert.deepEqual([monday.is_free, monday.free_emails.length, monday.free_total], [true, 50, 120]);
    const [empty] = await makeTeam(node(), []);
    const nobody = await agent.call<Explained>('explain_time', {
      team_id: empty.id,
      starts_at: TUESDAY_AT_10,
    });
    assert.deepEqual([nobody.is_free, nobody.reasons], [false, []]);
    assert.match(nobody.note, /^There is nobody/);
    assert.deepEqual((await agent.call<Slots>('find_times', { team_id: empty.id })).data, []);
  });

  test('refuse wrong input by name, and say what to call instead', async () => {
    const ada = await makeMember(node());
    const gone = await deactivate(node(), await makeMember(node()));
    const { id: meeting_id } = await makeRequestAfter(node(), 'cancel');
    const manual = dataOf<Team>(await node().post(TEAMS, { name: 'By hand', mode: 'manual' }));
    const stack = await stackOf(ada);
    const agent = await connectAgent(node());
    const member_email = ada.email;
    const starts_at = TUESDAY_AT_10;
    const wrong: [tool: string, input: object, message: RegExp][] = [
      [
        'find_times',
        {},
        /^invalid_request: Give exactly one of member_email, team_id, meeting_type_id and meeting_id/,
      ],
      ['find_times', { member_email, team_id: stack.id }, /^invalid_request: Give exactly one of/],
      ['find_times', { member_email: 'Ada' }, /^invalid_request: member_email must be an email/],
      ['find_times', { member_email: 'nobody@example.com' }, /^not_found: .*\nCall list_members/],
      [
        'find_times',
        { member_email: gone.email },
        /^validation_error: The member is deactivated\nCall list_members/,
      ],
      ['find_times', { member_email, from: 'now' }, /^invalid_request: from must be an ISO 8601/],
      [
        'find_times',
        { member_email, ...morning, to: morning.from },
        /^invalid_request: to must be after from/,
      ],
      [
        'find_times',
        { member_email, from: '2026-03-10', to: '2026-06-10' },
        /^invalid_request: to must be at most 62 days/,
      ],
      [
        'find_times',
        { member_email, duration_minutes: 0 },
        /^invalid_request: duration_minutes must be at least 1/,
      ],
      ['find_times', { member_email, limit: 51 }, /^invalid_request: limit must be at most 50/],
      [
        'find_times',
        { member_email, hosts: 'any' },
        /^invalid_request: hosts can be given with team_id only/,
      ],
      [
        'find_times',
        { team_id: stack.id, hosts: 'any' },
        /^invalid_request: hosts can be given for a team in pool mode only/,
      ],
      ['find_times', { team_id: stack.id, hosts: 'all' }, /^invalid_request: hosts must be one of next, any/],
      [
        'find_times',
        { team_id: manual.id },
        /^invalid_request: A team in manual mode .*\nCall it with member_email/,
      ],
      ['find_times', { team_id: 'Sales' }, /^invalid_request: team_id must match/],
      ['find_times', { meeting_id }, /^invalid_request: Cannot find slots .*\nA cancelled meeting stays so/],
      ['explain_time', { member_email }, /^invalid_request: starts_at is required/],
      ['explain_time', { starts_at }, /^invalid_request: Give exactly one of/],
      ['explain_time', { member_email, starts_at: 'ten' }, /^invalid_request: starts_at must be an ISO 8601/],
      [
        'explain_time',
        { member_email, starts_at, duration_minutes: 0 },
        /duration_minutes must be at least 1/,
      ],
      [
        'explain_time',
        { member_email, starts_at, duration_minutes: 1441 },
        /duration_minutes must be at most 1440/,
      ],
      [
        'explain_time',
        { member_email, starts_at: '2026-03-02T08:59:00Z' },
        /^invalid_request: starts_at is in the past/,
      ],
      [
        'explain_time',
        { member_email, starts_at: '9999-12-31T23:59:00Z' },
        /^invalid_request: starts_at must leave room/,
      ],
      ['explain_time', { meeting_id, starts_at }, /^invalid_request: Cannot find slots/],
      ['explain_time', { team_id: manual.id, starts_at }, /^invalid_request: A team in manual mode/],
    ];
    for (const [tool, input, message] of wrong) assert.match(await agent.refusal(tool, input), message);
  });

  test('need the scope of what they are asked about, and are there with any of them', async () => {
    const ada = await makeMember(node());
    const [team] = await makeTeam(node(), [ada]);
    const { id } = await makeRequest(node(), { organizer_email: ada.email });
    const subjects: [Scope, object][] = [
      ['members.read', { member_email: ada.email }],
      ['teams.read', { team_id: team.id }],
      ['meeting_requests.read', { meeting_id: id }],
    ];
    for (const [scope] of subjects) {
      const agent = await connectAgent(node(), { key: await node().keyWith(scope) });
      const { tools } = await agent.client.listTools();
      for (const name of ['find_times', 'explain_time']) {
        assert.ok(tools.some((tool) => tool.name === name));
        for (const [needed, subject] of subjects) {
          const input = name === 'find_times' ? subject : { ...subject, starts_at: TUESDAY_AT_10 };
          if (needed === scope) await agent.call(name, input);
          else assert.match(await agent.refusal(name, input), new RegExp(`^forbidden: .*scope: ${needed}\n`));
        }
      }
    }
    const blind = await connectAgent(node(), { key: await node().keyWith('seats.read') });
    assert.deepEqual((await blind.client.listTools()).tools, []);
    assert.match(
      await blind.refusal('find_times', { member_email: ada.email }),
      /^forbidden: .*scope: members\.read or teams\.read or meeting_types\.read or meeting_requests\.read\n/,
    );
  });

  test('know nothing of other workspaces', async () => {
    const ada = await makeMember(node());
    const [team] = await makeTeam(node(), [ada]);
    const { id } = await makeRequest(node(), { organizer_email: ada.email });
    const { rawKey } = await node().otherWorkspace();
    const agent = await connectAgent(node(), { key: rawKey });
    for (const subject of [{ member_email: ada.email }, { team_id: team.id }, { meeting_id: id }]) {
      assert.match(await agent.refusal('find_times', subject), /^not_found: /);
      assert.match(
        await agent.refusal('explain_time', { ...subject, starts_at: TUESDAY_AT_10 }),
        /^not_found: /,
      );
    }
  });
});
