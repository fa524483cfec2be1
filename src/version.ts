import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export const version: string = manifest.version;

/** How the service names itself to other servers. */
export const USER_AGENT = `Rota/${version}`;
