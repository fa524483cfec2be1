// The bundle that scripts/bundle.mjs makes of the sources: where it is, and whether it still matches the sources.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Has a folder for each bundle. CURRENT says which one to run. */
export const BUNDLES = `${ROOT}node_modules/.cache/rota-bundle/`;
export const CURRENT = `${BUNDLES}current.json`;

/** Changes whenever the file does, because no program can set the ctime back. */
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

/** Reads CURRENT: the bundle's folder and entry, its sources, and the files in it. */
function readCurrent() {
  try {
    return JSON.parse(readFileSync(CURRENT, 'utf8'));
  } catch {
    return undefined;
  }
}

/** True if no file was touched since the bundle was made. */
export const isUntouchedBundle = () => readCurrent()?.files.every(isUntouched) ?? false;

/** The bundle, if every file still has the content that it was made from. */
export async function findBundle() {
  const bundle = readCurrent();
  const touched = bundle?.files.filter((file) => !isUntouched(file)) ?? [];
  if (touched.length === 0) return bundle;
  // In a copy, such as an image, files have other timestamps.
  const { hasSameContent } = await import('./same-content.mjs');
  return touched.every(hasSameContent) ? bundle : undefined;
}
