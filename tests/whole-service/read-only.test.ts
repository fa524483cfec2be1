// A read-only node shows everything, changes nothing, and says so to whoever tries: callers, people, mail.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { consoleRoutes } from '../../src/console/routes.ts';
import { exampleOf } from '../../src/shapes/examples.ts';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/timestamps.ts';
import { Wire } from '../smtp/wire.ts';
import { owner, SignedIn, signedIn } from '../support/console/signed-in.ts';
import { describe, test } from '../support/lanes.ts';
import { makeThing, makeThings, type Things } from '../support/makers/things.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { failed } from '../support/server/exits.ts';
import { untilIdle } from '../support/server/idle.ts';
import { isKeyRoute, type KeyRoute } from '../support/server/key-routes.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { EmptyStorage, rota } from '../support/server/process.ts';
import {
  dataOf,
  errorOf,
  freshStorage,
  type Node,
  onEachEngine,
  type Storage,
  startNode,
} from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';
import { pathOf, sendForm, visit } from '../support/server/visits.ts';

const READ_ONLY = { ROTA_READ_ONLY: 'true' };
const REFUSAL =
  /^The service takes no changes at the moment: it is read-only\. Try again later\. Request id: /;
/** What the digests of rows leave out. */
const SMALL_NOTES =
  'select max(last_used_at) as used, (select latest from clock) as latest, (select max(seen_at) from sessions) as seen from api_keys';
const SENTENCE =
  /Nothing can be changed for a few minutes, but you can look at everything\. Please try again soon\./;

onEachEngine((engine) => {
  describe(`A read-only node (${engine})`, () => {
    const clock = new ManualClock();
    let storage: Storage;
    let node: Node;
    let receiver: Receiver;
    let things: Things;
    let person: SignedIn;
    let page: string;
    /** It could write. */
    let witness: OpenDatabase;
    let whole: () => Promise<Record<string, string>>;
    let whatWas: Record<string, string>;

    before(async () => {
      receiver = await Receiver.start();
      storage = await freshStorage(engine);
      const writing = await startNode(storage, { clock });
      things = await makeThings(writing);
      const signed = await signedIn(writing, await owner(writing));
      page = await pathOf(writing, things.meetingRequest as string);
      await untilIdle(writing);
      // Due when the read-only node looks, if it did.
      receiver.answer = 503;
      const hook = { url: receiver.url, events: ['meeting_request.created'] };
      dataOf(await writing.post('/api/v1/webhook_endpoints', hook));
      await makeThing('meetingRequest', writing, writing.rawKey);
      await receiver.atLeast(1);
      await untilIdle(writing);
      await writing.stop();
      // So that the session would be noted as seen again.
      clock.advance(2 * HOUR_MS);
      node = await startNode(storage, {
        clock,
        environment: {
          ...READ_ONLY,
          ROTA_SMTP_LISTEN: '127.0.0.1:0',
          ROTA_RATE_LIMIT_PER_MINUTE: '500',
        },
      });
      person = new SignedIn(node, signed.secret, signed.sessionId);
      witness = await openDatabase(node.services.config);
      const rows = await snapshotsOf(witness);
      whole = async () => ({ ...(await rows()), ...(await witness.get(SMALL_NOTES)) });
      whatWas = await whole();
    });
    after(async () => {
      await node?.stop();
      await witness?.close();
      await storage?.remove();
      await receiver[Symbol.asyncDispose]();
    });

    const keyRoutes = (isReading: boolean) =>
      node.app.routes.filter(isKeyRoute).filter(({ method }) => (method === 'GET') === isReading);
    const filled = (route: KeyRoute) =>
      route.url.replace(/:(\w+)/g, (_, name) => {
        const kind = route.path?.[name]?.kind as keyof Things;
        return (route.url.includes('/seats/') ? things.member : things[kind]) as string;
      });

    test('serves every read of the API', async () => {
      for (const route of keyRoutes(true)) {
        const { status, text } = await node.get(filled(route));
        assert.ok([200, 404, 422].includes(status), `${route.operation} answered ${text}`);
      }
    });

    test('answers 503 to every change, with the time to wait and the reason', async () => {
      for (const route of keyRoutes(false)) {
        const body = route.body ? { body: exampleOf(route.body) } : {};
        const answer = await node.call(route.method, filled(route), body);
        assert.equal(answer.status, 503, route.operation);
        assert.equal(answer.headers['retry-after'], '10');
        assert.equal(errorOf(answer).type, 'unavailable');
        assert.match(errorOf(answer).message, REFUSAL);
      }
      assert.equal(
        node.logLines.filter((line) => line.includes('"request failed"')).length,
        0,
        'a refusal is no failure',
      );
    });

    test('is ready, and says how', async () => {
      const { status, body } = await node.get('/readyz', { key: null });
      assert.deepEqual([status, body], [200, { status: 'ok', read_only: true }]);
    });

    test('counts calls against the rate limit', async () => {
      const { headers } = await node.get('/api/v1/teams');
      assert.match(String(headers.ratelimit), /^"default";r=\d+;t=\d+$/);
    });

    test('shows the pages of the console, and tells who sends a form', async () => {
      const pages = consoleRoutes.filter(({ method, url }) => method === 'GET' && !url.includes(':'));
      for (const { url, operation } of pages.filter((route) => route.access.kind === 'session')) {
        const { status } = await person.get(url);
        assert.ok([200, 303, 404, 422].includes(status), `${operation} answered ${status}`);
      }
      const answer = await person.post('/console/settings/workspace', { name: 'New' });
      assert.equal(answer.status, 503);
      assert.match(answer.text, SENTENCE);
    });

    test('shows the page of a participant, and tells who answers, in their language', async () => {
      assert.equal((await visit(node, page)).status, 200);
      const answer = await sendForm(node, `${page}/cancel`);
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '10']);
      assert.match(answer.text, SENTENCE);
      const german = await sendForm(node, `${page}/cancel`, { headers: { 'accept-language': 'de' } });
      assert.match(german.text, /Für ein paar Minuten lässt sich nichts ändern/);
    });

    test('asks mail to come later, and notes no failure', async () => {
      await using wire = await Wire.open(node.app.mailAddresses.smtp as string);
      await wire.say('MAIL FROM:<ada@example.com>');
      assert.match(await wire.say('RCPT TO:<acme@rota.localhost>'), /^451 4\.3\.0 /);
      assert.equal(node.logLines.filter((line) => line.includes('could not be accepted')).length, 0);
    });

    test('sends nothing that is due, and has written nothing', async () => {
      clock.advance(DAY_MS);
      await node.get('/api/v1/workspace');
      assert.equal(receiver.received.length, 1);
      assert.deepEqual(await whole(), whatWas);
    });
  });

  test(`A read-only command line (${engine}) reads and changes nothing`, async () => {
    await using empty = await EmptyStorage.make(engine);
    const readOnly = (...words: string[]) => rota(words, { ...empty.environment, ...READ_ONLY });
    const first = await readOnly('serve');
    assert.equal(first.code, 1);
    assert.match(first.stderr, /there is no database with a workspace at .+ and ROTA_READ_ONLY is true/);
    await empty.json('migrate');
    await empty.json('workspace', 'create', 'Acme');
    const listed = await readOnly('key', 'list', '--json');
    assert.deepEqual([listed.code, listed.stdout], [0, '[]\n']);
    assert.deepEqual(
      await readOnly('key', 'create', 'New', '--all-scopes'),
      failed(4, 'The service takes no changes at the moment: it is read-only. Try again later'),
    );
  });
});
