// Sessions end when somebody says so, when their member leaves, and at once: on every node, with the next page.
import assert from 'node:assert/strict';
import type { Context } from '../../../../src/context.ts';
import {
  endEverySession,
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
} from '../../../../src/features/people/sessions/operations.ts';
import { scopes } from '../../../../src/scopes.ts';
import { isIn } from '../../../support/console/door.ts';
import { type SignedIn, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { deactivate, MEMBERS, makeMember, reactivate } from '../../../support/makers/team-members.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

/** As the console calls operations for somebody. */
async function contextFor(node: Node, { secret }: SignedIn): Promise<Context & { session: { id: string } }> {
  const found = await findSession(node.services, secret);
  assert.ok(found);
  return { ...node.services, ...found };
}

const areIn = (all: SignedIn[]) => Promise.all(all.map(({ node, cookie }) => isIn(node, cookie)));

onBothEngines('Sessions', (node) => {
  test('are listed newest first, with where they were started', async () => {
    const member = await makeMember(node());
    const [first, second] = [await signedIn(node(), member), await signedIn(node(), member)];
    const list = await listSessions(await contextFor(node(), first), member.id);
    assert.deepEqual(
      list.map(({ id, user_agent, client_address }) => [id, user_agent, client_address]),
      [second, first].map(({ sessionId }) => [sessionId, 'Tests', '127.0.0.1']),
    );
    node().clock.advance(30 * 24 * 60 * 60_000);
    const later = await signedIn(node(), member);
    const left = await listSessions(await contextFor(node(), later), member.id);
    assert.deepEqual(
      left.map(({ id }) => id),
      [later.sessionId],
    );
  });

  test('can be ended one by one, by their own member only', async () => {
    const [member, other] = [await makeMember(node()), await makeMember(node())];
    const [here, there, foreign] = [
      await signedIn(node(), member),
      await signedIn(node(), member),
      await signedIn(node(), other),
    ];
    const context = await contextFor(node(), here);
    await assert.rejects(endSession(context, foreign.sessionId), { type: 'not_found' });
    await endSession(context, there.sessionId);
    await assert.rejects(endSession(context, there.sessionId), { type: 'not_found' });
    assert.deepEqual(await areIn([here, there, foreign]), [true, false, true]);
    const [entry] = dataOf<AuditEntry[]>(await node().get('/api/v1/audit_log'));
    assert.deepEqual(
      [entry?.action, entry?.actor.id, entry?.target.id],
      ['session.ended', member.id, there.sessionId],
    );
  });

  test('can be ended all but the one that is used, and by an admin all of a member', async () => {
    const [member, other] = [await makeMember(node()), await makeMember(node())];
    const [here, ...others] = [
      await signedIn(node(), member),
      await signedIn(node(), member),
      await signedIn(node(), member),
    ];
    const foreign = await signedIn(node(), other);
    await endOtherSessions(await contextFor(node(), here));
    assert.deepEqual(await areIn([here, ...others, foreign]), [true, false, false, true]);
    await endEverySession(await contextFor(node(), foreign), member.id);
    assert.deepEqual(await areIn([here, foreign]), [false, true]);
  });

  test('a deactivated member is out at once, and has to sign in again when they are back', async () => {
    const member = await makeMember(node());
    const session = await signedIn(node(), member);
    await deactivate(node(), member);
    assert.equal(await isIn(node(), session.cookie), false);
    const actions = dataOf<AuditEntry[]>(await node().get('/api/v1/audit_log')).map(({ action }) => action);
    assert.deepEqual(actions.slice(0, 2), ['session.ended', 'member.deactivated']);
    await reactivate(node(), member);
    assert.equal(await isIn(node(), session.cookie), false);
  });

  test('who signs in while somebody deactivates them is out afterwards', async () => {
    for (let time = 0; time < 5; time += 1) {
      const member = await makeMember(node());
      const [session] = await Promise.allSettled([signedIn(node(), member), deactivate(node(), member)]);
      await reactivate(node(), member);
      if (session.status === 'fulfilled') assert.equal(await isIn(node(), session.value.cookie), false);
    }
  });

  test('a role counts with the next page', async () => {
    const member = await makeMember(node());
    const session = await signedIn(node(), member);
    const setRole = (role: string) => node().patch(`${MEMBERS}/${member.id}`, { role });
    const settings = async () => (await session.get('/console/settings')).status;
    assert.equal(await settings(), 403);
    assert.deepEqual((await contextFor(node(), session)).caller.scopes, []);
    await setRole('admin');
    assert.equal(await settings(), 200);
    assert.deepEqual((await contextFor(node(), session)).caller.scopes, scopes);
    await setRole('member');
    assert.equal(await settings(), 403);
  });
});

test('A session that is ended on one node is over on the other', async (t) => {
  const [one, other] = await startTwoNodes(t);
  const member = await makeMember(one);
  const [ended, left] = [await signedIn(one, member), await signedIn(other, member)];
  const isInBoth = async ({ cookie }: SignedIn) => [await isIn(one, cookie), await isIn(other, cookie)];
  assert.deepEqual(await isInBoth(ended), [true, true]);
  assert.equal((await ended.post('/console/sign-out')).status, 303);
  assert.deepEqual(await isInBoth(ended), [false, false]);
  assert.deepEqual(await isInBoth(left), [true, true]);
});
