// The bundle that scripts/bundle.mjs makes of the sources: where it is, and whether it is still what the sources say.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Has a folder for each bundle. CURRENT says which of them to run. */
export const BUNDLES = `${ROOT}node_modules/.cache/rota-bundle/`;
export const CURRENT = `${BUNDLES}current.json`;

/** Changes whenever the file does: no program can set the ctime back. */
export function stampOf(path) {
  const { size, mtimeMs, ctimeMs, ino } = statSync(ROOT + path);
  return { size, mtimeMs, ctimeMs, ino };
}

function isUntouched({ path, stamp }) {
  const found = statSync(ROOT + path, { throwIfNoEntry: false });
  return (
    found !== undefined &&
    found.ctimeMs === stamp.ctimeMs &&
    found.mtimeMs === stamp.mtimeMs &&
    found.size === stamp.size &&
    found.ino === stamp.ino
  );
}

/** What CURRENT says: the bundle's folder and entry, and the files that it was made of and consists of. */
function readCurrent() {
  try {
    return JSON.parse(readFileSync(CURRENT, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether no file was touched since the bundle was made. */
export const isUntouchedBundle = () => readCurrent()?.files.every(isUntouched) ?? false;

/** The bundle, if every file has the content that it had when it was made. */
export async function findBundle() {
  const bundle = readCurrent();
  const touched = bundle?.files.filter((file) => !isUntouched(file)) ?? [];
  if (touched.length === 0) return bundle;
  // In a copy, such as an image, files have other times.
  const { hasSameContent } = await import('./same-content.mjs');
  return touched.every(hasSameContent) ? bundle : undefined;
}
