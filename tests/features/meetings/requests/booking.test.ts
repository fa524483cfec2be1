// Booking and cancelling validate their input and keep what they were given.
import assert from 'node:assert/strict';
import { isId } from '../../../../src/ids.ts';
import { test } from '../../../support/lanes.ts';
import {
  applyTransition,
  makeRequest,
  makeRequestAfter,
  REQUESTS,
  readRequest,
} from '../../../support/makers/meeting-requests.ts';
import { entriesAbout, timeOf } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const STARTS_AT = '2026-04-01T10:00:00.000Z';
const NO_TIME = 'starts_at must be an ISO 8601 date and time such as 2026-11-15T09:30:00Z';

onBothEngines('what is said when a meeting request is booked or cancelled', (node) => {
  const book = async (id: string, body: object) =>
    dataOf<MeetingRequest>(await applyTransition(node(), id, 'book', body));
  const assertInvalid = (id: string, bodies: (readonly [body: unknown, message: string])[]) =>
    assertRefused(
      node(),
      bodies.map(([body, message]) => [
        () => node().post(`${REQUESTS}/${id}/book`, body),
        'invalid_request',
        message,
      ]),
    );

  test('422: starts_at is not there, or is no time with an offset', async () => {
    const { id } = await makeRequest(node());
    await assertInvalid(id, [
      [undefined, 'starts_at is required'],
      [{}, 'starts_at is required'],
      [{ duration_minutes: 30, calendar_event_id: 'x' }, 'starts_at is required'],
      [{ starts_at: null }, 'starts_at must be a string'],
      [{ starts_at: Date.parse(STARTS_AT) }, 'starts_at must be a string'],
      ...['', 'tomorrow', '10:00', '2026-04-01T10:00:00', '2026-02-30T10:00:00Z', '2026-04-01T24:00:00Z'].map(
        (starts_at) => [{ starts_at }, NO_TIME] as const,
      ),
    ]);
  });

  test('200: starts_at in any offset is shown in UTC', async () => {
    for (const [given, shown] of [
      [STARTS_AT, STARTS_AT],
      ['2026-04-01T12:00:00+02:00', STARTS_AT],
      ['2026-03-31T23:30:00.5-10:30', '2026-04-01T10:00:00.500Z'],
    ] as const) {
      const { id } = await makeRequest(node());
      assert.equal((await book(id, { starts_at: given })).starts_at, shown);
      assert.equal((await readRequest(node(), id)).starts_at, shown);
    }
  });

  test('422: duration_minutes is no whole number from 1 to 1440', async () => {
    const { id } = await makeRequest(node());
    const starts_at = STARTS_AT;
    await assertInvalid(id, [
      [{ starts_at, duration_minutes: 0 }, 'duration_minutes must be at least 1'],
      [{ starts_at, duration_minutes: -30 }, 'duration_minutes must be at least 1'],
      [{ starts_at, duration_minutes: 1_441 }, 'duration_minutes must be at most 1440'],
      [{ starts_at, duration_minutes: 1.5 }, 'duration_minutes must be an integer or null'],
      [{ starts_at, duration_minutes: '30' }, 'duration_minutes must be an integer or null'],
    ]);
  });

  test("200: duration_minutes replaces the request's, which stays when none is given", async () => {
    for (const [asked, given, booked] of [
      [45, 1, 1],
      [45, 1_440, 1_440],
      [undefined, 30, 30],
      [45, undefined, 45],
      [45, null, 45],
      [undefined, null, null],
    ] as const) {
      const { id } = await makeRequest(node(), { context: { duration_minutes: asked } });
      const { duration_minutes } = await book(id, { starts_at: STARTS_AT, duration_minutes: given });
      assert.equal(duration_minutes, booked);
      assert.equal((await readRequest(node(), id)).duration_minutes, booked);
      const [, entry] = await entriesAbout(node(), id);
      const expected = booked === (asked ?? null) ? undefined : [asked ?? null, booked];
      assert.deepEqual(entry?.changes.duration_minutes, expected);
    }
  });

  test('422: calendar_event_id is empty, too long or no text', async () => {
    const { id } = await makeRequest(node());
    const starts_at = STARTS_AT;
    await assertInvalid(id, [
      [{ starts_at, calendar_event_id: '' }, 'calendar_event_id must not be empty'],
      [{ starts_at, calendar_event_id: ' \t ' }, 'calendar_event_id must not be empty'],
      [
        { starts_at, calendar_event_id: 'x'.repeat(1_025) },
        'calendar_event_id must be at most 1024 characters',
      ],
      [{ starts_at, calendar_event_id: 7 }, 'calendar_event_id must be a string or null'],
    ]);
  });

  test('200: calendar_event_id is kept as it was given, but for the spaces around it', async () => {
    for (const given of ['7k2m9q4v1n', ' with space ', 'x'.repeat(1_024), 'ключ']) {
      const { id } = await makeRequest(node());
      const { calendar_event_id } = await book(id, { starts_at: STARTS_AT, calendar_event_id: given });
      assert.equal(calendar_event_id, given.trim());
      assert.equal((await readRequest(node(), id)).calendar_event_id, given.trim());
    }
  });

  test('200: without one a calendar_event_id is made, and never the same twice', async () => {
    const made = new Set<string | null>();
    for (const calendar_event_id of [undefined, null, undefined]) {
      const { id } = await makeRequest(node());
      const booked = await book(id, { starts_at: STARTS_AT, calendar_event_id });
      assert.ok(isId('calendarEvent', booked.calendar_event_id as string));
      assert.deepEqual(await readRequest(node(), id), booked);
      made.add(booked.calendar_event_id);
    }
    assert.equal(made.size, 3);
  });

  test('422: what is wrong with the body is said before what is wrong with the state', async () => {
    const { id } = await makeRequestAfter(node(), 'cancel');
    await assertInvalid(id, [
      [{ starts_at: 'tomorrow' }, NO_TIME],
      [{ starts_at: STARTS_AT }, 'Cannot book a request that is cancelled'],
    ]);
  });

  test('200: whether the participants are to be told is kept in the audit log, and is no unless said', async () => {
    for (const [body, notify] of [
      [{ notify: true }, true],
      [{ notify: false }, false],
      [{}, false],
      [undefined, false],
      [{ colour: 'red' }, false],
    ] as const) {
      const { id } = await makeRequest(node());
      dataOf(await node().post(`${REQUESTS}/${id}/cancel`, body));
      const [, entry] = await entriesAbout(node(), id);
      assert.deepEqual(entry, {
        action: 'meeting_request.cancelled',
        target: { type: 'meeting_request', id },
        changes: {
          status: ['active', 'cancelled'],
          cancelled_at: [null, timeOf(node())],
          notify: [null, notify],
        },
      });
    }
  });

  test('422: notify is neither true nor false', async () => {
    const { id } = await makeRequest(node());
    await assertRefused(
      node(),
      ['true', 1, null, [true]].map((notify) => [
        () => applyTransition(node(), id, 'cancel', { notify }),
        'invalid_request',
        'notify must be a boolean',
      ]),
    );
  });
});
