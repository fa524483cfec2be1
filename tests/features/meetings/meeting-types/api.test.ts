// Meeting types are made, listed, read, changed and deleted; their addresses stay theirs.
import assert from 'node:assert/strict';
import type { MeetingType } from '../../../../src/features/meetings/meeting-types/shapes.ts';
import type { Static } from '../../../../src/shapes/type.ts';
import { test } from '../../../support/lanes.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { makeThing } from '../../../support/makers/things.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

type Shown = Static<typeof MeetingType>;
const URL = '/api/v1/meeting_types';

onBothEngines('Meeting types', (node) => {
  const made = async (body: object) => dataOf<Shown>(await node().post(URL, body));
  const changed = async ({ id }: Shown, body: object) =>
    dataOf<Shown>(await node().patch(`${URL}/${id}`, body));
  const refused = async (body: object) => {
    const answer = await node().post(URL, body);
    return { status: answer.status, ...errorOf(answer) };
  };

  test('201: with a name and a team alone, the rest is as the members and the workspace say', async () => {
    const team = await makeTeam(node());
    await node().patch('/api/v1/workspace', { handle: 'acme' });
    const answer = await node().post(URL, { name: 'Product demo!', team_id: team.id });
    assert.equal(answer.status, 201);
    const { id, created_at, updated_at, ...others } = dataOf<Shown>(answer);
    assert.match(id, /^mt_/);
    assert.equal(created_at, new Date(node().clock.now()).toISOString());
    assert.equal(updated_at, created_at);
    assert.deepEqual(others, {
      name: 'Product demo!',
      slug: 'product-demo',
      description: null,
      team_id: team.id,
      workspace_membership_id: null,
      duration_minutes: null,
      location: null,
      minimum_notice_minutes: null,
      buffer_before_minutes: null,
      buffer_after_minutes: null,
      slot_interval_minutes: null,
      booking_window_days: null,
      maximum_per_day: null,
      questions: [],
      reminders: null,
      // The service is reached on loopback.
      confirm_email: false,
      choose_host: 'off',
      is_public: true,
      active: true,
      url: `${node().url}/acme/product-demo`,
    });
  });

  test('what is given is kept, read, listed and audited', async () => {
    const team = await makeTeam(node());
    const given = {
      name: 'Workshop',
      slug: 'ws-1',
      description: 'Half a day.',
      team_id: team.id,
      duration_minutes: 240,
      location: { kind: 'in_person', address: '12 Analytical Street' },
      minimum_notice_minutes: 60,
      buffer_before_minutes: 10,
      buffer_after_minutes: 20,
      slot_interval_minutes: 15,
      booking_window_days: 90,
      maximum_per_day: 2,
      questions: [
        {
          key: 'topic',
          label: 'Topic',
          kind: 'choice',
          required: true,
          choices: ['Reporting', 'Something else'],
        },
      ],
      reminders: [1440, 60],
      confirm_email: true,
      choose_host: 'optional',
      is_public: false,
      active: false,
    };
    const first = await made(given);
    assert.deepEqual({ ...first, ...given }, first);
    assert.deepEqual(dataOf(await node().get(`${URL}/${first.id}`)), first);
    assert.deepEqual(dataOf(await node().get(`${URL}?team_id=${team.id}&active=false`)), [first]);
    assert.deepEqual(dataOf(await node().get(`${URL}?team_id=${team.id}&active=true`)), []);
    const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${first.id}`));
    assert.equal(entry?.action, 'meeting_type.created');
    assert.deepEqual(entry.changes.questions, [null, given.questions]);

    const member = await makeThing('member', node(), node().rawKey);
    const moved = await changed(first, {
      workspace_membership_id: member,
      choose_host: 'off',
      location: null,
      reminders: null,
    });
    assert.deepEqual(
      [moved.team_id, moved.workspace_membership_id, moved.location, moved.reminders],
      [null, member, null, null],
    );
    assert.deepEqual(dataOf(await node().get(`${URL}?workspace_membership_id=${member}`)), [moved]);
    // The same again changes nothing.
    node().clock.advance(1_000);
    assert.deepEqual(await changed(moved, { active: false }), moved);
  });

  test('a name makes a slug of its own, which stays when the name changes', async () => {
    const member = await makeThing('member', node(), node().rawKey);
    const named = (name: string) => made({ name, workspace_membership_id: member });
    const [one, two, reserved] = [await named('Chat'), await named('chat?'), await named('F')];
    assert.deepEqual([one.slug, two.slug, reserved.slug], ['chat', 'chat-2', 'f-2']);
    const renamed = await changed(one, { name: 'Talk' });
    assert.equal(renamed.slug, 'chat');
    assert.equal((await changed(one, { slug: null })).slug, 'talk');
    // A former one stays the type's, which can have it again.
    assert.equal((await named('Chat')).slug, 'chat-3');
    assert.equal((await changed(one, { slug: 'chat' })).slug, 'chat');
    const taken = await node().patch(`${URL}/${two.id}`, { slug: 'talk' });
    assert.deepEqual([taken.status, errorOf(taken).type], [422, 'validation_error']);
    // A deleted type keeps none of them.
    assert.equal((await node().delete(`${URL}/${one.id}`)).status, 204);
    assert.equal((await node().get(`${URL}/${one.id}`)).status, 404);
    assert.equal((await node().delete(`${URL}/${one.id}`)).status, 404);
    assert.equal((await changed(two, { slug: 'talk' })).slug, 'talk');
  });

  test('nobody can be chosen, and no address taken, that could never work', async () => {
    const pool = await makeTeam(node());
    const stack = await makeTeam(node(), { name: 'Stack', mode: 'stack' });
    const manual = await makeTeam(node(), { name: 'Manual', mode: 'manual' });
    const gone = await makeTeam(node(), { name: 'Gone' });
    await node().post(`${gone.path}/deactivate`);
    const member = await makeThing('member', node(), node().rawKey);
    const other = await node().otherWorkspace();
    const cases: [body: object, message: RegExp][] = [
      [{}, /team_id or workspace_membership_id is required/],
      [{ team_id: pool.id, workspace_membership_id: member }, /team_id must not be given/],
      [{ team_id: 'team_x' }, /team_id is not a team/],
      [{ workspace_membership_id: 'mem_x' }, /workspace_membership_id is not a member/],
      [{ team_id: manual.id }, /manual mode/],
      [{ team_id: gone.id }, /deactivated/],
      [{ team_id: stack.id, choose_host: 'optional' }, /choose_host/],
      [{ workspace_membership_id: member, choose_host: 'optional' }, /choose_host/],
      [{ team_id: pool.id, slug: 'F' }, /slug must be/],
      [{ team_id: pool.id, slug: '-a' }, /slug must be/],
      [{ team_id: pool.id, slug: 'f' }, /slug f is reserved/],
      [{ team_id: pool.id, reminders: [60, 60] }, /reminders/],
      [{ team_id: pool.id, reminders: [4] }, /reminders/],
      [{ team_id: pool.id, reminders: [5, 6, 7, 8, 9, 10] }, /reminders/],
      [{ team_id: pool.id, duration_minutes: 0 }, /duration_minutes/],
      [{ team_id: pool.id, location: { kind: 'link', url: 'http://a.example' } }, /location.url/],
    ];
    for (const [body, message] of cases) {
      const { status, message: said } = await refused({ name: 'Refused', ...body });
      assert.equal(status, 422, said);
      assert.match(said, message);
    }
    const foreign = await makeThing('meetingType', node(), other.rawKey);
    assert.equal((await node().get(`${URL}/${foreign}`)).status, 404);
    assert.equal((await node().patch(`${URL}/${foreign}`, { name: 'x' })).status, 404);
    assert.ok(!dataOf<Shown[]>(await node().get(URL)).some(({ name }) => name === 'Refused'));
  });
});
