// `npm run generate`: writes the files that are made from code. Tests compare them with what would be written now.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../src/clock.ts';
import type { OpenApiDocument } from '../src/http/openapi.ts';
import type { OpenDatabase } from '../src/storage/database.ts';
import { migrate } from '../src/storage/migrate.ts';
import { openPostgres } from '../src/storage/postgres.ts';
import { openSqlite } from '../src/storage/sqlite.ts';
import { freshDataFolder } from '../tests/support/server/databases.ts';
import { freshStorage, startNode } from '../tests/support/server/rota.ts';
import { renderClientMethods } from './client-methods.ts';
import { renderClientTypes } from './client-types.ts';
import { renderConfigurationDoc } from './configuration-doc.ts';
import { startPostgresServer } from './postgres/server.ts';
import { renderRequestFlow } from './request-flow.ts';
import { dumpSchema } from './schema-dump.ts';

async function write(file: string, text: string): Promise<void> {
  await writeFile(new URL(`../${file}`, import.meta.url), text);
  console.log(`Wrote ${file}`);
}

/** Migrates a database that is empty, and closes it. */
async function schemaOf(database: OpenDatabase): Promise<string> {
  try {
    await migrate(database, systemClock);
    return await dumpSchema(database);
  } finally {
    await database.close();
  }
}

async function sqliteSchema(): Promise<string> {
  const folder = await freshDataFolder();
  try {
    return await schemaOf(await openSqlite({ file: path.join(folder.path, 'rota.db') }));
  } finally {
    await folder.remove();
  }
}

async function postgresSchema(): Promise<string> {
  const server = await startPostgresServer();
  try {
    return await schemaOf(await openPostgres({ url: server.url }));
  } finally {
    await server.stop();
  }
}

/** What a server says at /openapi.json. */
async function apiDescription(): Promise<OpenApiDocument> {
  const storage = await freshStorage('sqlite');
  const node = await startNode(storage);
  try {
    return (await node.get('/openapi.json')).body as OpenApiDocument;
  } finally {
    await node.stop();
    await storage.remove();
  }
}

await write('docs/configuration.md', renderConfigurationDoc());
await write('docs/request-flow.svg', renderRequestFlow());
const description = await apiDescription();
await write('sdk/src/api.ts', renderClientTypes(description));
await write('src/http/client-methods.ts', await renderClientMethods(description));
await write('src/storage/schema.sqlite.sql', await sqliteSchema());
await write('src/storage/schema.postgres.sql', await postgresSchema());
