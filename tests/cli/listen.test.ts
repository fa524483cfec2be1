// Full lane, because it starts many processes: `rota listen` forwards signed events to a local receiver and survives receivers that fail.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { verifyWebhook } from '@rota/client';
import { test } from '../support/lanes.ts';
import { applyTransition, makeRequest } from '../support/makers/meeting-requests.ts';
import { type Received, Receiver } from '../support/receivers/receiver.ts';
import { failed } from '../support/server/exits.ts';
import { closedPort, type Exit, RotaProcess, rota } from '../support/server/process.ts';
import { freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';
import { untilTold } from '../support/server/stream.ts';

const environmentOf = (node: Node, key = node.rawKey) => ({ ROTA_URL: node.url, ROTA_KEY: key });

/** `rota listen`, once it is connected. */
async function listen(node: Node, ...words: string[]): Promise<RotaProcess> {
  const listening = new RotaProcess(['listen', ...words], environmentOf(node));
  await untilTold(node, () => listening.stdout.includes('\n'));
  return listening;
}

async function nodeFor(t: TestContext): Promise<Node> {
  const storage = await freshStorage('sqlite');
  const node = await startNode(storage);
  t.after(async () => {
    await node.stop();
    await storage.remove();
  });
  return node;
}

const linesOf = ({ stdout }: { stdout: string }) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

onBothEngines('rota listen', (node) => {
  test('forwards what happens, signed with the secret that it prints, and ends well on Ctrl-C', async () => {
    await using receiver = await Receiver.start(204);
    await using listening = await listen(node(), '--forward', receiver.url, '--json');
    const [{ signing_secret, forwarding_to, following }] = linesOf(listening);
    assert.deepEqual([forwarding_to, following], [receiver.url, node().url]);
    assert.match(signing_secret, /^whsec_[0-9A-Za-z]{32}$/);

    const { id } = await makeRequest(node());
    await untilTold(node(), () => receiver.received.length === 1);
    const [{ method, headers, body }] = receiver.received as [Received];
    const { id: eventId, event } = await verifyWebhook(body, headers, signing_secret);
    assert.ok(event.event === 'meeting_request.created');
    assert.deepEqual([method, event.id], ['POST', id]);
    await untilTold(node(), () => linesOf(listening).length === 2);
    const [, { forwarded, ...printed }] = linesOf(listening);
    assert.deepEqual([forwarded.status, printed.payload], [204, event]);
    assert.deepEqual(
      [
        eventId,
        headers['x-webhook-id'],
        headers['x-webhook-event'],
        headers['content-type'],
        headers['user-agent'],
      ],
      [printed.id, printed.id, printed.type, 'application/json', 'Rota/0.2.0'],
    );
    await assert.rejects(verifyWebhook(body, headers, 'whsec_another0'));

    // After a given event, with a given secret, and only some types.
    await applyTransition(node(), id, 'pause');
    await using again = await listen(
      node(),
      ...['--forward', receiver.url, '--secret', 'whsec_mine', '--after', printed.id, '--json'],
      ...['--event', 'meeting_request.paused', '--event', 'meeting_request.booked'],
    );
    await applyTransition(node(), id, 'resume');
    await applyTransition(node(), id, 'book');
    await untilTold(node(), () => linesOf(again).length === 3);
    assert.deepEqual(
      linesOf(again).map(({ type, signing_secret: secret }) => type ?? secret),
      ['whsec_mine', 'meeting_request.paused', 'meeting_request.booked'],
    );

    for (const process of [listening, again]) process.signal('SIGINT');
    for (const { code, stderr } of [await listening.ended, await again.ended]) {
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    }
  });

  test('goes on when a receiver fails or is not there, and says so', async () => {
    await using receiver = await Receiver.start(500);
    await using failing = await listen(node(), '--forward', receiver.url);
    assert.match(failing.stdout, /^Following the events at .*\nForwarding to .*:\n\n {2}whsec_\w+\n\n$/);
    await using lonely = await listen(node(), '--forward', `http://127.0.0.1:${await closedPort()}/hook`);
    await using reading = await listen(node());
    const { id } = await makeRequest(node());
    await applyTransition(node(), id, 'pause');
    const processes = [failing, lonely, reading];
    await untilTold(node(), () => processes.every(({ stdout }) => stdout.includes('paused  evt_')));
    assert.match(failing.stdout, /Z {2}meeting_request\.created {2}evt_\w+ {2}500 in \d+ ms\n/);
    assert.match(lonely.stdout, /meeting_request\.created {2}evt_\w+ {2}failed: connect ECONNREFUSED/);
    assert.match(
      reading.stdout,
      /meeting_request\.created {2}evt_\w+ {2}\{"event":"meeting_request\.created",/,
    );
  });
});

// This does not depend on the database of the service.
test('rota listen says why it is refused, and ends with a code that tells', async (t) => {
  const node = await nodeFor(t);
  const unscoped = await node.keyWith('teams.read');
  const port = await closedPort();
  const cases: [words: string[], environment: Record<string, string>, code: number, sentence: string][] = [
    [[], {}, 2, 'ROTA_KEY is missing: set it to an API key of the workspace'],
    [[], environmentOf(node, 'wrong-key'), 4, 'the service refused: Invalid or expired API key'],
    [
      [],
      environmentOf(node, unscoped),
      4,
      'the service refused: API key missing required scope: webhooks.read',
    ],
    [
      ['--after', 'x'],
      environmentOf(node),
      4,
      'the service refused: after must be an id that begins with evt_',
    ],
    [
      [],
      { ROTA_KEY: 'x', ROTA_URL: `http://127.0.0.1:${port}` },
      1,
      `No connection: connect ECONNREFUSED 127.0.0.1:${port}`,
    ],
  ];
  for (const [words, environment, code, sentence] of cases) {
    assert.deepEqual(await rota(['listen', ...words], environment), failed(code, sentence));
  }
  for (const words of [
    ['--forward', 'localhost:4000'],
    ['--forward', 'http://x', '--secret', 'whsec_no.base64'],
    ['x'],
  ]) {
    const outcome: Exit = await rota(['listen', ...words], environmentOf(node));
    assert.equal(outcome.code, 2, outcome.stderr);
  }
});
