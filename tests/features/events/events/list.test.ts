// The list of events shows what was sent, newest first, and can be read on after an event.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { eventsOf, payloadsAbout } from '../../../support/makers/events.ts';
import { makeRequest, makeRequestAfter } from '../../../support/makers/meeting-requests.ts';
import { createEndpoint, sendTest } from '../../../support/makers/webhooks.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Page } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { EVENTS, type ListedEvent } from '../../../support/server/stream.ts';

onBothEngines('The list of events', (node) => {
  const list = async (query = '') => (await node().get(`${EVENTS}${query}`)).body as Page<ListedEvent>;

  test('has every event, newest first, with the payload that is delivered', async () => {
    const { id } = await makeRequestAfter(node(), 'pause', 'resume', 'book');
    const { data, meta } = await list();
    const types = ['booked', 'resumed', 'paused', 'created'].map((name) => `meeting_request.${name}`);
    assert.deepEqual(
      data.map(({ type }) => type),
      types,
    );
    assert.deepEqual(meta, { limit: 25, has_more: false, next_cursor: null });
    const [booked] = data as [ListedEvent];
    assert.deepEqual(Object.keys(booked), ['id', 'type', 'payload', 'created_at']);
    assert.deepEqual(booked.payload, (await payloadsAbout(node(), id)).at(-1));
    assert.deepEqual([booked.payload.event, booked.payload.timestamp], [booked.type, booked.created_at]);
    assert.match(booked.id, /^evt_/);
  });

  test('has tests of endpoints too', async () => {
    const { id } = await createEndpoint(node(), 'http://127.0.0.1:1/hook');
    await sendTest(node(), id);
    assert.equal((await list('?limit=1')).data[0]?.type, 'test');
  });

  test('goes back in time by cursor, and on in time after an event', async () => {
    const since = (await eventsOf(node())).at(-1)?.id as string;
    for (let made = 0; made < 5; made++) await makeRequest(node());
    const made = (await eventsOf(node(), undefined, since)).map(({ id }) => id);

    async function walk(query: string): Promise<string[][]> {
      const pages: string[][] = [];
      for (let cursor = ''; ; ) {
        const { data, meta } = await list(`?limit=2${query}${cursor}`);
        pages.push(data.map(({ id }) => id));
        if (!meta.has_more) return pages;
        cursor = `&cursor=${meta.next_cursor}`;
      }
    }
    assert.deepEqual(await walk(`&after=${since}`), [made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
    assert.deepEqual((await walk('')).flat().slice(0, 5), made.toReversed());
    assert.deepEqual(await walk(`&after=${made[4]}`), [[]]);
    // The id of an event that was removed, or never existed, is still a place in the list.
    assert.deepEqual((await walk('&after=evt_00000000000000000000000000')).flat().slice(-5), made);
  });

  test("never shows another workspace's events, whatever it is asked to begin after", async () => {
    const other = await node().otherWorkspace();
    const { id } = dataOf<ListedEvent[]>(await node().get(EVENTS)).at(-1) as ListedEvent;
    for (const query of ['', `?after=${id}`, `?cursor=${id}`]) {
      const answer = await node().get(`${EVENTS}${query}`, { key: other.rawKey });
      assert.deepEqual(dataOf(answer), [], query);
    }
  });

  test('refuses a malformed place', async () => {
    const wrong = ['x', '', 'evt_', 'mr_01K9ZB3V5G8Q4T7M2N6P0R1S3W', 'evt_01k9zb3v5g8q4t7m2n6p0r1s3w'];
    const asked = (query: string) => () => node().get(`${EVENTS}?${query}`);
    await assertRefused(node(), [
      ...wrong.map(
        (id) =>
          [asked(`after=${id}`), 'invalid_request', 'after must be an id that begins with evt_'] as const,
      ),
      [asked('after=%00'), 'invalid_request', 'after must not contain a null character'],
      [asked('after=x&after=y'), 'invalid_request', 'after must be given only once'],
      [
        asked('cursor=x'),
        'invalid_request',
        'cursor must be the next_cursor of an earlier page of this list',
      ],
    ]);
  });
});
