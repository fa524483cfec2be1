// Where somebody could be called is forgotten with them: in requests, mails, events and the audit log.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { ERASURES, type Erasure, findInTables } from '../../../support/makers/erasures.ts';
import { applyTransition } from '../../../support/makers/meeting-requests.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const GRACE = 'grace@example.org';

onBothEngines('An erasure', (node) => {
  async function erase(): Promise<void> {
    const { id } = dataOf<Erasure>(await node().post(ERASURES, { email: GRACE, cancel_open_requests: true }));
    await eventually(async () => {
      node().clock.advance(1_000);
      return dataOf<Erasure>(await node().get(`${ERASURES}/${id}`)).status === 'done';
    });
  }

  test('leaves nothing of a phone number', async () => {
    const { page, ids } = await offerTo(node(), [GRACE], { location: { kind: 'phone', caller: 'host' } });
    const answer = { options: [ids[0] as string], round: 1, phone_number: '+44 20 7946 0018' };
    assert.equal(await outcomeOf(node(), page, 'answer', answer), 'booked');
    await untilIdle(node());
    const { database } = node().services;
    assert.notDeepEqual(await findInTables(database, '+442079460018'), []);
    await erase();
    assert.deepEqual(await findInTables(database, '+442079460018', '+44 20 7946 0018', '7946'), []);
  });

  test('leaves nothing of the numbers that they gave before, on the page or by whoever made the request', async () => {
    const { id, pages, options } = await offerTo(node(), [GRACE, 'hedy@example.org'], {
      participant_emails: null,
      participants: [
        { email: GRACE, phone_number: '+442079460031' },
        { email: 'hedy@example.org', phone_number: '+442079460041' },
      ],
      location: { kind: 'phone', caller: 'host' },
    });
    dataOf(await applyTransition(node(), id, 'book', { starts_at: options[0]?.starts_at }));
    for (const number of ['+44 20 7946 0032', '+44 20 7946 0033']) {
      assert.equal(await outcomeOf(node(), pages[0] as string, 'number', { phone_number: number }), 'number');
    }
    await untilIdle(node());
    const { database } = node().services;
    const former = ['+442079460031', '+44 20 7946 0031', '+442079460032', '+44 20 7946 0032'];
    for (const number of former) assert.notDeepEqual(await findInTables(database, number), [], number);
    await erase();
    assert.deepEqual(await findInTables(database, ...former, '7946 0033', '2079460033'), []);
    assert.notDeepEqual(await findInTables(database, '+442079460041'), [], 'the other guest’s stays');
  });
});
