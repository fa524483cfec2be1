// Bad input of the calls that offer times and answer for participants changes nothing, and is told by its field.
import assert from 'node:assert/strict';
import { exampleId } from '../../../../src/shapes/examples.ts';
import { test } from '../../../support/lanes.ts';
import {
  applyTransition,
  makeRequestAfter,
  REQUESTS,
  waysTo,
} from '../../../support/makers/meeting-requests.ts';
import { makeOffered, type Shown } from '../../../support/makers/scheduling.ts';
import { assertRefused, type Refusal } from '../../../support/server/refusal.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

const ADA = 'ada@example.org';
const NO_TIME = 'starts_at[0] must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';

onBothEngines('what is refused about options and answers', (node) => {
  const refuse = (path: string, calls: (readonly [body: unknown, ...Refusal])[]) =>
    assertRefused(
      node(),
      calls.map(([body, ...refusal]) => [() => node().post(`${REQUESTS}/${path}`, body), ...refusal]),
    );

  test('422: starts_at is no list of 1 to 10 whole minutes that are still to come', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA] });
    const day = (hours: string) => `2026-03-0${hours}Z`;
    const many = Array.from({ length: 11 }, (_, place) => day(`4T09:${String(place + 10)}:00`));
    await refuse(`${id}/options`, [
      [{ starts_at: 'soon' }, 'invalid_request', 'starts_at must be an array or null'],
      [{ starts_at: [] }, 'invalid_request', 'starts_at must have at least 1 item'],
      [{ starts_at: many }, 'invalid_request', 'starts_at must have at most 10 items'],
      [{ starts_at: ['soon'] }, 'invalid_request', NO_TIME],
      [{ starts_at: [day('4T09:00:00.001')] }, 'invalid_request', 'starts_at[0] must be a whole minute'],
      [
        { starts_at: [day('4T09:00:00'), '2026-03-04T10:00:00+01:00'] },
        'invalid_request',
        'starts_at[1] is given twice',
      ],
      [{ starts_at: ['2026-03-02T08:00:00Z'] }, 'validation_error', 'starts_at[0] must be in the future'],
      [
        { starts_at: ['9999-12-31T23:59:00Z'] },
        'invalid_request',
        'starts_at must leave room for the meeting in the year 9999',
      ],
    ]);
  });

  test('422: an answer without a participant, or with both or none of the two answers', async () => {
    const { id, options } = await makeOffered(node(), { participant_emails: [ADA] });
    const option_ids = [options[0]?.id];
    const to = { participant_email: ADA };
    await refuse(`${id}/answer`, [
      [undefined, 'invalid_request', 'participant_email is required'],
      [{ option_ids }, 'invalid_request', 'participant_email is required'],
      [to, 'invalid_request', 'option_ids or none_work is required'],
      [{ ...to, none_work: false }, 'invalid_request', 'option_ids or none_work is required'],
      [
        { ...to, option_ids, none_work: true },
        'invalid_request',
        'option_ids must not be given with none_work',
      ],
      [{ ...to, option_ids: [] }, 'invalid_request', 'option_ids must have at least 1 item'],
      [{ ...to, option_ids: [7] }, 'invalid_request', 'option_ids[0] must be a string'],
      [{ ...to, none_work: 'yes' }, 'invalid_request', 'none_work must be a boolean or null'],
      [
        { ...to, none_work: true, comment: 'x'.repeat(5_001) },
        'invalid_request',
        'comment must be at most 5000 characters',
      ],
      [
        { participant_email: 'nobody@example.org', option_ids },
        'validation_error',
        'participant_email is not a participant of the request',
      ],
      [
        { ...to, option_ids: [...option_ids, exampleId('option')] },
        'validation_error',
        'option_ids[1] is not an option of the request',
      ],
    ]);
  });

  test('422: an option of another request', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA] });
    const other = await makeOffered(node(), { participant_emails: [ADA] });
    await refuse(`${id}/answer`, [
      [
        { participant_email: ADA, option_ids: [other.options[0]?.id] },
        'validation_error',
        'option_ids[0] is not an option of the request',
      ],
    ]);
  });

  test('200: a participant in any case, each option once, the last answer counts', async () => {
    const { id, options } = await makeOffered(node(), { participant_emails: [ADA, 'ben@example.org'] });
    const [first, second] = options.map((option) => option.id);
    const answer = async (body: object) =>
      ((await node().post(`${REQUESTS}/${id}/answer`, body)).body as { data: Shown }).data;
    await answer({ participant_email: 'ADA@example.org', option_ids: [first, first, second] });
    const shown = await answer({ participant_email: ADA, option_ids: [second], comment: 'Rather later' });
    assert.deepEqual(
      shown.options.map(({ accepted_by }) => accepted_by),
      [[], [ADA], []],
    );
    assert.equal(shown.participants[0]?.comment, 'Rather later');
  });

  test('200: what somebody said with an answer stays to be read when other times are offered for it', async () => {
    const { id } = await makeOffered(node(), { participant_emails: [ADA] });
    const answer = { participant_email: ADA, none_work: true, comment: 'Only in the afternoon' };
    const { data } = (await node().post(`${REQUESTS}/${id}/answer`, answer)).body as { data: Shown };
    const { response, comment } = data.participants[0] as Shown['participants'][number];
    assert.deepEqual({ response, comment }, { response: 'none', comment: 'Only in the afternoon' });
  });

  for (const status of ['booked', 'cancelled', 'paused'] as const) {
    test(`422: other times for a request that is ${status}`, async () => {
      const { id } = await makeRequestAfter(node(), ...waysTo[status]);
      await refuse(`${id}/options`, [
        [undefined, 'invalid_request', `Cannot offer times for a request that is ${status}`],
      ]);
    });
  }

  test('422: an answer to a booked or cancelled request', async () => {
    const { id } = await makeRequestAfter(node(), 'book');
    const body = { participant_email: 'guest@example.org', none_work: true };
    await refuse(`${id}/answer`, [[body, 'invalid_request', 'Cannot answer a request that is booked']]);
    await applyTransition(node(), id, 'cancel');
    await refuse(`${id}/answer`, [[body, 'invalid_request', 'Cannot answer a request that is cancelled']]);
  });

  test('404: no such request', async () => {
    const id = exampleId('meetingRequest');
    const body = { participant_email: ADA, none_work: true };
    await refuse(`${id}/options`, [[undefined, 'not_found', 'Meeting request not found']]);
    await refuse(`${id}/answer`, [[body, 'not_found', 'Meeting request not found']]);
  });
});
