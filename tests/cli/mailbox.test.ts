// `rota mailbox` shows kept messages and follows new ones. Nothing in them controls the terminal.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { test } from '../support/lanes.ts';
import { draftTo, queue } from '../support/makers/mail.ts';
import { type MessageRow, writeMessages } from '../support/makers/messages.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { type Exit, RotaProcess, rota } from '../support/server/process.ts';
import {
  type Engine,
  freshStorage,
  type Node,
  onEachEngine,
  type Storage,
  startNode,
} from '../support/server/rota.ts';

/** Clears the screen, fakes a header, and reverses the text. */
const HOSTILE = 'Evil\u001b[2J\r\nFrom: somebody else\u202e';
const SHOWN = 'Evil\\u001b[2J\\r\\nFrom: somebody else\\u202e';

const timeOf = ({ created_at }: MessageRow) => new Date(created_at).toISOString();
const lineOf = (row: MessageRow) => [row.id, timeOf(row), row.kind, row.recipient_address, row.subject];

async function serviceOn(t: TestContext, engine: Engine) {
  const storage = await freshStorage(engine);
  const node = await startNode(storage);
  t.after(async () => {
    await node.stop();
    await storage.remove();
  });
  const mailbox = (...words: string[]): Promise<Exit> => rota(['mailbox', ...words], storage.environment);
  return { storage, node, mailbox };
}

/** `rota mailbox --follow`, once it follows. */
async function followed(storage: Storage, ...words: string[]): Promise<RotaProcess> {
  const following = new RotaProcess(['mailbox', '--follow', ...words], storage.environment);
  await following.printed((stdout) => (stdout.includes('\n') ? true : undefined), 'following');
  return following;
}

const kept = (node: Node, count: number, fields: Partial<MessageRow> = {}) =>
  writeMessages(node, count, { fieldsOf: () => fields });

onEachEngine((engine) => {
  test(`rota mailbox (${engine}) lists the kept messages beside a running service, newest first, and shows one whole`, async (t) => {
    const { node: own, mailbox } = await serviceOn(t, engine);
    assert.deepEqual(await mailbox(), succeeded('No messages are kept.\n'));
    const [first, second] = (await writeMessages(own, 2)) as [MessageRow, MessageRow];
    const [refused] = (await kept(own, 1, {
      kind: 'booked',
      status: 'failed',
      last_error: 'no such user',
    })) as [MessageRow];

    const list = await mailbox();
    const [header, ...lines] = list.stdout.trimEnd().split('\n');
    assert.deepEqual(list, succeeded(list.stdout));
    assert.deepEqual(header?.split(/ {2,}/), ['ID', 'WHEN', 'KIND', 'TO', 'SUBJECT']);
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/)),
      [lineOf(second), lineOf(first)],
    );
    assert.equal((await mailbox('--limit', '1')).stdout.trimEnd().split('\n').length, 2);
    const items = JSON.parse((await mailbox('--json')).stdout) as { id: string; text: string }[];
    assert.deepEqual(
      items.map(({ id, text }) => [id, text]),
      [second, first].map(({ id, text }) => [id, text]),
    );

    assert.deepEqual(
      await mailbox(first.id),
      succeeded(
        [
          'From: "Ada Lovelace via Rota" <sales.acme@rota.localhost>',
          'To: grace@example.org',
          'Subject: Demo 0',
          `Date: ${timeOf(first)}`,
          'Status: kept',
          '',
          'Hello Grace,',
          '',
          'which of these times suits you?',
          '',
        ].join('\n'),
      ),
    );
    assert.match((await mailbox(refused.id)).stdout, /^Status: failed: no such user$/m);
    assert.equal(JSON.parse((await mailbox(refused.id, '--json')).stdout).last_error, 'no such user');
    assert.deepEqual(await mailbox('msg_unknown'), failed(3, 'Message not found'));
  });

  test(`rota mailbox --follow (${engine}) prints new ones as they come, each once, until Ctrl-C`, async (t) => {
    const { storage, node: own } = await serviceOn(t, engine);
    await kept(own, 101);
    await using following = await followed(storage, '--json');
    await using forPeople = await followed(storage);
    // More than one page, while none of an old page is taken for new.
    const rows = await kept(own, 120);
    const gone = rows.slice(0, 50).map(({ id }) => `'${id}'`);
    const last = () => rows.at(-1)?.id as string;
    for (const each of [following, forPeople]) {
      await each.printed((stdout) => (stdout.includes(last()) ? true : undefined), 'the last message');
    }
    await own.services.database.change(`delete from messages where id in (${gone.join(', ')})`);
    const [one] = (await kept(own, 1, { subject: 'One more' })) as [MessageRow];
    for (const each of [following, forPeople]) {
      await each.printed((stdout) => (stdout.includes(one.id) ? true : undefined), 'one more message');
      each.signal('SIGINT');
      assert.deepEqual((await each.ended).code, 0);
    }
    const expected = [...rows, one];
    assert.deepEqual(
      following.logLines.slice(1).map(({ id }) => id),
      expected.map(({ id }) => id),
    );
    assert.equal(
      forPeople.stdout,
      [
        'Following kept messages. Press Ctrl-C to stop.',
        ...expected.map((row) => lineOf(row).join('  ')),
        '',
      ].join('\n'),
    );
  });

  test(`rota mailbox (${engine}) escapes what a terminal would obey`, async (t) => {
    const { node: own, mailbox } = await serviceOn(t, engine);
    const [message] = (await kept(own, 1, {
      sender_name: HOSTILE,
      subject: HOSTILE,
      text: `${HOSTILE}\nBye\n`,
    })) as [MessageRow];
    assert.ok((await mailbox()).stdout.endsWith(`  ${SHOWN}\n`));
    const { stdout } = await mailbox(message.id);
    assert.ok(stdout.startsWith(`From: "Evil[2J From: somebody else" <sales.acme@rota.localhost>\n`), stdout);
    assert.ok(stdout.includes(`\nSubject: ${SHOWN}\n`), stdout);
    assert.ok(stdout.endsWith('\n\nEvil\\u001b[2J\nFrom: somebody else\\u202e\nBye\n'), stdout);
    assert.equal(JSON.parse((await mailbox(message.id, '--json')).stdout).subject, HOSTILE);
  });
});

test('rota mailbox --html writes a message as its reader sees it, with links that work', async (t) => {
  const { node, mailbox } = await serviceOn(t, 'sqlite');
  const folder = mkdtempSync(path.join(tmpdir(), 'rota-mail-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [id = ''] = await queue(node, draftTo('ada@example.com'));
  const file = path.join(folder, 'mail.html');
  const written = await mailbox(id, '--html', file);
  assert.equal(written.code, 0, written.stderr);
  assert.match(readFileSync(file, 'utf8'), /^<!DOCTYPE html>[\s\S]*Acme/);
  assert.match((await mailbox(id, '--html', file)).stderr, /already exists: choose another name/);
});

test('rota mailbox says what is wrong with how it is used, and where messages go', async (t) => {
  const { storage, node, mailbox } = await serviceOn(t, 'sqlite');
  for (const [words, sentence] of [
    [['--limit', '0'], '--limit must be a number from 1 to 100'],
    [['--limit', '101'], '--limit must be a number from 1 to 100'],
    [['--limit', 'all'], '--limit must be a number from 1 to 100'],
    [['msg_1', 'msg_2'], 'MESSAGE_ID must be one id'],
    [['msg_1', '--follow'], "--follow can't be used with a MESSAGE_ID"],
    [['--html', 'mail.html'], '--html needs a MESSAGE_ID'],
  ] as const) {
    const { code, stderr } = await mailbox(...words);
    assert.deepEqual([code, stderr.split('\n')[0]], [2, `rota: ${sentence}`]);
  }
  const smtp = {
    ...storage.environment,
    ROTA_SMTP_URL: 'smtp://127.0.0.1:2525',
    ROTA_MAIL_DOMAIN: 'example.com',
  };
  assert.match((await rota(['mailbox'], smtp)).stdout, /^No messages are kept: ROTA_SMTP_URL is set/);
  await node.otherWorkspace();
  assert.match(
    (await mailbox()).stderr,
    /^rota: there are several workspaces \(acme, \S+\): say which, as in --workspace acme\n/,
  );
  assert.deepEqual(await mailbox('--workspace', 'acme'), succeeded('No messages are kept.\n'));
});
