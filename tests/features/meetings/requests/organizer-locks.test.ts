// Row locks decide races over organizers: each test stops one change just before its commit.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describe, test } from '../../../support/lanes.ts';
import { eventsOf, payloadsAbout } from '../../../support/makers/events.ts';
import { applyTransition, makeRequest, readRequest } from '../../../support/makers/meeting-requests.ts';
import { askOn, assertInvalid, deactivateOn, makePeople } from '../../../support/makers/routed-requests.ts';
import { TEAMS } from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { whileChangesWait } from '../../../support/server/locks.ts';
import { ManualClock } from '../../../support/server/manual-clock.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, freshStorage, type Node, type Storage, startNode } from '../../../support/server/rota.ts';

const NO_SUCCESSOR = 'transfer_to must be the email of another active member';
const NOT_ACTIVE = 'organizer_email is not an active member of this workspace';
const REQUIRED = 'transfer_to is required: the member organizes 1 active or paused meeting request';

describe('Organizers on two nodes of one PostgreSQL', () => {
  let storage: Storage;
  let node: Node;
  let otherNode: Node;
  before(async () => {
    storage = await freshStorage('postgres');
    const clock = new ManualClock();
    node = await startNode(storage, { clock });
    // Half of its connections are for transactions: six deactivations wait at once.
    otherNode = await startNode(storage, { clock, environment: { ROTA_DATABASE_POOL_SIZE: '12' } });
  });
  after(async () => {
    await node?.stop();
    await otherNode?.stop();
    await storage?.remove();
  });

  test('a deactivation waits for a request that is being made for the member', async () => {
    const [named, taker, given, successor] = await makePeople(node, 4);
    const team = dataOf<{ id: string }>(await node.post(TEAMS, { name: 'Sales', member_ids: [taker.id] }));
    const others = await makeRequest(node);
    const [made, refused, changed] = await whileChangesWait(node, async (waiting) => {
      const making = [
        askOn(node, { organizer_email: named.email }),
        askOn(node, { team_id: team.id }),
        applyTransition(node, others.id, 'change_organizer', { organizer_email: given.email }),
      ];
      await waiting(3);
      // None of the three organizes anything as far as others can see.
      const withoutSuccessor = [named, taker, given].map((member) => deactivateOn(otherNode, member));
      await waiting(6);
      const withSuccessor = [named, taker, given].map((member) => deactivateOn(otherNode, member, successor));
      await waiting(9);
      return [making, withoutSuccessor, withSuccessor] as const;
    });
    const requests: MeetingRequest[] = [];
    for (const answer of await Promise.all(made)) requests.push(dataOf(answer));
    assert.deepEqual(
      requests.map(({ organizer_email }) => organizer_email),
      [named.email, taker.email, given.email],
    );
    for (const answer of await Promise.all(refused)) assertInvalid(answer, REQUIRED);
    for (const { status, text } of await Promise.all(changed)) assert.equal(status, 200, text);
    for (const { id } of requests) {
      assert.equal((await readRequest(node, id)).organizer_email, successor.email);
    }
  });

  test('a request for a member who is being deactivated waits, and goes to nobody or to the next', async () => {
    const [member, successor, next] = await makePeople(node, 3);
    const member_ids = [member.id, next.id];
    const pool = dataOf<{ id: string }>(await node.post(TEAMS, { name: 'Pool', member_ids }));
    const stack = dataOf<{ id: string }>(
      await node.post(TEAMS, { name: 'Stack', mode: 'stack', member_ids }),
    );
    const others = await makeRequest(node);
    const [gone, named, routed] = await whileChangesWait(node, async (waiting) => {
      const going = deactivateOn(node, member, successor);
      await waiting(1);
      const organizer_email = member.email;
      const byName = [
        askOn(otherNode, { organizer_email }),
        askOn(otherNode, { team_id: stack.id, organizer_email }),
        applyTransition(otherNode, others.id, 'change_organizer', { organizer_email }),
      ];
      const byTurn = [askOn(otherNode, { team_id: pool.id }), askOn(otherNode, { team_id: stack.id })];
      await waiting(6);
      return [going, byName, byTurn] as const;
    });
    assert.equal((await gone).status, 200);
    for (const answer of await Promise.all(named)) assertInvalid(answer, NOT_ACTIVE);
    for (const answer of await Promise.all(routed)) {
      assert.equal(dataOf<MeetingRequest>(answer).organizer_email, next.email);
    }
  });

  test('a deactivation leaves alone what is given away or cancelled in the same moment, and takes what is booked', async () => {
    const [member, successor, other] = await makePeople(node, 3);
    const make = () => makeRequest(node, { organizer_email: member.email });
    const [given, booked, cancelled, stays] = [await make(), await make(), await make(), await make()];
    const [answers, gone] = await whileChangesWait(node, async (waiting) => {
      const calls = [
        applyTransition(node, given.id, 'change_organizer', { organizer_email: other.email }),
        applyTransition(node, booked.id, 'book'),
        // Two of them run at once on a node.
        applyTransition(otherNode, cancelled.id, 'cancel'),
      ];
      await waiting(3);
      const going = deactivateOn(otherNode, member, successor);
      await waiting(4);
      return [calls, going] as const;
    });
    for (const answer of await Promise.all(answers)) {
      const changed = dataOf<MeetingRequest>(answer);
      if (changed.id !== booked.id) assert.deepEqual(await readRequest(node, changed.id), changed);
    }
    assert.equal((await gone).status, 200);
    for (const { id } of [booked, stays]) {
      assert.equal((await readRequest(node, id)).organizer_email, successor.email);
    }
    // By request: within a millisecond, the ids of two nodes are in no order.
    const told = (await eventsOf(node)).filter(({ payload }) => payload.old_organizer_email === member.email);
    assert.deepEqual(
      new Map(told.map(({ payload: { id, new_organizer_email } }) => [id, new_organizer_email])),
      new Map([
        [given.id, other.email],
        [booked.id, successor.email],
        [stays.id, successor.email],
      ]),
    );
    assert.equal(told.length, 3);
  });

  test('what happens to a request right after its organizer has gone tells of the successor', async () => {
    const [member, successor, other] = await makePeople(node, 3);
    const make = () => makeRequest(node, { organizer_email: member.email });
    const [given, paused] = [await make(), await make()];
    const [gone, answers] = await whileChangesWait(node, async (waiting) => {
      const going = deactivateOn(node, member, successor);
      await waiting(1);
      const calls = [
        applyTransition(otherNode, given.id, 'change_organizer', { organizer_email: other.email }),
        applyTransition(otherNode, paused.id, 'pause'),
      ];
      await waiting(3);
      return [going, calls] as const;
    });
    assert.equal((await gone).status, 200);
    const organizers = (await Promise.all(answers)).map(
      (answer) => dataOf<MeetingRequest>(answer).organizer_email,
    );
    assert.deepEqual(organizers, [other.email, successor.email]);
    const changes = (await payloadsAbout(node, given.id)).flatMap((payload) =>
      payload.old_organizer_email ? [[payload.old_organizer_email, payload.new_organizer_email]] : [],
    );
    assert.deepEqual(
      changes.sort(),
      [
        [successor.email, other.email],
        [member.email, successor.email],
      ].sort(),
    );
    const pauses = (await payloadsAbout(node, paused.id)).filter(({ status }) => status === 'paused');
    assert.deepEqual(
      pauses.map(({ organizer_email }) => organizer_email),
      [successor.email],
    );
  });

  test('a request that is resumed while its organizer goes is handed over, too', async () => {
    const [member, successor] = await makePeople(node, 2);
    const { id } = await makeRequest(node, { organizer_email: member.email });
    dataOf(await applyTransition(node, id, 'pause'));
    const [resumed, gone] = await whileChangesWait(node, async (waiting) => {
      const resuming = applyTransition(node, id, 'resume');
      await waiting(1);
      // It waits for a request that others still see as paused.
      const going = deactivateOn(otherNode, member, successor);
      await waiting(2);
      return [resuming, going] as const;
    });
    assert.equal((await resumed).status, 200);
    assert.equal((await gone).status, 200);
    await eventually(async () => (await readRequest(node, id)).organizer_email === successor.email);
  });

  test('who is being deactivated when a stack team gets a request is none of its hosts', async () => {
    const [member, next, last] = await makePeople(node, 3);
    const member_ids = [member.id, next.id, last.id];
    const team = dataOf<{ id: string }>(await node.post(TEAMS, { name: 'Stack', mode: 'stack', member_ids }));
    const [gone, routed] = await whileChangesWait(node, async (waiting) => {
      const going = deactivateOn(node, member);
      await waiting(1);
      const asked = askOn(otherNode, { team_id: team.id });
      await waiting(2);
      return [going, asked] as const;
    });
    assert.equal((await gone).status, 200);
    const request = dataOf<MeetingRequest>(await routed);
    assert.deepEqual(request.host_emails, [next.email, last.email]);
    assert.deepEqual(await readRequest(node, request.id), request);
  });

  test('a turn that passes over a member who has just gone never waits in a circle', async () => {
    // The older member has had a turn, so it is the younger one's. Elsewhere members are locked oldest first.
    const [older, younger] = await makePeople(node, 2);
    const member_ids = [older.id, younger.id];
    const team = dataOf<{ id: string }>(await node.post(TEAMS, { name: 'Sales', member_ids }));
    assert.equal((await makeRequest(node, { team_id: team.id })).organizer_email, older.email);
    const [gone, asked, refused] = await whileChangesWait(node, async (waiting) => {
      const going = deactivateOn(node, younger);
      await waiting(1);
      const request = askOn(node, { team_id: team.id });
      await waiting(2);
      const deactivation = deactivateOn(otherNode, older, younger);
      await waiting(3);
      return [going, request, deactivation] as const;
    });
    assert.equal((await gone).status, 200);
    assertInvalid(await refused, NO_SUCCESSOR);
    const answer = await asked;
    assert.equal(answer.status, 202, answer.text);
    assert.equal(dataOf<MeetingRequest>(answer).organizer_email, older.email);
  });
});
