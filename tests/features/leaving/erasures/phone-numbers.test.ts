// Where somebody could be called is forgotten with them: in requests, mails, events and the audit log.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { ERASURES, type Erasure, findInTables } from '../../../support/makers/erasures.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const GRACE = 'grace@example.org';

onBothEngines('An erasure', (node) => {
  test('leaves nothing of a phone number', async () => {
    const { page, ids } = await offerTo(node(), [GRACE], { location: { kind: 'phone', caller: 'host' } });
    const answer = { options: [ids[0] as string], round: 1, phone_number: '+44 20 7946 0018' };
    assert.equal(await outcomeOf(node(), page, 'answer', answer), 'booked');
    await untilIdle(node());
    const { database } = node().services;
    assert.notDeepEqual(await findInTables(database, '+442079460018'), []);
    const { id } = dataOf<Erasure>(await node().post(ERASURES, { email: GRACE, cancel_open_requests: true }));
    await eventually(async () => {
      node().clock.advance(1_000);
      return dataOf<Erasure>(await node().get(`${ERASURES}/${id}`)).status === 'done';
    });
    assert.deepEqual(await findInTables(database, '+442079460018', '+44 20 7946 0018', '7946'), []);
  });
});
