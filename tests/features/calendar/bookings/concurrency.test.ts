// Full lane, because it makes hundreds of calls at once: Bookings at once for the same hosts: no two at a time, none refused for nothing. On PostgreSQL with two nodes.

import assert from 'node:assert/strict';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { describe, test } from '../../../support/lanes.ts';
import { type BookingRow, bookingsIn, doOverlap, doubleBookings } from '../../../support/makers/bookings.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { type SharedServers, shareServers } from '../../../support/server/at-once.ts';
import type { WireAnswer } from '../../../support/server/http.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onEachEngine } from '../../../support/server/rota.ts';

const HOSTS = ['h0@example.com', 'h1@example.com', 'h2@example.com'];
const AT_ONCE = 200;
/** Requests of the other tests, which make several calls for each. */
const SOME = 120;
/** While a test is prepared. */
const MADE_AT_ONCE = 20;
const DURATION_MS = 45 * MINUTE_MS;
/** Ahead of the servers' clock: what is over is not handed over. */
const FIRST_START = (Math.floor(Date.now() / DAY_MS) + 1_000) * DAY_MS;

/** Starts overlap with their neighbours, and come in no order. */
const startOf = (place: number) => FIRST_START + ((place * 37) % 80) * 20 * MINUTE_MS;
const bookingAt = (starts_at: number) => ({
  starts_at: new Date(starts_at).toISOString(),
  duration_minutes: DURATION_MS / MINUTE_MS,
});

/** Three hosts, who are also a stack team, and a request for each place. */
async function makeRequests(servers: SharedServers, count: number) {
  const { database } = servers.services;
  let keys = 0;
  /** Some have an Idempotency-Key: their transaction is a savepoint of another. */
  const post = (turn: number, path: string, body?: unknown) =>
    servers.call(turn, 'POST', path, {
      ...(body !== undefined && { body }),
      ...(turn % 3 === 0 && { headers: { 'idempotency-key': `${++keys}` } }),
    });
  const member_ids: string[] = [];
  for (const email of HOSTS) {
    member_ids.push(dataOf<{ id: string }>(await post(0, '/api/v1/workspace_members', { email })).id);
  }
  const team = dataOf<{ id: string }>(
    await post(0, '/api/v1/teams', { name: 'Stack', mode: 'stack', member_ids }),
  );
  const answers: WireAnswer[] = [];
  // The test makes its calls at once. Here, on a busy machine, the last of so many would wait too long for a connection.
  for (let first = 0; first < count; first += MADE_AT_ONCE) {
    const places = Array.from({ length: Math.min(MADE_AT_ONCE, count - first) }, (_, place) => first + place);
    const made = places.map((place) =>
      post(place, REQUESTS, {
        participant_emails: ['guest@example.org'],
        organizer_email: HOSTS[place % 3],
        // Every fifth needs all three of them.
        ...(place % 5 === 0 && { team_id: team.id }),
      }),
    );
    answers.push(...(await Promise.all(made)));
  }
  const requests = answers.map((answer) => dataOf<MeetingRequest>(answer));
  return {
    requests,
    applyTransition: (place: number, name: string, body?: object) =>
      post(place, `${REQUESTS}/${requests[place]?.id}/${name}`, body),
    leave: (place: number, transfer_to: string | undefined) =>
      post(place, `/api/v1/workspace_members/${member_ids[place]}/deactivate`, { transfer_to }),
    countHandOvers: async () =>
      (await database.get<{ count: number }>('select count(*) as count from hand_overs'))?.count,
    listed: () => servers.all<MeetingRequest>(`${REQUESTS}?`),
    bookings: () => bookingsIn(servers),
  };
}

/** The status, with the type of the error: anything but what is listed is a fault. */
const kindOf = (answer: WireAnswer) =>
  answer.status === 200 ? '200' : `${answer.status} ${errorOf(answer).type}`;
function assertOnly(answers: WireAnswer[], allowed: string[]): void {
  const others = answers.filter((answer) => !allowed.includes(kindOf(answer)));
  assert.deepEqual(
    others.map(({ status, text }) => [status, text]),
    [],
  );
}

/** The bookings are those of the requests that are booked, and nobody has two at a time. */
function assertSound(requests: MeetingRequest[], rows: BookingRow[]): void {
  assert.deepEqual(doubleBookings(rows), []);
  const expected = requests
    .filter(({ status, starts_at }) => status !== 'cancelled' && starts_at !== null)
    .flatMap(({ id, host_emails, starts_at, ends_at }) =>
      host_emails.map((email) => [id, email, Date.parse(starts_at as string), Date.parse(ends_at as string)]),
    );
  const taken = rows.map(({ request_id, email, starts_at, ends_at }) => [
    request_id,
    email,
    starts_at,
    ends_at,
  ]);
  assert.deepEqual(taken.map(String).sort(), expected.map(String).sort());
}

onEachEngine((engine) => {
  describe(`Bookings at the same time (${engine})`, () => {
    const ownWorkspace = shareServers(engine);

    test(`${AT_ONCE} at once for three hosts: no two at a time, and none refused without one in its way`, async () => {
      const servers = await makeRequests(await ownWorkspace(), AT_ONCE);
      const answers = await Promise.all(
        servers.requests.map((_, place) => servers.applyTransition(place, 'book', bookingAt(startOf(place)))),
      );
      assertOnly(answers, ['200', '422 validation_error']);
      const rows = await servers.bookings();
      assertSound(await servers.listed(), rows);
      for (const [place, { status }] of answers.entries()) {
        if (status === 200) continue;
        const { host_emails } = servers.requests[place] as MeetingRequest;
        const wanted = { starts_at: startOf(place), ends_at: startOf(place) + DURATION_MS };
        const inTheWay = rows.filter((row) => host_emails.includes(row.email) && doOverlap(row, wanted));
        assert.ok(inTheWay.length > 0, `request ${place} was refused though its hosts were free`);
      }
      const booked = answers.filter(({ status }) => status === 200).length;
      assert.ok(booked >= 20 && booked < AT_ONCE, `${booked} were booked`);
    });

    test('among reschedules, cancellations and new organizers: nothing fails, no two at a time', async () => {
      const servers = await makeRequests(await ownWorkspace(), SOME);
      const places = servers.requests.map((_, place) => place);
      const book = (place: number, shift = 0) =>
        servers.applyTransition(place, 'book', bookingAt(startOf(place + shift)));
      await Promise.all(places.slice(0, SOME / 2).map((place) => book(place)));
      const answers = await Promise.all(
        places.flatMap((place) => {
          switch (place % 4) {
            case 0:
              return [servers.applyTransition(place, 'reschedule', bookingAt(startOf(place + 13)))];
            case 1:
              // Open again, with another organizer, and booked anew.
              return [
                servers.applyTransition(place, 'reschedule'),
                servers.applyTransition(place, 'change_organizer', {
                  organizer_email: HOSTS[(place + 1) % 3],
                }),
                book(place, 29),
              ];
            case 2:
              return [servers.applyTransition(place, 'cancel')];
            default:
              return [
                book(place, 7),
                servers.applyTransition(place, 'reschedule', bookingAt(startOf(place + 51))),
              ];
          }
        }),
      );
      assertOnly(answers, ['200', '422 validation_error', '422 invalid_request']);
      const requests = await servers.listed();
      assertSound(requests, await servers.bookings());
      const statuses = new Set(requests.map(({ status }) => status));
      assert.deepEqual([...statuses].sort(), ['active', 'booked', 'cancelled']);
    });

    test('while two of three hosts leave: the third has every time, and organizes everything', async () => {
      const servers = await makeRequests(await ownWorkspace(), SOME);
      // No two at the same time: whoever takes over is free.
      const timeOf = (place: number) => bookingAt(FIRST_START + place * DURATION_MS);
      const places = servers.requests.flatMap(({ team_id }, place) => (team_id === null ? [place] : []));
      const [early, late] = [places.slice(0, SOME / 2), places.slice(SOME / 2)];
      await Promise.all(early.map((place) => servers.applyTransition(place, 'book', timeOf(place))));
      const answers = await Promise.all([
        ...early.map((place) => servers.applyTransition(place, 'reschedule', timeOf(place + SOME))),
        servers.leave(0, HOSTS[2]),
        ...late.map((place) => servers.applyTransition(place, 'book', timeOf(place))),
        servers.leave(1, HOSTS[2]),
      ]);
      assertOnly(answers, ['200']);
      await eventually(async () => (await servers.countHandOvers()) === 0);
      const rows = await servers.bookings();
      const requests = (await servers.listed()).filter(({ team_id }) => team_id === null);
      assertSound(requests, rows);
      assert.deepEqual(new Set(requests.map(({ organizer_email }) => organizer_email)), new Set([HOSTS[2]]));
    });
  });
});
