// How many clicks something takes.
import type { Page } from 'playwright-core';

/** Clicks on links and buttons by their whole name, and counts that. */
export function clicksOn(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async on(role: 'link' | 'button', name: string) {
      count += 1;
      await page.getByRole(role, { name, exact: true }).click();
    },
  };
}
