// Keys that expire are announced seven days before and one day before, once, and admins get one mail a day about them.
import assert from 'node:assert/strict';
import { announceExpiringKeys } from '../../../../src/features/people/notices/expiring-keys.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { makeTold, type Told } from '../../../support/makers/notices.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const EVENT = 'api_key.expiring';
const KIND = 'keys_expiring';

const namesIn = async (told: Told) => (await told.events(EVENT)).map(({ name }) => name);
const mailsTo = async (told: Told) => (await told.mails(KIND)).map(({ to }) => to);

/**
 * Moves the clock. What is due then is done when it returns, by the node or from here. Keys that are being written are left to the next
 * look: one that was used a moment ago is.
 */
async function pass(node: Node, ms: number): Promise<void> {
  node.clock.advance(ms);
  await eventually(async () => {
    await announceExpiringKeys(node.services);
    const row = await node.services.database.get<{ due: number }>(
      'select count(*) as due from api_keys where expiry_notice_at <= $1 and revoked_at is null',
      [node.clock.now()],
    );
    return row?.due === 0;
  });
}

onBothEngines('A key that expires', (node) => {
  test('is announced seven days before and one day before, and not between', async () => {
    const told = await makeTold(node(), [EVENT]);
    const key = await told.makeKey('CRM sync', 30 * DAY_MS);
    await pass(node(), 23 * DAY_MS - MINUTE_MS);
    assert.deepEqual(await namesIn(told), []);
    await pass(node(), MINUTE_MS);
    const [payload, ...others] = await told.events(EVENT);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [payload?.event, payload?.id, payload?.name, payload?.expires_at],
      [EVENT, key.id, 'CRM sync', key.expires_at],
    );
    assert.equal(await told.deliveries(EVENT), 1);
    const [mail] = await told.mails(KIND);
    assert.deepEqual([mail?.to, mail?.meeting_request_id], [told.admin.email, null]);
    assert.equal(mail?.subject, 'API key expires soon: CRM sync');
    assert.ok(mail?.text.includes(`${node().services.address.url}/console/api-keys`));
    assert.ok(mail?.text.includes('Hi Ada'));

    await pass(node(), 6 * DAY_MS - MINUTE_MS);
    assert.equal((await namesIn(told)).length, 1);
    await pass(node(), MINUTE_MS);
    assert.deepEqual(await namesIn(told), ['CRM sync', 'CRM sync']);
    assert.equal((await mailsTo(told)).length, 2);
    await pass(node(), 2 * DAY_MS);
    assert.equal((await namesIn(told)).length, 2);
    assert.equal(await told.deliveries(EVENT), 2);
  });

  test('is found by the node itself, within a minute', async () => {
    const told = await makeTold(node(), [EVENT]);
    await told.makeKey('CRM sync', 8 * DAY_MS);
    node().clock.advance(DAY_MS);
    await eventually(async () => {
      node().clock.advance(MINUTE_MS);
      return (await namesIn(told)).length === 1;
    });
  });

  test('is announced also if a version without notices has made it: at once, if a moment has passed', async () => {
    const told = await makeTold(node(), [EVENT]);
    await told.makeKey('Three days', 3 * DAY_MS);
    await told.makeKey('Thirty days', 30 * DAY_MS);
    await node().services.database.change(
      'update api_keys set expiry_notice_at = 0 where workspace_id = $1',
      [told.id],
    );
    await pass(node(), MINUTE_MS);
    assert.deepEqual(await namesIn(told), ['Three days']);
    await pass(node(), 23 * DAY_MS);
    assert.deepEqual(await namesIn(told), ['Three days', 'Thirty days']);
  });

  test('is not announced once another has taken its place', async () => {
    const told = await makeTold(node(), [EVENT]);
    const { id } = await told.makeKey('Replaced', 8 * DAY_MS);
    const reroll = { grace_hours: 168 };
    dataOf(await node().post(`/api/v1/api_keys/${id}/reroll`, reroll, { key: told.key }));
    await pass(node(), DAY_MS);
    const announced = (await told.events(EVENT)).map((payload) => payload.id);
    assert.equal(announced.length, 1, 'the new one');
    assert.ok(!announced.includes(id));
  });

  test('is announced at those moments only that were ahead when it was made', async () => {
    const told = await makeTold(node(), [EVENT]);
    await told.makeKey('Three days', 3 * DAY_MS);
    await told.makeKey('Half a day', 12 * HOUR_MS);
    await pass(node(), 2 * DAY_MS - MINUTE_MS);
    assert.deepEqual(await namesIn(told), []);
    await pass(node(), MINUTE_MS);
    assert.deepEqual(await namesIn(told), ['Three days']);
    await pass(node(), 2 * DAY_MS);
    assert.equal((await namesIn(told)).length, 1);
  });

  test('is not announced once it is revoked, or has expired while no node ran; and once if both moments were missed', async () => {
    const told = await makeTold(node(), [EVENT]);
    const revoked = await told.makeKey('Revoked', 8 * DAY_MS);
    const { status } = await node().delete(`/api/v1/api_keys/${revoked.id}`, { key: told.key });
    assert.equal(status, 204);
    await told.makeKey('Over', 8 * DAY_MS);
    await told.makeKey('Late', 9 * DAY_MS - HOUR_MS);
    // In one step, as if nobody had looked meanwhile.
    node().clock.advance(8 * DAY_MS + HOUR_MS);
    await pass(node(), 0);
    const names = await namesIn(told);
    assert.deepEqual(names, ['Late']);
    await pass(node(), DAY_MS);
    assert.deepEqual(await namesIn(told), names);
  });

  test('shares a mail with all that are due within a day, and each has its event at its time', async () => {
    const told = await makeTold(node(), [EVENT]);
    await told.makeKey('Morning', 8 * DAY_MS);
    await told.makeKey('Noon', 8 * DAY_MS + 4 * HOUR_MS);
    await told.makeKey('Next day', 9 * DAY_MS + 2 * HOUR_MS);
    await pass(node(), DAY_MS);
    assert.deepEqual(await namesIn(told), ['Morning']);
    const [mail, ...others] = await told.mails(KIND);
    assert.deepEqual(others, []);
    assert.equal(mail?.subject, '2 API keys expire soon');
    assert.match(mail?.text ?? '', /Morning[\s\S]*Noon/);
    assert.doesNotMatch(mail?.text ?? '', /Next day/);
    await pass(node(), 4 * HOUR_MS);
    assert.deepEqual(await namesIn(told), ['Morning', 'Noon']);
    assert.equal((await mailsTo(told)).length, 1);
    await pass(node(), 22 * HOUR_MS);
    assert.deepEqual(await namesIn(told), ['Morning', 'Noon', 'Next day']);
    assert.equal((await mailsTo(told)).length, 2);
    // The second time, anew.
    await pass(node(), 5 * DAY_MS);
    assert.equal((await mailsTo(told)).length, 3);
  });

  test('is told to the first twenty active admins, and to nobody else', async () => {
    const told = await makeTold(node(), [EVENT]);
    await told.addMember({ role: 'member' });
    const gone = await told.addMember();
    dataOf(await node().post(`/api/v1/workspace_members/${gone.id}/deactivate`, {}, { key: told.key }));
    const expected = [told.admin.email];
    for (let place = 0; place < 21; place += 1) expected.push((await told.addMember()).email);
    await told.makeKey('CRM sync', 8 * DAY_MS);
    await pass(node(), DAY_MS);
    assert.deepEqual((await mailsTo(told)).sort(), expected.slice(0, 20).sort());
    assert.equal((await namesIn(told)).length, 1);
  });

  test('is an event even if there is no admin', async () => {
    const told = await makeTold(node(), [EVENT]);
    dataOf(
      await node().patch(`/api/v1/workspace_members/${told.admin.id}`, { role: 'member' }, { key: told.key }),
    );
    await told.makeKey('CRM sync', 8 * DAY_MS);
    await pass(node(), DAY_MS);
    assert.equal((await namesIn(told)).length, 1);
    assert.deepEqual(await mailsTo(told), []);
  });

  test('is announced whole or not at all: what fails is done again, once', async () => {
    const told = await makeTold(node(), [EVENT]);
    await told.makeKey('CRM sync', 8 * DAY_MS);
    const { services } = node();
    const now = node().clock.now() + DAY_MS;
    const clock = { ...services.clock, now: () => now };
    const background = {
      ...services.storage.background,
      transaction: <Result>(work: (tx: never) => Promise<Result>) =>
        services.storage.background.transaction(async (tx) => {
          await work(tx as never);
          throw new Error('the process ends here');
        }),
    };
    const storage = { ...services.storage, background } as typeof services.storage;
    await assert.rejects(announceExpiringKeys({ ...services, clock, storage }), /ends here/);
    assert.deepEqual([await namesIn(told), await mailsTo(told)], [[], []]);
    await pass(node(), DAY_MS);
    assert.deepEqual([(await namesIn(told)).length, (await mailsTo(told)).length], [1, 1]);
  });
});

describe('Two nodes', () => {
  test('announce each key once, with one mail', async (t) => {
    const [one, two] = await startTwoNodes(t);
    const told = await makeTold(one, [EVENT]);
    const names = Array.from({ length: 30 }, (_, place) => `Key ${place}`);
    for (const name of names) await told.makeKey(name, 8 * DAY_MS);
    one.clock.advance(DAY_MS);
    await Promise.all([one, two, one, two].map(({ services }) => announceExpiringKeys(services)));
    await pass(one, 0);
    assert.deepEqual((await namesIn(told)).sort(), names.sort());
    assert.equal(await told.deliveries(EVENT), 30);
    assert.equal((await mailsTo(told)).length, 1);
  });
});
