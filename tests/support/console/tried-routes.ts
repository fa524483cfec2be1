// Every page and form of the console, with the ids that it needs, and where its form is found.
import assert from 'node:assert/strict';
import { consoleRoutes } from '../../../src/console/routes.ts';
import type { PathShape, Route } from '../../../src/http/route.ts';
import type { Things } from '../makers/things.ts';
import type { Node } from '../server/rota.ts';
import { formsIn, type PageForm } from './page-forms.ts';
import { PAUSE_MS } from './roles.ts';
import { rows } from './route-rows.ts';
import type { SignedIn } from './signed-in.ts';

export const nameOf = ({ method, url }: Route) => `${method} ${url}`;

/** One stays open, and the other ends the session: each has tests of its own. */
const apart = ['GET /console/events', 'POST /console/sign-out'];
export const tried = consoleRoutes.filter(
  (route) => route.access.kind === 'session' && !apart.includes(nameOf(route)),
);

export const kindsIn = (route: Route) =>
  Object.values((route.path ?? {}) as PathShape).map(({ kind }) => kind);

export function pathWith(route: Route, things: Things): string {
  const shape = (route.path ?? {}) as PathShape;
  return route.url.replace(
    /:(\w+)/g,
    (_, name: string) => things[shape[name]?.kind as keyof Things] as string,
  );
}

/** What a form is sent with, and the page on which somebody finds it. */
export async function findForm(
  node: Node,
  browser: SignedIn,
  route: Route,
  things: Things,
): Promise<{ form: PageForm; page: Route }> {
  const kinds = kindsIn(route);
  const path = pathWith(route, things);
  const near = tried
    .filter((each) => each.method === 'GET' && kindsIn(each).every((kind) => kinds.includes(kind)))
    .toSorted((one, other) => sharedLength(other.url, route.url) - sharedLength(one.url, route.url));
  for (const page of near) {
    const answer = await browser.get(pathWith(page, things) + (rows[nameOf(page)]?.query ?? ''));
    node.clock.advance(PAUSE_MS);
    const found = formsIn(answer.text).find(({ action, method }) => method === 'post' && action === path);
    if (found) {
      const { form: _token, ...fields } = found.fields;
      return { form: { ...found, fields }, page };
    }
  }
  assert.fail(`no page has a form for ${path}`);
}

function sharedLength(one: string, other: string): number {
  const parts = other.split('/');
  const differs = one.split('/').findIndex((part, place) => part !== parts[place]);
  return differs === -1 ? one.split('/').length : differs;
}
