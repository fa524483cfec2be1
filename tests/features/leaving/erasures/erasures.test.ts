// An erasure leaves nothing of one person in any table or file, and everything of everybody else.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { fillIn, makeLinked, TUESDAY } from '../../../support/makers/booking-links.ts';
import { sendForm, tokenOf } from '../../../support/makers/booking-page.ts';
import {
  ERASURES,
  type Erasure,
  erase,
  findInFiles,
  findInTables,
  untilDone,
} from '../../../support/makers/erasures.ts';
import { handInOne, rawLetter, reply } from '../../../support/makers/letters.ts';
import { applyTransition, makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  answered,
  makeOffered,
  offeredIn,
  showRequest,
  untilIdle,
} from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { afterAttempts, createEndpoint, listDeliveries } from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import type { AuditEntry, Message } from '../../../support/server/resources.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

// So long that invites break it over two lines.
const ANN = 'ann.with-a-rather-long-address-that-does-not-fit@guests.example.org';
const BEN = 'ben@guests.example.org';
const people = [
  { email: ANN, name: 'Ann Quincy-Adams', timezone: 'Asia/Tokyo' },
  { email: BEN, name: 'Ben Ortega' },
];

/** Everything that Ben can see, and that is kept about Ben, in a request. */
async function storyOf(node: Node, id: string) {
  const { participants, ...request } = await showRequest(node, id);
  const messages = dataOf<Message[]>(await node.get(`${REQUESTS}/${id}/messages?limit=100`));
  return {
    times: [request.status, request.starts_at, request.organizer_email, request.options],
    participant: participants.find(({ email }) => email === BEN),
    messages: messages.filter(({ to, from }) => to === BEN || from.includes(BEN)),
  };
}

/** The same without Ann: nothing else is different. */
const withoutAnn = <Story>(story: Story): Story =>
  JSON.parse(
    JSON.stringify(story)
      .replace(new RegExp(ANN.replaceAll('.', '\\.'), 'gi'), 'erased-1@erased.invalid')
      .replaceAll('Ann Quincy-Adams', '(erased)'),
  );

onBothEngines('An erasure', (node, storage) => {
  test('leaves nothing of a person in any table or file, and everything of the others', async () => {
    await using receiver = await Receiver.start((response, { body }) => response.end(`got ${body}`));
    const endpoint = await createEndpoint(node(), receiver.url);

    // A poll with both, which Ann answers with a comment, and cancels once it is booked.
    const poll = await makeOffered(node(), {
      participants: people,
      context: { title: `Demo for ${ANN.toUpperCase()}`, description: `Ask Ann Quincy-Adams (${ANN}) first` },
    });
    const [option] = offeredIn(poll);
    assert.ok(option);
    await answered(node(), poll.id, BEN, [option.id]);
    await sendForm(node(), tokenOf(poll), 'answer', {
      options: [option.id],
      round: 1,
      comment: 'My kneecap hurts on Mondays',
    });
    await untilIdle(node());
    assert.equal((await showRequest(node(), poll.id)).status, 'booked');
    await sendForm(node(), tokenOf(poll), 'cancel', { comment: 'My other kneecap hurts' });

    // What Ann writes goes to the organizer, who has the words in a mail.
    const unclear = await makeOffered(node(), { participants: people });
    await reply(node(), unclear.id, 'Hmm, that depends on my secret surgery', { from: `"Annie" <${ANN}>` });
    await applyTransition(node(), unclear.id, 'cancel', { notify: true });

    // Requests that Ann has made, by mail and with a link that asks something.
    const { path, team, link } = await makeLinked(node(), { size: 1 });
    const questions = [{ key: 'pets', label: 'Any pets?', kind: 'text' }];
    const type = { name: 'Talk', team_id: team.id, questions };
    const { id: meeting_type_id } = dataOf<{ id: string }>(await node().post('/api/v1/meeting_types', type));
    dataOf(await node().patch(`/api/v1/teams/${team.id}/booking_links/${link.id}`, { meeting_type_id }));
    await fillIn(node(), path, {
      name: 'Ann Quincy-Adams',
      email: ANN,
      note: 'I am allergic to nuts',
      answer_pets: 'A hamster called Fritz',
      starts_at: TUESDAY,
    });
    // To another team: with her booked meeting, a mail to the same one would ask for nothing new.
    const to = String((await makeLinked(node(), { size: 1 })).team.email_address);
    const letter = {
      from: `Ann Quincy-Adams <${ANN}>`,
      to,
      text: 'About my secret surgery',
    };
    const made = await handInOne(node(), letter, { recipient: to });
    // Mail of Ben that names her, encoded.
    const base64 = Buffer.from(`Please ask ${ANN} as well.`).toString('base64');
    const body = `Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${base64}`;
    const fromBen = { ...letter, from: BEN, body };
    const named = await handInOne(node(), fromBen, { recipient: to });
    // Kept whole, as by versions before, and what nobody could read.
    await node().services.database.change('update inbox set raw = $2 where id = $1', [
      named.id,
      Buffer.from(rawLetter(fromBen)),
    ]);

    // Others mention her.
    await node().patch(`/api/v1/teams/${team.id}`, {
      description: `Questions to ${ANN}, or joann@example.com`,
    });
    for (const { id } of await listDeliveries(node(), endpoint.id))
      await afterAttempts(node(), endpoint.id, id, 1);
    await untilIdle(node());
    const before = await storyOf(node(), poll.id);
    assert.ok(before.messages.length >= 2);
    const { database } = node().services;
    assert.ok((await findInTables(database, ANN)).length > 30);
    // Of the participant, the event, the mail and the invite of the host.
    assert.ok((await findInTables(database, 'hamster')).length >= 4);

    const refused = await node().post(ERASURES, { email: ANN });
    assert.match(
      errorOf(refused).message,
      /^cancel_open_requests is required: 2 meeting requests with this person/,
    );
    assert.equal(refused.status, 422);
    const { counts, finished_at } = await erase(node(), ANN.toUpperCase(), { cancel_open_requests: true });
    assert.ok(finished_at);
    assert.equal(counts.cancelled_requests, 2);
    for (const [kind, least] of Object.entries({
      meeting_requests: 4,
      messages: 8,
      mails: 3,
      invites: 2,
      events: 4,
      deliveries: 1,
      audit_entries: 5,
      booking_links: 1,
      others: 1,
    })) {
      assert.ok((counts[kind] ?? 0) >= least, `${kind}: ${counts[kind]}`);
    }

    // Long enough that no random id has one of them.
    const words = ['Asia/Tokyo', 'Quincy-Adams', 'Annie', 'kneecap', 'surgery', 'allergic', 'hamster'];
    assert.deepEqual(await findInTables(database, ANN, ...words), []);
    if (storage().engine === 'sqlite') {
      const folder = String(storage().environment.ROTA_DATA_DIR);
      assert.deepEqual(await findInFiles(folder, ANN, ...words), []);
    }
    assert.deepEqual(await storyOf(node(), poll.id), withoutAnn(before));
    const shown = await showRequest(node(), poll.id);
    assert.deepEqual(shown.participant_emails, ['erased-1@erased.invalid', BEN]);
    assert.equal(shown.title, 'Demo for erased-1@erased.invalid');
    assert.equal(shown.description, 'Ask (erased) (erased-1@erased.invalid) first');
    assert.equal((await showRequest(node(), made.meeting_request_id as string)).description, null);
    const teamNow = dataOf<{ description: string }>(await node().get(`/api/v1/teams/${team.id}`));
    assert.equal(teamNow.description, 'Questions to erased@erased.invalid, or joann@example.com');
    const entries = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${poll.id}&limit=100`),
    );
    assert.ok(entries.some(({ actor }) => actor.id === 'erased-1@erased.invalid'));
  });

  test('tells everybody else what it cancels, and not the person', async () => {
    const request = await makeRequest(node(), {
      participants: [{ email: 'zoe@example.org' }, { email: BEN }],
    });
    dataOf(await applyTransition(node(), request.id, 'book'));
    await untilIdle(node());
    await erase(node(), 'zoe@example.org', { cancel_open_requests: true });
    const messages = dataOf<Message[]>(await node().get(`${REQUESTS}/${request.id}/messages?limit=100`));
    const cancelled = messages
      .filter(({ kind }) => kind === 'cancelled')
      .map(({ to, status }) => `${status} ${to}`);
    assert.deepEqual(
      cancelled.sort(),
      ['failed erased-1@erased.invalid', `kept ${request.organizer_email}`, `kept ${BEN}`].sort(),
    );
    assert.deepEqual(await findInTables(node().services.database, 'zoe@example.org'), []);
  });

  test('touches no other workspace, and no other address', async () => {
    const other = await node().otherWorkspace();
    const there = { ...(await makeThere(node(), other.rawKey)) };
    for (const email of ['kim@example.org', 'kim+tag@example.org', 'xkim@example.org']) {
      const { id } = await makeRequest(node(), { participant_emails: [email] });
      dataOf(await applyTransition(node(), id, 'cancel'));
    }
    await untilIdle(node());
    const { database } = node().services;
    const rows = () =>
      database.all('select * from meeting_request_participants where workspace_id = $1', [other.id]);
    const messages = () =>
      database.all('select * from messages where workspace_id = $1 order by id', [other.id]);
    const before = [await rows(), await messages()];
    await erase(node(), 'Kim@Example.org');
    assert.deepEqual([await rows(), await messages()], before);
    assert.equal(there.participant_emails[0], 'kim@example.org');
    const left = await database.all<{ email: string }>(
      "select email from meeting_request_participants where workspace_id = $1 and email like '%kim%' order by email",
      [node().workspaceId],
    );
    assert.deepEqual(
      left.map(({ email }) => email),
      ['kim+tag@example.org', 'xkim@example.org'],
    );
  });

  test('is refused for members, stand-ins, settings in use, and twice at once', async () => {
    const member = await makeMember(node());
    const refusal = async (email: string) => {
      const answer = await node().post(ERASURES, { email });
      return [answer.status, errorOf(answer).message];
    };
    assert.match(String((await refusal(member.email.toUpperCase()))[1]), /^email belongs to a member/);
    dataOf(await node().post(`/api/v1/workspace_members/${member.id}/deactivate`));
    assert.match(String((await refusal(member.email))[1]), /^email belongs to a deactivated member/);
    assert.match(
      String((await refusal('erased-1@erased.invalid'))[1]),
      /^email is a placeholder that an erasure left/,
    );
    assert.match(
      String((await refusal('sales.acme@rota.localhost'))[1]),
      /^email is an address of this service/,
    );
    const url = 'https://hooks.example.com/for/kate@example.org';
    const { id: endpoint } = await createEndpoint(node(), url);
    assert.deepEqual(await refusal('kate@example.org'), [
      422,
      `email is in the url of ${endpoint}: change that first, else it would stop working`,
    ]);
    assert.equal((await refusal('no address'))[0], 422);

    const email = 'twice@example.org';
    const answers = await Promise.all([
      node().post(ERASURES, { email }),
      node().post(ERASURES, { email: 'TWICE@example.org' }),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    // On a fast machine the first may be done already.
    assert.ok(['202,409', '202,202'].includes(statuses.join()), statuses.join());
    for (const answer of answers.filter(({ status }) => status === 202))
      await untilDone(node(), dataOf<Erasure>(answer).id);
    assert.equal((await erase(node(), email)).status, 'done');
  });

  test('has a receipt, and entries in the audit log, that do not say whose it was', async () => {
    const { id, counts } = await erase(node(), 'nobody-knows@example.org');
    assert.ok(Object.values(counts).every((count) => count === 0));
    const [newest] = dataOf<Erasure[]>(await node().get(`${ERASURES}?limit=1`));
    assert.equal(newest?.id, id);
    const entries = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`));
    assert.deepEqual(
      entries.map(({ action, actor }) => [action, actor.type]),
      [
        ['erasure.finished', 'api_key'],
        ['erasure.created', 'api_key'],
      ],
    );
    assert.deepEqual(await findInTables(node().services.database, 'nobody-knows@example.org'), []);
    assert.ok(!node().logLines.some((line) => line.includes('nobody-knows')));
  });
});

async function makeThere(node: Node, key: string) {
  const email = 'there@example.com';
  dataOf(await node.post('/api/v1/workspace_members', { email }, { key }));
  const body = { organizer_email: email, participant_emails: ['kim@example.org'] };
  return dataOf<{ participant_emails: string[] }>(await node.post(REQUESTS, body, { key }));
}
