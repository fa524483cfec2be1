// The bundle that scripts/bundle.mjs makes of the sources: where it is, and whether it is still what the sources say.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Has a folder for each bundle. CURRENT says which of them to run. */
export const BUNDLES = `${ROOT}node_modules/.cache/rota-bundle/`;
export const CURRENT = `${BUNDLES}current.json`;

/** Another one after every change of the file: no program can set the ctime back. */
export function stampOf(path) {
  const found = statSync(ROOT + path, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}` : 'missing';
}

/** What CURRENT says: the bundle's folder and entry, and the files that it was made of and consists of. */
export function readCurrent() {
  try {
    return JSON.parse(readFileSync(CURRENT, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The files that were written since, perhaps with the same content: so it is in a copy, such as an image. */
export function touchedIn({ files }) {
  return files.filter(({ path, stamp }) => stampOf(path) !== stamp);
}

/** The bundle, if every file is as it was when it was made. */
export async function findBundle() {
  const bundle = readCurrent();
  if (!bundle) return undefined;
  const touched = touchedIn(bundle);
  if (touched.length === 0) return bundle;
  const { hasSameContent } = await import('./same-content.mjs');
  return touched.every(hasSameContent) ? bundle : undefined;
}
