// Mail that goes in circles without a sign of it: what is made of it has an end (ROTA_TEST_LOOP: how many).
import assert from 'node:assert/strict';
import { recipientFor } from '../../../../src/features/meetings/inbox/addresses.ts';
import { receive } from '../../../../src/features/meetings/inbox/receive.ts';
import { MAX_MAILS_PER_DAY } from '../../../../src/features/meetings/requests/lifecycle/attention.ts';
import { MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { rawLetter } from '../../../support/makers/letters.ts';
import { passTime, untilIdle } from '../../../support/makers/scheduling.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { dataOf, freshStorage, startNode } from '../../../support/server/rota.ts';

const MAILS = Number(process.env.ROTA_TEST_LOOP ?? 500);
const AT_ONCE = 100;

test('A loop of mails makes one request and twenty mails to its organizer, and nobody else is written to', async () => {
  await using stack = new AsyncDisposableStack();
  const storage = await freshStorage('sqlite');
  stack.defer(storage.remove);
  const node = await startNode(storage);
  stack.defer(() => node.stop());
  const { database } = node.services;
  const team = dataOf<{ email_address: string }>(
    await node.post('/api/v1/teams', { name: 'Sales', member_ids: [(await makeMember(node)).id] }),
  );
  const recipient = await recipientFor(node.services, team.email_address);
  assert.ok(typeof recipient === 'object');
  const client = { address: '127.0.0.1', name: null };
  const arrive = () => {
    const raw = Buffer.from(rawLetter({ from: 'echo@example.org', to: team.email_address }));
    return receive(node.services, { recipients: [recipient], sender: 'echo@example.org', client, raw });
  };
  for (let sent = 0; sent < MAILS; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, arrive));
    await untilIdle(node);
  }
  await passTime(node, MINUTE_MS);
  const counts = await database.all<{ direction: string; status: string; count: number }>(
    'select direction, status, count(*) as count from messages group by direction, status',
    [],
  );
  const count = (name: string) =>
    counts.find(({ direction, status }) => `${direction} ${status}` === name)?.count ?? 0;
  assert.equal(count('in received'), MAILS);
  assert.equal(dataOf<object[]>(await node.get('/api/v1/meeting_requests')).length, 1);
  // To whoever is in the loop, the times; to the organizer, that it is theirs, and what they are told of in a day.
  assert.equal(count('out kept'), 2 + MAX_MAILS_PER_DAY);
});
