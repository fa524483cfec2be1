// Every migration since the first release leaves nodes of the version before it at work.
import assert from 'node:assert/strict';
import { isBaseline, readMigrations, readStepsFrom0_1_0 } from '../../src/storage/migrate.ts';
import { test } from '../support/lanes.ts';
import { engines } from '../support/server/rota.ts';
import { unsafeIn } from './migration-rules.ts';

const isBreaking = (name: string) => /^\d+-breaking-/.test(name);

test('no migration breaks a node of the version before it, unless its name says so', () => {
  const later = engines
    .flatMap((engine) => [...readStepsFrom0_1_0(engine), ...readMigrations(engine)])
    .filter((migration) => !isBaseline(migration) && !isBreaking(migration.name));
  assert.ok(later.length > 0);
  assert.deepEqual([...new Set(later.flatMap(unsafeIn))], []);
});

const SAFE = [
  'create table made (id text primary key); insert into made values (1); create unique index a on made (id)',
  'alter table teams add column color text',
  "alter table teams add column color text not null default 'red'; alter table teams add column size bigint not null default 0",
  'alter table teams add column lead_id text references members (id)',
  'create index a on audit_entries (id); create index b on events (id) where id is not null',
  'create unique index a on workspaces (external_id)',
];

const UNSAFE: Record<string, RegExp> = {
  'drop table teams': /still use the table/,
  'alter table teams drop column name': /still read and write the column/,
  'alter table teams rename to groups': /know the former name/,
  'alter table teams rename column name to title': /know the former name/,
  'alter table teams alter column name type bigint': /rewrites the table/,
  'alter table teams alter column name set not null': /may still write null/,
  'alter table teams add column color text not null': /needs a constant default/,
  'alter table teams add column made_at bigint not null default extract(epoch from now())':
    /constant default/,
  'alter table teams add column made_at bigint default random()': /a default that is computed/,
  'alter table teams add column color text check (color <> 1)': /reads or rewrites the whole table/,
  'alter table teams add constraint named check (name is not null)': /break it/,
  'create unique index a on events (workspace_id)': /break it/,
  'alter table teams add column color text; create index a on events (id)': /a migration of indexes alone/,
  'drop index events_listed': /drop it in the next version/,
  "update teams set name = 'x'": /locks rows/,
  'delete from teams': /locks rows/,
  "insert into teams values ('x')": /only a table that the same migration makes/,
  'create trigger a after insert on teams execute function f()': /nobody has thought about it yet/,
};

test('the rules let through what is safe, and tell why the rest is not', () => {
  for (const sql of SAFE) assert.deepEqual(unsafeIn({ name: '0099-safe', sql }), [], sql);
  for (const [sql, reason] of Object.entries(UNSAFE)) {
    const found = unsafeIn({ name: '0099-unsafe', sql });
    assert.equal(found.length, 1, sql);
    assert.match(found[0] as string, reason);
  }
});
