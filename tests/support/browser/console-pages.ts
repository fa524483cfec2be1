// Every page of the console, read from its routes, so that new pages are included.
import assert from 'node:assert/strict';
import { consoleRoutes } from '../../../src/console/routes.ts';
import { withQuery } from '../../../src/html/urls.ts';
import { withSession } from '../../../src/http/access/session.ts';
import { htmlPage, type Route } from '../../../src/http/route.ts';
import type { Things } from '../makers/things.ts';

export interface ConsolePage {
  /** Short, and good as a file name. */
  name: string;
  path: string;
  /** A response to show instead, where no path leads to the page. */
  instead?: { status: number; headers: Record<string, string>; body: string };
}

const pages = consoleRoutes.filter(
  ({ method, access, response }) => method === 'GET' && access === withSession && response === htmlPage,
);

const nameOf = ({ url }: Route) =>
  url
    .replace(/^\/console\/?/, '')
    .replaceAll(/:\w*id\b/g, 'one')
    .replaceAll('/', '-') || 'overview';

/** Pages whose path names nothing. They exist in an empty workspace, too. */
export const pagesOfNothing: ConsolePage[] = pages
  .filter(({ url }) => !url.includes(':'))
  .map((route) => ({ name: nameOf(route), path: route.url }));

/** All pages, about these things. The page for an answer names a participant by address. */
export function consolePages(things: Things, participant = 'grace@example.org'): ConsolePage[] {
  return pages.map((route) => {
    const path = filledIn(route, things);
    const isAnswer = route.url.endsWith('/answer');
    return { name: nameOf(route), path: isAnswer ? withQuery(path, { participant }) : path };
  });
}

function filledIn({ url, path = {} }: Route, things: Things): string {
  return url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const kind = path[name]?.kind;
    const id = kind && things[kind];
    assert.ok(id, `${url}: make a thing of the kind ${kind} in tests/support/console/busy-workspace.ts`);
    return id;
  });
}
