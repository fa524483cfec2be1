// What pages of docs/ tell their readers to run and to write, as it stands there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The block that has this text in it. */
export function documented(text: string, page = 'operate/inbound-mail.md'): string {
  const content = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  // A block in a list is indented.
  const blocks = [...content.matchAll(/^( *)```\w*\n([\s\S]*?)^ *```/gm)].map(([, indent, lines]) =>
    String(lines).replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const [found, ...others] = blocks.filter((block) => block.includes(text));
  assert.ok(found !== undefined && others.length === 0, `one block of docs/${page} has ${text}`);
  return found;
}
