// A change to a member sets what is given, leaves the rest, and is recorded once.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { eventsOf } from '../../../support/makers/events.ts';
import { makeRequest, readRequest } from '../../../support/makers/meeting-requests.ts';
import {
  createMember,
  deactivate,
  entriesAbout,
  listMembers,
  MEMBERS,
  type Member,
  makeMember,
  makeTeam,
  readTeam,
  takeTurn,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { SeatList, Turn } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const update = async (node: Node, { id }: { id: string }, body?: object) =>
  dataOf<Member>(await node.patch(`${MEMBERS}/${id}`, body));

onBothEngines('A change of a member', (node) => {
  test('200: sets what is given, trimmed, and leaves the rest; null and blanks clear the name', async () => {
    const member = await createMember(node(), { email: 'partial@example.com', name: 'Ada', role: 'admin' });
    const renamed = { ...member, name: 'Ada Lovelace' };
    assert.deepEqual(await update(node(), member, { name: ' Ada Lovelace\t' }), renamed);
    const demoted = { ...renamed, role: 'member' as const };
    assert.deepEqual(await update(node(), member, { role: 'member' }), demoted);
    const moved = { ...demoted, email: 'Elsewhere@example.com' };
    assert.deepEqual(await update(node(), member, { email: ' Elsewhere@example.com ' }), moved);
    for (const name of [null, '  ']) {
      await update(node(), member, { name: 'Somebody' });
      assert.deepEqual(await update(node(), member, { name }), { ...moved, name: null });
    }
    assert.deepEqual(dataOf(await node().get(`${MEMBERS}/${member.id}`)), { ...moved, name: null });
    assert.deepEqual((await listMembers(node(), '?email=ELSEWHERE@example.com')).data[0]?.id, member.id);
    assert.deepEqual((await listMembers(node(), '?email=partial@example.com')).data, []);
  });

  test('200: time zone, title and introduction are set, kept, and cleared by null; blanks clear texts', async () => {
    const member = await createMember(node(), { email: 'about-me@example.com' });
    const about = { timezone: 'Pacific/Apia', title: 'Head of data', introduction: ` ${'i'.repeat(998)} ` };
    const known = { ...member, ...about };
    assert.deepEqual(await update(node(), member, { ...about, title: ' Head of data ' }), known);
    assert.deepEqual(await update(node(), member, { name: 'Ada' }), { ...known, name: 'Ada' });
    const none = { timezone: null, title: '  ', introduction: '' };
    assert.deepEqual(await update(node(), member, none), { ...member, name: 'Ada' });
    assert.deepEqual((await listMembers(node(), '?email=about-me@example.com')).data[0]?.timezone, null);
    const changes = (await entriesAbout(node(), member.id)).map((entry) => entry.changes);
    assert.deepEqual(changes.slice(1), [
      {
        timezone: [null, about.timezone],
        title: [null, about.title],
        introduction: [null, about.introduction],
      },
      { name: [null, 'Ada'] },
      {
        timezone: [about.timezone, null],
        title: [about.title, null],
        introduction: [about.introduction, null],
      },
    ]);
  });

  test('leaves one audit entry with what differs, and none when nothing does', async () => {
    const member = await createMember(node(), { email: 'audited@example.com', name: 'Ada' });
    await update(node(), member, { name: 'Eve', role: 'member', email: 'Audited@example.com' });
    for (const same of [undefined, {}, { name: 'Eve' }, { email: ' Audited@example.com', role: 'member' }]) {
      await update(node(), member, same);
    }
    const [, ...entries] = await entriesAbout(node(), member.id);
    assert.deepEqual(entries, [
      {
        action: 'member.updated',
        target: { type: 'member', id: member.id },
        changes: { email: ['audited@example.com', 'Audited@example.com'], name: ['Ada', 'Eve'] },
      },
    ]);
  });

  test('a deactivated member can be changed, and stays deactivated', async () => {
    const member = await makeMember(node());
    const gone = await deactivate(node(), member);
    assert.deepEqual(await update(node(), member, { name: 'Gone' }), { ...gone, name: 'Gone' });
  });

  test('422: an email that somebody else has, in any case; a former one is free', async () => {
    const [one, other] = [await makeMember(node()), await makeMember(node())];
    const gone = await makeMember(node());
    await deactivate(node(), gone);
    const path = `${MEMBERS}/${one.id}`;
    const taken = ['validation_error', 'email belongs to a member of this workspace already'] as const;
    await assertRefused(node(), [
      [() => node().patch(path, { email: other.email, name: 'Lost' }), ...taken],
      [() => node().patch(path, { email: other.email.toUpperCase() }), ...taken],
      [() => node().patch(path, { email: gone.email }), ...taken],
    ]);
    await update(node(), one, { email: one.email.toUpperCase() });
    await update(node(), one, { email: 'new-home@example.com' });
    assert.equal((await update(node(), other, { email: one.email })).email, one.email);
  });

  test('422: each wrong field is named, with what is wrong with it', async () => {
    const { id } = await makeMember(node());
    const wrong: [unknown, string][] = [
      [{ email: null }, 'email must be a string'],
      [{ email: '' }, 'email must be an email address such as ada@example.com'],
      [{ email: 'ada' }, 'email must be an email address such as ada@example.com'],
      [{ name: 7 }, 'name must be a string or null'],
      [{ name: 'n'.repeat(201) }, 'name must be at most 200 characters'],
      [{ role: null }, 'role must be a string'],
      [{ role: 'owner' }, 'role must be one of member, admin'],
      [{ timezone: 7 }, 'timezone must be a string or null'],
      [{ timezone: '' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
      [{ timezone: 'Europe/Atlantis' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
      [{ timezone: '+02:00' }, 'timezone must be an IANA time zone such as Europe/Berlin'],
      [{ title: ['x'] }, 'title must be a string or null'],
      [{ title: 't'.repeat(201) }, 'title must be at most 200 characters'],
      [{ introduction: false }, 'introduction must be a string or null'],
      [{ introduction: 'i'.repeat(1_001) }, 'introduction must be at most 1000 characters'],
      [[], 'body must be a JSON object'],
    ];
    await assertRefused(
      node(),
      wrong.map(([body, message]) => [
        () => node().patch(`${MEMBERS}/${id}`, body),
        'invalid_request',
        message,
      ]),
    );
  });

  test('everything that shows the email shows the new one; earlier events stay, and none is added', async () => {
    const member = await makeMember(node(), 'Ada');
    const host = await makeMember(node());
    const [team] = await makeTeam(node(), [member]);
    await takeTurn(node(), team);
    dataOf(await node().post(`/api/v1/seats/${member.id}/assign`));
    const stack = { name: 'Stack', mode: 'stack', member_ids: [member.id, host.id] };
    const { id: team_id } = dataOf<{ id: string }>(await node().post('/api/v1/teams', stack));
    const own = await makeRequest(node(), { team_id: team.id });
    const hosted = await makeRequest(node(), { team_id, organizer_email: host.email });
    const before = await eventsOf(node());

    const email = 'after@example.com';
    await update(node(), member, { email, name: 'Eve' });
    assert.deepEqual(await readRequest(node(), own.id), {
      ...own,
      organizer_email: email,
      host_emails: [email],
    });
    assert.deepEqual((await readRequest(node(), hosted.id)).host_emails, [host.email, email]);
    const found = `/api/v1/meeting_requests?organizer_email=${email}`;
    assert.deepEqual(
      dataOf<{ id: string }[]>(await node().get(found)).map(({ id }) => id),
      [own.id],
    );
    const { members, next_assignee } = await readTeam(node(), team);
    assert.deepEqual([members[0]?.email, members[0]?.name, next_assignee?.email], [email, 'Eve', email]);
    const [turn] = dataOf<Turn[]>(await node().get(`/api/v1/teams/${team.id}/assignments`));
    assert.deepEqual([turn?.email, turn?.name], [email, 'Eve']);
    const seat = ((await node().get('/api/v1/seats')).body as SeatList).data.find(
      ({ membership_id }) => membership_id === member.id,
    );
    assert.deepEqual([seat?.member_email, seat?.member_name], [email, 'Eve']);
    assert.deepEqual(await eventsOf(node()), before);

    dataOf(await node().post(`/api/v1/meeting_requests/${own.id}/pause`));
    const [, paused] = await eventsOf(node(), own.id);
    assert.equal(paused?.payload.organizer_email, email);
  });

  test('of many who take one email at the same time, exactly one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => makeMember(node())));
    const email = 'wanted@example.com';
    const answers = await Promise.all(people.map(({ id }) => node().patch(`${MEMBERS}/${id}`, { email })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...people.slice(1).map(() => 422)]);
  });

  test('an email can change while requests are made for its member', async () => {
    const [member, other] = [await makeMember(node()), await makeMember(node())];
    const team = { name: 'Both', mode: 'stack', member_ids: [other.id, member.id] };
    const { id: team_id } = dataOf<{ id: string }>(await node().post('/api/v1/teams', team));
    const changes = Array.from({ length: 5 }, (_, number) =>
      node().patch(`${MEMBERS}/${member.id}`, { email: `moving-${number}@example.com` }),
    );
    const requests = Array.from({ length: 5 }, () => makeRequest(node(), { team_id }));
    for (const { status, text } of await Promise.all(changes)) assert.equal(status, 200, text);
    await Promise.all(requests);
  });
});
