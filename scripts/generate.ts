// `npm run generate`: writes the files that are generated from code. Tests check that they are up to date.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../src/app.ts';
import type { OpenApiDocument } from '../src/http/openapi.ts';
import { createLog } from '../src/log.ts';
import { createServices } from '../src/services.ts';
import { readConfig } from '../src/settings/config.ts';
import { migrate } from '../src/storage/migrate.ts';
import { openSqlite } from '../src/storage/sqlite.ts';
import { systemClock } from '../src/time/clock.ts';
import { renderClientMethods } from './client-methods.ts';
import { renderClientTypes } from './client-types.ts';
import { renderConfigurationDoc } from './configuration-doc.ts';
import { renderSample, sampleDrafts } from './mail-samples.ts';
import { renderOneDay } from './one-day.ts';
import { renderRequestFlow } from './request-flow.ts';
import { renderRequestTimeline } from './request-timeline.ts';
import { dumpSchema } from './schema-dump.ts';

async function write(file: string, text: string): Promise<void> {
  await writeFile(new URL(`../${file}`, import.meta.url), text);
  console.log(`Wrote ${file}`);
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-generate-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const openIn = (folder: string) => openSqlite({ file: path.join(folder, 'rota.db') });

/** The schema of a new database. */
function schema(): Promise<string> {
  return inFolder(async (folder) => {
    const database = await openIn(folder);
    try {
      await migrate(database, systemClock);
      return await dumpSchema(database);
    } finally {
      await database.close();
    }
  });
}

/** The /openapi.json of a server without settings. */
function apiDescription(): Promise<OpenApiDocument> {
  return inFolder(async (folder) => {
    const storage = await openIn(folder);
    try {
      const services = createServices(readConfig({ ROTA_DATA_DIR: folder }), storage, systemClock);
      // Drops undefined fields, as on the wire.
      return JSON.parse(JSON.stringify(createApp(services, createLog('silent')).describeApi()));
    } finally {
      await storage.close();
    }
  });
}

await write('docs/reference/configuration.md', renderConfigurationDoc());
await write('docs/start/request-flow.svg', renderRequestFlow());
await write('docs/internals/request-timeline.svg', renderRequestTimeline());
await write('docs/internals/one-day.svg', renderOneDay());
for (const [name, draft] of Object.entries(sampleDrafts)) {
  await write(`tests/mail-out/golden/${name}.txt`, renderSample(draft));
}
const description = await apiDescription();
await write('sdk/src/api.ts', renderClientTypes(description));
await write('src/http/client-methods.ts', await renderClientMethods(description));
await write('src/storage/schema.sql', await schema());
