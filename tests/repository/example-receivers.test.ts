// Full lane, because it starts many processes: The receivers in examples/ verify real deliveries, run exactly as they are published.
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { describe, test } from '../support/lanes.ts';
import { deactivate, makeMember } from '../support/makers/team-members.ts';
import { changeEndpoint, HOOK, pathOf, rotateSecret } from '../support/makers/webhook-endpoints.ts';
import {
  afterAttempts,
  createEndpoint,
  listDeliveries,
  sendTest,
  tryOnce,
} from '../support/makers/webhooks.ts';
import { type Case, Example, type Language, languages, verifyAll } from '../support/receivers/example.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { send } from '../support/server/http.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { takePort } from '../support/server/process.ts';
import {
  type Engine,
  freshStorage,
  type Node,
  onEachEngine,
  type Storage,
  startNode,
} from '../support/server/rota.ts';

const FIVE_MINUTES_MS = 300_000;
const MEBIBYTE = 1024 * 1024;
const REFUSED = 'refused a request: its signature is wrong or too old';

onEachEngine((engine) => {
  describe(`The example receivers (${engine})`, () => {
    let storage: Storage;
    let node: Node;
    before(async () => {
      storage = await freshStorage(engine);
      // The receivers compare the time with their own clocks.
      node = await startNode(storage, { clock: new ManualClock(Date.now()) });
    });
    beforeEach(() => node.clock.catchUp());
    after(async () => {
      await node?.stop();
      await storage?.remove();
    });
    for (const language of languages) {
      describeVerify(language, () => node);
      describeProcess(language, engine, () => node);
    }
  });
});

function describeVerify(language: Language, node: () => Node): void {
  /** The request of the endpoint's test event. */
  async function received(endpointId: string, receiver: Receiver): Promise<Omit<Case, 'secret'>> {
    await sendTest(node(), endpointId);
    const [{ body, headers }] = (await receiver.atLeast(1)) as [Received];
    return { body, headers: headers as Record<string, string>, now: node().clock.now() };
  }

  test(`${language}: verify accepts what Rota sends, and nothing else`, async () => {
    await using receiver = await Receiver.start();
    const { id, signing_secret: secret } = await createEndpoint(node(), receiver.url);
    const good = { ...(await received(id, receiver)), secret };
    const sentAt = Math.floor(good.now / 1_000) * 1_000;
    const time = String(good.headers['webhook-timestamp']);
    const signature = String(good.headers['webhook-signature']);
    const [another = ''] = signature
      .replace(/v1,./, (start) => (start === 'v1,A' ? 'v1,B' : 'v1,A'))
      .split(' ');
    const given = (changed: Record<string, string>) => ({ headers: { ...good.headers, ...changed } });
    const timed = (value: string) => given({ 'webhook-timestamp': value });
    const signed = (value: string) => given({ 'webhook-signature': value });
    const older = Object.entries(good.headers).filter(([name]) => !name.startsWith('webhook-'));
    const right: Record<string, Partial<Case>> = {
      'as it came': {},
      'still recent': { now: sentAt + FIVE_MINUTES_MS },
      'by a clock that is late': { now: sentAt - FIVE_MINUTES_MS },
      'beside signatures of other kinds and secrets': signed(`v1a,abc ${another} ${signature} v2,x`),
      'another X-Webhook-Id, which nobody goes by': given({ 'x-webhook-id': 'del_1' }),
    };
    const wrong: Record<string, Partial<Case>> = {
      'another body': { body: `${good.body} ` },
      'another secret': { secret: secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      'another id': given({ 'webhook-id': 'del_01KJPWD6M0A57CPWZ0TQZND9PP' }),
      'no id': given({ 'webhook-id': '' }),
      'another time': timed(time.replace(/^\d/, '9')),
      'another time, as recent': timed(time.replace(/\d$/, (last) => `${9 - +last}`)),
      'a time that is no number': timed('²'),
      'a time without end': timed('9'.repeat(5_000)),
      'another signature': signed(another),
      'no signature': signed(''),
      'a signature of no kind': signed(signature.replace('v1,', '')),
      'a signature that is too short': signed(signature.slice(0, -4)),
      'the older headers only, which do not cover the id': { headers: Object.fromEntries(older) },
      'an old request': { now: sentAt + FIVE_MINUTES_MS + 1 },
      'a request from the future': { now: sentAt - FIVE_MINUTES_MS - 1 },
    };
    const changes = Object.entries({ ...right, ...wrong });
    const said = await verifyAll(
      language,
      changes.map(([, change]) => ({ ...good, ...change })),
    );
    assert.deepEqual(
      changes.map(([what], place) => [what, said[place]]),
      changes.map(([what]) => [what, what in right]),
    );
  });

  test(`${language}: verify accepts both secrets during a rotation`, async () => {
    await using receiver = await Receiver.start();
    const endpoint = await createEndpoint(node(), receiver.url);
    const { signing_secret: secret } = await rotateSecret(node(), endpoint);
    const given = await received(endpoint.id, receiver);
    const cases = [secret, endpoint.signing_secret, 'whsec_AAAA'].map((each) => ({ ...given, secret: each }));
    assert.deepEqual(await verifyAll(language, cases), [true, true, false]);
  });
}

function describeProcess(language: Language, engine: Engine, node: () => Node): void {
  describe(`${language}: the receiver`, () => {
    let endpoint: { id: string };
    let example: Example;
    before(async () => {
      // The receiver needs the secret at its start, and its address is known only afterwards.
      const created = await createEndpoint(node(), HOOK, { events: ['member.deactivated'] });
      example = await Example.start(language, created.signing_secret);
      endpoint = await changeEndpoint(node(), created, { url: example.url });
    });
    after(async () => example?.[Symbol.asyncDispose]());

    test('answers a test delivery 204 and prints it as verified', async () => {
      let deliveryId = '';
      const [line, ...others] = await example.linesDuring(1, async () => {
        const { id, status, response_code } = await tryOnce(node(), endpoint.id);
        assert.deepEqual([status, response_code], ['success', 204]);
        deliveryId = id;
      });
      const [, payload = ''] =
        new RegExp(`^verified test ${deliveryId} (\\{.*\\})$`).exec(String(line)) ?? [];
      assert.equal(JSON.parse(payload).event, 'test', line);
      assert.deepEqual(others, []);
    });

    test('prints the payload of an event as Rota sent it, also other letters than ASCII', async () => {
      const member = await makeMember(node(), 'Zoë 東京 👋');
      const [line] = await example.linesDuring(1, () => deactivate(node(), member));
      const [delivery] = await listDeliveries(node(), endpoint.id);
      const { payload } = await afterAttempts(node(), endpoint.id, String(delivery?.id), 1);
      assert.equal((payload as { name?: string }).name, 'Zoë 東京 👋');
      assert.equal(line, `verified member.deactivated ${delivery?.id} ${JSON.stringify(payload)}`);
    });

    test('answers a repeat 204 and does not handle it again', async () => {
      let again = '';
      const lines = await example.linesDuring(2, async () => {
        const { id } = await tryOnce(node(), endpoint.id);
        await node().post(pathOf(endpoint, `/deliveries/${id}/retry`));
        const { status, response_code } = await afterAttempts(node(), endpoint.id, id, 2);
        assert.deepEqual([status, response_code], ['success', 204]);
        again = id;
      });
      assert.deepEqual(
        lines.map((line) => line.split(' ').slice(0, 3).join(' ')),
        [`verified test ${again}`, `repeated test ${again}`],
      );
    });

    test('a captured request that is sent again, be it under another id or without one, is not handled', async () => {
      await using receiver = await Receiver.start();
      await changeEndpoint(node(), endpoint, { url: receiver.url });
      await tryOnce(node(), endpoint.id);
      await changeEndpoint(node(), endpoint, { url: example.url });
      const [{ body, headers, deliveryId }] = (await receiver.atLeast(1)) as [Received];
      const post = (changed: Record<string, string | undefined>) => {
        const entries = Object.entries({ ...headers, ...changed }).filter(
          ([name, value]) => value && name !== 'host',
        );
        return send({
          method: 'POST',
          url: example.url,
          headers: Object.fromEntries(entries) as Record<string, string>,
          body,
        });
      };
      const bare = {
        'webhook-id': undefined,
        'webhook-timestamp': undefined,
        'webhook-signature': undefined,
      };
      // One after another: the receiver may print after it has responded.
      const lineAfter = async (changed: Record<string, string | undefined>, status: number) => {
        const lines = await example.linesDuring(1, async () => {
          assert.equal((await post(changed)).status, status);
        });
        return lines.join();
      };
      const first = await lineAfter({}, 204);
      assert.ok(first.startsWith(`verified test ${deliveryId} `), first);
      const second = await lineAfter({ 'x-webhook-id': 'del_other' }, 204);
      assert.ok(second.startsWith(`repeated test ${deliveryId} `), second);
      assert.equal(await lineAfter({ 'webhook-id': 'del_other' }, 401), REFUSED);
      assert.equal(await lineAfter({ ...bare, 'x-webhook-id': 'del_other' }, 401), REFUSED);
    });

    test('refuses with 401 what is signed with another secret', async () => {
      const stranger = await createEndpoint(node(), example.url);
      const lines = await example.linesDuring(1, async () => {
        const { attempt_log } = await tryOnce(node(), stranger.id);
        assert.equal(attempt_log[0]?.response_code, 401);
      });
      assert.deepEqual(lines, [REFUSED]);
    });

    test('refuses with 401 what is not signed', async () => {
      const lines = await example.linesDuring(1, async () => {
        assert.equal((await send({ method: 'POST', url: example.url, body: '{}' })).status, 401);
      });
      assert.deepEqual(lines, [REFUSED]);
    });

    test('reads bodies of 1 MiB, and refuses larger ones with 413', async () => {
      const post = (size: number) => send({ method: 'POST', url: example.url, body: Buffer.alloc(size) });
      const lines = await example.linesDuring(1, async () => {
        assert.equal((await post(MEBIBYTE + 1)).status, 413);
        assert.equal((await post(MEBIBYTE)).status, 401);
      });
      assert.deepEqual(lines, [REFUSED]);
    });

    test('answers 404 to every other method and path', async () => {
      const elsewhere = example.url.replace('/hook', '/other');
      const requests = [
        ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
          method,
          url: example.url,
        })),
        ...[elsewhere, `${example.url}/`].map((url) => ({ method: 'POST', url, body: '{}' })),
      ];
      const answers = await Promise.all(requests.map(send));
      assert.deepEqual(
        answers.map(({ status }) => status),
        requests.map(() => 404),
      );
    });

    // The last test: it ends the process.
    const signal = engine === 'sqlite' ? 'SIGTERM' : 'SIGINT';
    test(`stops at ${signal}, and has had nothing to complain of`, async () => {
      example.signal(signal);
      const { code, signal: endedBy, stderr } = await example.ended;
      assert.deepEqual({ code, endedBy, stderr }, { code: 0, endedBy: null, stderr: '' });
    });
  });
}

describe('An example receiver without a signing secret', () => {
  for (const language of languages) {
    test(`says so in one sentence and ends with 2, in ${language}`, async () => {
      const outcome = await new Example(language).ended;
      assert.deepEqual(outcome, {
        code: 2,
        signal: null,
        stdout: '',
        stderr: "Set ROTA_SIGNING_SECRET to the endpoint's signing_secret.\n",
      });
    });
  }
});

describe('An example receiver on a port that is taken', () => {
  for (const language of languages) {
    test(`says so in one sentence and ends with 1, in ${language}`, async () => {
      await using taken = await takePort();
      await using example = new Example(language, 'whsec_x', taken.port);
      const { code, stdout, stderr } = await example.ended;
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^.+: is a receiver running there already\? PORT chooses another port\.\n$/);
    });
  }
});
