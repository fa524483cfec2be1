// Full lane, because it reads the files of the database: What happens while an erasure goes on: mail comes in, or is still to be read; the file keeps what was deleted.
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from '../../../support/lanes.ts';
import { makeLinked } from '../../../support/makers/booking-links.ts';
import {
  ERASURES,
  type Erasure,
  erase,
  findInFiles,
  findInTables,
  readOpenFile,
  untilDone,
} from '../../../support/makers/erasures.ts';
import { handInOne, madeOf, rawLetter } from '../../../support/makers/letters.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { untilIdle } from '../../../support/makers/scheduling.ts';
import { dataOf, freshStorage, onBothEngines, startNode } from '../../../support/server/rota.ts';

const ANN = 'ann@guests.example.org';

onBothEngines('While an erasure goes on', (node) => {
  test('mail of the person that comes in is caught, too', async () => {
    const { database } = node().services;
    const { team } = await makeLinked(node(), { size: 1 });
    const to = String(team.email_address);
    const { id } = await makeRequest(node(), { participant_emails: [ANN] });
    await untilIdle(node());
    const answer = await node().post(ERASURES, { email: ANN, cancel_open_requests: true });
    const { id: erasureId } = dataOf<Erasure>(answer);
    // It now gives the others time to be told: the clock stands still.
    const letter = { from: `Ann <${ANN}>`, to, text: 'Could we talk?' };
    const message = await handInOne(node(), letter, { recipient: to });
    assert.equal(madeOf(message), 'new_request by request.outsider');
    const done = await untilDone(node(), erasureId);
    assert.equal(done.counts.cancelled_requests, 2);
    assert.deepEqual(await findInTables(database, ANN, 'Could we talk'), []);
    const participants = await database.all(
      'select email from meeting_request_participants where request_id = $1',
      [id],
    );
    assert.deepEqual(participants, [{ email: 'erased-1@erased.invalid' }]);
  });

  test('mail of somebody else that names the person is read first, and removed then', async () => {
    const { database, clock } = node().services;
    const { id } = await makeRequest(node(), { participant_emails: ['ben@example.org'] });
    await untilIdle(node());
    const letter = { from: 'ben@example.org', to: 'x', text: `Please ask ${ANN}` };
    const message = await handInOne(node(), letter, { recipient: String(await replyAddressOf(id)) });
    // As if it had come just now, and another node were at it.
    await database.change(
      'update inbox set due_at = $2, claim_id = $3, lease_until = $2, raw = $4 where id = $1',
      [message.id, clock.now() + 60_000, 'other', Buffer.from(rawLetter(letter))],
    );
    const { id: erasureId } = dataOf<Erasure>(await node().post(ERASURES, { email: ANN }));
    const isThere = async () =>
      (await database.get('select 1 as x from inbox where id = $1', [message.id])) !== undefined;
    for (let step = 0; step < 3; step += 1) {
      node().clock.advance(6_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(await isThere());
    await database.change(
      'update inbox set due_at = null, claim_id = null, lease_until = null where id = $1',
      [message.id],
    );
    await untilDone(node(), erasureId);
    assert.ok(!(await isThere()));
    assert.deepEqual(await findInTables(database, ANN), []);
    const shown = dataOf<{ text: string }>(await node().get(`/api/v1/messages/${message.id}`));
    assert.match(shown.text, /Please ask erased@erased\.invalid/);
  });

  const replyAddressOf = async (id: string) =>
    (
      await node().services.database.get<{ reply_to: string }>(
        "select reply_to from messages where request_id = $1 and direction = 'out' and reply_to is not null",
        [id],
      )
    )?.reply_to;
});

test('What an earlier version has left in the file is erased, by writing the file anew, once', async (t) => {
  const storage = await freshStorage('sqlite');
  const folder = String(storage.environment.ROTA_DATA_DIR);
  const file = path.join(folder, 'rota.db');
  t.after(storage.remove);
  const before = await startNode(storage);
  await makeRequest(before, { participant_emails: [ANN] }).then(({ id }) =>
    applyTransition(before, id, 'cancel'),
  );
  await before.stop();
  // As versions before did: deleted, and not overwritten. The rows are short, and long.
  const old = new DatabaseSync(file);
  old.exec('pragma secure_delete = off; create table old (id integer primary key, text text)');
  const insert = old.prepare('insert into old (text) values (?)');
  for (let row = 0; row < 200; row += 1) insert.run(`${ANN} `.repeat(row % 2 ? 1 : 400));
  old.exec('delete from old where id % 3 = 0; drop table old; pragma wal_checkpoint(truncate)');
  old.close();
  assert.deepEqual(await findInFiles(folder, ANN), ['rota.db']);

  const node = await startNode(storage, { clock: before.clock });
  const isLogged = () => node.logLines.filter((line) => line.includes('database rewritten')).length;
  try {
    await erase(node, ANN);
    assert.equal(isLogged(), 1);
    assert.deepEqual(await findInFiles(folder, ANN), []);
    // The same address in another workspace is in the file, and is no reason to do so again.
    const { rawKey } = await node.otherWorkspace();
    dataOf(await node.post('/api/v1/workspace_members', { email: 'there@example.com' }, { key: rawKey }));
    const body = { organizer_email: 'there@example.com', participant_emails: [ANN] };
    dataOf(await node.post('/api/v1/meeting_requests', body, { key: rawKey }));
    await untilIdle(node);
    await erase(node, ANN);
    assert.equal(isLogged(), 1);
    assert.ok((await readOpenFile(file)).includes(ANN));
  } finally {
    await node.stop();
  }
});
