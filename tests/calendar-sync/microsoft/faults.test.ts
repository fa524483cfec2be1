// What goes wrong at Microsoft has an error of its own, no page leads elsewhere, and no answer breaks anything.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ProviderError } from '../../../src/calendar-sync/accounts/errors.ts';
import { FetchFailed } from '../../../src/network/fetch.ts';
import { runs } from '../../support/chance.ts';
import { describe, inBothLanes, test } from '../../support/lanes.ts';
import { ADA } from '../../support/makers/provider-calls.ts';
import type { Times } from '../../support/receivers/microsoft-mailbox.ts';
import { graphRefusals } from '../../support/receivers/microsoft-server.ts';
import { Connected } from './connected.ts';

const MONDAY: Times = ['2026-03-09T14:00', '2026-03-09T15:30'];
const page = (body: object) => ({ status: 200, body: { value: [], ...body } });

describe('Microsoft asks to wait', () => {
  test('with 429 or 503, for the time it names', async () => {
    await using connected = await Connected.start();
    for (const refusal of [graphRefusals.tooMany(17), graphRefusals.unavailable(17)]) {
      connected.server.answerWith = () => refusal;
      for (const call of [() => connected.read(), () => connected.write()])
        await assert.rejects(call, { name: 'AskedToWait', waitMs: 17_000 });
    }
  });

  test('with 429, and names no time', async () => {
    await using connected = await Connected.start();
    connected.server.answerWith = () => graphRefusals.tooMany();
    await assert.rejects(connected.read(), { name: 'AskedToWait', waitMs: undefined });
  });
});

describe('Microsoft fails', () => {
  test('with 5xx', async () => {
    await using connected = await Connected.start();
    for (const refusal of [graphRefusals.broken, graphRefusals.unavailable()]) {
      connected.server.answerWith = () => refusal;
      await assert.rejects(connected.read(), { name: 'ProviderAway' });
    }
  });

  test('with half an answer, none, or one that is no JSON', async () => {
    await using connected = await Connected.start();
    for (const fault of ['half', 'lost', { status: 200, body: '<html>Welcome!</html>' }] as const) {
      connected.server.answerWith = () => fault;
      await assert.rejects(connected.read(), { name: 'FetchFailed' });
    }
  });

  test('by being slow: all calls have one deadline', async () => {
    await using connected = await Connected.start();
    const { server, calls } = connected;
    server.answerWith = () => {
      calls.clock.advance(31_000);
      return 'silence';
    };
    await assert.rejects(connected.read(), { name: 'FetchFailed' });
  });

  test('by answering with too much', async () => {
    await using connected = await Connected.start();
    const { server, calls, provider } = connected;
    for (let number = 0; number < 100; number += 1) connected.mailbox.primary.add(MONDAY);
    server.pageSize = 10;
    connected.api = calls.api(provider, server.tokenOf(ADA), { maxBytes: 20_000 });
    await assert.rejects(connected.read(), /too large/);
  });

  test('by refusing the token in the middle: another one is asked for, once', async () => {
    await using connected = await Connected.start();
    const { server, calls, provider, mailbox } = connected;
    for (let number = 0; number < 4; number += 1) mailbox.primary.add(MONDAY);
    server.pageSize = 2;
    let token = server.tokenOf(ADA);
    const refused: (string | undefined)[] = [];
    connected.api = calls.api(provider, async (old) => {
      if (old !== undefined) {
        refused.push(old);
        token = server.tokenOf(ADA);
      }
      return token;
    });
    const first = token;
    server.answerWith = ({ query }) => {
      if (query.has('$skiptoken') && refused.length === 0) server.oauth.endAccessTokens();
      return undefined;
    };
    assert.equal((await connected.read()).events.size, 4);
    assert.deepEqual(refused, [first]);
    server.answerWith = () => graphRefusals.expired;
    await assert.rejects(connected.read(), { name: 'Refused' });
    assert.equal(refused.length, 2);
  });
});

describe('Microsoft has forgotten', () => {
  test('what was read before: everything is read anew', async () => {
    await using connected = await Connected.start();
    connected.mailbox.primary.add(MONDAY);
    const { token } = await connected.read();
    connected.server.forgetRounds();
    await assert.rejects(connected.read(token), { name: 'TokenForgotten' });
    assert.equal((await connected.read()).events.size, 1);
  });

  for (const [status, code] of [
    [404, 'ErrorItemNotFound'],
    [400, 'SyncStateInvalid'],
    [410, 'resyncRequired'],
    [403, 'fullSyncRequired'],
  ] as const) {
    test(`and says so with ${status} ${code}`, async () => {
      await using connected = await Connected.start();
      const { token } = await connected.read();
      connected.server.answerWith = () => ({ status, body: { error: { code } } });
      await assert.rejects(connected.read(token), { name: 'TokenForgotten' });
    });
  }

  test('a calendar, which is then gone', async () => {
    await using connected = await Connected.start();
    const { primary } = connected.mailbox;
    connected.mailbox.calendars.length = 0;
    await assert.rejects(connected.read(null, primary), { name: 'NotThere' });
  });

  test('where a token of another address leads to: nothing is sent there', async () => {
    await using connected = await Connected.start();
    await assert.rejects(connected.read('https://graph.example.com/v1.0/me/calendars/1/calendarView/delta'), {
      name: 'TokenForgotten',
    });
    assert.equal(connected.server.asked.length, 0);
  });
});

describe('a page of Microsoft', () => {
  test('on another host is not asked for', async () => {
    await using connected = await Connected.start();
    await using elsewhere = await Connected.start();
    for (const next of [elsewhere.server.graphUrl, connected.server.oauth.url, 'file:///etc/passwd', '']) {
      connected.server.answerWith = () => page({ '@odata.nextLink': next });
      await assert.rejects(connected.read(), { name: 'LeadsElsewhere' });
      await assert.rejects(connected.provider.listCalendars(connected.api), ProviderError);
    }
    assert.equal(elsewhere.server.asked.length + connected.server.oauth.asked.length, 0);
  });

  test('is not asked for twice', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    server.answerWith = () => page({ '@odata.nextLink': `${server.graphUrl}/me/again` });
    await assert.rejects(connected.read(), { message: 'Microsoft named the same page twice' });
    assert.equal(server.asked.length, 2);
  });

  test('is not asked for without an end', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    let number = 0;
    server.answerWith = () => page({ '@odata.nextLink': `${server.graphUrl}/me/next/${++number}` });
    await assert.rejects(connected.read(), ProviderError);
    assert.ok(number <= 501);
  });

  test('without a link gives no token', async () => {
    await using connected = await Connected.start();
    connected.server.answerWith = () => page({});
    assert.equal((await connected.read()).token, null);
    connected.server.answerWith = () => page({ '@odata.deltaLink': `https://${'x'.repeat(9_000)}` });
    assert.equal((await connected.read()).token, null);
  });

  test('with times in another zone is refused: nothing would be right', async () => {
    await using connected = await Connected.start();
    const at = { dateTime: '2026-03-09T14:00:00.0000000', timeZone: 'Pacific Standard Time' };
    connected.server.answerWith = () => page({ value: [{ id: 'A', start: at, end: at }] });
    await assert.rejects(connected.read(), { name: 'ProviderError' });
  });

  test('with an event that can not be read still has the others', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    const good = mailbox.primary.add(MONDAY);
    const broken = [7, null, [], {}, { id: 7 }, { id: '' }, { id: 'x'.repeat(2_000) }, { id: 'B' }];
    server.answerWith = () => page({ value: [...broken, { ...good }] });
    const { events } = await connected.read();
    assert.deepEqual([...events.keys()], ['B', good.id]);
    assert.equal(events.get(String(good.id))?.times.length, 1);
  });
});

inBothLanes(() => {
  test('whatever comes instead of an answer, there is an error or a result, and soon', async () => {
    await using connected = await Connected.start();
    const { server, provider, api, mailbox } = connected;
    const names = [
      'value',
      'id',
      'type',
      'seriesMasterId',
      'start',
      'end',
      'dateTime',
      'timeZone',
      'isAllDay',
    ];
    const more = ['@removed', '@odata.nextLink', '@odata.deltaLink', 'owner', 'onlineMeeting', 'iCalUId'];
    const text = fc.constantFrom(
      ...['', 'A', 'B', 'UTC', 'seriesMaster', 'occurrence', 'free', '2026-03-09T14:00:00.0000000'],
      ...['2026-03-09T00:00:00.0000000', '2026-03-10T00:00:00.0000000', '9999-12-31T00:00:00', '/me', '//'],
      ...[server.graphUrl, `${server.graphUrl}/me/calendars`, 'https://example.com/', '\u0000'],
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null)),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names, ...more), tie('tree'), { maxKeys: 9 }),
      ),
    }));
    const event = fc.dictionary(fc.constantFrom(...names, ...more), tree, { maxKeys: 12 });
    const body = fc.oneof(tree, fc.record({ value: fc.array(event, { maxLength: 4 }) }), event);
    const ways = [
      () => connected.read(),
      () => connected.read(`${server.graphUrl}/me/next`),
      () => connected.readEvent('A'),
      () => connected.write({ has_conference: true }),
      () => connected.write({ event_id: 'A', has_conference: true }),
      () => provider.listCalendars(api),
      () => provider.removeEvent(api, mailbox.primary.id, 'A'),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(200, 200, 200, 201, 400, 403, 404, 410), body), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.nat({ max: ways.length - 1 }),
        async (answers, way) => {
          let number = 0;
          server.answerWith = () => {
            const [status, sent] = answers[Math.min(number++, answers.length - 1)] ?? [500, null];
            return { status, body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } };
          };
          try {
            await ways[way]?.();
          } catch (error) {
            assert.ok(error instanceof ProviderError || error instanceof FetchFailed, String(error));
            // Nothing of an answer is repeated but words for a reason.
            assert.doesNotMatch(error.message, /access-token|https?:/);
          }
          assert.ok(number <= 600, `${number} requests`);
        },
      ),
      runs(500),
    );
  });
});
