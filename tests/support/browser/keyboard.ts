// Somebody who has no mouse.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Presses Tab until what has the focus has this text, or a label with it. */
export async function tabTo(page: Page, text: string): Promise<void> {
  const passed: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const said: string = await page.evaluate(
      `((e) => e.labels?.[0]?.innerText || e.innerText || e.tagName)(document.activeElement)`,
    );
    if (said.includes(text)) break;
    if (said === 'BODY' || passed.length > 60) assert.fail(`Tab does not lead to ${text}, but to ${passed}`);
    passed.push(said);
  }
  const ring = await page.evaluate(
    `((e) => { const s = getComputedStyle(e.closest('label') ?? e); const own = getComputedStyle(e);
      return [s, own].some((t) => t.outlineStyle !== 'none' && parseFloat(t.outlineWidth) > 0) || s.boxShadow !== 'none'; })(document.activeElement)`,
  );
  assert.ok(ring, `it can be seen that ${text} has the focus`);
}
