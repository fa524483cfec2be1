import { readFileSync } from 'node:fs';
import { sourceFile } from './source-file.ts';

const manifest = JSON.parse(readFileSync(sourceFile('../package.json'), 'utf8'));

export const version: string = manifest.version;

/** How the service identifies itself to other servers. */
export const USER_AGENT = `Rota/${version}`;
