// Whatever Google answers, reading and writing end: with what was meant, or with an error in words that holds no token.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ProviderError } from '../../../src/calendar-sync/accounts/errors.ts';
import { FetchFailed } from '../../../src/network/fetch.ts';
import { runs } from '../../support/chance.ts';
import { describe, inBothLanes, test } from '../../support/lanes.ts';
import { REQUEST } from '../../support/makers/provider-calls.ts';
import { Feed } from '../../support/receivers/feed.ts';
import { Connected } from './connected.ts';

const ENDLESS = { name: 'ProviderError', message: 'Google kept returning more pages' };
const MIB = 1024 * 1024;

describe('Pages', () => {
  test('without an end are given up', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    let page = 0;
    server.answerWith = () => ({ status: 200, body: { items: [], nextPageToken: `page-${page++}` } });
    await assert.rejects(connected.read(), ENDLESS);
    await assert.rejects(connected.provider.listCalendars(connected.api), ENDLESS);
    assert.equal(server.asked.length, 80);
  });

  test('in a circle, or with a token that fits no address, are given up at once', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    const tokens = ['one', 'two', 'one'];
    server.answerWith = () => ({ status: 200, body: { items: [], nextPageToken: tokens.shift() } });
    await assert.rejects(connected.read(), ENDLESS);
    assert.equal(server.asked.length, 3);
    server.answerWith = () => ({ status: 200, body: { items: [], nextPageToken: 'x'.repeat(5_000) } });
    await assert.rejects(connected.read(), ENDLESS);
    server.answerWith = () => ({ status: 200, body: { items: [], nextSyncToken: 'x'.repeat(5_000) } });
    assert.equal((await connected.read()).token, null);
  });

  test('that are too large, or have too many events, are given up', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    server.answerWith = () => ({ status: 200, body: Buffer.alloc(11 * MIB, ' ') });
    await assert.rejects(connected.read(), {
      name: 'FetchFailed',
      message: 'the answer is larger than 10 MiB',
    });
    const items = Array.from({ length: 60_000 }, (_, place) => ({ id: `event${place}` }));
    let page = 0;
    server.answerWith = () => ({ status: 200, body: { items, nextPageToken: `page-${page++}` } });
    await assert.rejects(connected.read(), { message: 'the calendar has more than 100000 events' });
  });

  test('without a list are no empty calendars', async () => {
    await using connected = await Connected.start();
    connected.server.answerWith = () => ({ status: 200, body: { nextSyncToken: 'next' } });
    await assert.rejects(connected.read(), { name: 'ProviderError', message: "the events can't be read" });
  });

  test('elsewhere are never asked for', async () => {
    await using connected = await Connected.start();
    await using elsewhere = await Feed.start(200);
    const { server } = connected;
    server.answerWith = () => ({ status: 302, headers: { location: elsewhere.url } });
    await assert.rejects(connected.read(), { message: 'Google answered with a redirect (302)' });
    server.answerWith = ({ query }) => ({
      status: 200,
      body: query.has('pageToken')
        ? { items: [] }
        : { items: [], nextPageToken: `&x=${elsewhere.url}#/../../` },
    });
    await connected.read();
    for (const id of ['../../../elsewhere', elsewhere.url, `@${elsewhere.origin}`, '%2e%2e/x', 'a?b#c'])
      await connected.read(null, { ...connected.calendar, id } as never).catch(() => {});
    assert.equal(elsewhere.asked.length, 0);
    for (const { path } of server.asked) assert.match(path, /^\/calendar\/v3\/calendars\/[^/]+\/events$/);
  });

  test('that never come end with the time of a reading', async () => {
    await using connected = await Connected.start();
    const { server, calls } = connected;
    const asked = new Promise<void>((resolve) => {
      server.answerWith = () => {
        resolve();
        return 'silence';
      };
    });
    const reading = assert.rejects(connected.read(), { name: 'FetchFailed' });
    await asked;
    calls.clock.advance(30_000);
    await reading;
  });
});

inBothLanes(() => {
  describe('An answer with anything in any place', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(
        '',
        '\u0000',
        '..',
        '2026-03-09',
        '2026-03-09T09:00:00Z',
        '9999-12-31',
        '0000-01-01',
        -1,
        1e300,
      ),
    );
    const fields = (...names: string[]) =>
      fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
    const either = (own: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: own }, anything);
    const time = either(fields('date', 'dateTime', 'timeZone'));
    const event = fc.record(
      {
        id: fc.oneof(fc.constantFrom('event1', 'event2'), anything),
        status: fc.oneof(fc.constantFrom('confirmed', 'cancelled'), anything),
        transparency: anything,
        eventType: anything,
        start: time,
        end: time,
        attendees: either(fc.array(either(fields('self', 'responseStatus')), { maxLength: 3 })),
        iCalUID: fc.oneof(fc.constant(`${REQUEST}@a`), anything),
        recurringEventId: anything,
        conferenceData: either(
          fc.record({
            createRequest: either(fields('requestId', 'status')),
            entryPoints: either(fc.array(either(fields('entryPointType', 'uri')), { maxLength: 3 })),
          }),
        ),
        hangoutLink: anything,
      },
      { requiredKeys: [] },
    );
    const calendar = either(
      fc.record({
        id: anything,
        summary: anything,
        summaryOverride: anything,
        primary: fc.oneof(fc.constant(true), anything),
        accessRole: anything,
        hidden: anything,
      }),
    );
    const page = fc.record(
      {
        items: either(fc.array(fc.oneof(event, calendar), { maxLength: 4 })),
        nextPageToken: fc.oneof(fc.constant(undefined), anything),
        nextSyncToken: anything,
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      fc.string(),
      page.map((one) => JSON.stringify(one)),
      event.map((one) => JSON.stringify(one)),
    );
    const answer = fc.record({
      status: fc.constantFrom(200, 200, 200, 200, 201, 204, 304, 400, 403, 404, 409, 410, 418, 429, 500, 503),
      body: text,
    });

    /** Only these say what happened, and neither says a word of the answer. */
    async function isInWords(work: Promise<unknown>): Promise<void> {
      await work.catch((error) => {
        if (!(error instanceof ProviderError || error instanceof FetchFailed)) throw error;
        assert.doesNotMatch(error.message, /-token\.|undefined|\[object/);
      });
    }

    test('is read, or refused in words', async () => {
      await using connected = await Connected.start();
      const { server, provider } = connected;
      await fc.assert(
        fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (answers) => {
          let place = 0;
          server.answerWith = ({ method }) => {
            const { status, body } = answers[place++ % answers.length] as (typeof answers)[0];
            // Neither has a body, by the rules of HTTP.
            return status === 204 || status === 304 || method === 'HEAD' ? { status } : { status, body };
          };
          await isInWords(provider.listCalendars(connected.api));
          await isInWords(connected.read());
          await isInWords(connected.read('token'));
          await isInWords(connected.readEvent('event1'));
          await isInWords(connected.write({ has_conference: true }));
          await isInWords(connected.write({ event_id: 'event1', has_conference: true }));
          await isInWords(connected.remove('event1'));
        }),
        runs(300),
      );
    });
  });
});
