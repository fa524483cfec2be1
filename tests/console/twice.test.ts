// A form of the console that is sent twice is done once: by a double click, a reload, or from two nodes at once.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { REQUESTS } from '../support/makers/meeting-requests.ts';
import { createMember, MEMBERS } from '../support/makers/team-members.ts';
import { onBothEngines } from '../support/server/rota.ts';

onBothEngines('A form that is sent twice', (node) => {
  let admin: SignedIn;
  before(async () => {
    admin = await signedIn(node(), await owner(node()));
  });

  const fieldsFor = (participant: string) => ({
    participants: participant,
    organizer_email: 'owner@example.com',
  });
  const requestsWith = async (participant: string) => {
    const { body } = await node().get(`${REQUESTS}?participant_email=${participant}`);
    return (body as { data: unknown[] }).data.length;
  };
  const make = (participant: string, form: string) =>
    admin.post('/console/requests', fieldsFor(participant), { form });

  test('303: makes one request, and leads to it both times', async () => {
    const form = admin.formToken();
    const answers = await Promise.all([1, 2, 3].map(() => make('twice@example.org', form)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
    assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
    assert.equal(await requestsWith('twice@example.org'), 1);
  });

  test('303: is another form with another text in it, and five minutes later', async () => {
    const form = admin.formToken();
    await make('first@example.org', form);
    await make('second@example.org', form);
    assert.equal(await requestsWith('second@example.org'), 1);
    node().clock.advance(5 * MINUTE_MS);
    await make('first@example.org', form);
    assert.equal(await requestsWith('first@example.org'), 2);
  });

  test('303: can be sent again after it was refused', async () => {
    const form = admin.formToken();
    const add = () =>
      admin.post('/console/members/new', { email: 'later@example.com', role: 'member' }, { form });
    const other = await createMember(node(), { email: 'later@example.com' });
    assert.equal((await add()).status, 422);
    const moved = await node().patch(`${MEMBERS}/${other.id}`, { email: 'moved@example.com' });
    assert.equal(moved.status, 200);
    assert.equal((await add()).status, 303);
  });

  test('422: does not show a secret a second time, nor make another', async () => {
    const form = admin.formToken();
    const send = () =>
      admin.post('/console/api-keys/new', { name: 'Once', 'scopes[]': ['teams.read'] }, { form });
    const first = await send();
    assert.equal(first.status, 200, first.text);
    assert.match(first.text, /sk_live_/);
    const second = await send();
    assert.equal(second.status, 422);
    assert.match(second.text, /was sent before/);
    assert.doesNotMatch(second.text, /sk_live_\w{30}/);
    const { body } = await node().get('/api/v1/api_keys');
    const named = (body as { data: { name: string }[] }).data.filter(({ name }) => name === 'Once');
    assert.equal(named.length, 1);
  });
});
