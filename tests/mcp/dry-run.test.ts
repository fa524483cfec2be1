// Full lane, because it counts the rows of every table: A dry run of request_meeting leaves nothing behind: no row, no mail, no event, nobody woken, no turn out of order.
import assert from 'node:assert/strict';
import { previewRequest } from '../../src/features/meetings/scheduling/preview.ts';
import { scopes } from '../../src/scopes.ts';
import { test } from '../support/lanes.ts';
import { REQUESTS } from '../support/makers/meeting-requests.ts';
import {
  deactivateOn,
  inNewWorkspace,
  makePeople,
  makeTeamOf,
  turnsOf,
} from '../support/makers/routed-requests.ts';
import { sellSeats } from '../support/makers/seated.ts';
import { createMember, pathOf, TEAMS } from '../support/makers/team-members.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { ScriptedServer } from '../support/receivers/scripted-server.ts';
import { connectAgent } from '../support/server/agent.ts';
import { untilIdle } from '../support/server/idle.ts';
import { CountingListener, notify } from '../support/server/notifications.ts';
import { messagesOf, plainly, type Requested } from '../support/server/previews.ts';
import { dataOf, freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';
import { type LeftOut, rowsOfEveryTable } from '../support/server/snapshot.ts';

const ENDPOINTS = '/api/v1/webhook_endpoints';
/** What any call with a key may write. */
const OF_ANY_CALL: LeftOut = {
  api_keys: ['last_used_at'],
  rate_limit_windows: 'all',
  usage_marks: 'all',
  usage_months: 'all',
  usage_progress: 'all',
};
const TOPICS = ['scheduling_due', 'messages_due', 'deliveries_due', 'inbox_due', 'calendars_due'];
const guest = { participant_emails: ['grace@example.org', 'linus@example.org'] };

const rowsOf = ({ services }: Node) => rowsOfEveryTable(services.database, OF_ANY_CALL);

/** A pool in a workspace that holds times and has a receiver of every event. */
async function makeBusyPool(node: Node, receiver: Receiver) {
  const inside = await inNewWorkspace(node);
  const people = await makePeople(inside, 3);
  const team = await makeTeamOf(inside, people);
  dataOf(await inside.patch('/api/v1/workspace/scheduling', { hold_options: true }));
  const events = ['meeting_request.created', 'meeting_request.needs_attention'];
  const endpoint = dataOf<{ id: string }>(await inside.post(ENDPOINTS, { url: receiver.url, events }));
  // A turn that is owed, which the next one takes.
  const request = dataOf<{ id: string }>(await inside.post(REQUESTS, { ...guest, team_id: team.id }));
  dataOf(await inside.post(`${REQUESTS}/${request.id}/cancel`, { return_turn: true }));
  await receiver.atLeast(1);
  await untilIdle(inside);
  return { inside, people, team, endpoint };
}

onBothEngines('A dry run', (node, storage) => {
  test('writes to no table, wakes no engine and sends nothing', async () => {
    await using receiver = await Receiver.start();
    const { inside, people, team, endpoint } = await makeBusyPool(node(), receiver);
    const agent = await connectAgent(inside);
    const { storage: database, tally } = inside.services;
    const listeners = TOPICS.map((topic) => new CountingListener(database, topic));
    const mark = new CountingListener(database, 'mark');
    await notify(database, 'mark', ...TOPICS);
    for (const listener of [mark, ...listeners]) await listener.atLeast(1);
    const woken = listeners.map(({ calls }) => calls);
    const before = await rowsOf(inside);
    assert.ok(Object.keys(before).length > 40, 'every table is compared');

    const input = { ...guest, team_id: team.id, include_introduction: true, dry_run: true };
    const answers: Requested[] = [];
    for (let run = 0; run < 3; run += 1) answers.push(plainly(await agent.call('request_meeting', input)));
    const alone = { ...guest, organizer_email: people[0].email, dry_run: true };
    await agent.call('request_meeting', alone);
    // With the backlog of the endpoint full, deliveries that are not made are counted, in memory.
    const fillBacklog = (at: number | null) =>
      inside.services.database.change(
        'update webhook_endpoints set backlog_full_at = $2 where id = $1 returning id',
        [endpoint.id, at],
      );
    await fillBacklog(1);
    await agent.call('request_meeting', input);
    await fillBacklog(null);
    assert.equal(tally.skippedDeliveries, 0);

    const marked = mark.calls + 1;
    await notify(database, 'mark');
    await mark.atLeast(marked);
    assert.deepEqual(
      listeners.map(({ calls }) => calls),
      woken,
    );
    for (const listener of [mark, ...listeners]) listener.stop();
    assert.deepEqual(await rowsOf(inside), before);
    const [first, ...others] = answers;
    assert.equal(first?.assigned.reason, 'turn_returned');
    for (const other of others) assert.deepEqual(other, first, 'one does not change what the next one says');
    // What came so far is of the request that there was; the next is of the real call.
    const { meeting }: Requested = plainly(await agent.call('request_meeting', { ...input, dry_run: false }));
    const received = await receiver.atLeast(2);
    assert.equal(received.length, 2);
    assert.match(received[1]?.body ?? '', new RegExp(String(meeting.id)));
    await untilIdle(inside);
  });

  test('many of them beside real calls take no turn, and keep none from being taken', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makePeople(inside, 3);
    const team = await makeTeamOf(inside, people);
    const agent = await connectAgent(inside);
    const call = (more: object) =>
      agent.call<Requested>('request_meeting', { ...guest, team_id: team.id, ...more });
    const answers: Requested[] = [];
    // Not all at once: on a busy machine, the last would wait too long for a connection.
    for (const wave of [1, 2, 3]) {
      const calls = Array.from({ length: 3 }, (_, place) => [
        call({ dry_run: true }),
        call({ idempotency_key: `meeting ${wave} ${place}` }),
        call({ dry_run: true }),
      ]);
      answers.push(...(await Promise.all(calls.flat())));
    }
    assert.equal(answers.filter(({ dry_run }) => dry_run).length, 18);
    await untilIdle(inside);
    const turns = await turnsOf(inside, team);
    assert.deepEqual(turns.map(({ number }) => number).toReversed(), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const inOrder = turns.toReversed().map(({ email }) => email);
    const round = people.map(({ email }) => email);
    assert.deepEqual(inOrder, [...round, ...round, ...round]);
    const made = answers.flatMap(({ meeting }) => meeting.id ?? []);
    assert.deepEqual(made.toSorted(), turns.map((turn) => String(turn.meeting_request_id)).toSorted());
    assert.equal(dataOf<unknown[]>(await inside.get(REQUESTS)).length, 9);
    for (const id of made) assert.equal((await messagesOf(inside, id)).length, 3);
  });

  test('is refused like the real call', async () => {
    const inside = await inNewWorkspace(node());
    const [ada, ben, leaver, cyd] = await makePeople(inside, 4);
    await sellSeats(inside);
    for (const member of [ada, leaver]) dataOf(await inside.post(`/api/v1/seats/${member.id}/assign`));
    const pool = await makeTeamOf(inside, [ada]);
    const manual = await makeTeamOf(inside, [ada], { mode: 'manual' });
    const stack = await makeTeamOf(inside, [ada], { mode: 'stack' });
    const empty = await makeTeamOf(inside, []);
    const seatless = await makeTeamOf(inside, [ben]);
    const paused = await makeTeamOf(inside, [leaver]);
    const over = await makeTeamOf(inside, [ada]);
    for (const membership of paused.members) dataOf(await inside.post(`${pathOf(membership)}/pause`));
    dataOf(await inside.post(`${TEAMS}/${over.id}/deactivate`));
    await deactivateOn(inside, leaver);
    const foreign = await makeTeamOf(await inNewWorkspace(node()), []);
    const to = { ...guest, organizer_email: ada.email };
    const timeframe = { start: '2026-03-10T08:00:00Z', end: '2026-03-09T08:00:00Z' };
    const many = Array.from({ length: 51 }, (_, place) => `guest-${place}@example.org`);
    const refused: [input: object, message: RegExp][] = [
      [{ ...guest, team_id: 'team_01KJPWD6M0A57CPWZ0TQZND9PP' }, /team_id is not a team.*\nCall list_teams/],
      [{ ...guest, team_id: foreign.id }, /team_id is not a team/],
      [{ ...guest, team_id: 'nonsense' }, /team_id is not a team/],
      [{ ...guest, team_id: empty.id }, /has no member who could take the turn\nCall whose_turn/],
      [{ ...guest, team_id: paused.id }, /has no member who could take the turn/],
      [{ ...guest, team_id: seatless.id }, /has no member with a seat who could.*\nCall whose_turn/],
      [{ ...guest, team_id: over.id }, /The team is deactivated\nCall list_teams/],
      [{ ...to, team_id: pool.id }, /organizer_email must not be given.*\nLeave organizer_email out/],
      [{ ...guest, team_id: manual.id }, /organizer_email is required with.*\nCall list_members/],
      [
        { ...to, team_id: stack.id, organizer_email: cyd.email },
        /organizer_email has no seat.*\nName a member/,
      ],
      [guest, /organizer_email or team_id is required\nCall list_members/],
      [{ ...to, organizer_email: leaver.email }, /is not an active member.*\nCall list_members/],
      [{ ...to, organizer_email: 'nobody@example.com' }, /is not an active member/],
      [{ ...to, organizer_email: ben.email }, /organizer_email has no seat/],
      [{ organizer_email: ada.email }, /participant_emails or participants is required\nGive the people/],
      [{ ...to, participants: [{ email: 'a@example.org' }] }, /must not be given with.*\nGive the people/],
      [{ ...to, participant_emails: [] }, /participant_emails must have at least 1 item/],
      [{ ...to, participant_emails: many }, /participant_emails must have at most 50 items/],
      [{ ...to, participant_emails: ['nonsense'] }, /participant_emails\[0\] must be an email address/],
      [{ ...to, context: { timeframe } }, /timeframe\.start must be before.*\nGive a timeframe/],
      [
        { ...to, context: { timeframe: { start: 'soon', end: 'later' } } },
        /timeframe\.start must be an ISO 8601/,
      ],
      [{ ...to, context: { duration_minutes: 0 } }, /context\.duration_minutes must be at least 1/],
      [{ ...to, context: { titel: 'Demo' } }, /context\.titel: no such argument/],
      [{ ...to, idempotency_key: '' }, /idempotency_key must not be empty/],
      [{ ...to, idempotency_key: 'x'.repeat(101) }, /idempotency_key must be at most 100 characters/],
    ];
    const agent = await connectAgent(inside);
    await untilIdle(inside);
    const before = await rowsOf(inside);
    for (const [input, message] of refused) {
      const real = await agent.refusal('request_meeting', input);
      assert.match(real, message);
      assert.equal(await agent.refusal('request_meeting', { ...input, dry_run: true }), real);
    }
    for (const dry_run of ['yes', 1, null, {}]) {
      const refusal = await agent.refusal('request_meeting', { ...to, dry_run });
      assert.match(refusal, /^invalid_request: dry_run must be a boolean/);
    }
    assert.deepEqual(await rowsOf(inside), before);
    // Somebody who is named twice is one participant.
    const twice = { ...to, participant_emails: ['Grace@example.org', 'grace@example.org'], dry_run: true };
    const { mails }: Requested = plainly(await agent.call('request_meeting', twice));
    assert.equal(mails?.length, 1);
  });

  test('says how far it is, and leaves nothing when it is given up on the way', async () => {
    const inside = await inNewWorkspace(node());
    const [ada] = await makePeople(inside, 1);
    const body = { ...guest, organizer_email: ada.email };
    const agent = await connectAgent(inside);
    const parts = ['Deciding who takes it', 'Looking for times and writing the mails', 'Reading the mails'];
    assert.deepEqual(
      await agent.stepsOf('request_meeting', { ...body, dry_run: true }),
      parts.map((message, place) => ({ progress: place + 1, message })),
    );
    const before = await rowsOf(inside);
    const caller = { workspaceId: inside.workspaceId, actor: { type: 'cli', id: 'tests' }, scopes } as const;
    for (const last of parts) {
      const preview = previewRequest({ ...inside.services, caller }, body, {
        step(part) {
          if (part === last) throw new Error(`given up ${part}`);
        },
        read: async () => assert.fail('nothing is read'),
      });
      await assert.rejects(preview, { message: `given up ${last}` });
    }
    assert.deepEqual(await rowsOf(inside), before);
  });

  test('is refused by a node that takes no changes', async () => {
    const [ada] = await makePeople(node(), 1);
    const reading = await startNode(storage(), {
      clock: node().clock,
      environment: { ROTA_READ_ONLY: 'true' },
    });
    try {
      const agent = await connectAgent(reading);
      const input = { ...guest, organizer_email: ada.email };
      const real = await agent.refusal('request_meeting', input);
      assert.match(real, /read-only/);
      assert.equal(await agent.refusal('request_meeting', { ...input, dry_run: true }), real);
    } finally {
      await reading.stop();
    }
  });
});

test('A dry run asks no model for words, and says which mail would have some', async () => {
  await using model = await ScriptedServer.start({
    status: 200,
    body: { choices: [{ message: { content: 'Ada knows the questions before you ask them.' } }] },
  });
  const storage = await freshStorage('sqlite');
  const environment = { ROTA_WRITER_URL: `${model.url}/v1`, ROTA_WRITER_MODEL: 'small' };
  const node = await startNode(storage, { environment });
  try {
    await createMember(node, { email: 'ada@example.com', name: 'Ada', title: 'Engineer' });
    await createMember(node, { email: 'ben@example.com', name: 'Ben' });
    const agent = await connectAgent(node);
    const wordedFor = async (more: object) => {
      const input = { ...guest, organizer_email: 'ada@example.com', ...more, dry_run: true };
      const { mails }: Requested = plainly(await agent.call('request_meeting', input));
      return mails?.map(({ introduction_by_model }) => introduction_by_model);
    };
    assert.deepEqual(await wordedFor({ include_introduction: true }), [true, true]);
    assert.deepEqual(await wordedFor({}), [false, false]);
    const ben = { organizer_email: 'ben@example.com', include_introduction: true };
    assert.deepEqual(await wordedFor(ben), [false, false], 'there is nothing to say about him');
    assert.equal(model.asked.length, 0);
  } finally {
    await node.stop();
    await storage.remove();
  }
});
