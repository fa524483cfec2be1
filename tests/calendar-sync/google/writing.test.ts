// Bookings in a Google calendar: each once, whatever is lost or deleted; with a Meet; what its owner added stays.
import assert from 'node:assert/strict';
import { eventIdOf } from '../../../src/calendar-sync/google/event-ids.ts';
import { describe, test } from '../../support/lanes.ts';
import { ADA, REQUEST } from '../../support/makers/provider-calls.ts';
import type { GoogleEvent } from '../../support/receivers/google-account.ts';
import { googleRefusals } from '../../support/receivers/google-server.ts';
import { Connected } from './connected.ts';

const LATER = { starts_at: Date.parse('2026-03-11T08:00:00Z'), ends_at: Date.parse('2026-03-11T09:00:00Z') };
const LATER_TIMES = [{ dateTime: '2026-03-11T08:00:00.000Z' }, { dateTime: '2026-03-11T09:00:00.000Z' }];

/** The only event of the calendar. */
function onlyEvent({ calendar }: Connected): GoogleEvent {
  assert.equal(calendar.events.length, 1);
  return calendar.events[0] as GoogleEvent;
}

const timesOf = ({ start, end }: GoogleEvent) => [start, end];

describe('A booking', () => {
  test('is written with its details, without guests, under an id of its own', async () => {
    await using connected = await Connected.start();
    const { id, conference } = await connected.write();
    assert.equal(conference, null);
    assert.match(id, /^[a-v0-9]{5,1024}$/);
    assert.deepEqual(onlyEvent(connected), {
      id,
      status: 'confirmed',
      eventType: 'default',
      iCalUID: `${id}@google.com`,
      summary: 'Product demo with Grace Hopper',
      description: 'Grace Hopper\ngrace@example.com',
      location: 'Room 4',
      start: { dateTime: '2026-03-09T14:00:00.000Z' },
      end: { dateTime: '2026-03-09T14:30:00.000Z' },
      extendedProperties: { private: { rota: REQUEST } },
    });
    assert.equal((await connected.readOnly()).request_id, REQUEST);
  });

  test('is moved, keeps what its owner added, and nobody gets a mail from Google', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const attendees = [{ email: 'ben@example.com' }, { email: ADA, self: true }];
    connected.calendar.put(null, { id, attendees, colorId: '7', transparency: 'transparent' });
    assert.deepEqual(await connected.write({ event_id: id, location: null, ...LATER }), {
      id,
      conference: null,
    });
    const event = onlyEvent(connected);
    assert.deepEqual(timesOf(event), LATER_TIMES);
    assert.equal(event.location, undefined);
    assert.deepEqual([event.attendees, event.colorId, event.transparency], [attendees, '7', 'transparent']);
    await connected.remove(id);
    assert.deepEqual(connected.calendar.events, []);
    assert.equal(connected.server.mails, 0);
  });

  test('that its owner has made a whole day has times again', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    connected.calendar.put(['2026-03-09', '2026-03-10'], { id });
    await connected.write({ event_id: id, ...LATER });
    assert.deepEqual(timesOf(onlyEvent(connected)), LATER_TIMES);
  });

  test('whose words look like HTML says them as they are, and a long one is cut', async () => {
    await using connected = await Connected.start();
    const description = '<a href="https://evil.example">Join & win</a>';
    const { id } = await connected.write({ description });
    assert.equal(onlyEvent(connected).description, '&lt;a href="https://evil.example">Join & win&lt;/a>');
    await connected.write({ event_id: id, description: 'é'.repeat(10_000) });
    assert.equal(onlyEvent(connected).description?.length, 8_000);
  });

  test('is removed once, and it is fine if it was gone', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    await connected.remove(id);
    await connected.remove(id);
    connected.calendar.purge(id);
    await connected.remove(id);
    await connected.remove('rotanever');
  });

  test('in a calendar that may only be read, or that is gone, is refused', async () => {
    await using connected = await Connected.start();
    const team = connected.account.add({ accessRole: 'reader' });
    await assert.rejects(connected.write({}, team), {
      name: 'Refused',
      message: 'Google refused access (403 forbidden)',
    });
    connected.account.calendars.pop();
    await assert.rejects(connected.write({}, team), { name: 'NotThere' });
    await assert.rejects(connected.write({ event_id: 'rota5' }, team), { name: 'NotThere' });
  });
});

describe('There is one event', () => {
  test('after an answer that was lost, and when the account is connected anew', async () => {
    await using connected = await Connected.start();
    connected.server.answerWith = () => 'lost';
    await assert.rejects(connected.write(), { name: 'FetchFailed' });
    connected.server.answerWith = () => 'half';
    await assert.rejects(connected.write(), { name: 'FetchFailed' });
    connected.server.answerWith = undefined;
    const { id } = await connected.write({ ...LATER, making: 'second' });
    assert.deepEqual(timesOf(onlyEvent(connected)), LATER_TIMES);
    assert.equal(onlyEvent(connected).id, id);
  });

  test('when two nodes write at the same time', async () => {
    await using connected = await Connected.start();
    connected.account.meet = 'late';
    const asked = Array.from({ length: 4 }, () => connected.write({ has_conference: true }));
    const written = await Promise.all(asked);
    assert.equal(new Set(written.map(({ id }) => id)).size, 1);
    onlyEvent(connected);
  });

  test('for each calendar, with another id in each', async () => {
    await using connected = await Connected.start();
    const team = connected.account.add();
    const [one, other] = [await connected.write(), await connected.write({}, team)];
    assert.notEqual(one.id, other.id);
    assert.equal(team.events.length, 1);
    onlyEvent(connected);
  });

  test('after its owner has deleted it: it comes back under its id', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    connected.calendar.remove(id);
    for (const event_id of [id, null]) {
      assert.equal((await connected.write({ event_id })).id, id);
      assert.equal(onlyEvent(connected).id, id);
      connected.calendar.remove(id);
    }
  });

  test('also where a deleted one does not come back, or is not even known: it has another id, always the same', async () => {
    for (const isPurged of [true, false]) {
      await using connected = await Connected.start();
      const { id } = await connected.write();
      connected.calendar.remove(id);
      if (isPurged) connected.calendar.purge(id);
      else connected.server.revives = false;
      const made = await connected.write({ event_id: id, making: 'second' });
      assert.equal(made.id, eventIdOf(REQUEST, ADA, 'second'));
      assert.equal((await connected.write({ event_id: id, making: 'second', ...LATER })).id, made.id);
      assert.equal((await connected.write({ event_id: made.id, making: 'third' })).id, made.id);
      assert.equal(onlyEvent(connected).id, made.id);
      assert.equal((await connected.readOnly()).request_id, REQUEST);
    }
  });

  test('while Google does not show yet what it has: nothing is made, and the next attempt finds it', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    connected.server.answerWith = ({ method }) => (method === 'POST' ? undefined : googleRefusals.notFound);
    await assert.rejects(connected.write(), { name: 'NotThere' });
    connected.server.answerWith = undefined;
    assert.equal((await connected.write()).id, id);
    onlyEvent(connected);
  });

  test('after any call has failed in any way', async () => {
    const faults = [
      googleRefusals.quota,
      googleRefusals.tooMany(),
      googleRefusals.broken,
      'lost',
      'half',
    ] as const;
    for (const fault of faults) {
      for (let failing = 0; failing < 3; failing++) {
        await using connected = await Connected.start();
        connected.calendar.put(['2026-03-01', '2026-03-02'], {
          id: eventIdOf(REQUEST, ADA),
          status: 'cancelled',
        });
        let calls = 0;
        connected.server.answerWith = () => (calls++ === failing ? fault : undefined);
        const attempt = () => connected.write({ has_conference: true });
        await assert.rejects(attempt);
        assert.equal((await attempt()).conference?.status, 'ready');
        assert.equal(onlyEvent(connected).id, eventIdOf(REQUEST, ADA));
      }
    }
  });
});

describe('A Google Meet', () => {
  const MEET = /^https:\/\/meet\.google\.com\/\w+$/;

  test('is made with the event, and stays the same', async () => {
    await using connected = await Connected.start();
    const { id, conference } = await connected.write({ has_conference: true });
    assert.ok(conference?.status === 'ready');
    assert.match(conference.join_url, MEET);
    const again = await connected.write({
      event_id: id,
      has_conference: true,
      had_conference: true,
      making: 'second',
    });
    assert.deepEqual(again.conference, conference);
    assert.equal(connected.server.asked.length, 2);
  });

  test('comes later, or never', async () => {
    await using connected = await Connected.start();
    connected.account.meet = 'late';
    const { id, conference } = await connected.write({ has_conference: true });
    assert.deepEqual(conference, { status: 'pending' });
    const again = () => connected.write({ event_id: id, has_conference: true, had_conference: true });
    assert.deepEqual((await again()).conference, { status: 'pending' });
    connected.account.settleMeetings();
    assert.equal((await again()).conference?.status, 'ready');
    connected.account.meet = 'fails';
    const team = connected.account.add();
    assert.deepEqual((await connected.write({ has_conference: true }, team)).conference, {
      status: 'failed',
    });
  });

  test('that the calendar does not allow leaves the event without one', async () => {
    for (const meet of ['refused', 'ignored', 'fails'] as const) {
      await using connected = await Connected.start();
      connected.account.meet = meet;
      const { id, conference } = await connected.write({ has_conference: true });
      assert.deepEqual(conference, { status: 'failed' }, meet);
      const changed = await connected.write({ event_id: id, has_conference: true, ...LATER });
      assert.deepEqual(changed, { id, conference: { status: 'failed' } });
      assert.deepEqual(timesOf(onlyEvent(connected)), LATER_TIMES);
    }
  });

  test('is added to an event, taken out, and another one is made', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const first = await connected.write({ event_id: id, has_conference: true });
    assert.equal(first.conference?.status, 'ready');
    const without = await connected.write({ event_id: id, had_conference: true, making: 'second' });
    assert.equal(without.conference, null);
    assert.equal(onlyEvent(connected).conferenceData, undefined);
    const other = await connected.write({ event_id: id, has_conference: true, making: 'third' });
    assert.equal(other.conference?.status, 'ready');
    assert.notDeepEqual(other.conference, first.conference);
  });

  test('of its owner stays in an event that has none of ours', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const conferenceData = { entryPoints: [{ entryPointType: 'video', uri: 'https://zoom.example/j/1' }] };
    connected.calendar.put(null, { id, conferenceData });
    await connected.write({ event_id: id, ...LATER });
    assert.deepEqual(onlyEvent(connected).conferenceData, conferenceData);
  });

  test('with an address that is no web address is none', async () => {
    await using connected = await Connected.start();
    for (const uri of [
      'http://meet.google.com/a',
      'javascript:alert(1)',
      'https://',
      'x'.repeat(3_000),
      7,
      null,
    ]) {
      const conferenceData = {
        createRequest: { status: { statusCode: 'success' } },
        entryPoints: [{ entryPointType: 'video', uri }],
      };
      connected.server.answerWith = () => ({ status: 200, body: { conferenceData, hangoutLink: uri } });
      assert.deepEqual((await connected.write({ has_conference: true })).conference, { status: 'failed' });
    }
  });
});
