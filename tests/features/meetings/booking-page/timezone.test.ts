// The zone of a participant: chosen on the page, or that of the visit in which they answered.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { doneByParticipants, freeStart, offerTo, outcomeOf } from '../../../support/makers/booking-page.ts';
import { messagesAbout, passTime, showRequest } from '../../../support/makers/scheduling.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const DAY_MS = 24 * 3_600_000;

onBothEngines('The zone of a participant', (node) => {
  const choose = (page: string, timezone: string) => outcomeOf(node(), page, 'timezone', { timezone });
  const zoneOf = async (id: string, place = 0) =>
    (await showRequest(node(), id)).participants[place]?.timezone;

  test('is the one that they choose, in messages too', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    assert.equal(await choose(page, 'Asia/Kathmandu'), 'timezone');
    assert.equal(await choose(page, 'Asia/Kathmandu'), 'timezone', 'sent twice');
    assert.equal(await zoneOf(id), 'Asia/Kathmandu');
    assert.deepEqual(await doneByParticipants(node(), id), [`meeting_request.timezone_chosen by ${ADA}`]);
    const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`));
    assert.deepEqual(entry?.changes, {
      participant_email: [null, ADA],
      timezone: [null, 'Asia/Kathmandu'],
    });
    await passTime(node(), 2 * DAY_MS);
    const followUp = (await messagesAbout(node(), id)).find(({ kind }) => kind === 'follow_up');
    assert.match(followUp?.text ?? '', /Kathmandu|Nepal/);
  });

  test('is not changed to what is no zone', async () => {
    const { id, page } = await offerTo(node(), [ADA]);
    for (const wrong of ['Mars/Olympus', '', '+01:00', '../etc/passwd']) {
      assert.equal(await choose(page, wrong), 'refused', wrong);
    }
    assert.equal(await zoneOf(id), null);
  });

  test('is that of the visit in which they answer, unless they have chosen one', async () => {
    const { id, pages } = await offerTo(node(), [ADA, BEN]);
    const [ada, ben] = pages as [string, string];
    await choose(ben, 'America/New_York');
    for (const page of [ada, ben]) {
      const sent = { none: 'yes', round: 1, timezone: 'Asia/Kathmandu' };
      assert.equal(await outcomeOf(node(), page, 'answer', sent), 'declined');
    }
    assert.deepEqual([await zoneOf(id, 0), await zoneOf(id, 1)], ['Asia/Kathmandu', 'America/New_York']);
    const sent = { none: 'yes', round: 2, timezone: 'Europe/Berlin' };
    assert.equal(await outcomeOf(node(), ada, 'answer', sent), 'declined');
    assert.equal(await zoneOf(id), 'Europe/Berlin', 'a later visit');
    const [entry] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`)).filter(
      ({ action }) => action === 'meeting_request.answered',
    );
    assert.deepEqual(entry?.changes.timezone, ['Asia/Kathmandu', 'Europe/Berlin']);
  });

  test('of a visit that nobody knows does not stop the answer', async () => {
    const { id, page, ids } = await offerTo(node(), [ADA]);
    const sent = { options: [ids[0] as string], round: 1, timezone: 'Mars/Olympus' };
    assert.equal(await outcomeOf(node(), page, 'answer', sent), 'booked');
    assert.equal(await zoneOf(id), null);
  });

  test('is kept with other times, and not with an answer that is refused', async () => {
    const offered = await offerTo(node(), [ADA]);
    const { id, page } = offered;
    const starts_at = [await freeStart(node(), offered, 5)];
    const timezone = 'Asia/Kathmandu';
    assert.equal(await outcomeOf(node(), page, 'times', { starts_at, timezone, round: 2 }), 'outdated');
    assert.equal(await zoneOf(id), null);
    assert.equal(await outcomeOf(node(), page, 'times', { starts_at, timezone, round: 1 }), 'booked');
    assert.equal(await zoneOf(id), timezone);
    const moved = { starts_at: [await freeStart(node(), offered, 6)], timezone: 'Europe/Paris' };
    assert.equal(await outcomeOf(node(), page, 'reschedule', moved), 'moved');
    assert.equal(await zoneOf(id), 'Europe/Paris');
  });
});
