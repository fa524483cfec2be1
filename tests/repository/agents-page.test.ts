// docs/use/agents.md names every tool, with the scopes that it needs.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { scopesOf } from '../../src/mcp/tool.ts';
import { tools } from '../../src/mcp/tools.ts';
import { test } from '../support/lanes.ts';

const page = await readFile(new URL('../../docs/use/agents.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
const namesIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name);

test('The page about agents has a row for each tool, with its scopes', () => {
  const documented = rows.flatMap((row) => {
    const [, names, , scopes] = row.split('|');
    return namesIn(names).map((name) => [name, scopes] as const);
  });
  const byName = new Map(documented);
  for (const tool of tools) {
    const scopes = byName.get(tool.name);
    assert.ok(scopes, `${tool.name} has no row`);
    // "The same": as in the row above.
    if (scopes.includes('the same')) continue;
    for (const scope of scopesOf(tool)) assert.ok(namesIn(scopes).includes(scope), `${tool.name}: ${scope}`);
  }
});
