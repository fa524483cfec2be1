// Google's calendars are listed and read: what is busy, what is Rota's own, what has changed, and nothing else of it.
import assert from 'node:assert/strict';
import type { RemoteEvent } from '../../../src/calendar-sync/accounts/provider.ts';
import { eventIdOf } from '../../../src/calendar-sync/google/event-ids.ts';
import { lacksScope } from '../../../src/features/calendar/connections/rules.ts';
import { formatTimestamp } from '../../../src/time/timestamps.ts';
import { describe, test } from '../../support/lanes.ts';
import { ADA, REQUEST } from '../../support/makers/provider-calls.ts';
import type { GoogleEvent } from '../../support/receivers/google-account.ts';
import { googleRefusals } from '../../support/receivers/google-server.ts';
import { Connected } from './connected.ts';

const NINE: [string, string] = ['2026-03-09T09:00:00Z', '2026-03-09T10:00:00Z'];
const TEN: [string, string] = ['2026-03-10T09:00:00+01:00', '2026-03-10T10:00:00+01:00'];

const timesOf = ({ times }: RemoteEvent) =>
  times.map(({ start, end }) => `${formatTimestamp(start)}/${formatTimestamp(end)}`);

describe('Permissions at Google', () => {
  const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
  for (const [granted, lacks] of [
    ['calendar.events calendar.calendarlist.readonly', false],
    ['openid calendar', false],
    ['calendar.events calendar.readonly', false],
    ['calendar.events', true],
    ['calendar.readonly', true],
    ['', true],
  ] as const)
    test(`${granted || 'none'}: ${lacks ? 'too few' : 'enough'}`, async () => {
      await using connected = await Connected.start();
      const { required } = connected.provider.oauth;
      assert.equal(lacksScope(required, granted.split(' ').map(scope)), lacks);
    });
});

describe("Google's list of calendars", () => {
  test('begins with the primary one, which names the account', async () => {
    await using connected = await Connected.start();
    const { account, server } = connected;
    account.primary.about.summary = 'Ada';
    account.calendars.unshift(account.add({ id: 'team@example.com', summary: 'Team', accessRole: 'writer' }));
    account.calendars.pop();
    account.add({ id: 'de.german#holiday@group.v.calendar.google.com', accessRole: 'reader' });
    account.add({
      id: 'ben@example.com',
      summary: 'ben@example.com',
      summaryOverride: 'Ben',
      accessRole: 'freeBusyReader',
    });
    account.add({ id: 'hidden@example.com', hidden: true });
    account.add({ id: 'deleted@example.com', deleted: true });
    server.pageSize = 2;
    const found = await connected.provider.listCalendars(connected.api);
    assert.equal(found.id, ADA);
    assert.equal(found.email, ADA);
    assert.deepEqual(
      found.calendars
        .filter(({ is_hidden }) => !is_hidden)
        .map(({ name, is_primary, is_writable }) => [name, is_primary, is_writable]),
      [
        ['Ada', true, true],
        ['Team', false, true],
        ['Work', false, false],
        ['Ben', false, false],
      ],
    );
    assert.equal(server.count('GET', 'calendarList'), 3);
  });

  test('lets the primary one be written to, also where nothing is said of it', async () => {
    await using connected = await Connected.start();
    const primary = { id: 'primary', summary: ADA, primary: true };
    connected.server.answerWith = () => ({ status: 200, body: { items: [primary] } });
    const { email, calendars } = await connected.provider.listCalendars(connected.api);
    assert.deepEqual([email, calendars[0]?.is_writable], [ADA, true]);
  });

  test('has a hidden primary one all the same, and at most a hundred', async () => {
    await using connected = await Connected.start();
    const { account } = connected;
    for (let count = 0; count < 120; count++) account.add();
    account.primary.about.hidden = true;
    account.calendars.push(account.calendars.shift() as never);
    const { calendars } = await connected.provider.listCalendars(connected.api);
    assert.equal(calendars.length, 100);
    assert.deepEqual(calendars[0], { id: ADA, name: ADA, is_primary: true, is_writable: true });
  });

  test('without a primary one is refused, as is one that was not allowed', async () => {
    await using connected = await Connected.start();
    connected.account.calendars.length = 0;
    await assert.rejects(connected.provider.listCalendars(connected.api), {
      name: 'ProviderError',
      message: 'Google names no calendar as the primary one of the account',
    });
    const api = connected.calls.api(connected.provider, connected.server.tokenOf(ADA, []));
    await assert.rejects(connected.provider.listCalendars(api), {
      name: 'Refused',
      message: 'Google refused access (403 insufficientPermissions)',
    });
  });
});

describe('An event', () => {
  const self = (responseStatus: 'declined' | 'tentative' | 'needsAction') => ({
    attendees: [
      { email: 'ben@example.com', responseStatus: 'declined' as const },
      { email: ADA, self: true, responseStatus },
    ],
  });
  const kinds: Record<string, [Partial<GoogleEvent>, isBusy: boolean]> = {
    'of the usual kind': [{ eventType: 'default' }, true],
    'that is tentative': [{ status: 'tentative' }, true],
    'that is shown as available': [{ transparency: 'transparent' }, false],
    'that was declined': [self('declined'), false],
    'that was accepted tentatively': [self('tentative'), true],
    'that was not answered': [self('needsAction'), true],
    'that says where somebody works': [{ eventType: 'workingLocation' }, false],
    'that is a birthday': [{ eventType: 'birthday' }, false],
    'that is out of office': [{ eventType: 'outOfOffice' }, true],
    'that is for focus': [{ eventType: 'focusTime' }, true],
    'that came from a mail': [{ eventType: 'fromGmail' }, true],
  };
  for (const [name, [fields, isBusy]] of Object.entries(kinds)) {
    test(`${name} is ${isBusy ? 'busy' : 'not busy'}`, async () => {
      await using connected = await Connected.start();
      connected.calendar.put(NINE, fields);
      const { is_busy, request_id, times } = await connected.readOnly();
      assert.deepEqual({ is_busy, request_id }, { is_busy: isBusy, request_id: null });
      assert.equal(times.length, 1);
    });
  }

  test('has the times of its offset, or of whole days on the clock of its owner', async () => {
    await using connected = await Connected.start();
    connected.calendar.put(TEN);
    assert.deepEqual(timesOf(await connected.readOnly()), [
      '2026-03-10T08:00:00.000Z/2026-03-10T09:00:00.000Z',
    ]);
    connected.calendar.put(['2026-03-28', '2026-03-30'], { id: connected.calendar.events[0]?.id as string });
    for (const [zone, expected] of [
      ['Europe/Berlin', '2026-03-27T23:00:00.000Z/2026-03-29T22:00:00.000Z'],
      ['America/New_York', '2026-03-28T04:00:00.000Z/2026-03-30T04:00:00.000Z'],
      ['Pacific/Kiritimati', '2026-03-27T10:00:00.000Z/2026-03-29T10:00:00.000Z'],
    ] as const) {
      connected.timezone = zone;
      assert.deepEqual(timesOf(await connected.readOnly()), [expected]);
    }
  });

  test('that nobody can place counts as gone, and one without an id as nothing', async () => {
    await using connected = await Connected.start();
    const broken = [
      { id: 'end-first', start: { dateTime: NINE[1] }, end: { dateTime: NINE[0] } },
      {
        id: 'no-offset',
        start: { dateTime: '2026-03-09T09:00:00' },
        end: { dateTime: '2026-03-09T10:00:00' },
      },
      { id: 'no-day', start: { date: '2026-02-30' }, end: { date: '2026-03-01' } },
      { id: 'no-end', start: { dateTime: NINE[0] } },
      { start: { dateTime: NINE[0] }, end: { dateTime: NINE[1] } },
      { id: '..', start: { dateTime: NINE[0] }, end: { dateTime: NINE[1] } },
      'no event',
      null,
    ];
    const body = {
      items: [...broken, { id: 'fine', start: { dateTime: NINE[0] }, end: { dateTime: NINE[1] } }],
    };
    connected.server.answerWith = () => ({ status: 200, body });
    const { events } = await connected.read();
    assert.deepEqual(
      events.map(({ id, times }) => [id, times.length]),
      [
        ['end-first', 0],
        ['no-offset', 0],
        ['no-day', 0],
        ['no-end', 0],
        ['fine', 1],
      ],
    );
  });

  test("is Rota's own by its id, or as an invitation that came by mail", async () => {
    await using connected = await Connected.start();
    const own = eventIdOf(REQUEST, ADA);
    const cases: Record<string, [Partial<GoogleEvent>, isOurs: boolean]> = {
      'as written': [{ id: own }, true],
      'written to another calendar': [{ id: eventIdOf(REQUEST, 'team@example.com') }, true],
      'an invitation': [{ id: '_60q30c1g60o30e1i60o4ac1g', iCalUID: `${REQUEST}@rota.example.com` }, true],
      'a copy of it': [{ id: 'copy1', extendedProperties: { private: { rota: REQUEST } } }, false],
      'a time of a series made of it': [{ id: `${own}_20260316T090000Z`, recurringEventId: own }, false],
      'a time of a series of an invitation': [
        { id: 'x_1', recurringEventId: 'x', iCalUID: `${REQUEST}@a` },
        false,
      ],
      'another with such a name': [{ id: 'rota5', iCalUID: 'mr_smith@example.com' }, false],
    };
    for (const [name, [fields, isOurs]] of Object.entries(cases)) {
      const { id } = connected.calendar.put(NINE, fields);
      const event = (await connected.read()).events.find((one) => one.id === id);
      assert.equal(event?.request_id, isOurs ? REQUEST : null, name);
    }
  });
});

describe('A calendar', () => {
  test('is read whole, page by page, and then by what has changed', async () => {
    await using connected = await Connected.start();
    const { calendar, server } = connected;
    server.pageSize = 2;
    const [first, second] = calendar.putSeries([NINE, TEN]) as [GoogleEvent, GoogleEvent];
    const single = calendar.put(NINE);
    calendar.put(['2027-04-01', '2027-04-02']);
    const whole = await connected.read();
    assert.equal(whole.pages, 2);
    assert.deepEqual(whole.events.map(({ id }) => id).sort(), [first.id, second.id, single.id].sort());

    const none = await connected.read(whole.token);
    assert.deepEqual(none.events, []);
    calendar.put(TEN, { id: single.id });
    calendar.remove(first.id);
    const changed = await connected.read(none.token);
    assert.deepEqual(
      changed.events.map((event) => [event.id, timesOf(event).length]),
      [
        [single.id, 1],
        [first.id, 0],
      ],
    );
  });

  test('is asked for no titles, and no people but its owner', async () => {
    await using connected = await Connected.start();
    const { calendar, server, calls, provider } = connected;
    calendar.put(NINE, {
      summary: 'Secret plans',
      description: 'Secret words',
      location: 'Secret place',
      attendees: [{ email: 'secret@example.com' }, { email: ADA, self: true, responseStatus: 'accepted' }],
    });
    const { fetch } = calls.parts;
    let text = '';
    calls.parts.fetch = async (request) => {
      const answer = await fetch(request);
      text += answer.body;
      return answer;
    };
    connected.api = calls.api(provider, server.tokenOf(ADA));
    await connected.read();
    await connected.readEvent(calendar.events[0]?.id as string);
    assert.match(text, /"responseStatus":"accepted"/);
    assert.doesNotMatch(text, /secret|@example\.com"/i);
  });

  test('of somebody who shows only free and busy times is read', async () => {
    await using connected = await Connected.start();
    const ben = connected.account.add({ id: 'ben@example.com', accessRole: 'freeBusyReader' });
    ben.put(NINE, { summary: 'Private' });
    const { events } = await connected.read(null, ben);
    assert.deepEqual(
      events.map(({ is_busy, times }) => [is_busy, times.length]),
      [[true, 1]],
    );
  });

  test('whose token is forgotten, or is none, has to be read anew', async () => {
    await using connected = await Connected.start();
    const { token } = await connected.read();
    connected.server.forgetSyncTokens();
    const forgotten = { name: 'TokenForgotten' };
    await assert.rejects(connected.read(token), forgotten);
    await assert.rejects(connected.read('nonsense'), forgotten);
    assert.ok((await connected.read()).token);
  });

  test('that is gone is told from one whose token is forgotten', async () => {
    await using connected = await Connected.start();
    const team = connected.account.add();
    const { token } = await connected.read(null, team);
    connected.account.calendars.pop();
    await assert.rejects(connected.read(token, team), { name: 'TokenForgotten' });
    await assert.rejects(connected.read(null, team), { name: 'NotThere' });
  });

  test('of a server without sync tokens is read whole each time', async () => {
    await using connected = await Connected.start();
    connected.server.givesSyncTokens = false;
    connected.calendar.put(NINE);
    const { events, token } = await connected.read();
    assert.deepEqual([events.length, token], [1, null]);
  });

  test('says what became of a single event', async () => {
    await using connected = await Connected.start();
    const { calendar } = connected;
    const { id } = calendar.put(NINE);
    assert.equal(timesOf((await connected.readEvent(id)) as RemoteEvent).length, 1);
    calendar.remove(id);
    assert.equal(await connected.readEvent(id), undefined);
    calendar.purge(id);
    assert.equal(await connected.readEvent(id), undefined);
  });
});

describe('Reading that is refused', () => {
  const cases = {
    'with a quota': [googleRefusals.quota, 'AskedToWait', 'Google asks Rota to wait (403)'],
    'with 429': [googleRefusals.tooMany(), 'AskedToWait', 'Google asks Rota to wait (429)'],
    'as not allowed': [googleRefusals.denied, 'Refused', 'Google refused access (403 forbidden)'],
    'as invalid': [googleRefusals.invalid, 'Refused', 'Google refused the call (400 invalid)'],
    'with a failure': [googleRefusals.broken, 'ProviderAway', 'Google answered 500'],
  } as const;
  for (const [name, [answer, kind, message]] of Object.entries(cases)) {
    test(`${name} says so`, async () => {
      await using connected = await Connected.start();
      connected.server.answerWith = () => answer;
      await assert.rejects(connected.read(), { name: kind, message });
    });
  }

  test('with a time to wait names it', async () => {
    await using connected = await Connected.start();
    connected.server.answerWith = () => googleRefusals.tooMany(90);
    await assert.rejects(connected.read(), { name: 'AskedToWait', waitMs: 90_000 });
  });

  test('for a token that has ended goes on with another one, also in the middle', async () => {
    await using connected = await Connected.start();
    const { server, calendar, calls, provider } = connected;
    calendar.putSeries([NINE, TEN]);
    server.pageSize = 1;
    const refused: (string | undefined)[] = [];
    connected.api = calls.api(provider, async (old) => {
      if (old !== undefined) refused.push(old);
      return server.tokenOf(ADA);
    });
    server.answerWith = ({ query }) => {
      if (query.has('pageToken') && refused.length === 0) server.oauth.endAccessTokens();
      return undefined;
    };
    assert.equal((await connected.read()).events.length, 2);
    assert.equal(refused.length, 1);
  });
});
