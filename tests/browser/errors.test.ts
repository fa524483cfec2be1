// Pages that say what went wrong, to somebody who never heard of HTTP.
import assert from 'node:assert/strict';
import { onSqlite } from '../support/browser/site.ts';
import { accessibilityProblems, browserTest } from '../support/browser/visitors.ts';

onSqlite('Pages of errors', (node) => {
  browserTest('404: a link that is not one of ours', async (visit) => {
    const page = await visit(`${node().url}/m/x`);
    assert.equal(await page.locator('h1').count(), 1);
    assert.deepEqual(await accessibilityProblems(page), []);
  });
});
