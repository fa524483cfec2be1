// Adding many people from a pasted list: what is shown first, what is added then, and what is refused.
import assert from 'node:assert/strict';
import { before, beforeEach } from 'node:test';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { createMember, deactivate, listMembers, makeMember } from '../support/makers/team-members.ts';
import { untilIdle } from '../support/server/idle.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

const PAGE = '/console/members/several';

onBothEngines('A pasted list of people', (node) => {
  let admin: SignedIn;
  before(async () => {
    admin = await signedIn(node(), await owner(node()));
  });
  let round = 0;
  beforeEach(() => {
    round += 1;
  });

  const at = (name: string) => `${name}-${round}@example.com`;
  const emails = async () => (await listMembers(node(), '?limit=100')).data.map(({ email }) => email);
  const invitations = async () => {
    await untilIdle(node());
    return dataOf<{ to: string }[]>(await node().get('/api/v1/messages?kind=invitation&limit=100')).map(
      ({ to }) => to,
    );
  };

  test('200: is shown with what becomes of each, and nothing is changed by that', async () => {
    const known = await makeMember(node(), 'Known');
    const gone = await makeMember(node(), 'Gone');
    await deactivate(node(), gone);
    const snapshot = await snapshotsOf(node().services.database);
    const earlier = await snapshot();
    const people = `Ada <${at('ada')}>, ${at('ben')}; ${at('ADA')}\n${known.email}\n${gone.email}, nobody, <script>`;
    const { status, text } = await admin.post(PAGE, { people, role: 'member', send_invitation: 'true' });
    assert.equal(status, 200);
    assert.match(text, /2 people will be added, 5 won’t\. Each gets an invitation by mail\./);
    for (const fate of ['twice in the list', 'a member already', 'deactivated', 'not an email address']) {
      assert.ok(text.includes(`Left out: ${fate}`), fate);
    }
    assert.match(text, /Add 2 people/);
    assert.ok(text.includes('&lt;script&gt;') && !text.includes('<script>'));
    assert.deepEqual(await snapshot(), earlier);
  });

  test('303: those who can be are added together, by name and with an invitation; sent twice, once', async () => {
    const fields = {
      people: `Ada Lovelace <${at('ada')}>, ${at('ben')}, nobody`,
      role: 'member',
      send_invitation: 'true',
      expected: `${at('ada')} ${at('ben')}`,
    };
    const form = admin.formToken();
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(PAGE, fields, { form })));
    for (const { status, headers } of [...answers, await admin.post(PAGE, fields, { form })]) {
      assert.deepEqual(
        [status, headers.location],
        [303, '/console/members?done=people_added&also=invitations_kept'],
      );
    }
    const [found] = (await listMembers(node(), `?email=${at('ada')}`)).data;
    assert.equal(found?.name, 'Ada Lovelace');
    const sent = await invitations();
    for (const email of [at('ada'), at('ben')]) assert.equal(sent.filter((to) => to === email).length, 1);
  });

  test('303: without an invitation, nobody gets a mail; admins are made as asked', async () => {
    const fields = { people: at('cleo'), role: 'admin', expected: at('cleo') };
    assert.equal((await admin.post(PAGE, fields)).headers.location, '/console/members?done=people_added');
    const [found] = (await listMembers(node(), `?email=${at('cleo')}`)).data;
    assert.deepEqual([found?.role, found?.invited_at], ['admin', null]);
    assert.ok(!(await invitations()).includes(at('cleo')));
  });

  test('422: somebody was added meanwhile: then nobody is, and the list is there to be checked again', async () => {
    const fields = { people: `${at('ada')}, ${at('ben')}`, role: 'member' };
    await createMember(node(), { email: at('ben') });
    const earlier = await emails();
    const { status, text } = await admin.post(PAGE, { ...fields, expected: `${at('ada')} ${at('ben')}` });
    assert.equal(status, 422);
    assert.match(text, /Nobody was added: somebody has changed the members/);
    assert.ok(text.includes(`${at('ada')}, ${at('ben')}`));
    assert.deepEqual(await emails(), earlier);
  });

  test('422: an empty list, one that is too long, and a role that there is none of', async () => {
    const earlier = await emails();
    const many = Array.from({ length: 101 }, (_, number) => at(`many-${number}`)).join('\n');
    for (const [people, expected] of [
      ['', /Paste at least one address/],
      [' ,;\n', /Paste at least one address/],
      [many, /That’s 101 people\. Add up to 100 at a time/],
    ] as const) {
      const { status, text } = await admin.post(PAGE, { people, role: 'member' });
      assert.equal(status, 422);
      assert.match(text, expected);
    }
    const wrong = { people: at('eve'), role: 'owner', expected: at('eve') };
    assert.match((await admin.post(PAGE, wrong)).text, /That isn’t one of the choices/);
    assert.deepEqual(await emails(), earlier);
  });
});
