// What a migration may do while nodes of the version before it go on: see docs/operate/upgrade.md. No function here reads a file.
import type { Migration } from '../../src/storage/migrate.ts';

/** A few rows each in any installation: to read all of them takes no time. */
const SMALL_TABLES = [
  'workspaces',
  'workspace_limits',
  'scheduling_settings',
  'entitlements',
  'clock',
  'moves',
];

/** Why what begins so is refused. The first that fits. */
const REASONS: [begins: RegExp, reason: string][] = [
  [/^drop table/, 'nodes of the version before still use the table'],
  [/^alter table \w+ drop column/, 'nodes of the version before still read and write the column'],
  [/^alter table .* rename|^alter index .* rename/, 'nodes of the version before know the former name'],
  [
    /^alter table \w+ alter column \w+ (set data )?type/,
    'it rewrites the table under a lock, and older nodes expect the former type',
  ],
  [/^alter table \w+ alter column \w+ set not null/, 'nodes of the version before may still write null'],
  [/^alter table \w+ add constraint/, 'nodes of the version before may write rows that break it'],
  [/^drop index/, 'statements of the version before would read whole tables: drop it in the next version'],
  [/^(update|delete)/, 'it locks rows for as long as it takes, and misses those that older nodes add later'],
  [/^insert/, 'only a table that the same migration makes is filled'],
];

const statementsOf = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);

/** What is unsafe in a migration, each with its reason. */
export function unsafeIn({ name, sql }: Migration): string[] {
  const statements = statementsOf(sql);
  const made = statements.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
  // A migration of indexes alone is built without a lock: see src/storage/migrate.ts.
  const isOfIndexesAlone = statements.every((statement) => /^create index/.test(statement));
  return statements.flatMap((statement) => {
    const reason = reasonAgainst(statement, made, isOfIndexesAlone);
    return reason ? [`${name}: "${statement.slice(0, 100)}": ${reason}`] : [];
  });
}

function reasonAgainst(statement: string, made: string[], isOfIndexesAlone: boolean): string | undefined {
  if (/^create table \w+/.test(statement)) return undefined;
  const [, filled] = /^insert into (\w+)/.exec(statement) ?? [];
  if (filled && made.includes(filled)) return undefined;
  const [, isUnique, indexed = '', columns = ''] =
    /^create (unique )?index \w+ on (\w+) ?\(([^)]*)\)/.exec(statement) ?? [];
  if (indexed)
    return againstIndex({ isUnique: isUnique !== undefined, indexed, columns, made, isOfIndexesAlone });
  if (/^alter table \w+ add column \w+/.test(statement)) return againstColumn(statement);
  const known = REASONS.find(([begins]) => begins.test(statement));
  return known?.[1] ?? 'nobody has thought about it yet: add a rule to tests/storage/migration-rules.ts';
}

function againstIndex(index: {
  isUnique: boolean;
  indexed: string;
  columns: string;
  made: string[];
  isOfIndexesAlone: boolean;
}): string | undefined {
  const { isUnique, indexed, made, isOfIndexesAlone } = index;
  if (made.includes(indexed) || SMALL_TABLES.includes(indexed)) return undefined;
  if (isUnique) return 'nodes of the version before may write rows that break it';
  if (!isOfIndexesAlone) return 'it locks the table while it is built: give it a migration of indexes alone';
  return undefined;
}

function againstColumn(statement: string): string | undefined {
  if (/\bcheck\b|\bunique\b|\bgenerated\b/.test(statement))
    return 'it reads or rewrites the whole table under a lock';
  if (/not null/.test(statement) && !/\bdefault ('[^']*'|-?\d+)/.test(statement)) {
    return 'nodes of the version before write rows without it: it needs a constant default, or to be null';
  }
  if (/\bdefault\b(?! ('[^']*'|-?\d+|null))/.test(statement))
    return 'a default that is computed rewrites the table';
  return undefined;
}
