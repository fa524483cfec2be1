// What docs/mail-in.md tells its readers to run and to write, as it stands there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/mail-in.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, text]) => String(text));

/** The block that has this text in it. */
export function documented(text: string): string {
  const [found, ...others] = blocks.filter((block) => block.includes(text));
  assert.ok(found !== undefined && others.length === 0, `one block of docs/mail-in.md has ${text}`);
  return found;
}
