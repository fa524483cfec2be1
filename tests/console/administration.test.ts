// Seats, API keys, the audit log and settings in the console: each form does and says what the API does and says.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { scopeGroups } from '../../src/console/api-keys/scope-words.ts';
import { phrases } from '../../src/console/audit-log/phrases.ts';
import { scopes } from '../../src/scopes.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { makeRequest } from '../support/makers/meeting-requests.ts';
import { operatorOf, WORKSPACES } from '../support/makers/operator.ts';
import { makeSeatWorkspace } from '../support/makers/seats.ts';
import { createMember, makeMember, makeTeam, timeOf } from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import type { WireAnswer } from '../support/server/http.ts';
import type { AuditEntry } from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SEATS = '/console/seats';
const KEYS = '/console/api-keys';
const LOG = '/console/audit-log';
const SETTINGS = '/console/settings';

const admin = async (node: Node): Promise<SignedIn> => signedIn(node, await owner(node));

/** What the page says, without its markup. */
const words = ({ text }: WireAnswer) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

function leadsTo(answer: WireAnswer, path: string) {
  assert.deepEqual([answer.status, answer.headers.location], [303, path], answer.text);
}

function isRefused(answer: WireAnswer, message: string) {
  assert.equal(answer.status, 422, answer.text);
  assert.ok(words(answer).includes(message), words(answer));
}

/** A workspace with ten seats, its admin, and the admin's pages. */
async function makeOffice(node: Node, capacity = 10) {
  const space = await makeSeatWorkspace(node);
  const entitlement = await space.entitle({ seat_capacity: capacity });
  const boss = await createMember(
    node,
    { email: 'boss@example.com', name: 'Boss', role: 'admin' },
    space.key,
  );
  return { ...space, entitlement, boss, console: await signedIn(node, boss, space.id) };
}

onBothEngines('Administration in the console', (node) => {
  test('403: neither a page nor a form of it is for a member who is no admin', async () => {
    const member = await makeMember(node());
    const somebody = await signedIn(node(), member);
    for (const path of [
      SEATS,
      `${SEATS}/assign`,
      KEYS,
      `${KEYS}/new`,
      LOG,
      SETTINGS,
      `${SETTINGS}/time-zone`,
    ]) {
      assert.equal((await somebody.get(path)).status, 403, path);
    }
    for (const path of [
      SEATS,
      `${SEATS}/assign`,
      `${SEATS}/${member.id}/remove`,
      `${KEYS}/new`,
      `${SETTINGS}/workspace`,
      `${SETTINGS}/scheduling`,
      `${SETTINGS}/time-zone`,
    ]) {
      assert.equal((await somebody.post(path, { name: 'Mine', email: member.email })).status, 403, path);
    }
  });

  test('303: a seat is given by the address of a member, and removed', async () => {
    const office = await makeOffice(node());
    const ada = await office.member('Ada');
    leadsTo(
      await office.console.post(SEATS, { email: ada.email.toUpperCase() }),
      `${SEATS}?done=seat_assigned`,
    );
    assert.match(words(await office.console.get(SEATS)), /1 of 10 .* Ada person-\d+@example.com/);
    assert.deepEqual(
      (await office.list()).data.map(({ membership_id }) => membership_id),
      [ada.id],
    );
    leadsTo(await office.console.post(`${SEATS}/${ada.id}/remove`), `${SEATS}?done=seat_removed`);
    assert.match(words(await office.console.get(SEATS)), /Nobody has a seat/);
    const entries = await office.entries('action=seat.ended');
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      [{ type: 'member', id: office.boss.id }],
    );
  });

  test("422: what the API refuses about seats is said on the page, in the API's words", async () => {
    const office = await makeOffice(node(), 1);
    const [ada, ben, gone] = [
      await office.member('Ada'),
      await office.member('Ben'),
      await office.member('Gone'),
    ];
    await office.deactivate(gone);
    const give = (email: string) => office.console.post(SEATS, { email });
    isRefused(
      await give('nobody@example.com'),
      'nobody@example.com isn’t an active member of this workspace.',
    );
    isRefused(await give(gone.email), 'This member is deactivated. Reactivate them first.');
    await office.assign(ada);
    isRefused(await give(ada.email), 'This member already has a seat.');
    const full = await give(ben.email);
    isRefused(full, 'All seats are taken. Raise the capacity, or remove a seat first.');
    assert.ok(full.text.includes(`value="${ben.email}"`), 'what was typed is still there');
    const path = `${SEATS}/entitlements/${office.entitlement.id}/capacity`;
    const set = (capacity: string) => office.console.post(path, { capacity, reason: 'Fewer' });
    isRefused(await set('0'), '1 seat is assigned, so the capacity can’t be lower. Remove some first.');
    isRefused(await set('-1'), '“Capacity” has to be at least 0.');
    isRefused(await set('many'), '“Capacity” has to be a whole number.');
    isRefused(await set(''), '“Capacity” has to be a whole number.');
    assert.equal((await office.list()).meta.entitlements[0]?.seat_capacity, 1);
  });

  test('303: the capacity is set with a reason', async () => {
    const office = await makeOffice(node());
    const path = `${SEATS}/entitlements/${office.entitlement.id}/capacity`;
    leadsTo(
      await office.console.post(path, { capacity: '25', reason: 'New contract' }),
      `${SEATS}?done=capacity_changed`,
    );
    await office.console.post(path, { capacity: '26', reason: ' ' });
    const entries = await office.entries('action=seat.capacity_changed');
    assert.deepEqual(
      entries.map(({ reason, changes }) => [reason, changes]),
      [
        ['New contract', { seat_capacity: [10, 25] }],
        ['Set in the console', { seat_capacity: [25, 26] }],
      ],
    );
  });

  test('several get a seat at once; 200 says who got none and why', async () => {
    const office = await makeOffice(node(), 2);
    const [ada, ben, cleo] = [
      await office.member('Ada'),
      await office.member('Ben'),
      await office.member('Cleo'),
    ];
    const assign = (...members: { id: string }[]) =>
      office.console.post(`${SEATS}/assign`, { membership_ids: members.map(({ id }) => id) });
    isRefused(await assign(), 'Choose at least one under “Active members”.');
    leadsTo(await assign(ada), `${SEATS}?done=seat_assigned`);
    const shown = await office.console.get(`${SEATS}/assign`);
    assert.ok(!shown.text.includes(`value="${ada.id}"`) && shown.text.includes(`value="${ben.id}"`));
    const answer = await assign(ada, ben, cleo);
    assert.equal(answer.status, 200);
    assert.match(words(answer), /Cleo All seats are taken\..* Ada This member already has a seat\./);
    assert.match(words(answer), new RegExp(`New seats for ${ben.email}`));
  });

  test('a key is shown once, does what its scopes say, and nothing after it was revoked', async () => {
    const boss = await admin(node());
    const page = await boss.get(`${KEYS}/new`);
    for (const scope of scopes) assert.ok(page.text.includes(`value="${scope}"`), scope);
    const made = await boss.post(`${KEYS}/new`, { name: 'CRM sync', scopes: ['teams.read', 'seats.read'] });
    assert.equal(made.status, 200, made.text);
    assert.match(`${made.headers['cache-control']}`, /no-store/);
    const key = /sk_live_\w{38}/.exec(made.text)?.[0] as string;
    assert.ok(made.text.includes(`${node().url}/api/v1/teams`), 'a line to try it');
    assert.equal((await node().get('/api/v1/teams', { key })).status, 200);
    assert.equal((await node().get('/api/v1/api_keys', { key })).status, 403);

    const list = await boss.get(KEYS);
    assert.ok(!list.text.includes(key), 'it is nowhere else');
    assert.match(words(list), /CRM sync sk_live_\w{4}\.\.\.\. 2 scopes teams.read seats.read/);
    assert.match(words(list), /by owner@example.com/);
    const [{ id } = { id: '' }] = dataOf<{ id: string; name: string }[]>(
      await node().get('/api/v1/api_keys'),
    );
    leadsTo(await boss.post(`${KEYS}/${id}/revoke`), `${KEYS}?done=key_revoked`);
    assert.equal((await node().get('/api/v1/teams', { key })).status, 401);
    assert.equal((await boss.post(`${KEYS}/${id}/revoke`)).status, 404, 'there is no such key any more');
    const log = await boss.get(`${LOG}?target=${id}`);
    assert.match(
      words(log),
      /owner@example.com revoked the API key CRM sync .* created the API key CRM sync/,
    );
  });

  test('a key is replaced by another, which is shown once, and may be bound to networks', async () => {
    const boss = await admin(node());
    const fields = { name: 'Office', scopes: ['teams.read'], allowed_networks: '127.0.0.1\n 192.0.2.0/24' };
    const made = await boss.post(`${KEYS}/new`, fields);
    const old = /sk_live_\w{38}/.exec(made.text)?.[0] as string;
    assert.match(words(await boss.get(KEYS)), /1 scope teams.read from 127.0.0.1, 192.0.2.0\/24 only/);
    const [{ id } = { id: '' }] = dataOf<{ id: string }[]>(await node().get('/api/v1/api_keys'));
    isRefused(
      await boss.post(`${KEYS}/${id}/reroll`, { grace_hours: '200' }),
      '“The old key works” can be at most 168.',
    );
    const replaced = await boss.post(`${KEYS}/${id}/reroll`, { grace_hours: '1' });
    assert.equal(replaced.status, 200, replaced.text);
    const next = /sk_live_\w{38}/.exec(replaced.text)?.[0] as string;
    for (const key of [old, next]) assert.equal((await node().get('/api/v1/teams', { key })).status, 200);
    const list = await boss.get(KEYS);
    assert.ok(!list.text.includes(next));
    assert.match(words(list), /Replaced/);
    assert.ok(!list.text.includes(`${KEYS}/${id}/reroll`), 'it is replaced once');
    isRefused(
      await boss.post(`${KEYS}/new`, { name: 'B', allowed_networks: 'here' }),
      '“here” isn’t an address or a network. Write one such as 192.0.2.0/24',
    );
  });

  test('422: what is wrong with a key is said at its field, and what was chosen stays', async () => {
    const boss = await admin(node());
    const make = (fields: Record<string, string | string[]>) => boss.post(`${KEYS}/new`, fields);
    const nameless = await make({ name: ' ', scopes: ['teams.read'] });
    isRefused(nameless, 'Fill in “Name”.');
    assert.match(nameless.text, /value="teams\.read" checked/);
    isRefused(
      await make({ name: 'A', scopes: ['everything'] }),
      'That isn’t one of the choices. Reload the page and choose again.',
    );
    isRefused(await make({ name: 'A', expires_at: '2020-01-01T00:00' }), 'Choose a time in the future.');
    isRefused(await make({ name: 'A', expires_at: 'soon' }), '“Expires” has to be a date and a time.');
    const listed = dataOf<{ name: string }[]>(await node().get('/api/v1/api_keys?limit=100'));
    assert.ok(!listed.some(({ name }) => name === 'A'));
  });

  test('revoking a key can take those that it has made with it', async () => {
    const boss = await admin(node());
    const made = await boss.post(`${KEYS}/new`, { name: 'Maker', scopes: ['api_keys.write'] });
    const maker = /sk_live_\w{38}/.exec(made.text)?.[0] as string;
    const { key } = dataOf<{ key: string }>(
      await node().post('/api/v1/api_keys', { name: 'Made', scopes: ['api_keys.write'] }, { key: maker }),
    );
    assert.match(words(await boss.get(KEYS)), /Made .* by API key Maker/);
    const listed = dataOf<{ id: string; name: string }[]>(await node().get('/api/v1/api_keys'));
    const { id } = listed.find(({ name }) => name === 'Maker') as { id: string };
    leadsTo(
      await boss.post(`${KEYS}/${id}/revoke`, { with_descendants: 'true' }),
      `${KEYS}?done=key_revoked`,
    );
    for (const raw of [maker, key]) {
      assert.equal((await node().get('/api/v1/api_keys', { key: raw })).status, 401);
    }
  });

  test('pages of keys and of seats hear of keys that expire and of seats that run out', async () => {
    const boss = await admin(node());
    assert.match((await boss.get('/console/api-keys')).text, /id="keys"[^>]* data-live="api_key\."/);
    const { text } = await boss.get('/console/seats');
    for (const id of ['entitlements', 'seats']) {
      assert.match(text, new RegExp(`id="${id}"[^>]* data-live="seats\\."`));
    }
  });

  test('every scope is explained once', () => {
    const explained = scopeGroups.flatMap(({ scopes: inGroup }) => inGroup.map(({ scope }) => scope));
    assert.deepEqual(explained.sort(), [...scopes].sort());
  });

  test('every action that the source names has a phrase', () => {
    const files = globSync('src/features/**/*.ts', { cwd: ROOT });
    const named = files.flatMap((file) => [
      ...readFileSync(`${ROOT}${file}`, 'utf8').matchAll(/(?:action|event): '([a-z_]+\.[a-z_]+)'/g),
    ]);
    const actions = [...new Set(named.map(([, action]) => action as string))];
    assert.ok(actions.length > 20);
    // Nobody has changed anything when these are announced: there are no entries of them.
    const announcedOnly = ['api_key.expiring', 'seats.nearly_full'];
    assert.deepEqual(actions.filter((action) => !(action in phrases)).sort(), announcedOnly);
  });

  test('the audit log says in words who did what, and finds it by URL', async () => {
    const [ada, ben] = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Ben')];
    const [team, place] = await makeTeam(node(), [ben]);
    const boss = await admin(node());
    await node().post(`/api/v1/teams/${team.id}/members/${place.id}/pause`, {
      until: timeOf(node(), 86_400_000),
    });
    const about = (target: string, more = '') => boss.get(`${LOG}?target=${target}${more}`).then(words);
    assert.match(
      await about(place.id),
      /paused Ben in Sales .* Paused until nothing → Tuesday, 3 March, 09:00 .* added Ben to Sales/,
    );
    assert.match(
      await about(place.id, '&action=team_membership.added'),
      /API key First key added Ben to Sales/,
    );
    assert.doesNotMatch(await about(place.id, '&action=team_membership.added'), /paused Ben in/);
    await node().delete(`/api/v1/teams/${team.id}/members/${place.id}`);
    assert.match(
      await about(place.id),
      /took Ben out of Sales/,
      'the names of what is gone come from the entry',
    );
    assert.match(await about(ada.email), /added Ada to the workspace/, 'a member is found by the address');
    assert.match(await about(ada.id, '&actor=owner@example.com'), /No changes match/);
    const today = timeOf(node()).slice(0, 10);
    assert.match(
      await about(ada.id, `&since=${today}&until=${today}&action=&actor=`),
      /added Ada to the workspace/,
    );
    assert.match(await about(ada.id, '&until=2020-01-01'), /No changes match/);
    assert.equal((await boss.get(`${LOG}?since=yesterday`)).status, 422);
    assert.equal((await boss.get(`${LOG}?target=%E2%9C%93&action=x.y`)).status, 200);
  });

  test('what an agent has done is told with the tool that it used', async () => {
    const { id } = await makeRequest(node(), { context: { title: 'Demo' } });
    await (await connectAgent(node())).call('cancel', { meeting_id: id, notify: false });
    const page = words(await (await admin(node())).get(`${LOG}?target=${id}`));
    assert.match(page, /API key First key cancelled the request Demo with the tool cancel /);
    assert.doesNotMatch(page, /created the request Demo with the tool/);
  });

  test('what an operator has done is told as of whoever runs the service', async () => {
    const operator = await operatorOf(node());
    await operator.patch(`${WORKSPACES}/${node().workspaceId}/limits`, { teams: 400 });
    const page = words(await (await admin(node())).get(`${LOG}?actor=${operator.id}`));
    assert.match(
      page,
      /The operator of the service changed the limits of the workspace .* Teams nothing → 400/,
    );
    await operator.patch(`${WORKSPACES}/${node().workspaceId}/limits`, { teams: null });
  });

  test('the pages of the audit log lead to the next, with the same filters', async () => {
    const boss = await admin(node());
    const introduction = 'Hello. '.repeat(140);
    for (let made = 0; made < 26; made += 1) {
      const member = {
        email: `many-${made}@example.com`,
        name: 'x'.repeat(200),
        title: 'y'.repeat(200),
        introduction,
      };
      await createMember(node(), member);
    }
    const first = await boss.get(`${LOG}?action=member.created`);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') as string;
    assert.ok(next.includes('action=member.created'), next);
    const second = await boss.get(next);
    assert.match(words(second), /First page/);
    assert.ok(first.text.length < 40_000, `long values are cut: ${first.text.length}`);
    const all = dataOf<AuditEntry[]>(await node().get('/api/v1/audit_log?action=member.created&limit=100'));
    const [shown, later] = [all[14], all[15]];
    assert.ok(first.text.includes(`${shown?.id}`) && !first.text.includes(`${later?.id}`));
    assert.ok(second.text.includes(`${later?.id}`));
  });

  test('303: settings that are changed are those of the API', async () => {
    const { console, key } = await makeOffice(node());
    const get = async (path: string) => dataOf<Record<string, unknown>>(await node().get(path, { key }));
    const handle = `office-${node().url.slice(-5)}`;
    leadsTo(
      await console.post(`${SETTINGS}/workspace`, { name: ' Acme ', handle }),
      `${SETTINGS}?done=workspace_saved`,
    );
    leadsTo(
      await console.post(`${SETTINGS}/time-zone`, { timezone: 'Europe/Berlin' }),
      `${SETTINGS}?done=workspace_zone_set`,
    );
    const { name, handle: stored, timezone } = await get('/api/v1/workspace');
    assert.deepEqual([name, stored, timezone], ['Acme', handle, 'Europe/Berlin']);
    await console.post(`${SETTINGS}/workspace`, { name: 'Acme', handle: '' });
    assert.equal((await get('/api/v1/workspace')).handle, null);

    const fields = {
      duration_minutes: '45',
      slot_interval_minutes: '15',
      timeframe_days: '14',
      options_per_round: '5',
      rounds: '2',
      follow_up_after_business_days: '1, 3;5',
      reminders: '60, 1440',
      remind_hosts: 'true',
      holidays: '2026-12-25\r\n2026-12-24\r\n',
      locale: 'de',
      sender_name: 'Acme',
      signature: '',
      participants_may_cancel: 'true',
      hold_options: 'true',
      seats_required: 'true',
      outsiders_may_invite: 'proven',
    };
    leadsTo(await console.post(`${SETTINGS}/scheduling`, fields), `${SETTINGS}?done=scheduling_saved`);
    assert.deepEqual(await get('/api/v1/workspace/scheduling'), {
      duration_minutes: 45,
      slot_interval_minutes: 15,
      timeframe_days: 14,
      options_per_round: 5,
      rounds: 2,
      follow_up_after_business_days: [1, 3, 5],
      reminders: [1_440, 60],
      remind_hosts: true,
      holidays: ['2026-12-24', '2026-12-25'],
      sender_name: 'Acme',
      signature: null,
      participants_may_reschedule: false,
      participants_may_cancel: true,
      hold_options: true,
      seats_required: true,
      outsiders_may_invite: 'proven',
      locale: 'de',
      location: null,
      embed_origins: [],
    });

    const refused = async (change: object, message: string) =>
      isRefused(await console.post(`${SETTINGS}/scheduling`, { ...fields, ...change }), message);
    await refused({ duration_minutes: '1.5' }, '“Duration in minutes” has to be a whole number.');
    await refused({ rounds: '11' }, '“Rounds” can be at most 10.');
    await refused(
      { follow_up_after_business_days: '3, 1' },
      'Write the days in ascending order, each once, such as 2, 4.',
    );
    await refused({ reminders: '60, 60' }, 'Write each number of minutes once, such as 1440, 60.');
    await refused({ reminders: '4' }, '“Minutes before the meeting” has to be at least 5.');
    await refused({ holidays: 'Christmas' }, '“Holidays” has to be a date such as 2026-12-24.');
    const wrong = await console.post(`${SETTINGS}/workspace`, { name: 'Other', handle: 'Not A Handle' });
    isRefused(wrong, 'A handle can have lower-case letters, digits and, between them, hyphens');
    assert.match(wrong.text, /id="handle-problem"/);
    isRefused(
      await console.post(`${SETTINGS}/time-zone`, { timezone: 'Mars/Base' }),
      '“Time zone” has to be a time zone such as Europe/Berlin.',
    );
    assert.equal((await get('/api/v1/workspace')).name, 'Acme');
  });
});
