// Teams in the console: what each role sees of a queue, and what comes of the forms.
import assert from 'node:assert/strict';
import { fairShareOf } from '../../src/console/teams/fairness.ts';
import { inOneWeek, nextMonday } from '../../src/console/teams/pause-page.ts';
import { owner, type Person, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { endSeat, giveSeat, requireSeats, sellSeats } from '../support/makers/seated.ts';
import type { WireAnswer } from '../support/server/http.ts';
import type {
  AuditEntry,
  BookingLink,
  Member,
  NewTeam,
  Rotation,
  Team,
  Turn,
} from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

let made = 0;

async function addMember(node: Node, name: string): Promise<Person & { name: string }> {
  const email = `${name.toLowerCase()}-${++made}@example.com`;
  return { ...dataOf<Member>(await node.post('/api/v1/workspace_members', { email, name })), name };
}

/** A team of three, led by the first, and somebody who is not in it. */
async function makeCrew(node: Node, fields: object = {}) {
  const ada = await addMember(node, 'Ada');
  const ben = await addMember(node, 'Ben');
  const cleo = await addMember(node, 'Cleo');
  const dora = await addMember(node, 'Dora');
  const body = { name: `Sales ${made}`, member_ids: [ada.id, ben.id, cleo.id], ...fields };
  const team = dataOf<NewTeam>(await node.post('/api/v1/teams', body));
  const places = team.members.map(({ id }) => id) as [string, string, string];
  await node.patch(`/api/v1/teams/${team.id}/members/${places[0]}`, { role: 'manager' });
  const api = `/api/v1/teams/${team.id}`;
  return {
    ada,
    ben,
    cleo,
    dora,
    team,
    places,
    api,
    path: `/console/teams/${team.id}`,
    show: async () => dataOf<Team>(await node.get(api)),
    rotation: async () => dataOf<Rotation>(await node.get(`${api}/rotation`)),
  };
}

const admin = async (node: Node): Promise<SignedIn> => signedIn(node, await owner(node));

/** What the page says, without its markup. */
const words = ({ text }: WireAnswer) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

function leadsTo(answer: WireAnswer, path: string) {
  assert.deepEqual([answer.status, answer.headers.location], [303, path]);
}

onBothEngines('Teams in the console', (node) => {
  test('200: who has no seat is said to have none, in the queue, on the profile and with a turn', async () => {
    const { path, api, ada, ben } = await makeCrew(node());
    await sellSeats(node());
    await giveSeat(node(), ben);
    const somebody = await admin(node());
    const page = words(await somebody.get(path));
    assert.match(page, /Ben is next/);
    assert.match(page, /No seat, so takes no turns until there is one/);
    assert.match(words(await somebody.get(`/console/members/${ada.id}`)), /No seat Pause/);
    dataOf(await node().post(`${api}/assignments`));
    await endSeat(node(), ben);
    assert.match(words(await somebody.get(path)), /everybody is paused, deactivated or without a seat/);
    await requireSeats(node(), false);
  });

  test('200: the queue in order, who is next and why', async () => {
    const { path, api, ada, ben } = await makeCrew(node());
    const somebody = await admin(node());
    assert.match(words(await somebody.get(path)), /Ada is next: they haven’t had a turn yet/);
    await node().post(`${api}/assignments`);
    const shown = words(await somebody.get(path));
    assert.match(shown, /Ben is next/);
    assert.ok(shown.indexOf(ben.email) < shown.indexOf(ada.email), 'whoever had a turn comes last');
    assert.match(shown, /Last turn on /);
    assert.match(shown, /The order can’t be changed by hand/);
  });

  test('200: a list has only the teams that a member is in; an admin sees all, and who is next in each', async () => {
    const mine = await makeCrew(node());
    const other = await makeCrew(node());
    const asMember = words(await (await signedIn(node(), mine.ben)).get('/console/teams'));
    assert.ok(asMember.includes(mine.team.name));
    assert.ok(!asMember.includes(other.team.name));
    assert.doesNotMatch(asMember, /New team/);
    const asAdmin = words(await (await admin(node())).get('/console/teams'));
    assert.ok(asAdmin.includes(mine.team.name) && asAdmin.includes(other.team.name));
    assert.match(asAdmin, new RegExp(`${mine.team.name} Round robin 3 Ada`));
    const alone = words(await (await signedIn(node(), mine.dora)).get('/console/teams'));
    assert.match(alone, /You aren’t in a team yet/);
  });

  test('404: the pages of a team for somebody who is not in it; 403: what members of it may not do', async () => {
    const { path, places, dora, ben, show } = await makeCrew(node());
    const before = await show();
    const stranger = await signedIn(node(), dora);
    const member = await signedIn(node(), ben);
    for (const page of ['', '/turns', '/booking-links']) {
      assert.equal((await stranger.get(path + page)).status, 404, page);
      assert.equal((await member.get(path + page)).status, 200, page);
    }
    for (const page of ['/members', '/settings', `/members/${places[0]}/pause`]) {
      assert.equal((await stranger.get(path + page)).status, 404, page);
      assert.equal((await member.get(path + page)).status, 403, page);
    }
    const forged: [string, Record<string, string>][] = [
      ['/settings', { name: 'Taken over', mode: 'manual' }],
      ['/members', { email: dora.email, role: 'manager' }],
      [`/members/${places[1]}/role`, { role: 'manager' }],
      [`/members/${places[2]}/remove`, {}],
      [`/members/${places[0]}/pause`, {}],
      ['/booking-links', { title: 'Mine' }],
      ['/deactivate', {}],
    ];
    for (const [form, fields] of forged) {
      assert.equal((await stranger.post(path + form, fields)).status, 404, form);
      assert.equal((await member.post(path + form, fields)).status, 403, form);
    }
    assert.deepEqual(await show(), before);
  });

  test('a member pauses and unpauses themselves, nobody else', async () => {
    const { path, places, ben, rotation } = await makeCrew(node());
    const member = await signedIn(node(), ben);
    const page = await member.get(path);
    assert.ok(page.text.includes(`${path}/members/${places[1]}/pause`));
    assert.ok(!page.text.includes(`${path}/members/${places[0]}/pause`));
    leadsTo(
      await member.post(`${path}/members/${places[1]}/pause`, { until: '' }),
      `${path}?done=member_paused&with=${places[1]}`,
    );
    assert.equal((await rotation()).queue.at(-1)?.status, 'paused');
    assert.match(words(await member.get(path)), /Paused, with no end set/);
    leadsTo(
      await member.post(`${path}/members/${places[1]}/unpause`),
      `${path}?done=member_unpaused&with=${places[1]}`,
    );
    assert.equal((await rotation()).queue[0]?.team_membership_id, places[1]);
    assert.match(words(await member.get(path)), /Ben is next: they’re just back from a pause/);
  });

  test('422: a pause that ends in the past; the page says so at its field, with what was typed', async () => {
    const { path, places, rotation } = await makeCrew(node());
    const somebody = await admin(node());
    const answer = await somebody.post(`${path}/members/${places[1]}/pause`, { until: '2020-01-06T08:00' });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /<p class="problem" id="until-problem">Choose a time in the future\./);
    assert.match(answer.text, /value="2020-01-06T08:00"/);
    const garbage = await somebody.post(`${path}/members/${places[1]}/pause`, { until: 'soon' });
    assert.equal(garbage.status, 422);
    assert.equal((await rotation()).queue.filter(({ eligible }) => eligible).length, 3);
  });

  test('a manager edits the team, and sets nothing that reaches beyond it', async () => {
    const { path, ada, show } = await makeCrew(node());
    const manager = await signedIn(node(), ada);
    const sent = {
      name: 'Field sales',
      description: 'Inbound demos',
      mode: 'stack',
      include_all_members: 'true',
      stack_always_apply: 'true',
    };
    leadsTo(await manager.post(`${path}/settings`, sent), `${path}/settings?done=team_saved`);
    const { name, description, mode, include_all_members, stack_always_apply } = await show();
    assert.deepEqual(
      [name, description, mode, include_all_members, stack_always_apply],
      ['Field sales', 'Inbound demos', 'stack', false, false],
    );
    const page = (await manager.get(`${path}/settings`)).text;
    assert.ok(!page.includes('stack_always_apply') && !page.includes('/deactivate'));
    assert.equal((await manager.post(`${path}/deactivate`)).status, 403);
    const somebody = await admin(node());
    leadsTo(await somebody.post(`${path}/settings`, sent), `${path}/settings?done=team_saved`);
    assert.equal((await show()).stack_always_apply, true);
    // The form of a team in another mode has no settings of a pool.
    await somebody.post(`${path}/settings`, { name, mode: 'pool' });
    assert.equal((await show()).no_show_returns_turn, true);
    const box = /name="no_show_returns_turn"[^>]* checked/;
    assert.match((await somebody.get(`${path}/settings`)).text, box);
    await somebody.post(`${path}/settings`, { name, mode: 'pool' });
    assert.equal((await show()).no_show_returns_turn, false);
    assert.doesNotMatch((await somebody.get(`${path}/settings`)).text, box);
    await somebody.post(`${path}/deactivate`);
  });

  test('the audit log names whoever sent the form', async () => {
    const { path, ada, team } = await makeCrew(node());
    await (await signedIn(node(), ada)).post(`${path}/settings`, { name: 'Renamed', mode: 'pool' });
    const list = await node().get(`/api/v1/audit_log?target_id=${team.id}`);
    const [latest] = (list.body as { data: AuditEntry[] }).data;
    assert.deepEqual([latest?.action, latest?.actor], ['team.updated', { type: 'member', id: ada.id }]);
  });

  test('422: a name that is missing, an unknown mode; the form is shown as it was sent', async () => {
    const { path, show } = await makeCrew(node());
    const somebody = await admin(node());
    const before = await show();
    const answer = await somebody.post(`${path}/settings`, {
      name: ' ',
      mode: 'pool',
      description: 'Typed <b>',
    });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /id="name-problem">Fill in “Name”\./);
    assert.match(answer.text, /Typed &lt;b&gt;/);
    const mode = await somebody.post(`${path}/settings`, { name: 'Sales', mode: 'swarm' });
    assert.match(words(mode), /That isn’t one of the choices\./);
    assert.deepEqual(await show(), before);
  });

  test('a new team makes its members: those who are new are added and invited with it, or not at all', async () => {
    const ada = await addMember(node(), 'Ada');
    const somebody = await admin(node());
    const email = `new-${++made}@example.com`;
    const sent = { name: 'Support', mode: 'pool', send_invitation: 'true' };
    const named = `Grace Hopper <${email}>, ${ada.email}`;
    const refused = await somebody.post('/console/teams/new', { ...sent, name: '', members: named });
    assert.equal(refused.status, 422);
    assert.deepEqual(await membersWith(email), []);
    const answer = await somebody.post('/console/teams/new', { ...sent, members: named });
    const id = /teams\/(\w+)\?done=team_created/.exec(String(answer.headers.location))?.[1];
    const team = dataOf<Team>(await node().get(`/api/v1/teams/${id}`));
    assert.deepEqual(
      team.members.map(({ name }) => name),
      ['Grace Hopper', 'Ada'],
    );
    const [grace] = await membersWith(email);
    assert.ok(grace?.invited_at);
    const known = dataOf<Member>(await node().get(`/api/v1/workspace_members/${ada.id}`));
    assert.equal(known.invited_at, null);
  });

  const membersWith = async (email: string) =>
    dataOf<Member[]>(await node().get(`/api/v1/workspace_members?email=${email}`));

  test('a new team with its members, and what is said of what is no address', async () => {
    const ada = await addMember(node(), 'Ada');
    const ben = await addMember(node(), 'Ben');
    const somebody = await admin(node());
    const unknown = { name: 'Support', mode: 'pool', members: `${ada.email}\r\nnobody` };
    const refused = await somebody.post('/console/teams/new', unknown);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="members-problem">“nobody” isn’t an email address/);
    const members = `${ada.email}\r\n${ben.email.toUpperCase()}, ${ada.email}`;
    const answer = await somebody.post('/console/teams/new', { name: 'Support', mode: 'pool', members });
    assert.equal(answer.status, 303);
    const id = /teams\/(\w+)\?done=team_created/.exec(String(answer.headers.location))?.[1];
    const team = dataOf<Team>(await node().get(`/api/v1/teams/${id}`));
    assert.deepEqual(
      team.members.map(({ email }) => email),
      [ada.email, ben.email],
    );
    assert.equal((await (await signedIn(node(), ada)).post('/console/teams/new', unknown)).status, 403);
  });

  test('members are added by address, get a role, and are removed', async () => {
    const { path, ada, ben, dora, places, show } = await makeCrew(node());
    const manager = await signedIn(node(), ada);
    const refused = await manager.post(`${path}/members`, { email: ben.email, role: 'member' });
    assert.match(refused.text, /id="email-problem">\S.* is already in the team\./);
    const stranger = { email: `stranger-${made}@example.com`, role: 'member' };
    const unknown = await manager.post(`${path}/members`, stranger);
    assert.match(unknown.text, /id="email-problem">\S+ isn’t a member yet\. Ask an admin/);
    const byAdmin = await (await admin(node())).post(`${path}/members`, stranger);
    assert.match(String(byAdmin.headers.location), /\/members\?done=team_member_added&with=mem_\w+$/);
    assert.equal((await show()).members.at(-1)?.email, stranger.email);
    const added = await manager.post(`${path}/members`, { email: dora.email, role: 'manager' });
    leadsTo(added, `${path}/members?done=team_member_added&with=${dora.id}`);
    assert.equal((await show()).members.at(-1)?.role, 'manager');
    const removed = await manager.post(`${path}/members/${places[2]}/remove`);
    leadsTo(removed, `${path}/members?done=team_member_removed`);
    assert.equal((await show()).member_count, 4);
    const resigned = await manager.post(`${path}/members/${places[0]}/role`, { role: 'member' });
    leadsTo(resigned, `${path}?done=team_role_changed&with=${places[0]}`);
    assert.equal((await manager.get(`${path}/members`)).status, 403);
  });

  test('booking links are made, edited and deleted; members of the team see them', async () => {
    const { path, ada, ben, api } = await makeCrew(node());
    const manager = await signedIn(node(), ada);
    const bad = await manager.post(`${path}/booking-links`, { duration_minutes: '0' });
    assert.match(bad.text, /id="duration_minutes-problem">“Duration in minutes” has to be at least 1\./);
    const sent = {
      title: 'Product demo',
      duration_minutes: '30',
      max_uses: '5',
      expires_at: '2040-01-01T09:00',
    };
    leadsTo(await manager.post(`${path}/booking-links`, sent), `${path}/booking-links?done=link_created`);
    const { data } = (await node().get(`${api}/booking_links`)).body as {
      data: { id: string; url: string; verify_email: boolean }[];
    };
    const [link] = data;
    assert.equal(link?.verify_email, false);
    const seen = await (await signedIn(node(), ben)).get(`${path}/booking-links`);
    assert.ok(seen.text.includes(link?.url ?? '') && !seen.text.includes('<form method="post"'));
    const own = await manager.get(`${path}/booking-links/${link?.id}`);
    assert.match(own.text, new RegExp(`value="${link?.url}" readonly`));
    assert.match(own.text, /<svg class="qr"[^>]*><title>QR code of Product demo<\/title>/);
    const code = await manager.get(`${path}/booking-links/${link?.id}/qr.svg`);
    assert.equal(code.headers['content-type'], 'image/svg+xml');
    assert.ok(own.text.includes(code.text), 'the same code, to keep');
    const [, size] = /viewBox="0 0 (\d+) \1"/.exec(code.text) ?? [];
    assert.ok(Number(size) >= 21 + 8, 'a code with its white margin');
    const edit = `${path}/booking-links/${link?.id}/edit`;
    assert.ok(own.text.includes(edit));
    assert.match((await manager.get(edit)).text, /name="expires_at"[^>]* value="2040-01-01T09:00"/);
    const longer = {
      ...sent,
      title: 'Long demo',
      duration_minutes: '60',
      max_uses: '',
      verify_email: 'true',
    };
    leadsTo(await manager.post(edit, longer), `${path}/booking-links/${link?.id}?done=link_saved`);
    const { title, duration_minutes, max_uses, verify_email, url } = dataOf<BookingLink>(
      await node().get(`${api}/booking_links/${link?.id}`),
    );
    assert.deepEqual(
      { title, duration_minutes, max_uses, verify_email, url },
      { title: 'Long demo', duration_minutes: 60, max_uses: null, verify_email: true, url: link?.url },
    );
    const early = await manager.post(edit, { ...longer, expires_at: '2020-01-01T09:00' });
    assert.match(early.text, /id="expires_at-problem">Choose a time in the future\./);
    assert.match(early.text, /name="title"[^>]* value="Long demo"/);
    const colleague = await signedIn(node(), ben);
    assert.equal((await colleague.get(edit)).status, 403);
    assert.equal((await colleague.post(edit, longer)).status, 403);

    const other = await makeCrew(node());
    const stranger = await signedIn(node(), other.ada);
    for (const page of ['', '/edit', '/qr.svg']) {
      assert.notEqual((await stranger.get(`${path}/booking-links/${link?.id}${page}`)).status, 200, page);
      assert.equal((await stranger.get(`${other.path}/booking-links/${link?.id}${page}`)).status, 404, page);
    }
    leadsTo(
      await manager.post(`${path}/booking-links/${link?.id}/delete`),
      `${path}/booking-links?done=link_deleted`,
    );
    assert.equal((await node().get(`${api}/booking_links/${link?.id}`)).status, 404);
  });

  test('a turn says who was considered; requests of others are not named to members', async () => {
    const { path, team, api, ada, cleo } = await makeCrew(node());
    const body = {
      team_id: team.id,
      participant_emails: ['grace@example.org'],
      context: { title: 'Secret demo' },
    };
    assert.equal((await node().post('/api/v1/meeting_requests', body)).status, 202);
    const { data } = (await node().get(`${api}/assignments`)).body as { data: Turn[] };
    const manager = await signedIn(node(), ada);
    const member = await signedIn(node(), cleo);
    const page = `${path}/turns/${data[0]?.id}`;
    const shown = words(await manager.get(page));
    assert.match(shown, /Ada took it: /);
    assert.match(shown, /3 of 3 could have taken it/);
    assert.match(shown, /Secret demo/);
    for (const where of [path, `${path}/turns`, page]) {
      assert.doesNotMatch(words(await member.get(where)), /Secret demo/);
    }
  });

  test('a deactivated team says so, and comes back', async () => {
    const { path, ada } = await makeCrew(node());
    const somebody = await admin(node());
    leadsTo(await somebody.post(`${path}/deactivate`), `${path}/settings?done=team_deactivated`);
    assert.match(words(await somebody.get(path)), /This team is deactivated, so it gets no new requests/);
    assert.equal((await (await signedIn(node(), ada)).get(path)).status, 404);
    const again = await somebody.post(`${path}/deactivate`);
    assert.equal(again.status, 422);
    leadsTo(await somebody.post(`${path}/reactivate`), `${path}/settings?done=team_reactivated`);
  });

  test('stack and manual teams say what happens there instead of turns', async () => {
    const somebody = await admin(node());
    const stack = await makeCrew(node(), { mode: 'stack' });
    assert.match(words(await somebody.get(stack.path)), /All of them take part in each meeting of this team/);
    const all = await makeCrew(node(), { mode: 'stack', include_all_members: true });
    const { queue_total } = await all.rotation();
    const lastPlaces = await somebody.get(`${all.path}?from=${Math.max(1, queue_total - 5)}`);
    assert.match(words(lastPlaces), /Every active member of the workspace takes part/);
    assert.ok(lastPlaces.text.includes(all.dora.email), 'also those who are not in the team');
    assert.equal((await (await signedIn(node(), all.dora)).get(all.path)).status, 200);
    await somebody.post(`${all.path}/deactivate`);
    const manual = await makeCrew(node(), { mode: 'manual' });
    assert.match(words(await somebody.get(manual.path)), /The person asking chooses the host/);
    assert.doesNotMatch(words(await somebody.get(`${manual.path}/booking-links`)), /New booking link/);
  });

  test('a large team is shown in pages below 60 KB', async () => {
    const people = [];
    for (let place = 0; place < 60; place += 1) people.push((await addMember(node(), 'Person')).id);
    const { path, team } = await makeCrew(node(), { member_ids: people });
    const somebody = await admin(node());
    const first = await somebody.get(path);
    assert.ok(first.text.includes(`${path}?from=26`));
    const last = await somebody.get(`${path}?from=51`);
    assert.ok(!last.text.includes('?from=76'));
    const members = await somebody.get(`${path}/members`);
    assert.match(members.text, /rel="next"/);
    for (const page of [first, last, members]) assert.ok(page.text.length < 60_000, `${page.text.length}`);
    assert.equal(team.member_count, 60);
  });
});

test('pauses end on the clock of the member, also when it is put back', () => {
  const at = (text: string) => Date.parse(text);
  const berlin = 'Europe/Berlin';
  // A Friday; summer time ends on Sunday, 25 October.
  const friday = at('2026-10-23T12:30:00Z');
  assert.equal(nextMonday(friday, berlin), at('2026-10-26T07:00:00Z'));
  assert.equal(inOneWeek(friday, berlin), at('2026-10-30T13:30:00Z'));
  // On a Monday, before and after 08:00, the next one is meant.
  assert.equal(nextMonday(at('2026-11-16T05:00:00Z'), berlin), at('2026-11-23T07:00:00Z'));
  // It is Monday already in Auckland.
  assert.equal(nextMonday(at('2026-11-15T20:00:00Z'), 'Pacific/Auckland'), at('2026-11-22T19:00:00Z'));
});

test('the fair share is that of everybody in the queue', () => {
  const places = [
    { eligible: true, turns_last_30_days: 5 },
    { eligible: true, turns_last_30_days: 2 },
    { eligible: false, turns_last_30_days: 9 },
  ];
  assert.equal(fairShareOf(places), 3.5);
  assert.equal(fairShareOf(places.slice(2)), undefined);
});
