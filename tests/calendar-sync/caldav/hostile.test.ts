// Full lane, because it tries many hostile servers and files: A CalDAV server may answer anything: its calendar fails in words, and the password goes nowhere else.
import assert from 'node:assert/strict';
import { readMultistatus } from '../../../src/calendar-sync/caldav/multistatus.ts';
import { describe, test } from '../../support/lanes.ts';
import { eventText } from '../../support/makers/caldav-account.ts';
import { busyTimes, failing, synced, syncRow } from '../../support/makers/calendars.ts';
import type { CaldavAnswer } from '../../support/receivers/caldav-server.ts';
import { Feed } from '../../support/receivers/feed.ts';
import { onBothEngines } from '../../support/server/rota.ts';
import { ConnectedServer } from './connected.ts';

const MIB = 1024 * 1024;
/** What is read before others have their turn. */
const SLICE_BYTES = 16 * 1024;

const bombs = {
  'entities that grow': `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><m>&b;</m>`,
  'a file of the machine': `<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><m>&a;</m>`,
  'an entity that nobody defined': '<multistatus xmlns="DAV:"><response>&evil;</response></multistatus>',
  'elements in elements': '<a>'.repeat(200_000),
  'attributes without end': `<m ${Array.from({ length: 100_000 }, (_, place) => `a${place}="x"`).join(' ')}>`,
  'elements without end': `<m xmlns="DAV:">${'<a/>'.repeat(700_000)}</m>`,
  'no end': '<multistatus xmlns="DAV:"><response>',
  'something else': '<html xmlns="http://www.w3.org/1999/xhtml"><p>Sign in</p></html>',
  'no XML': 'Hello!',
  nothing: '',
};

describe('XML', () => {
  for (const [name, text] of Object.entries(bombs)) {
    test(`with ${name} is refused`, async () => {
      await assert.rejects(readMultistatus(Buffer.from(text)), {
        name: 'Unreadable',
        message: /^the response of the server can't be read: /,
      });
    });
  }

  test('of 20,000 events, or of ten MiB of text, is read between the work of others', async () => {
    const event = (place: number) =>
      `<d:response><d:href>/ada/${place}.ics</d:href><d:propstat><d:prop><d:getetag>"${place}"</d:getetag></d:prop>` +
      '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>';
    const events = Array.from({ length: 20_000 }, (_, place) => event(place)).join('');
    const text = `<d:response><d:href>/</d:href>${'&amp;'.repeat(2_000_000)}</d:response>`;
    for (const content of [events, text]) {
      const body = Buffer.from(`<d:multistatus xmlns:d="DAV:">${content}</d:multistatus>`);
      const turns = await turnsDuring(() => readMultistatus(body));
      assert.ok(turns >= Math.floor(body.length / SLICE_BYTES), `${turns} turns for ${body.length} bytes`);
    }
  });

  test('has its meaning from its namespaces, whatever the prefixes', async () => {
    const body =
      '<x:multistatus xmlns:x="DAV:" xmlns:d="urn:other"><d:response><x:href>/no</x:href></d:response>' +
      '<x:response><x:href> /a&amp;b </x:href><x:propstat><x:prop><c:calendar-data xmlns:c="urn:ietf:params:xml:ns:caldav">' +
      'A<![CDATA[<&>]]>&#66;</c:calendar-data><x:getetag/></x:prop><x:status>HTTP/1.1 200 OK</x:status></x:propstat>' +
      '<x:propstat><x:prop><x:owner/></x:prop><x:status>HTTP/1.1 404 Not Found</x:status></x:propstat></x:response>' +
      '</x:multistatus>';
    const { responses } = await readMultistatus(Buffer.from(body));
    assert.deepEqual(
      responses.map(({ href, properties }) => [
        href,
        [...properties].map(([name, { text }]) => [name, text]),
      ]),
      [
        [
          '/a&b',
          [
            ['calendar-data', 'A<&>B'],
            ['getetag', ''],
          ],
        ],
      ],
    );
  });
});

onBothEngines('A CalDAV server that', (node) => {
  /** What becomes of a calendar whose every answer is this one. */
  async function errorWith(answer: (calendars: ConnectedServer) => CaldavAnswer): Promise<string | null> {
    await using calendars = await ConnectedServer.start();
    calendars.server.answerWith = () => answer(calendars);
    return (await failing(node(), await calendars.connect(node()))).last_error;
  }

  test('answers with 50 MB is given up at ten', async () => {
    const error = await errorWith(() => ({ status: 207, body: Buffer.alloc(50 * MIB, 'a') }));
    assert.equal(error, 'the answer is larger than 10 MiB');
  });

  test('answers with entities is not believed', async () => {
    const error = await errorWith(() => ({ status: 207, body: bombs['entities that grow'] }));
    assert.equal(error, "the response of the server can't be read: it has a document type");
  });

  test('is none is told from one', async () => {
    for (const status of [200, 302, 400, 405, 501]) {
      const error = await errorWith(() => ({ status, body: '<html>Welcome</html>' }));
      const told =
        status === 501 ? /^the server answered 501$/ : /^there is no CalDAV server at the URL: it answered/;
      assert.match(error ?? '', told, String(status));
    }
    assert.equal(await errorWith(() => ({ status: 503 })), 'the server answered 503');
    assert.match((await errorWith(() => ({ status: 403 }))) ?? '', /^the server refused access \(403\)/);
  });

  test('leads elsewhere never gets anybody there the password', async () => {
    await using elsewhere = await Feed.start(207);
    const leads = `the calendar is on another server, ${elsewhere.origin}: use its URL there`;
    const home = (href: string) => `<C:calendar-home-set><href>${href}</href></C:calendar-home-set>`;
    const found = await errorWith(({ server }) =>
      server.multistatus(server.response('/', home(elsewhere.url))),
    );
    assert.equal(found, leads);
    assert.equal(elsewhere.asked.length, 0);
    const redirected = await errorWith(() => ({ status: 307, headers: { location: elsewhere.url } }));
    assert.equal(redirected, leads);
    assert.deepEqual(
      elsewhere.asked.map(({ headers }) => headers.authorization),
      [undefined],
    );
  });

  const outside = 'the server returned an event outside the calendar';
  const addresses: Record<string, [string, string]> = {
    'an event of another host': [
      'http://127.0.0.1:9/x.ics',
      'the calendar is on another server, http://127.0.0.1:9: use its URL there',
    ],
    'a script': [
      'javascript:alert(1)',
      'the calendar is on another server, somewhere else: use its URL there',
    ],
    'an event of another calendar': ['/ada/private/x.ics', outside],
    'an event above': ['../private/x.ics', outside],
    'an event above, in disguise': ['%2e%2e/private/x.ics', outside],
    'an event inside of another folder': ['deep/x.ics', outside],
    'no address': ['http://[', 'the server returned an invalid address'],
    'an address without end': [`${'x'.repeat(3_000)}.ics`, 'the server returned an invalid address'],
  };
  for (const [name, [href, error]] of Object.entries(addresses)) {
    test(`names ${name} is not followed`, async () => {
      await using calendars = await ConnectedServer.start();
      const { server } = calendars;
      server.answerWith = ({ method, depth }) =>
        method === 'PROPFIND' && depth === '1'
          ? server.multistatus(server.response(href, '<getetag>"1"</getetag>'))
          : undefined;
      assert.equal((await failing(node(), await calendars.connect(node()))).last_error, error);
      assert.equal(server.count('REPORT'), 0);
    });
  }

  test('passes on what XML does not allow in one event is read without that event', async () => {
    await using calendars = await ConnectedServer.start();
    for (const [place, hour] of ['08', '10', '12'].entries())
      await calendars.put(`e${place}`, `20260303T${hour}`);
    await calendars.put('e1', '20260303T10', 'DESCRIPTION:\u000b');
    const calendar = await synced(node(), await calendars.connect(node()));
    assert.match(calendar.last_error ?? '', /^one event could not be understood/);
    assert.deepEqual(await busyTimes(node(), calendar), [
      '2026-03-03T08:00/2026-03-03T09:00',
      '2026-03-03T12:00/2026-03-03T13:00',
    ]);
  });

  test('can not be asked for single events is told from one', async () => {
    await using calendars = await ConnectedServer.start();
    await calendars.put('one', '20260303T10');
    calendars.server.answerWith = ({ method }) => (method === 'REPORT' ? { status: 405 } : undefined);
    const calendar = await failing(node(), await calendars.connect(node()));
    assert.equal(calendar.last_error, 'there is no CalDAV server at the URL: it answered 405 to REPORT');
  });

  test('has names without end for everything is read all the same', async () => {
    await using calendars = await ConnectedServer.start();
    const { server, path } = calendars;
    await calendars.put('one', '20260303T10');
    const long = 'x'.repeat(100_000);
    server.answerWith = ({ method, depth }) => {
      if (method !== 'PROPFIND') return undefined;
      const kind = '<resourcetype><C:calendar /><collection /></resourcetype>';
      const state = `<CS:getctag>${long}</CS:getctag><sync-token>${long}</sync-token>`;
      const event = server.response(`${path}one.ics`, `<getetag>${long}</getetag>`);
      return server.multistatus(server.response(path, kind + state), ...(depth === '1' ? [event] : []));
    };
    const calendar = await synced(node(), await calendars.connect(node()));
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T10:00/2026-03-03T11:00']);
    assert.equal((await syncRow(node(), calendar)).etag, null);
  });

  test('has more than 20,000 events is too large', async () => {
    await using calendars = await ConnectedServer.start();
    const { server } = calendars;
    server.answerWith = ({ method, depth }) => {
      if (method !== 'PROPFIND' || depth !== '1') return undefined;
      const events = Array.from({ length: 20_001 }, (_, place) =>
        server.response(`${place}.ics`, '<getetag>"1"</getetag>'),
      );
      return server.multistatus(...events);
    };
    const calendar = await failing(node(), await calendars.connect(node()));
    assert.equal(calendar.last_error, 'the calendar has more than 20000 events');
  });

  test('writes addresses in another way than was asked is understood', async () => {
    await using calendars = await ConnectedServer.start();
    const { account } = calendars.server;
    const url = await account.makeCalendar('a%40b');
    await account.put(url, 'x%20y.ics', eventText('x', ['20260303T100000Z', '20260303T110000Z']));
    const given = url.replace('%40', '@');
    calendars.server.answerWith = (request) => {
      if (request.path.includes('@')) request.path = request.path.replace('@', '%40');
      return undefined;
    };
    const calendar = await synced(node(), await calendars.connect(node(), { url: given }));
    assert.deepEqual(await busyTimes(node(), calendar), ['2026-03-03T10:00/2026-03-03T11:00']);
  });
});

/** How often others had their turn while `work` ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  takeTurn();
  await work();
  isOver = true;
  return turns;
}
