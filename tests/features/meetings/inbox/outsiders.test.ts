// Somebody outside can ask a team for a meeting, and have nothing written to others, in their words, or without end.
import assert from 'node:assert/strict';
import { whomToAdd } from '../../../../src/features/meetings/inbox/newcomers.ts';
import { DAY_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import {
  FROM_OUTSIDE,
  handInOne,
  type Letter,
  madeOf,
  reply,
  writtenTo,
} from '../../../support/makers/letters.ts';
import { applyTransition, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { makeTold } from '../../../support/makers/notices.ts';
import {
  answered,
  offeredIn,
  passTime,
  type Shown,
  showRequest,
  untilMonday,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import { makeMember, TEAMS, type Team } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Message } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const GRACE = 'grace@example.org';
const ALAN = 'alan@example.net';
const BARBARA = 'barbara@example.com';
const SPAM = 'Win $500 now: http://evil.example';

let teams = 0;

async function makeTeam(node: Node, fields: object = {}) {
  teams += 1;
  const ada = await makeMember(node, 'Ada');
  const body = { name: `Sales ${teams}`, member_ids: [ada.id], ...fields };
  const team = dataOf<Team & { email_address: string }>(await node.post(TEAMS, body));
  return { ada, address: team.email_address };
}

async function requested(node: Node, letter: Letter): Promise<Shown> {
  const message = await handInOne(node, letter);
  assert.equal(madeOf(message), 'new_request by request.outsider');
  return showRequest(node, message.meeting_request_id as string);
}

/** A request with two others in Cc, once its times are offered. */
async function withOthers(node: Node, fields: Letter = {}) {
  const { ada, address } = await makeTeam(node);
  const cc = `Alan Turing <${ALAN}>, ${BARBARA}`;
  const request = await requested(node, { to: address, cc, ...fields });
  return { request, ada, address };
}

const emailsIn = ({ participant_emails }: Shown) => participant_emails;
const suggestedIn = ({ suggested_participants }: Shown) => suggested_participants.map(({ email }) => email);

onBothEngines('Somebody outside', (node) => {
  test('has nothing written to others in Cc; the organizer is told who they are', async () => {
    const { request, ada } = await withOthers(node());
    assert.deepEqual(emailsIn(request), [GRACE]);
    assert.deepEqual(request.suggested_participants, [
      { email: ALAN, name: 'Alan Turing' },
      { email: BARBARA, name: null },
    ]);
    assert.deepEqual(await writtenAbout(node(), request.id), [
      `assigned to ${ada.email}`,
      `options to ${GRACE}`,
    ]);
    const [assigned] = await writtenTo(node(), request.id, ada.email);
    assert.match(assigned?.text ?? '', /Alan Turing \(alan@example\.net\)\s+barbara@example\.com/);
    assert.ok(assigned?.text.includes(`/console/requests/${request.id}`));
  });

  test('of a stack team is named to the organizer, too', async () => {
    const { ada, address } = await makeTeam(node(), { mode: 'stack' });
    const { id } = await requested(node(), { to: address, cc: ALAN });
    assert.deepEqual(await writtenAbout(node(), id), [`assigned to ${ada.email}`, `options to ${GRACE}`]);
  });

  test('who is not proven gets one mail without a word of theirs, and is not asked again', async () => {
    await untilMonday(node());
    const { address } = await makeTeam(node());
    const letter = { from: `Prize Office <${GRACE}>`, to: address, subject: 'You have won', text: SPAM };
    const { id, title, description } = await requested(node(), { ...letter, header: [FROM_OUTSIDE] });
    assert.equal(title, null);
    assert.match(description ?? '', /^Subject: You have won\n\nWin/);
    const [offer] = await writtenTo(node(), id, GRACE);
    assert.doesNotMatch(`${offer?.subject} ${offer?.text}`, /Prize|won|Win|evil/);
    const row = await node().services.database.get<{ recipient_name: string | null }>(
      'select recipient_name from messages where id = $1',
      [offer?.id as string],
    );
    assert.equal(row?.recipient_name, null);
    for (let days = 0; days < 14; days += 1) await passTime(node(), DAY_MS);
    assert.equal((await writtenTo(node(), id, GRACE)).length, 1);
    // They have been waited for all the same.
    assert.equal((await showRequest(node(), id)).attention?.reason, 'no_answer');
  });

  test('who is not proven is one like any other once they have answered', async () => {
    await untilMonday(node());
    const { address } = await makeTeam(node());
    const letter = { from: `Grace Hopper <${GRACE}>`, to: address, header: [FROM_OUTSIDE] };
    const { id } = await requested(node(), letter);
    assert.equal(madeOf(await reply(node(), id, 'Thank you!')), 'courtesy by reply.courtesy');
    for (let days = 0; days < 3; days += 1) await passTime(node(), DAY_MS);
    const [, followUp] = await writtenTo(node(), id, GRACE);
    assert.equal(followUp?.kind, 'follow_up');
    assert.match(followUp?.text ?? '', /^Hi Grace,/);
  });

  test('has no name and no title that leads somewhere, proven or not', async () => {
    const { address } = await makeTeam(node());
    const from = `"Call +49 30 1234567" <${GRACE}>`;
    const cc = `"evil.example" <${ALAN}>`;
    const request = await requested(node(), { from, cc, to: address, subject: SPAM });
    assert.deepEqual([request.title, request.participants[0]?.name], [null, null]);
    assert.deepEqual(request.suggested_participants, [{ email: ALAN, name: null }]);
    const [offer] = await writtenTo(node(), request.id, GRACE);
    assert.doesNotMatch(`${offer?.subject} ${offer?.text}`, /evil|\$500|1234567/);
  });

  test('who is proven invites others where the workspace allows it', async () => {
    const settings = '/api/v1/workspace/scheduling';
    const wrong = () => node().patch(settings, { outsiders_may_invite: 'anybody' });
    await assertRefused(node(), [
      [wrong, 'invalid_request', 'outsiders_may_invite must be one of nobody, proven'],
    ]);
    dataOf(await node().patch(settings, { outsiders_may_invite: 'proven' }));
    const proven = await withOthers(node());
    assert.deepEqual(emailsIn(proven.request), [GRACE, ALAN, BARBARA]);
    const unproven = await withOthers(node(), { header: [FROM_OUTSIDE] });
    assert.deepEqual(emailsIn(unproven.request), [GRACE]);
    dataOf(await node().patch(settings, { outsiders_may_invite: 'nobody' }));
  });
});

onBothEngines('Those whom somebody outside has named', (node) => {
  const add = (id: string, ...emails: string[]) =>
    node().post(`${REQUESTS}/${id}/participants`, { participants: emails.map((email) => ({ email })) });

  test('are asked about the same times, once they are added', async () => {
    const { request } = await withOthers(node());
    const shown = dataOf<Shown>(await add(request.id, ALAN));
    assert.deepEqual([emailsIn(shown), suggestedIn(shown)], [[GRACE, ALAN], [BARBARA]]);
    assert.deepEqual(offeredIn(shown), offeredIn(request));
    const [offer, ...others] = await writtenTo(node(), request.id, ALAN);
    assert.deepEqual([offer?.kind, others], ['options', []]);
    assert.equal((await writtenTo(node(), request.id, GRACE)).length, 1);
    const [first] = offeredIn(shown);
    assert.equal((await answered(node(), request.id, GRACE, [first?.id as string])).status, 'active');
    assert.equal((await answered(node(), request.id, ALAN, [first?.id as string])).status, 'booked');
  });

  test('are invited to what is booked; the others have their invite', async () => {
    const { request } = await withOthers(node());
    await answered(node(), request.id, GRACE, [offeredIn(request)[0]?.id as string]);
    dataOf(await add(request.id, ALAN, 'somebody@else.example'));
    const kinds = async (email: string) =>
      (await writtenTo(node(), request.id, email)).map(({ kind }) => kind);
    assert.deepEqual(await kinds(ALAN), ['booked']);
    assert.deepEqual(await kinds('somebody@else.example'), ['booked']);
    assert.deepEqual(await kinds(GRACE), ['options', 'booked']);
    assert.deepEqual(await kinds(BARBARA), []);
  });

  test('are refused where they make no sense, and nothing changes', async () => {
    const { request } = await withOthers(node());
    const many = Array.from({ length: 50 }, (_, number) => `p${number}@example.org`);
    await assertRefused(node(), [
      [
        () => add(request.id, ALAN, GRACE.toUpperCase()),
        'validation_error',
        'participants[1] takes part already',
      ],
      [() => add(request.id, ...many), 'validation_error', 'participants must be at most 50 in all'],
      [() => add(request.id), 'invalid_request', 'participants must have at least 1 item'],
    ]);
    dataOf(await applyTransition(node(), request.id, 'cancel'));
    const late = 'Cannot add participants to a request that is cancelled';
    await assertRefused(node(), [[() => add(request.id, ALAN), 'invalid_request', late]]);
    const reading = await node().keyWith('meeting_requests.read');
    const { status } = await node().post(`${REQUESTS}/${request.id}/participants`, {}, { key: reading });
    assert.equal(status, 403);
  });

  test('are added by a reply of the organizer, and of nobody else', async () => {
    const { request, ada, address } = await withOthers(node());
    const [assigned] = await writtenTo(node(), request.id, ada.email);
    const answers = assigned?.message_id as string;
    const say = (text: string, fields: Letter = {}): Promise<Message> =>
      handInOne(node(), { from: ada.email, to: address, answers, text, header: [FROM_OUTSIDE], ...fields });
    const stranger = await say('add', { from: 'eve@evil.example' });
    assert.equal(stranger.status, 'ignored');
    // Without the secret in it, anybody could have written it.
    const [id] = answers.split('.');
    assert.equal((await say('add', { answers: `${id}@rota.localhost>` })).status, 'ignored');
    assert.equal((await say('Do not add them yet.')).status, 'ignored');
    assert.deepEqual(emailsIn(await showRequest(node(), request.id)), [GRACE]);
    assert.equal(madeOf(await say(`Add ${ALAN}, please.`)), 'added_participants by organizer.add');
    assert.deepEqual(emailsIn(await showRequest(node(), request.id)), [GRACE, ALAN]);
    assert.equal(madeOf(await say('Add\n\nAda\nAcme')), 'added_participants by organizer.add');
    assert.deepEqual(emailsIn(await showRequest(node(), request.id)), [GRACE, ALAN, BARBARA]);
    assert.equal((await writtenTo(node(), request.id, BARBARA)).length, 1);
  });
});

test('Only what is certain adds anybody', () => {
  const suggested = [
    { email: ALAN, name: 'Alan Turing' },
    { email: BARBARA, name: null },
  ];
  const added = (text: string) => whomToAdd(text, suggested).map(({ email }) => email);
  for (const text of ['add', 'Add.', 'Add all', 'please add them all, thanks', 'ADD EVERYONE\n\nAda']) {
    assert.deepEqual(added(text), [ALAN, BARBARA], text);
  }
  assert.deepEqual(added(`add <${ALAN}>`), [ALAN]);
  assert.deepEqual(added(`add ${BARBARA.toUpperCase()}.`), [BARBARA]);
  for (const text of [
    'yes',
    "don't add them",
    'add nobody',
    'Add Alan',
    'add all but Alan',
    'add?',
    'Thanks!',
  ]) {
    assert.deepEqual(added(text), [], text);
  }
});

onBothEngines(
  'What somebody outside may cause in a day',
  (node) => {
    const from = (address: string, number: number) => [
      `Received: from mx (mx [${address}]) by mail.example.net with ESMTP id ${number}; Mon, 2 Mar 2026 08:00:00 +0000`,
    ];

    test('ends for one network, then for the workspace, and admins are told once', async () => {
      const told = await makeTold(node(), ['meeting_request.created']);
      const { key } = told;
      const member = dataOf<{ id: string }>(
        await node().post('/api/v1/workspace_members', { email: 'host@example.com' }, { key }),
      );
      dataOf(await node().patch('/api/v1/workspace', { handle: 'busy' }, { key }));
      const team = dataOf<{ email_address: string }>(
        await node().post(TEAMS, { name: 'Sales', member_ids: [member.id] }, { key }),
      );
      let number = 0;
      const ask = async (address: string) => {
        number += 1;
        const letter = { from: `p${number}@example.org`, to: team.email_address };
        return madeOf(await handInOne(node(), { ...letter, header: from(address, number) }, {}, key));
      };
      const ofNetwork = 'ignored: its sender has asked for as much as one may in a day';
      const ofAll = 'ignored: people outside have asked for as much as they may in a day';
      assert.match(await ask('198.51.100.7'), /^new_request/);
      assert.match(await ask('198.51.100.7'), /^new_request/);
      assert.equal(await ask('198.51.100.7'), ofNetwork);
      assert.match(await ask('198.51.100.8'), /^new_request/);
      assert.equal(await ask('198.51.100.9'), ofAll);
      assert.equal(await ask('198.51.100.7'), ofAll);
      const mails = await told.mails('outsiders_limited');
      assert.equal(mails.length, 1);
      // Another day.
      await passTime(node(), DAY_MS);
      assert.match(await ask('198.51.100.7'), /^new_request/);
    });
  },
  {
    environment: {
      ROTA_MAX_OUTSIDER_MESSAGES_PER_DAY: '3',
      ROTA_MAX_OUTSIDER_MESSAGES_PER_NETWORK: '2',
    },
  },
);
