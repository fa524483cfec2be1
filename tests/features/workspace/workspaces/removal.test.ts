// A deleted workspace leaves no row behind, in any table, and the others are as they were.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { recipientFor } from '../../../../src/features/meetings/inbox/addresses.ts';
import {
  restoreWorkspace,
  suspendWorkspace,
  WORKSPACE_STATUS_CHANGED,
} from '../../../../src/features/workspace/workspaces/lifecycle.ts';
import { QUIET_MS } from '../../../../src/features/workspace/workspaces/removal.ts';
import type { Transaction } from '../../../../src/storage/database.ts';
import { readWorkspaceTables, removeWorkspaceRows } from '../../../../src/storage/workspace-tables.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { atCommandLine, leave } from '../../../support/makers/closed-workspaces.ts';
import { fillEveryTable, rowsOfWorkspace, tablesIn } from '../../../support/makers/every-table.ts';
import { draftTo, MAIL_DOMAIN, queue, sendingThrough } from '../../../support/makers/mail.ts';
import { writeMessages } from '../../../support/makers/messages.ts';
import { writeDeliveries } from '../../../support/makers/webhook-rows.ts';
import { ENDPOINTS, eventually } from '../../../support/makers/webhooks.ts';
import { Receiver } from '../../../support/receivers/receiver.ts';
import { type SmtpAnswer, SmtpServer } from '../../../support/receivers/smtp-server.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const server = await SmtpServer.start();
after(() => server[Symbol.asyncDispose]());

const CATALOG = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
};
const REFERENCES = {
  sqlite: `select tables.name as child, refs."table" as parent from sqlite_schema as tables,
             pragma_foreign_key_list(tables.name) as refs where tables.type = 'table'`,
  postgres: `select conrelid::regclass::text as child, confrelid::regclass::text as parent
             from pg_constraint where contype = 'f'`,
};
const MANY = 1_200;

/** Without rows of workspaces. */
const globalTables = [
  'clock',
  'link_keys',
  'moves',
  'nodes',
  'operator_answers',
  'operator_keys',
  'schema_migrations',
  'secret_key_marks',
  'usage_progress',
];

/** It is counted all the time. */
const withoutUsage = ({ usage_months, usage_marks, ...others }: Record<string, string[]>) => others;

const noise = ({ logLines }: Node) => logLines.filter((line) => /"level":"(?:warn|error|fatal)"/.test(line));

onBothEngines(
  'A deleted workspace',
  (node) => {
    const database = () => node().services.database;
    const isGone = (id: string) =>
      eventually(async () => !(await database().get('select id from workspaces where id = $1', [id])));
    /** With its time over, and all that was under way. */
    async function remove(id: string): Promise<void> {
      await leave(node(), 0, id);
      node().clock.advance(QUIET_MS);
      // A look may have been under way meanwhile: the next one comes with the next minute.
      await eventually(async () => {
        node().clock.advance(MINUTE_MS);
        return !(await database().get('select id from workspaces where id = $1', [id]));
      });
    }

    test('has every table of the schema in the list, in an order that references allow', async () => {
      const reader = database();
      const listed = (await readWorkspaceTables(reader)).map(({ name }) => name);
      const all = await reader.all<{ name: string }>(CATALOG[reader.dialect.engine]);
      assert.deepEqual(
        all.map(({ name }) => name).sort(),
        [...listed, 'workspaces', ...globalTables].sort(),
        'give a new table a workspace_id, or name it among the global ones',
      );
      const references = await reader.all<{ child: string; parent: string }>(
        REFERENCES[reader.dialect.engine],
      );
      assert.ok(references.length > 20);
      const placeOf = (table: string) => (table === 'workspaces' ? listed.length : listed.indexOf(table));
      const wrong = references.filter(
        ({ child, parent }) =>
          child !== parent && !globalTables.includes(child) && placeOf(child) >= placeOf(parent),
      );
      assert.deepEqual(wrong, [], 'the one that refers goes first');
    });

    test('has a table that a later version adds', async () => {
      const adding = (tx: Transaction) =>
        tx.script(`create table later_notes (workspace_id text not null references workspaces (id), member_id text not null,
          number bigint not null, primary key (workspace_id, number),
          foreign key (workspace_id, member_id) references members (workspace_id, id))`);
      const undone = new Error('undone');
      const added = database().transaction(async (tx) => {
        await adding(tx);
        const tables = await readWorkspaceTables(tx);
        const places = ['later_notes', 'members'].map((wanted) =>
          tables.findIndex(({ name }) => name === wanted),
        );
        assert.ok((places[0] as number) < (places[1] as number));
        assert.deepEqual(tables[places[0] as number], { name: 'later_notes', by: ['number'] });
        throw undone;
      });
      await assert.rejects(added, (error) => error === undone);
    });

    test('leaves no row, and takes none from another', async () => {
      const [one, other] = [await node().otherWorkspace('one'), await node().otherWorkspace('other')];
      // Closed, so that nothing works on its rows but what is tested here.
      await suspendWorkspace(atCommandLine(node(), other.id), { reason: null });
      for (const { id } of [one, other]) {
        const place = { services: node().services, workspaceId: id };
        await fillEveryTable(place, 3);
        await writeMessages(place, MANY);
      }
      const before = await rowsOfWorkspace(database(), other.id);
      assert.equal(
        tablesIn(before).length,
        (await readWorkspaceTables(database())).length + 1,
        'a row in every table',
      );
      await remove(one.id);
      assert.deepEqual(tablesIn(await rowsOfWorkspace(database(), one.id)), []);
      assert.deepEqual(withoutUsage(await rowsOfWorkspace(database(), other.id)), withoutUsage(before));
      const line = node().logLines.find((text) => text.includes('workspace deleted')) ?? '';
      assert.ok(JSON.parse(line).rows >= MANY);
      assert.deepEqual(noise(node()), []);
      // Its handle is free again.
      await node().otherWorkspace('one');
    });

    test('is not touched before its time is over, and can not be restored afterwards', async () => {
      const { id } = await node().otherWorkspace('later');
      await fillEveryTable({ services: node().services, workspaceId: id });
      const rows = async () => {
        const { audit_entries: _, workspaces: __, ...others } = await rowsOfWorkspace(database(), id);
        return withoutUsage(others);
      };
      const before = await rows();
      const context = atCommandLine(node(), id);
      await leave(node(), 1, id);
      node().clock.advance(DAY_MS - 1);
      assert.ok(await recipientFor(node().services, `later@${MAIL_DOMAIN}`));
      assert.deepEqual(await rows(), before);
      node().clock.advance(1);
      await assert.rejects(restoreWorkspace(context), /can't be restored any more/);
      assert.equal(await recipientFor(node().services, `later@${MAIL_DOMAIN}`), undefined);
      node().clock.advance(MINUTE_MS);
      await isGone(id);
      await assert.rejects(restoreWorkspace(context), /Workspace not found/);
    });

    test('is removed without noise while a delivery and a mail of it are under way', async () => {
      await using receiver = await Receiver.start();
      let answerDelivery = () => {};
      receiver.answer = (response) => {
        answerDelivery = () => void response.writeHead(500).end();
      };
      let answerMail = (_answer: SmtpAnswer) => {};
      const answered = new Promise<SmtpAnswer>((resolve) => {
        answerMail = resolve;
      });
      server.script = (step) => (step === 'content' ? answered : undefined);
      const { id, rawKey } = await node().otherWorkspace();
      const place = { services: node().services, workspaceId: id };
      const endpoint = { url: receiver.url, events: ['meeting_request.created'] };
      const made = await node().post(ENDPOINTS, endpoint, { key: rawKey });
      await writeDeliveries(place, dataOf<{ id: string }>(made).id, 1);
      await queue(place, draftTo('grace@example.org'));
      await receiver.atLeast(1);
      await eventually(async () => server.taken.length > 0);
      const lines = noise(node()).length;
      // As if it had been quiet for long: attempts that really took so long would have been given up.
      await leave(node(), 0, id);
      await database().transaction(async (tx) => {
        await tx.run('update workspaces set updated_at = updated_at - $2 where id = $1', [id, QUIET_MS]);
        tx.notify(WORKSPACE_STATUS_CHANGED);
      });
      await isGone(id);
      const seen = node().logLines.length;
      server.script = () => undefined;
      answerMail('451 4.3.0 later');
      answerDelivery();
      await eventually(async () => {
        const ended = node()
          .logLines.slice(seen)
          .filter((line) => line.includes('claim lost'));
        return ended.length >= 2;
      });
      assert.deepEqual(noise(node()).slice(lines), []);
    });

    test('is found by indexes, table by table', async () => {
      const { id } = await node().otherWorkspace();
      const few = 50;
      const tables = await readWorkspaceTables(database());
      const scans = await scansOf(node().services.storage.background, few, (watched) =>
        watched.transaction(async (tx) => {
          for (const table of tables) await removeWorkspaceRows(tx, id, table, [], few);
        }),
      );
      assert.deepEqual(
        scans.filter((detail) => /^SCAN (?!workspaces)/.test(detail)),
        [],
      );
    });
  },
  { environment: sendingThrough(server.url) },
);
