// Sealed values and links while the secret key is rotated in batches: every node reads everything at each moment.
import assert from 'node:assert/strict';
import { passwordPlace } from '../../src/calendar-sync/sealed-password.ts';
import { LINK_KEY_LEAD_MS, rotateSecretKey, secretStatus } from '../../src/secrets/rotation.ts';
import { createServices } from '../../src/services.ts';
import { BATCH } from '../../src/storage/batches.ts';
import { sealedTables } from '../../src/storage/sealed-values.ts';
import { makeToken, readToken } from '../../src/tokens/link-tokens.ts';
import { placeIn } from '../../src/webhooks/compose.ts';
import { test } from '../support/lanes.ts';
import { createCalendar } from '../support/makers/calendars.ts';
import { sealedOf } from '../support/makers/sealed.ts';
import { HOOK } from '../support/makers/webhook-endpoints.ts';
import { copyEndpoint } from '../support/makers/webhook-rows.ts';
import { createEndpoint, eventually } from '../support/makers/webhooks.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import {
  type engines,
  freshStorage,
  type Node,
  onEachEngine,
  SECRET_KEY,
  type Storage,
  startNode,
} from '../support/server/rota.ts';
import { newKey } from '../support/server/secret-keys.ts';

const DAY_MS = 24 * 60 * 60_000;
const LINK = { ulid: '01KJPWD6M0A57CPWZ0TQZND9PP', place: 3 };

/** A node that knows both keys, and the command line beside it. */
async function start(engine: (typeof engines)[number], stack: AsyncDisposableStack) {
  const storage: Storage = await freshStorage(engine);
  stack.defer(storage.remove);
  const both = { ROTA_SECRET_KEY: newKey(), ROTA_SECRET_KEY_PREVIOUS: SECRET_KEY };
  const clock = new ManualClock();
  const node = await startNode(storage, {
    clock,
    environment: { ROTA_MAX_WEBHOOK_ENDPOINTS: '0', ...(engine === 'postgres' && both) },
  });
  stack.defer(() => node.stop());
  const { config, storage: opened } = node.services;
  return { node, clock, command: createServices(config, opened, clock) };
}

const opensAll = async ({ services: { database, secrets }, workspaceId }: Node, ids: string[]) => {
  for (const id of ids) {
    const row = await sealedOf(database, id);
    assert.match(secrets.open(row.sealed_secret, placeIn('sealed_secret', workspaceId, id)), /^whsec_/);
    assert.equal(secrets.open(row.sealed_headers, placeIn('sealed_headers', workspaceId, id)), '[]');
  }
};

onEachEngine((engine) => {
  test(`A rotation that is cut short between two batches goes on with the same key (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const { node, command } = await start(engine, stack);
    const { database, secrets } = node.services;
    const endpoint = await createEndpoint(node, HOOK);
    const count = BATCH + 20;
    await copyEndpoint(node, endpoint.id, count - 1, (place) => `${HOOK}/${place}`);
    const login = { type: 'ics', url: 'https://a.example/a.ics', username: 'ada', password: 'päss' };
    const calendar = await createCalendar(node, login);
    const lost = await createEndpoint(node, HOOK);
    await database.change('update webhook_endpoints set sealed_headers = $1 where id = $2', [
      '2.AAAA',
      lost.id,
    ]);
    const former = (await secretStatus(command)).mark?.fingerprint;

    const killed = new Error('killed');
    const stops = (resealed: number) => {
      if (resealed > 0) throw killed;
    };
    await assert.rejects(rotateSecretKey(command, { onBatch: stops }), killed);
    const between = await secretStatus(command);
    const inForce = between.mark?.fingerprint as string;
    assert.notEqual(inForce, former);
    assert.equal(between.mark?.former_fingerprint, former);
    assert.deepEqual(between.sealed, [
      { table: 'webhook_endpoints', fingerprint: inForce, values: 2 * BATCH },
      { table: 'webhook_endpoints', fingerprint: former, values: 2 * (count - BATCH) + 1 },
      { table: 'webhook_endpoints', fingerprint: undefined, values: 1 },
      { table: 'calendars', fingerprint: former, values: 1 },
    ]);
    const rows = await database.all<{ id: string }>('select id from webhook_endpoints where id <> $1', [
      lost.id,
    ]);
    const ids = rows.map(({ id }) => id);
    await opensAll(node, ids);
    const later = await createEndpoint(node, HOOK);

    const rotated = await rotateSecretKey(command);
    assert.deepEqual(
      { fingerprint: rotated.fingerprint, resealed: rotated.resealed, unreadable: rotated.unreadable },
      { fingerprint: inForce, resealed: 2 * (count - BATCH) + 2, unreadable: 1 },
    );
    const after = await secretStatus(command);
    assert.equal(after.mark?.former_fingerprint, null);
    assert.deepEqual(after.sealed, [
      { table: 'webhook_endpoints', fingerprint: inForce, values: 2 * (count + 1) + 1 },
      { table: 'webhook_endpoints', fingerprint: undefined, values: 1 },
      { table: 'calendars', fingerprint: inForce, values: 1 },
    ]);
    await opensAll(node, [...ids, later.id]);
    const row = await database.get<{ sealed_password: string }>('select sealed_password from calendars');
    const place = passwordPlace(node.workspaceId, calendar.id);
    assert.equal(secrets.open(row?.sealed_password ?? '', place), 'päss');
  });

  test(`With --links, links so far are read until a date, and new ones are made once every node knows (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const { node, clock, command } = await start(engine, stack);
    const { secrets } = node.services;
    const make = () => makeToken(secrets.linkKeys(), 'page', LINK);
    const isRead = (token: string) => readToken(secrets.linkKeys(), 'page', token) !== undefined;
    const keysOf = async (count: number) => {
      await secrets.refresh();
      assert.equal(secrets.linkKeys().reading.length, count);
    };
    const first = make();
    const { links_used_from: from, links_read_until: until } = await rotateSecretKey(command, {
      links: { keepDays: 90 },
    });
    assert.equal(from, clock.now() + LINK_KEY_LEAD_MS);
    assert.equal(until, clock.now() + 90 * DAY_MS);
    assert.equal(make(), first, 'not before every node knows');
    // The node reads the keys again by itself.
    clock.advance(LINK_KEY_LEAD_MS / 2);
    await eventually(async () => secrets.linkKeys().reading.length === 2 || undefined);
    clock.advance(LINK_KEY_LEAD_MS / 2);
    const second = make();
    assert.notEqual(second, first);
    assert.ok(isRead(first) && isRead(second));
    clock.advance(90 * DAY_MS);
    assert.ok(!isRead(first) && isRead(second), 'its time is over');

    // At once: for a key that somebody else has got.
    await rotateSecretKey(command, { links: { keepDays: 90 } });
    await rotateSecretKey(command, { links: { keepDays: 0 } });
    await keysOf(1);
    assert.ok(!isRead(second) && isRead(make()));
    clock.advance(LINK_KEY_LEAD_MS);
    assert.ok(isRead(make()), 'the one that was to come next never makes any');
  });
});

onEachEngine((engine) => {
  test(`Every column that is called sealed is in the list that a rotation walks (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const node = await startNode(storage);
    stack.defer(() => node.stop());
    const texts = {
      sqlite: `select m.name || '.' || c.name as place from sqlite_schema m, pragma_table_info(m.name) c
               where m.type = 'table' and c.name like 'sealed_%'`,
      postgres: `select table_name || '.' || column_name as place from information_schema.columns
                 where table_schema = 'public' and column_name like 'sealed_%'`,
    };
    const found = await node.services.database.all<{ place: string }>(texts[engine]);
    const listed = sealedTables.flatMap(({ table, columns }) =>
      columns.map((column) => `${table}.${column}`),
    );
    // Link keys are sealed again together with the mark.
    assert.deepEqual(found.map(({ place }) => place).sort(), [...listed, 'link_keys.sealed_value'].sort());
  });
});
