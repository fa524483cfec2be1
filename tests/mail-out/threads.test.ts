// Messages to one recipient about one request are one thread: the first one first, at most ten names, no others'.
import assert from 'node:assert/strict';
import { sampleDraft } from '../../scripts/mail-samples.ts';
import { test } from '../support/lanes.ts';
import { draftTo, offerTo, queue, selectMessages } from '../support/makers/mail.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { untilIdle } from '../support/server/idle.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

type Offer = Extract<ReturnType<typeof draftTo>, { kind: 'options' }>;

interface Threaded {
  id: string;
  message_id: string;
  in_reply_to: string | null;
  thread: string;
}

onBothEngines('Threads of mail', (node) => {
  const createRequest = async () => {
    const body = {
      organizer_email: 'owner@example.com',
      participant_emails: ['grace@example.org', 'linus@example.org'],
      notify_participants: false,
    };
    const { id } = dataOf<{ id: string }>(await node().post('/api/v1/meeting_requests', body));
    // Else what the service offers by itself would take the place of the test's offers.
    await untilIdle(node());
    return id;
  };
  const columns = 'id, message_id, in_reply_to, thread';
  const queued = async (...drafts: ReturnType<typeof draftTo>[]) =>
    selectMessages<Threaded>(node(), columns, await queue(node(), ...drafts));
  const subjects = async (...drafts: ReturnType<typeof draftTo>[]) => {
    const rows = await selectMessages<{ subject: string }>(node(), 'subject', await queue(node(), ...drafts));
    return rows.map(({ subject }) => subject);
  };

  test('begin with the first message, and name all before, ten at most', async () => {
    const requestId = await createRequest();
    const messageIds: string[] = [];
    for (let number = 0; number < 13; number += 1) {
      const [row] = await queued(offerTo('grace@example.org', requestId));
      assert.equal(row?.in_reply_to, messageIds.at(-1) ?? null);
      const [first, ...others] = messageIds;
      const expected = first === undefined ? [] : [first, ...others.slice(-9)];
      assert.deepEqual(JSON.parse(row?.thread ?? ''), expected);
      messageIds.push(row?.message_id ?? '');
    }
  });

  test('are apart for each recipient, each request and each workspace', async () => {
    const [requestId, otherId] = [await createRequest(), await createRequest()];
    const [graces, linus] = await queued(
      offerTo('grace@example.org', requestId),
      offerTo('linus@example.org', requestId),
    );
    assert.deepEqual([graces?.in_reply_to, linus?.in_reply_to], [null, null]);
    const [again, other] = await queued(
      offerTo('grace@example.org', requestId),
      offerTo('grace@example.org', otherId),
    );
    assert.deepEqual([again?.in_reply_to, other?.in_reply_to], [graces?.message_id, null]);
  });

  test('go on within messages that are written together', async () => {
    const requestId = await createRequest();
    const [first, second] = await queued(
      offerTo('grace@example.org', requestId),
      offerTo('grace@example.org', requestId),
    );
    assert.equal(second?.in_reply_to, first?.message_id);
  });

  test('go on from what the participant has written, unless it was ignored', async () => {
    const requestId = await createRequest();
    const write = async (fields: object) => {
      const about = {
        request_id: requestId,
        direction: 'in',
        kind: 'reply',
        status: 'received',
        place: 0,
      } as const;
      const [row] = await writeMessages(node(), 1, { fieldsOf: () => ({ ...about, ...fields }) });
      return `<${row?.id}@rota.localhost>`;
    };
    const [first] = await queued(offerTo('grace@example.org', requestId));
    const reply = await write({});
    await write({ status: 'ignored' });
    await write({ place: 1 });
    const [second] = await queued(offerTo('grace@example.org', requestId));
    assert.notEqual(first?.message_id, reply);
    assert.deepEqual([second?.in_reply_to, second?.thread], [reply, JSON.stringify([reply])]);
    // Whoever has written from the address, too: the mail that asked for the meeting names no participant yet.
    const letter = await write({ place: null, sender_address: 'Grace@example.org', kind: 'request' });
    const [third] = await queued(offerTo('grace@example.org', requestId));
    assert.equal(third?.in_reply_to, letter);
  });

  test('are not made of messages about no request', async () => {
    const rows = await queued(draftTo('grace@example.org'), draftTo('linus@example.org'));
    assert.deepEqual(
      rows.map(({ in_reply_to, thread }) => [in_reply_to, thread]),
      [
        [null, '[]'],
        [null, '[]'],
      ],
    );
  });

  test('keep their subject while a time is looked for, and say in it what is booked', async () => {
    const requestId = await createRequest();
    const offer = offerTo('grace@example.org', requestId);
    const began = 'Product demo with Ada Lovelace (Acme): pick a time';
    assert.deepEqual(await subjects(offer), [began]);
    const again = { ...offer, reason: 'taken' } as typeof offer;
    assert.deepEqual(await subjects(again, offer), [`Re: ${began}`, `Re: ${began}`]);
    const booked = { ...sampleDraft('booked'), meeting_request_id: requestId, to: offer.to };
    assert.match((await subjects(booked))[0] ?? '', /^Booked: /);
    assert.deepEqual(await subjects(offer), [began], 'a new search begins anew');
  });

  test('keep a subject that names an organizer by their address', async () => {
    const requestId = await createRequest();
    const offer = offerTo('grace@example.org', requestId);
    const offerOf = (organizer: string) =>
      ({ ...offer, meeting: { ...(offer as Offer).meeting, organizer } }) as typeof offer;
    const began = 'Product demo with ada@example.com (Acme): pick a time';
    assert.deepEqual(await subjects(offerOf('ada@example.com')), [began]);
    assert.deepEqual(await subjects(offerOf('Ben Okri'), offer), [`Re: ${began}`, `Re: ${began}`]);
  });

  test('go on under the subject of what a proven participant wrote', async () => {
    for (const [unproven, subject, expected] of [
      [0, 'AW: Demo next week?', 'Re: Demo next week?'],
      [0, 'See www.evil.example', 'Product demo with Ada Lovelace (Acme): pick a time'],
      [1, 'You have won', 'Product demo with Ada Lovelace (Acme): pick a time'],
    ] as const) {
      const requestId = await createRequest();
      await node().services.database.change(
        'update meeting_request_participants set unproven = $2 where request_id = $1',
        [requestId, unproven],
      );
      const about = {
        request_id: requestId,
        direction: 'in',
        kind: 'request',
        status: 'received',
        place: 0,
      } as const;
      await writeMessages(node(), 1, { fieldsOf: () => ({ ...about, subject }) });
      const ids = await queue(node(), offerTo('grace@example.org', requestId));
      const [row] = await selectMessages<{ subject: string }>(node(), 'subject', ids);
      assert.equal(row?.subject, expected);
    }
  });
});
