// Meeting types in the console: the form with its questions, who may use it, the page of a type, answers of guests.
import assert from 'node:assert/strict';
import { refusalsIn } from '../support/console/refusal-words.ts';
import { makeTeamOf } from '../support/console/roles.ts';
import { owner, signedIn } from '../support/console/signed-in.ts';
import { inFullLane, test } from '../support/lanes.ts';
import { makeMember, TEAMS } from '../support/makers/team-members.ts';
import { waitBehind } from '../support/server/locks.ts';
import type { MeetingType, Team } from '../support/server/resources.ts';
import { dataOf, onBothEngines, startTwoNodes } from '../support/server/rota.ts';

const PAGE = '/console/meeting-types';
const TYPES = '/api/v1/meeting_types';

onBothEngines('Meeting types in the console', (node) => {
  const boss = async () => signedIn(node(), await owner(node()));
  const latest = async () => dataOf<MeetingType[]>(await node().get(`${TYPES}?limit=1`))[0] as MeetingType;
  const typeOf = async ({ id }: { id: string }) => dataOf<MeetingType>(await node().get(`${TYPES}/${id}`));
  const someTeam = async () => dataOf<Team>(await node().post(TEAMS, { name: 'Sales' }));
  const makeType = async (fields: object) => dataOf<MeetingType>(await node().post(TYPES, fields));

  test('are made with everything that the form asks', async () => {
    const admin = await boss();
    const team = await someTeam();
    const made = await admin.post(`${PAGE}/new`, {
      name: 'Product demo',
      description: 'We show you the product.',
      team_id: team.id,
      choose_host: 'true',
      duration_minutes: '45',
      question_1_label: 'Which company are you from?',
      question_1_kind: 'text',
      question_1_required: 'true',
      question_2_label: 'Email',
      question_2_kind: 'choices',
      question_2_choices: 'Work\r\n\r\n Private ',
      question_3_label: '',
      question_3_kind: 'text',
      minimum_notice_minutes: '2',
      notice_unit: 'days',
      maximum_per_day: '4',
      reminders: '60, 1440',
      is_public: 'true',
    });
    const type = await latest();
    assert.equal(made.headers.location, `${PAGE}/${type.id}?done=type_created`, made.text);
    assert.deepEqual(type.questions, [
      {
        key: 'which_company_are_you_from',
        label: 'Which company are you from?',
        kind: 'text',
        required: true,
        choices: null,
      },
      // `email` is a field of the page itself.
      { key: 'email_2', label: 'Email', kind: 'choices', required: false, choices: ['Work', 'Private'] },
    ]);
    assert.partialDeepStrictEqual(type, {
      name: 'Product demo',
      slug: 'product-demo',
      team_id: team.id,
      workspace_membership_id: null,
      duration_minutes: 45,
      minimum_notice_minutes: 2_880,
      buffer_before_minutes: null,
      maximum_per_day: 4,
      reminders: [1440, 60],
      confirm_email: false,
      choose_host: 'optional',
      is_public: true,
      active: true,
    });
  });

  test('keep the keys of their questions, whatever these are called later; an emptied one is removed', async () => {
    const admin = await boss();
    const team = await someTeam();
    const { id } = await makeType({
      name: 'Demo',
      team_id: team.id,
      questions: [
        { key: 'company', label: 'Your company?', kind: 'text' },
        { key: 'size', label: 'How large is it?', kind: 'number' },
      ],
    });
    const sent = await admin.post(`${PAGE}/${id}/edit`, {
      name: 'Demo',
      slug: 'demo-2',
      team_id: team.id,
      question_1_key: 'company',
      question_1_label: 'Where do you work?',
      question_1_kind: 'long_text',
      question_2_key: 'size',
      question_2_label: ' ',
      question_2_kind: 'number',
      question_3_key: 'forged',
      question_3_label: 'Company',
      question_3_kind: 'text',
    });
    assert.equal(sent.headers.location, `${PAGE}/${id}?done=type_saved`, sent.text);
    const { questions } = await typeOf({ id });
    assert.deepEqual(
      questions.map(({ key, label }) => [key, label]),
      [
        ['company', 'Where do you work?'],
        ['company_2', 'Company'],
      ],
    );
  });

  test('have buttons that add, move and remove questions, and save nothing', async () => {
    const admin = await boss();
    const rows = {
      name: 'Typed',
      question_1_label: 'First?',
      question_1_kind: 'text',
      question_2_label: 'Second?',
      question_2_kind: 'checkbox',
      question_2_required: 'true',
    };
    const shown = async (edit: string) => {
      const { status, text } = await admin.post(`${PAGE}/new`, { ...rows, edit });
      assert.equal(status, 200);
      assert.match(text, /Not saved yet\./);
      return [...text.matchAll(/name="question_\d_label"[^>]*?(?: value="([^"]*)")?>/g)].map(
        ([, label]) => label,
      );
    };
    const before = (await node().get(TYPES)).body;
    assert.deepEqual(await shown('add'), ['First?', 'Second?', undefined]);
    assert.deepEqual(await shown('up-2'), ['Second?', 'First?']);
    assert.deepEqual(await shown('remove-1'), ['Second?']);
    assert.deepEqual((await node().get(TYPES)).body, before);
  });

  test('name the row of a question that is refused, and keep what was typed', async () => {
    const admin = await boss();
    const team = await someTeam();
    const rows = {
      name: 'Typed',
      team_id: team.id,
      question_1_label: '',
      question_2_label: 'Which one?',
      question_2_kind: 'choice',
      question_2_choices: '',
    };
    const refused = await admin.post(`${PAGE}/new`, rows);
    assert.equal(refused.status, 422);
    assert.ok(refusalsIn(refused.text).includes('Question 2: Enter at least one choice.'), refused.text);
    assert.match(refused.text, /value="Which one\?"/);
    const long = await admin.post(`${PAGE}/new`, {
      ...rows,
      question_2_label: 'x'.repeat(300),
      question_2_choices: 'One',
    });
    assert.match(refusalsIn(long.text)[0] ?? '', /^“Question 2” can have at most/);
  });

  test('belong to either a team or a host', async () => {
    const admin = await boss();
    const team = await someTeam();
    const ada = await makeMember(node(), 'Ada Lovelace');
    const refusal = async (fields: Record<string, string>) =>
      refusalsIn((await admin.post(`${PAGE}/new`, { name: 'Owned', ...fields })).text)[0];
    assert.equal(await refusal({}), 'Choose either a team or a person.');
    assert.equal(
      await refusal({ team_id: team.id, host_email: ada.email }),
      'Choose either a team or a person.',
    );
    assert.match(
      (await refusal({ host_email: 'nobody@example.com' })) ?? '',
      /^nobody@example\.com isn’t an active member/,
    );
    await admin.post(`${PAGE}/new`, { name: 'Owned', host_email: ada.email });
    const type = await latest();
    assert.deepEqual([type.workspace_membership_id, type.team_id], [ada.id, null]);
  });

  test('of a team are changed by its manager, who can give them to no team of others', async () => {
    const [manager, member] = [await makeMember(node()), await makeMember(node())];
    const team = await makeTeamOf(node(), [manager, member]);
    const other = await someTeam();
    const { id } = await makeType({ name: 'Managed', team_id: team.id });
    const browser = await signedIn(node(), manager);
    const fields = { name: 'Changed', slug: 'managed', host_email: member.email };
    const away = await browser.post(`${PAGE}/${id}/edit`, { ...fields, team_id: other.id });
    assert.deepEqual(refusalsIn(away.text)[0], 'Choose one of the teams you manage.');
    assert.equal((await browser.post(`${PAGE}/${id}/edit`, { ...fields, team_id: team.id })).status, 303);
    const type = await typeOf({ id });
    assert.deepEqual([type.name, type.team_id, type.workspace_membership_id], ['Changed', team.id, null]);
    const theirs = await makeType({ name: 'Theirs', team_id: other.id });
    assert.equal((await browser.get(`${PAGE}/${theirs.id}/edit`)).status, 403);
    assert.equal((await browser.post(`${PAGE}/${theirs.id}/delete`)).status, 403);
  });

  test('can still be changed and switched off when their host has left', async () => {
    const admin = await boss();
    const ada = await makeMember(node(), 'Ada Lovelace');
    const { id } = await makeType({ name: 'Left', workspace_membership_id: ada.id });
    dataOf(await node().post(`/api/v1/workspace_members/${ada.id}/deactivate`, {}));
    const fields = { name: 'Renamed', slug: 'left', host_email: ada.email };
    assert.equal((await admin.post(`${PAGE}/${id}/edit`, fields)).status, 303);
    assert.equal((await admin.post(`${PAGE}/${id}/deactivate`)).status, 303);
    const type = await typeOf({ id });
    assert.deepEqual([type.name, type.active], ['Renamed', false]);
  });

  test('can be those of a new request and of a booking link', async () => {
    const [manager, member] = [await makeMember(node()), await makeMember(node())];
    const team = await makeTeamOf(node(), [manager, member]);
    const type = await makeType({ name: 'Chosen', team_id: team.id, duration_minutes: 25 });
    const browser = await signedIn(node(), member);
    const chosen = { participants: 'grace@example.org', meeting_type_id: type.id };
    const made = await browser.post('/console/requests', chosen);
    const [, id] = /requests\/(mr_\w+)/.exec(String(made.headers.location)) ?? [];
    assert.partialDeepStrictEqual(dataOf(await node().get(`/api/v1/meeting_requests/${id}`)), {
      title: 'Chosen',
      duration_minutes: 25,
      team_id: team.id,
      meeting_type_id: type.id,
    });
    const stranger = await signedIn(node(), await makeMember(node()));
    const refused = await stranger.post('/console/requests', chosen);
    assert.equal(refusalsIn(refused.text)[0], 'This meeting type belongs to somebody else. Choose another.');

    const links = `/console/teams/${team.id}/booking-links`;
    const leader = await signedIn(node(), manager);
    assert.equal((await leader.post(links, { meeting_type_id: type.id })).status, 303);
    const [link] = dataOf<{ id: string; meeting_type_id: string }[]>(
      await node().get(`/api/v1/teams/${team.id}/booking_links`),
    );
    assert.equal(link?.meeting_type_id, type.id);
    dataOf(await node().patch(`${TYPES}/${type.id}`, { active: false }));
    const { text } = await leader.get(`${links}/${link?.id}/edit`);
    assert.ok(text.includes(`<option value="${type.id}" selected>Chosen</option>`));
  });

  test('of a manual team are hosted by the member who chooses them; what is wrong with a type is said beside it', async () => {
    const [manager, member] = [await makeMember(node()), await makeMember(node())];
    const team = await makeTeamOf(node(), [manager, member]);
    const type = await makeType({ name: 'By hand', team_id: team.id });
    await makeType({ name: 'Another', team_id: (await makeTeamOf(node(), [member, manager])).id });
    dataOf(await node().patch(`${TEAMS}/${team.id}`, { mode: 'manual' }));
    const browser = await signedIn(node(), member);
    const chosen = { participants: 'grace@example.org', meeting_type_id: type.id };
    const made = await browser.post('/console/requests', chosen);
    const [, id] = /requests\/(mr_\w+)/.exec(String(made.headers.location)) ?? [];
    assert.ok(id, made.text);
    const { organizer_email } = dataOf<{ organizer_email: string }>(
      await node().get(`/api/v1/meeting_requests/${id}`),
    );
    assert.equal(organizer_email, member.email);

    const problemBeside = async (field: string, reader = browser) => {
      const { status, text } = await reader.post('/console/requests', chosen);
      assert.equal(status, 422);
      const beside = new RegExp(`<p class="problem" id="${field}-problem">([^<]*)<`).exec(text)?.[1];
      assert.deepEqual(refusalsIn(text), [beside, beside], 'only there, and in the banner');
      return beside;
    };
    const admin = await boss();
    assert.match(String(await problemBeside('organizer_email', admin)), /^This team doesn’t choose the host/);
    dataOf(await node().patch(`${TYPES}/${type.id}`, { active: false }));
    assert.match(String(await problemBeside('meeting_type_id', admin)), /can’t be booked at the moment/);
    assert.match(String(await problemBeside('meeting_type_id')), /belongs to somebody else/);
    assert.equal((await node().delete(`${TYPES}/${type.id}`)).status, 204);
    assert.match(String(await problemBeside('meeting_type_id', admin)), /doesn’t exist any more/);
  });

  test('have a page with the address, the code for a website, and the requests that the reader may see', async () => {
    dataOf(await node().patch('/api/v1/workspace', { handle: 'acme-of-types' }));
    const member = await makeMember(node());
    const host = await makeMember(node());
    const team = await makeTeamOf(node(), [host, await makeMember(node())]);
    const type = await makeType({
      name: 'Product <b>demo</b>',
      team_id: team.id,
      questions: [{ key: 'company', label: 'Company <i>name</i>?', kind: 'text' }],
    });
    const answers = { company: '<img src=x>' };
    const request = dataOf<{ id: string }>(
      await node().post('/api/v1/meeting_requests', {
        meeting_type_id: type.id,
        participants: [{ email: 'grace@example.org', answers }],
      }),
    );
    const { text } = await (await boss()).get(`${PAGE}/${type.id}`);
    assert.ok(text.includes(`value="${type.url}"`));
    assert.ok(text.includes('data-rota=&quot;inline&quot;'));
    assert.ok(text.includes(request.id));
    const seen = await (await signedIn(node(), member)).get(`${PAGE}/${type.id}`);
    assert.equal(seen.status, 200);
    assert.ok(!seen.text.includes(request.id));
    assert.doesNotMatch(seen.text, /Edit meeting type|Delete/);

    const page = await (await boss()).get(`/console/requests/${request.id}`);
    assert.ok(page.text.includes(`href="${PAGE}/${type.id}"`));
    assert.ok(page.text.includes('Company &lt;i&gt;name&lt;/i&gt;?'));
    assert.ok(page.text.includes('&lt;img src=x&gt;'));
    await (await boss()).post(`${PAGE}/${type.id}/delete`);
    const later = await (await boss()).get(`/console/requests/${request.id}`);
    assert.match(later.text, /Product &lt;b&gt;demo&lt;\/b&gt;<\/bdi>, deleted/);
    assert.ok(later.text.includes('&lt;img src=x&gt;'));
  });
});

inFullLane(() => {
  test('Forms for requests of a type wait for its team in one queue, and hold up nobody else', async (t) => {
    const [one, two] = await startTwoNodes(t);
    const team = await makeTeamOf(one, [await makeMember(one), await makeMember(one)]);
    const type = dataOf<MeetingType>(await one.post(TYPES, { name: 'Wanted', team_id: team.id }));
    const admin = await signedIn(two, await owner(two));
    const { database } = one.services;
    const { sent } = await database.transaction(async (tx) => {
      await tx.get('select id from teams where id = $1 for update', [team.id]);
      const sent = Array.from({ length: 8 }, (_, number) =>
        admin.post('/console/requests', {
          participants: `guest-${number}@example.org`,
          meeting_type_id: type.id,
          team_id: '',
        }),
      );
      await waitBehind(database, tx, 2);
      dataOf(await two.post(TEAMS, { name: 'Another' }));
      return { sent };
    });
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    assert.deepEqual(statuses, Array(8).fill(303));
  });
});
