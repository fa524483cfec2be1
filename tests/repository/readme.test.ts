// Full lane, because it starts many processes: Every command in the README and the first steps works as written, in order, on a new server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from '../support/lanes.ts';
import {
  closedPort,
  EmptyStorage,
  type Environment,
  Program,
  ROOT,
  type Served,
} from '../support/server/process.ts';

const pages = ['README.md', 'docs/start/getting-started.md'].map((file) =>
  readFileSync(path.join(ROOT, file), 'utf8'),
);
/** Those that both have are the same. */
const blocks = [
  ...new Set(
    pages.flatMap((page) => [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code as string)),
  ),
];
const blockWith = (text: string) => {
  const found = blocks.filter((code) => code.includes(text));
  assert.equal(found.length, 1, `one block has ${text}`);
  return found[0] as string;
};

const blocksToStart = ['npm start\n', 'npm test\n'];
const firstHour = [
  blockWith('export ROTA_KEY='),
  blockWith('/api/v1/workspace\n'),
  blockWith('call() {'),
  blockWith('/slots?'),
  blockWith(' mailbox\n'),
  blockWith('/answer '),
  blockWith('/invite.ics'),
  blockWith('/booking_links '),
  blockWith(' sign-in '),
  blockWith('send() {'),
  blockWith('In-Reply-To'),
  blockWith('/messages\n'),
  blockWith('node examples/receiver.mjs'),
  blockWith(' doctor\n'),
];
const listening = blockWith(' listen');
const others = blockWith(' trigger ');

/** A shell for the commands of a block, in the repository's folder. */
function shell(code: string, environment: Environment): Program {
  return new Program('bash', ['-euc', code], { environment, cwd: ROOT, isGroup: true });
}

test('Every block of commands is run here, but for those that start and test Rota itself', () => {
  assert.deepEqual(new Set(blocks), new Set([...blocksToStart, ...firstHour, listening, others]));
});

/** Zsh, the shell of macOS, reads a pasted comment as words of the command. */
test('No command has a comment', () => {
  for (const code of blocks) assert.doesNotMatch(code, /(^|\s)#/);
});

describe('The first hour', () => {
  test('leads from a key to an invite and a webhook that was verified, and on to the command line, also when it is pasted twice', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using served = await storage.serve({ ROTA_SMTP_LISTEN: '127.0.0.1:0' });
    const port = await closedPort();
    const key = keyOf(served);
    const environment = { ...storage.environment, PORT: String(port) };
    const here = (code: string) =>
      code
        .replaceAll('http://127.0.0.1:3000', served.address)
        .replaceAll('127.0.0.1:2525', smtpOf(served))
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
        .replaceAll('sk_live_…', key);
    assert.ok(
      served.introduction.includes(`\n  export ROTA_URL=${served.address}\n  export ROTA_KEY="${key}"\n`),
    );

    // Without a pause: whatever a block needs of those before, it waits for itself.
    const walk = firstHour.map(here).join('\n');
    await using walking = shell([walk, walk, here(listening)].join('\n'), environment);
    await walking.printed((stdout) => (stdout.includes('Following') ? true : undefined), 'listening');
    const requests = [...walking.stdout.matchAll(/\{"data":\{"id":"(mr_\w+)","organizer_email":"(\w+)@/g)];
    const organizers = requests.map(([, , organizer]) => organizer);
    assert.deepEqual(organizers, ['ada', 'ben', 'ada', 'ben', 'ada', 'ben', 'ada', 'ada']);
    const ids = requests.map(([, id]) => id as string);
    const [first, second, answered, third, ...again] = ids;
    assert.equal(answered, first);
    assert.deepEqual(again.slice(0, 3), [first, second, first], 'what was done is not done again');
    assert.match(walking.stdout, / {2}options +grace@example\.org +\S/);
    assert.equal(walking.stdout.match(/"organizer_email":"ada@example\.com".*"status":"booked"/g)?.length, 2);
    const invites = walking.stdout.match(/^BEGIN:VCALENDAR\r$[\s\S]*?^END:VCALENDAR\r$/gm) ?? [];
    assert.equal(invites.length, 2);
    assert.match(invites[0] ?? '', new RegExp(`^UID:${first}@rota\\.localhost\r$`, 'm'));
    const pages = walking.stdout.match(/http:[^"]+\/b\/\w+/g) ?? [];
    assert.equal(new Set(pages).size, 1, 'one link, also when it is pasted twice');
    assert.equal((await fetch(pages[0] as string)).status, 200);
    assert.match(walking.stdout, /"understood_as":"new_request","rule":"request\.outsider"/);
    assert.match(walking.stdout, /"understood_as":"chose_options","rule":"reply\.option_number"/);
    assert.match(walking.stdout, /"name":"Acme","handle":"acme"/);
    assert.match(
      walking.stdout,
      /"starts_at":"[^"]+","ends_at":"[^"]+","host_emails":\["ada@example\.com"\]/,
    );
    assert.match(walking.stderr, /is a receiver running there already\?/);
    for (const [list, count] of [
      ['workspace_members', 3],
      ['teams', 1],
      ['webhook_endpoints', 1],
      ['meeting_requests', 5],
    ] as const) {
      assert.equal((await served.all(`/api/v1/${list}?`, key)).length, count, list);
    }

    const secondTerminal = { ...environment, ROTA_URL: served.address, ROTA_KEY: key };
    await using other = shell(here(others), secondTerminal);
    const { code, stdout, stderr } = await other.ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
    const [, sample] =
      /^Triggered meeting_request\.booked for (mr_\w+)\.\nCreated the workspace Demo/.exec(stdout) ?? [];
    assert.ok(sample, stdout);
    assert.ok(stdout.includes(`\n  export ROTA_URL=${served.address}\n`));
    await walking.printed(
      (text) => /Z {2}meeting_request\.booked {2}evt_/.exec(text) ?? undefined,
      'the event',
    );
    const told = await walking.printed((text) => {
      const lines = [...text.matchAll(/(?:verified|repeated) \S+ (\w+)_\w+ .*"id":"(mr_\w+)"/g)];
      return lines.length >= 3 ? lines.map(([, kind, id]) => [kind, id]) : undefined;
    }, 'three verified webhooks');
    const expected = [third, again[3], sample].map((id) => ['del', id]);
    assert.deepEqual(told, expected, 'each request is told of once');
  });

  test('shows the error when a call is refused', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using served = await storage.serve();
    const environment = { ...storage.environment, ROTA_URL: served.address, ROTA_KEY: keyOf(served) };
    const refused = `${blockWith('call() {').split('\n\n')[0]}\ncall $api/teams -d '{"name": ""}' || echo "failed"`;
    const { stdout, stderr } = await shell(refused, environment).ended;
    assert.equal(stdout, 'failed\n');
    assert.match(stderr, /\{"error":\{"type":"invalid_request","message":"name /);
  });
});

/** As every start prints it. */
function smtpOf({ introduction }: Served): string {
  const [, address] = /^Mail is accepted over SMTP at (.*)$/m.exec(introduction) ?? [];
  assert.ok(address);
  return address;
}

/** As the first start prints it. */
function keyOf({ introduction }: Served): string {
  const [, key] = /^ {2}(sk_live_\w+)$/m.exec(introduction) ?? [];
  assert.ok(key);
  return key;
}
