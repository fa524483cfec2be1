// Beside bundle.mjs, for files that were written since the bundle was made. Most starts do without it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function digestOf(path) {
  return createHash('sha256')
    .update(readFileSync(new URL(`../${path}`, import.meta.url)))
    .digest('base64');
}

export function hasSameContent({ path, digest }) {
  try {
    return digestOf(path) === digest;
  } catch {
    return false;
  }
}
