/**
 * A file beside the code, by its path from this folder. The only place that asks where the code is: in a bundle
 * (scripts/bundle.mjs) that is elsewhere, and the answer is given by the one who made it: docs/decisions/0001-node-runs-typescript.md.
 */
export function sourceFile(path: string): URL {
  return new URL(path, import.meta.url);
}
