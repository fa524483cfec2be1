// What the README tells a newcomer to do, done as it stands there: in a shell, in this order, against a server that has
// just been started. Only the addresses are others, so that it can run beside whatever the machine is busy with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { closedPort, EmptyStorage, type Environment, Program, ROOT, type Served } from './support/process.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, code]) => code as string);
const blockWith = (text: string) => {
  const found = blocks.filter((code) => code.includes(text));
  assert.equal(found.length, 1, `one block of the README has ${text}`);
  return found[0] as string;
};

const blocksToStart = [blockWith('npm start     #'), blockWith('DATABASE_URL=')];
const firstHour = [
  blockWith('export ROTA_KEY='),
  blockWith('api=http'),
  blockWith('node examples/receiver.mjs'),
];
const listening = blockWith(' listen --forward');
const others = blockWith(' trigger ');

/** A shell in which the commands of a block run, from the folder of the repository. */
function shell(code: string, environment: Environment): Program {
  return new Program('bash', ['-euc', code], { environment, cwd: ROOT, isGroup: true });
}

test('Every block of commands in the README is run here, but for those that start and test Rota itself', () => {
  assert.deepEqual(new Set(blocks), new Set([...blocksToStart, ...firstHour, listening, others]));
});

describe('The first hour of the README', () => {
  test('leads from a key to a webhook that was verified, and on to the command line', async () => {
    await using storage = await EmptyStorage.make('sqlite');
    await using served = await storage.serve();
    const port = await closedPort();
    const key = keyOf(served);
    const environment = { ...storage.environment, PORT: String(port), ROTA_URL: served.address };
    const here = (code: string) =>
      code
        .replaceAll('http://127.0.0.1:3000', served.address)
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
        .replaceAll('sk_live_…', key);

    const walk = `${firstHour.map(here).join('\n')}\n${here(listening)}`;
    await using walking = shell(walk, environment);
    const [, about] = await walking.printed(
      (stdout) => /^verified meeting_request\.created del_\w+ .*"id":"(mr_\w+)"/m.exec(stdout) ?? undefined,
      'a verified webhook',
    );
    const requests = [...walking.stdout.matchAll(/"id":"(mr_\w+)","organizer_email":"(\w+)@/g)];
    assert.deepEqual(
      requests.slice(0, 3).map(([, , organizer]) => organizer),
      ['ada', 'ben', 'ada'],
    );
    assert.equal(about, requests[2]?.[1], 'it tells of the last one');
    assert.match(walking.stdout, /"name":"Acme","handle":"acme"/);

    await walking.printed((stdout) => (stdout.includes('Forwarding to') ? true : undefined), 'listening');
    await using other = shell(here(others), { ...environment, ROTA_KEY: key });
    const { code, stdout, stderr } = await other.ended;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
    assert.match(stdout, /^meeting_request\.booked happened to mr_\w+\.\nMade the workspace Demo/);
    await walking.printed(
      (text) => /^verified meeting_request\.booked evt_/m.exec(text) ?? undefined,
      'a verified event',
    );
  });
});

test("The README's figures are those that are published", () => {
  const published = JSON.parse(readFileSync(new URL('../bench/published.json', import.meta.url), 'utf8'));
  interface Figure {
    name: string;
    measured: { value: number };
    beside: { what: string; value: number };
  }
  const figures = published.deliveries.figures as Figure[];
  const measured = new Map(figures.map(({ beside: { what, value } }) => [what, value]));
  const own = (engine: string) =>
    figures.find(({ name }) => name === `deliveries, ${engine}`)?.measured.value;
  measured.set('Rota on SQLite', own('sqlite') as number);
  measured.set('Rota on PostgreSQL', own('postgres') as number);
  const rows = [...readme.matchAll(/^\| ([\w -]+) \| ([\d,]+) \|$/gm)];
  assert.equal(rows.length, 5);
  for (const [, name, value] of rows) {
    assert.equal(value, measured.get(name as string)?.toLocaleString('en'), name);
  }
});

/** As the first start prints it. */
function keyOf({ introduction }: Served): string {
  const [, key] = /^ {2}(sk_live_\w+)$/m.exec(introduction) ?? [];
  assert.ok(key);
  return key;
}
