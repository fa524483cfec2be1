// The pages of members: list, profile, address and role, leaving. What a form changes, and what each role can't.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { owner, type Person, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { countOf, writeHandOver, writeRequests } from '../support/makers/hand-overs.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import {
  createMember,
  deactivate,
  MEMBERS,
  makeMember,
  makeTeam,
  timeOf,
} from '../support/makers/team-members.ts';
import type { AuditEntry, Member } from '../support/server/resources.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const page = ({ id }: { id: string }) => `/console/members/${id}`;

onBothEngines('The pages of members', (node) => {
  let boss: Person;
  let admin: SignedIn;
  before(async () => {
    boss = await owner(node());
    admin = await signedIn(node(), boss);
  });

  const read = async ({ id }: { id: string }): Promise<Member> =>
    dataOf(await node().get(`${MEMBERS}/${id}`));
  const shown = async (path: string, who = admin): Promise<string> => {
    const answer = await who.get(path);
    assert.equal(answer.status, 200, answer.text);
    return answer.text;
  };
  const lastEntry = async (action: string) =>
    dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?action=${action}&limit=1`))[0];

  test('the list is filtered by address and role, empty fields are no filter, deactivated ones are asked for', async () => {
    const ada = await makeMember(node(), 'Ada & Sons');
    const gone = await makeMember(node(), 'Gone');
    await deactivate(node(), gone);
    const all = await shown('/console/members?email=&role=&cursor=');
    assert.ok(all.includes('Ada &amp; Sons') && all.includes(boss.email) && !all.includes('>Gone<'));
    assert.ok((await shown('/console/members?include_deactivated=true')).includes('>Gone<'));
    const one = await shown(`/console/members?email=${ada.email.toUpperCase()}`);
    assert.ok(one.includes(page(ada)) && !one.includes(`"${page(boss)}"`));
    assert.ok(!(await shown('/console/members?role=admin')).includes(ada.email));
    assert.ok((await shown('/console/members?email=nobody@example.com')).includes('No members found'));
  });

  test('303: a member is added, by the operation of the API and in the name of who did it', async () => {
    const fields = {
      email: 'new@example.com',
      role: 'member',
      name: 'New',
      title: '',
      introduction: 'a\r\nb',
    };
    const answer = await admin.post('/console/members/new', fields);
    assert.equal(answer.status, 303);
    const [path, query] = String(answer.headers.location).split('?');
    assert.equal(query, 'done=member_added');
    const added = await read({ id: String(path).split('/').at(-1) as string });
    assert.deepEqual(
      [added.email, added.name, added.title, added.introduction],
      ['new@example.com', 'New', null, 'a\nb'],
    );
    assert.deepEqual((await lastEntry('member.created'))?.actor, { type: 'member', id: boss.id });
  });

  test('422: an address that is taken is said at its field, with what was typed', async () => {
    const fields = { email: boss.email, role: 'admin', name: 'Twice', title: '', introduction: '' };
    const { status, text } = await admin.post('/console/members/new', fields);
    assert.equal(status, 422);
    assert.match(text, /id="email-problem">A member of this workspace already has this address\./);
    assert.ok(text.includes('value="Twice"') && text.includes('value="admin" checked'));
    const { status: odd } = await admin.post('/console/members/new', { ...fields, role: 'king' });
    assert.equal(odd, 422);
  });

  test('a member changes their own profile and zone, and a forged field changes nothing else', async () => {
    const ben = await makeMember(node(), 'Ben');
    const own = await signedIn(node(), ben);
    const profile = await shown('/console/profile', own);
    assert.ok(profile.includes(`action="${page(ben)}/profile"`));
    assert.ok(!profile.includes('Address and role') && !profile.includes('Deactivate'));
    const about = { name: 'Benjamin', title: 'Engineer', introduction: '' };
    const forged = { ...about, role: 'admin', email: 'king@example.com', timezone: 'Asia/Tokyo' };
    assert.equal((await own.post(`${page(ben)}/profile`, forged)).status, 303);
    assert.equal((await own.post(`${page(ben)}/time-zone`, { timezone: 'Europe/Berlin' })).status, 303);
    const after = await read(ben);
    assert.deepEqual(
      [after.name, after.title, after.role, after.email, after.timezone],
      ['Benjamin', 'Engineer', 'member', ben.email, 'Europe/Berlin'],
    );
    assert.equal((await own.post(`${page(ben)}/time-zone`, { timezone: 'Mars/Base' })).status, 422);
    assert.equal((await own.post(`${page(ben)}/time-zone`, { timezone: '' })).status, 303);
    assert.equal((await read(ben)).timezone, null);
  });

  test('403 for what a member may not do with themselves, 404 for everything about others', async () => {
    const [ben, ada] = [await makeMember(node()), await makeMember(node(), 'Ada')];
    const own = await signedIn(node(), ben);
    const access = { email: ben.email, role: 'admin' };
    const statuses = async (path: string, fields = {}) => (await own.post(path, fields)).status;
    assert.equal(await statuses(`${page(ben)}/access`, access), 403);
    assert.equal(await statuses(`${page(ben)}/deactivate`), 403);
    assert.equal(await statuses(`${page(ben)}/sessions/end`), 403);
    assert.equal(await statuses('/console/members/new', access), 403);
    assert.equal((await own.get('/console/members')).status, 403);
    for (const form of [
      'profile',
      'access',
      'time-zone',
      'invite',
      'deactivate',
      'reactivate',
      'sessions/end',
    ]) {
      assert.equal(await statuses(`${page(ada)}/${form}`, { ...access, name: 'Mine' }), 404, form);
    }
    for (const path of ['', '/time-zone', '/deactivate', '/sessions', '/availability', '/calendars']) {
      assert.equal((await own.get(page(ada) + path)).status, 404, path);
    }
    const signedInSince = { ...ben, last_signed_in_at: timeOf(node()) };
    assert.deepEqual([await read(ben), await read(ada)], [signedInSince, ada]);
  });

  test('an admin changes address and role; a wrong one is said at its field', async () => {
    const ben = await makeMember(node());
    const fields = { email: 'benjamin@example.com', role: 'admin' };
    assert.equal((await admin.post(`${page(ben)}/access`, fields)).status, 303);
    assert.deepEqual([(await read(ben)).email, (await read(ben)).role], [fields.email, 'admin']);
    const { status, text } = await admin.post(`${page(ben)}/access`, { ...fields, email: 'ben@' });
    assert.equal(status, 422);
    assert.match(text, /id="email-problem">“Email address” has to be an email address/);
    assert.ok(text.includes('value="ben@"'));
    assert.equal((await admin.post(`${page(ben)}/access`, { ...fields, role: 'member' })).status, 303);
  });

  test('422: the only admin keeps the role and stays, until there is another', async () => {
    const successor = await makeMember(node());
    const less = { email: boss.email, role: 'member' };
    const { status, text } = await admin.post(`${page(boss)}/access`, less);
    assert.equal(status, 422);
    assert.match(text, /This is the only admin\. Make somebody else an admin first\./);
    assert.equal(
      (await admin.post(`${page(boss)}/deactivate`, { transfer_to: successor.email })).status,
      422,
    );
    assert.deepEqual([(await read(boss)).deactivated_at, (await read(boss)).role], [null, 'admin']);

    const second = await createMember(node(), { email: 'second@example.com', role: 'admin' });
    assert.equal(
      (
        await (
          await signedIn(node(), second)
        ).post(`${page(second)}/access`, { ...less, email: second.email })
      ).status,
      303,
    );
    assert.equal((await read(second)).role, 'member');
  });

  test('whoever leaves hands over what is open; the page says what there is, and refuses to lose it', async () => {
    const [leaver, successor] = [await makeMember(node(), 'Leaver'), await makeMember(node(), 'Successor')];
    await makeTeam(node(), [leaver]);
    const active = await makeRequest(node(), { organizer_email: leaver.email });
    const booked = await makeRequest(node(), { organizer_email: leaver.email });
    dataOf(await applyTransition(node(), booked.id, 'book'));
    const question = await shown(`${page(leaver)}/deactivate`);
    assert.ok(question.includes('1 active, 1 booked and upcoming'), question);
    assert.ok(
      question.includes(`<option value="${successor.email}">Successor (${successor.email})</option>`),
    );

    const refused = await admin.post(`${page(leaver)}/deactivate`, { transfer_to: '' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="transfer_to-problem">Choose who takes over/);

    const session = await signedIn(node(), leaver);
    const answer = await admin.post(`${page(leaver)}/deactivate`, { transfer_to: successor.email });
    assert.equal(answer.headers.location, `${page(leaver)}?done=member_deactivated`);
    for (const { id } of [active, booked]) {
      const request = dataOf<{ organizer_email: string }>(await node().get(`/api/v1/meeting_requests/${id}`));
      assert.equal(request.organizer_email, successor.email);
    }
    assert.equal((await session.get('/console/profile')).status, 303, 'signed out');
    assert.ok((await shown(page(leaver))).includes('Reactivate'));
    assert.equal(
      (await admin.post(`${page(leaver)}/reactivate`)).headers.location,
      `${page(leaver)}?done=member_reactivated`,
    );
    assert.equal((await admin.post(`${page(leaver)}/reactivate`)).status, 422);
  });

  test('a large hand-over says how far it is', async () => {
    const [leaver, successor] = [await makeMember(node(), 'Leaver'), await makeMember(node(), 'Successor')];
    await writeRequests(node(), leaver.id, 20);
    // To a deactivated successor nothing goes: it stays as it is while the test looks.
    dataOf(await node().post(`${MEMBERS}/${successor.id}/deactivate`));
    await writeHandOver(node(), leaver.id, successor.id);
    assert.equal(await countOf(node(), leaver.id), 20);
    const text = await shown(page(leaver));
    assert.match(text, /Handing over[\s\S]*Successor[\s\S]*Still to go: 2 active, 18 paused\./);
    assert.match(text, /data-live="meeting_request\.organizer_changed"/);
  });

  test('teams, seat and what is hosted are named with the ways to them', async () => {
    const ada = await makeMember(node(), 'Ada');
    const [team, place] = await makeTeam(node(), [ada]);
    dataOf(await node().post(`/api/v1/seats/${ada.id}/assign`));
    dataOf(await node().post(`/api/v1/teams/${team.id}/members/${place.id}/pause`));
    const text = await shown(page(ada));
    assert.ok(text.includes(`/console/teams/${team.id}/members/${place.id}/pause`));
    assert.ok(text.includes('Paused') && text.includes('Has a seat'));
    assert.ok(text.includes(`/console/requests?host=${encodeURIComponent(ada.email)}`));
  });
});
