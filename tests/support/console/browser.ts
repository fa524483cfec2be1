// A browser in which somebody is signed in to the console.
import type { Page } from 'playwright-core';
import type { Machine, Visit } from '../browser/visitors.ts';
import type { Node } from '../server/rota.ts';
import { linkFor, type Person } from './signed-in.ts';

/** Opens a page of the console, on another machine, for somebody who has just signed in there. */
export async function visitAs(
  visit: Visit,
  node: Node,
  person: Person,
  path = '/console',
  machine?: Machine,
): Promise<Page> {
  const page = await visit(await linkFor(node, person), machine);
  await page.getByRole('button', { name: `Sign in as ${person.email}` }).click();
  await page.waitForURL(`${node.url}/console`);
  if (path !== '/console') await page.goto(node.url + path);
  return page;
}
