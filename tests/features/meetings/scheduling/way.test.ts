// The way of a request by itself: times are offered, chosen, booked, moved and given up.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import {
  answer,
  answered,
  makeOffered,
  offeredIn,
  showRequest,
  startsOf,
  untilIdle,
  writtenAbout,
} from '../../../support/makers/scheduling.ts';
import type { AuditEntry } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const BEN = 'ben@example.org';

onBothEngines.fast('the way of a request', (node) => {
  test('times are offered to every participant of a new request', async () => {
    const { id, updated_at } = await makeRequest(node(), { participant_emails: [ADA, BEN] });
    await untilIdle(node());
    const shown = await showRequest(node(), id);
    assert.equal(shown.updated_at, updated_at);
    assert.equal(shown.options.length, 3);
    assert.ok(shown.options.every(({ status, round }) => status === 'offered' && round === 1));
    assert.deepEqual(
      shown.participants.map(({ email, response }) => [email, response]),
      [
        [ADA, 'none'],
        [BEN, 'none'],
      ],
    );
    assert.deepEqual(await writtenAbout(node(), id), [`options to ${ADA}`, `options to ${BEN}`]);
  });

  test('the choice of the only participant books', async () => {
    const { id, options } = await makeOffered(node(), { participant_emails: [ADA] });
    const [, second] = options;
    assert.ok(second);
    const booked = await answered(node(), id, ADA, [second.id]);
    assert.equal(booked.status, 'booked');
    assert.equal(booked.starts_at, second.starts_at);
    assert.equal(booked.ends_at, second.ends_at);
    assert.deepEqual(
      booked.options.map(({ status }) => status),
      ['withdrawn', 'chosen', 'withdrawn'],
    );
    const [participant] = booked.participants;
    assert.equal(participant?.response, 'chosen');
  });

  test('of several participants, the earliest time that works for all is booked once all have answered', async () => {
    const { id, options } = await makeOffered(node(), { participant_emails: [ADA, BEN] });
    const [first, second, third] = options.map((option) => option.id) as [string, string, string];
    assert.equal((await answered(node(), id, ADA, [first, third, second])).status, 'active');
    const booked = await answered(node(), id, BEN, [third, second]);
    assert.equal(booked.status, 'booked');
    assert.equal(booked.starts_at, options[1]?.starts_at);
  });

  test('none of these: other times are offered, three rounds at most', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA, BEN] });
    const seen = new Set<string>();
    for (const round of [1, 2, 3]) {
      const shown = await showRequest(node(), id);
      const offered = offeredIn(shown);
      assert.equal(offered.length, 3);
      assert.ok(offered.every((option) => option.round === round));
      for (const start of startsOf(offered)) {
        assert.ok(!seen.has(start), `${start} was declined before`);
        seen.add(start);
      }
      await answered(node(), id, BEN);
    }
    const { attention, status } = await showRequest(node(), id);
    assert.equal(attention?.reason, 'no_common_time');
    assert.equal(status, 'active');
  });

  test('a booked request is moved by its participants, then cancelled', async () => {
    const { id, options } = await makeOffered(node(), { participant_emails: [ADA] });
    const [first] = options;
    assert.ok(first);
    await answered(node(), id, ADA, [first.id]);
    await applyTransition(node(), id, 'reschedule', {});
    await untilIdle(node());
    const reopened = await showRequest(node(), id);
    assert.equal(reopened.status, 'active');
    assert.equal(reopened.starts_at, first.starts_at);
    const offered = offeredIn(reopened);
    assert.equal(offered.length, 3);
    assert.ok(!startsOf(offered).includes(first.starts_at));
    const moved = await answered(node(), id, ADA, [offered[0]?.id as string]);
    assert.equal(moved.status, 'booked');
    assert.equal(moved.starts_at, offered[0]?.starts_at);
    await applyTransition(node(), id, 'cancel', {});
    const after = await answer(node(), id, ADA, [offered[0]?.id as string]);
    assert.equal(after.status, 422);
    assert.equal(errorOf(after).message, 'Cannot answer a request that is cancelled');
  });

  test('the audit log says what Rota has done by itself', async () => {
    const { id, options } = await makeOffered(node(), { participant_emails: [ADA] });
    const [entry, ...others] = dataOf<AuditEntry[]>(await node().get(`/api/v1/audit_log?target_id=${id}`));
    assert.deepEqual(
      others.map(({ action }) => action),
      ['meeting_request.created'],
    );
    assert.equal(entry?.action, 'meeting_request.options_offered');
    assert.deepEqual(entry.actor, { type: 'system', id: 'scheduling' });
    assert.deepEqual(entry.changes, {
      round: [0, 1],
      starts_at: [null, startsOf(options)],
      because: [null, 'new'],
    });
  });
});
