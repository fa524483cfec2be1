// Bookings in a Microsoft calendar are one event each, whatever was lost or repeated. Teams meetings come with it.
import assert from 'node:assert/strict';
import type { Event } from '@microsoft/microsoft-graph-types';
import { describe, test } from '../../support/lanes.ts';
import { entry } from '../../support/makers/provider-calls.ts';
import type { AskedOf } from '../../support/receivers/answering-server.ts';
import { graphRefusals } from '../../support/receivers/microsoft-server.ts';
import { Connected, inWords } from './connected.ts';

const LATER = {
  starts_at: Date.parse('2026-03-10T08:00:00Z'),
  ends_at: Date.parse('2026-03-10T08:45:00Z'),
};
const isPost = ({ method }: AskedOf) => method === 'POST';

function onlyEvent({ mailbox }: Connected): Event {
  const { events } = mailbox.primary;
  assert.equal(events.length, 1);
  return events[0] as Event;
}

describe('a booking in a Microsoft calendar', () => {
  test('is made with what it says, and nobody is invited', async () => {
    await using connected = await Connected.start();
    const { id, conference } = await connected.write();
    const event = onlyEvent(connected);
    assert.deepEqual([event.id, conference], [id, null]);
    assert.equal(event.subject, entry.title);
    assert.deepEqual(event.body, { contentType: 'text', content: entry.description });
    assert.deepEqual(event.location, { displayName: 'Room 4' });
    assert.deepEqual([event.attendees, event.isOnlineMeeting, event.showAs], [[], false, 'busy']);
    assert.deepEqual(inWords((await connected.readEvent(id))?.times ?? []), [
      '2026-03-09T14:00:00.000Z – 2026-03-09T14:30:00.000Z',
    ]);
  });

  test('is changed in place, and loses its location', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const later = { ...LATER, event_id: id, title: 'Another title', description: '', location: null };
    assert.deepEqual(await connected.write(later), { id, conference: null });
    const event = onlyEvent(connected);
    assert.deepEqual([event.subject, event.location], ['Another title', { displayName: '' }]);
    assert.equal(event.start?.dateTime, '2026-03-10T08:00:00.0000000');
    assert.equal(event.body?.content, '');
  });

  test('is changed also by a server that answers a change with nothing', async () => {
    await using connected = await Connected.start();
    const { id, conference } = await connected.write({ has_conference: true, location: null });
    connected.server.answerWith = ({ method }) => (method === 'PATCH' ? { status: 204 } : undefined);
    const moved = { ...LATER, event_id: id, has_conference: true, had_conference: true, location: null };
    assert.deepEqual(await connected.write(moved), { id, conference });
  });

  test('keeps what its owner has added', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const added: Event = {
      attendees: [{ emailAddress: { address: 'ben@example.com' }, type: 'optional' }],
      categories: ['Red category'],
      reminderMinutesBeforeStart: 5,
      showAs: 'tentative',
      sensitivity: 'private',
    };
    connected.mailbox.primary.change(id, added);
    await connected.write({ ...LATER, event_id: id });
    const event = onlyEvent(connected);
    for (const [field, value] of Object.entries(added)) assert.deepEqual(event[field as keyof Event], value);
  });

  test('that its owner has made days of is at its time again', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    connected.mailbox.primary.change(id, {
      times: ['2026-03-09T00:00', '2026-03-10T00:00'],
      isAllDay: true,
    });
    await connected.write({ event_id: id });
    assert.deepEqual((await connected.readEvent(id))?.times, [
      { start: entry.starts_at, end: entry.ends_at },
    ]);
  });

  test('that was deleted is made anew', async () => {
    await using connected = await Connected.start();
    const first = await connected.write();
    connected.mailbox.primary.remove(first.id);
    const second = await connected.write({ event_id: first.id, making: 'second' });
    assert.notEqual(second.id, first.id);
    assert.equal(onlyEvent(connected).id, second.id);
  });

  test('is found again by an account that is connected anew', async () => {
    await using connected = await Connected.start();
    const first = await connected.write();
    const again = await connected.write({ ...LATER, making: 'by another connection' });
    assert.equal(again.id, first.id);
    assert.equal(onlyEvent(connected).start?.dateTime, '2026-03-10T08:00:00.0000000');
  });

  test('is another event in another calendar of the account', async () => {
    await using connected = await Connected.start();
    const travel = connected.mailbox.add('Travel');
    await connected.write();
    await connected.write({}, travel);
    assert.deepEqual([onlyEvent(connected).subject, travel.events.length], [entry.title, 1]);
  });

  test('with a long title is made with the beginning of it', async () => {
    await using connected = await Connected.start();
    await connected.write({ title: 'x'.repeat(254) + '😀'.repeat(20) });
    assert.equal(onlyEvent(connected).subject, `${'x'.repeat(254)}\u{FFFD}`);
  });

  test('is removed once, and it does not matter if it is gone already', async () => {
    await using connected = await Connected.start();
    const { provider, api, mailbox } = connected;
    const { id } = await connected.write();
    await provider.removeEvent(api, mailbox.primary.id, id);
    assert.equal(mailbox.primary.events.length, 0);
    await provider.removeEvent(api, mailbox.primary.id, id);
    connected.server.answerWith = () => graphRefusals.denied;
    await assert.rejects(provider.removeEvent(api, mailbox.primary.id, id), { name: 'Refused' });
  });

  test('can not be written to a calendar that somebody else shares', async () => {
    await using connected = await Connected.start();
    const shared = connected.mailbox.add('Ben', { canEdit: true }, 'ben@example.com');
    await assert.rejects(connected.write({}, shared), {
      name: 'Refused',
      message: 'Microsoft refused access (403 ErrorAccessDenied)',
    });
  });
});

describe('one event, and no second one', () => {
  for (const fault of ['lost', 'half'] as const) {
    test(`after an answer that was ${fault}, by its request`, async () => {
      await using connected = await Connected.start();
      const { server } = connected;
      server.answerWith = (asked) => (isPost(asked) ? fault : undefined);
      await assert.rejects(connected.write(), { name: 'FetchFailed' });
      server.answerWith = undefined;
      const { id } = await connected.write();
      assert.equal(onlyEvent(connected).id, id);
    });
  }

  for (const status of [400, 409]) {
    test(`of two attempts at the same time, if Microsoft refuses the other one with ${status}`, async () => {
      await using connected = await Connected.start();
      const { server } = connected;
      server.duplicateStatus = status;
      // Both find nothing before either makes it.
      let searches = 0;
      const both = Promise.withResolvers<void>();
      server.answerWith = async ({ method, query }) => {
        if (method !== 'GET' || !query.has('$filter')) return undefined;
        searches += 1;
        if (searches === 2) both.resolve();
        if (searches > 2) return undefined;
        await both.promise;
        return { status: 200, body: { value: [] } };
      };
      const [one, other] = await Promise.all([connected.write(), connected.write()]);
      assert.equal(one.id, other.id);
      assert.equal(onlyEvent(connected).id, one.id);
    });
  }

  test('while Microsoft has made it, and does not show it yet', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    await connected.write();
    server.answerWith = ({ query }) =>
      query.has('$filter') ? { status: 200, body: { value: [] } } : undefined;
    await assert.rejects(connected.write(), { name: 'ProviderError', message: /doesn't show it yet/ });
    server.answerWith = undefined;
    await connected.write();
    onlyEvent(connected);
  });

  test('that was made and removed without an answer is made again, though its transaction is known', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    connected.mailbox.primary.remove(id);
    await assert.rejects(connected.write(), { name: 'ProviderError', message: /doesn't show it yet/ });
    const again = await connected.write({ stuck_since: Date.parse('2026-03-02T09:00:00Z') });
    assert.equal(onlyEvent(connected).id, again.id);
  });

  test('also on a server that does not know the search, and names every event of the calendar', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    mailbox.primary.add(['2026-03-09T10:00', '2026-03-09T11:00'], { subject: 'Dentist' });
    server.answerWith = ({ method, query }) =>
      method === 'GET' && query.has('$filter')
        ? { status: 200, body: { value: mailbox.primary.events } }
        : undefined;
    const first = await connected.write();
    assert.equal((await connected.write({ making: 'by another connection' })).id, first.id);
    assert.deepEqual(mailbox.primary.events.map(({ subject }) => subject).sort(), ['Dentist', entry.title]);
  });

  for (const status of [400, 404, 405]) {
    test(`also on a server that refuses the search with ${status}`, async () => {
      await using connected = await Connected.start();
      connected.server.answerWith = ({ method, query }) =>
        method === 'GET' && query.has('$filter') ? { status, body: {} } : undefined;
      const { id } = await connected.write();
      assert.equal(onlyEvent(connected).id, id);
    });
  }

  test('of two meetings each has its own', async () => {
    await using connected = await Connected.start();
    await connected.write();
    await connected.write({ request_id: 'mr_01JN8C9XJ2M4T6V8X0Z2B4D6F9' });
    assert.equal(connected.mailbox.primary.events.length, 2);
  });
});

describe('a Teams meeting', () => {
  const online = { has_conference: true, location: null };

  test('is made with the event', async () => {
    await using connected = await Connected.start();
    const { conference } = await connected.write(online);
    const event = onlyEvent(connected);
    assert.ok(event.onlineMeeting?.joinUrl);
    assert.deepEqual(conference, { status: 'ready', join_url: event.onlineMeeting.joinUrl });
    assert.equal(event.location?.displayName, 'Microsoft Teams Meeting');
  });

  test('that takes its time is pending, and found once it is there', async () => {
    await using connected = await Connected.start();
    const { mailbox } = connected;
    mailbox.teams = 'late';
    const { id, conference } = await connected.write(online);
    assert.deepEqual(conference, { status: 'pending' });
    const again = { ...online, event_id: id, had_conference: true };
    assert.deepEqual((await connected.write(again)).conference, { status: 'pending' });
    mailbox.finishMeetings();
    assert.equal((await connected.write(again)).conference?.status, 'ready');
  });

  for (const teams of ['missing', 'refused'] as const) {
    test(`that the account has not (${teams}) fails, and the event stands`, async () => {
      await using connected = await Connected.start();
      connected.mailbox.teams = teams;
      const { id, conference } = await connected.write(online);
      assert.deepEqual(conference, { status: 'failed' });
      assert.equal(onlyEvent(connected).id, id);
      const again = await connected.write({ ...online, event_id: id });
      assert.deepEqual(again, { id, conference: { status: 'failed' } });
    });
  }

  test('stays the same when the booking moves', async () => {
    await using connected = await Connected.start();
    const first = await connected.write(online);
    const moved = { ...online, ...LATER, event_id: first.id, had_conference: true, description: 'New' };
    assert.deepEqual(await connected.write(moved), first);
    assert.equal(onlyEvent(connected).start?.dateTime, '2026-03-10T08:00:00.0000000');
  });

  test('is added to an event that had none', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    const { conference } = await connected.write({ ...online, event_id: id });
    assert.equal(conference?.status, 'ready');
  });

  test('is taken out again once the meeting is somewhere else', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write(online);
    const { conference } = await connected.write({ event_id: id, had_conference: true });
    assert.equal(conference, null);
    const { isOnlineMeeting, onlineMeeting, location } = onlyEvent(connected);
    assert.deepEqual([isOnlineMeeting, onlineMeeting, location?.displayName], [false, null, 'Room 4']);
  });

  test('that the owner has added stays', async () => {
    await using connected = await Connected.start();
    const { id } = await connected.write();
    connected.mailbox.primary.change(id, {
      isOnlineMeeting: true,
      onlineMeeting: { joinUrl: 'https://teams.microsoft.com/l/1' },
      body: { contentType: 'html', content: 'Join' },
    });
    await connected.write({ ...LATER, event_id: id, description: 'New' });
    assert.equal(onlyEvent(connected).body?.content, 'Join');
  });

  for (const joinUrl of ['http://teams.example.com/1', 'javascript:alert(1)', 'https://', 7, null]) {
    test(`with the link ${joinUrl} is not there yet`, async () => {
      await using connected = await Connected.start();
      connected.server.answerWith = (asked) =>
        isPost(asked)
          ? { status: 201, body: { id: 'AAMk', isOnlineMeeting: true, onlineMeeting: { joinUrl } } }
          : undefined;
      assert.deepEqual((await connected.write(online)).conference, { status: 'pending' });
    });
  }
});
