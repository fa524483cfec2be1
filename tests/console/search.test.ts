// The search of the console finds by a part of a name or an address, what the reader may see.
import assert from 'node:assert/strict';
import { createEntitlement } from '../../src/features/people/entitlements/operations.ts';
import { owner, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { addType } from '../support/makers/meeting-type-pages.ts';
import { contextOf } from '../support/makers/options.ts';
import { MEMBERS, makeMember, TEAMS } from '../support/makers/team-members.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const asOwner = async (node: Node) => signedIn(node, await owner(node));

onBothEngines('The search of the console', (node) => {
  const search = async (text: string, browser?: Awaited<ReturnType<typeof asOwner>>) => {
    const reader = browser ?? (await asOwner(node()));
    const answer = await reader.get(`/console/search?q=${encodeURIComponent(text)}`);
    assert.equal(answer.status, 200);
    return answer.text.slice(answer.text.indexOf('id="results"'));
  };

  test('finds members by a part of their name or address, whatever its case', async () => {
    const mary = await makeMember(node(), 'Mary_100% Somerville');
    for (const text of ['somer', 'MARY_100%', mary.email.slice(1), mary.email.toUpperCase()]) {
      assert.ok((await search(text)).includes(mary.id), text);
    }
    // Nothing in it stands for other text.
    for (const text of ['mary%somerville', 'mary_1__%', 'M%', "mary'"]) {
      assert.ok(!(await search(text)).includes(mary.id), text);
    }
  });

  test('finds no deactivated members, and shows members to admins only', async () => {
    const gone = await makeMember(node(), 'Gone Gracie');
    const ada = await makeMember(node(), 'Ada Present');
    assert.equal((await node().post(`${MEMBERS}/${gone.id}/deactivate`)).status, 200);
    assert.ok(!(await search('Gracie')).includes(gone.id));
    assert.ok((await search('Present')).includes(ada.id));
    assert.ok(!(await search('Present', await signedIn(node(), ada))).includes(ada.id));
  });

  test('finds teams by a part of their name, also behind a hundred newer ones; members find their own', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const named = { name: 'Équipe Nord', mode: 'pool', member_ids: [ada.id] };
    const team = dataOf<{ id: string }>(await node().post(TEAMS, named));
    for (let number = 0; number < 101; number++) {
      dataOf(await node().post(TEAMS, { name: `Other ${number}`, mode: 'pool' }));
    }
    for (const text of ['équipe', 'ÉQUIPE', 'nord']) assert.ok((await search(text)).includes(team.id), text);
    assert.ok((await search('nord', await signedIn(node(), ada))).includes(team.id));
    assert.ok(!(await search('nord', await signedIn(node(), ben))).includes(team.id));
  });

  test('finds meeting types by a part of their name for every member, and says which can’t be booked', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const make = async (name: string, fields: object = {}) =>
      (await addType(node(), { name, workspace_membership_id: ada.id, ...fields })).type;
    const types = [
      [await make('Straßen-Termin'), 'Public'],
      [await make('Hidden Termin', { is_public: false }), 'Not listed'],
      [await make('Resting Termin', { active: false }), 'Off'],
    ] as const;
    const deleted = await make('Former Termin');
    assert.equal((await node().delete(`/api/v1/meeting_types/${deleted.id}`)).status, 204);
    for (const reader of [await asOwner(node()), await signedIn(node(), ben)]) {
      const found = await search('TERMIN', reader);
      for (const [{ id }, state] of types) {
        assert.match(found, new RegExp(`href="/console/meeting-types/${id}"[^]*?>${state}<`), state);
        assert.equal((await reader.get(`/console/meeting-types/${id}`)).status, 200);
      }
      assert.ok(!found.includes(deleted.id));
      assert.ok(!(await search('straßen', reader)).includes(types[1][0].id));
    }
  });

  test('leads to seats once there is an entitlement', async () => {
    const leads = /href="\/console\/seats"/;
    // The workspace of the tests has one from the start.
    assert.match(await search('seats'), leads);
    const { database } = node().services;
    await database.change('delete from seats');
    await database.change('delete from entitlements');
    assert.doesNotMatch(await search('seats'), leads);
    await createEntitlement(contextOf(node()), { plan_key: 'pro', seat_unlimited: true });
    assert.match(await search('seats'), leads);
  });
});
