import type { Route, ScopedRoute } from '../../../src/http/route.ts';

/** A route for callers with an API key. */
export type KeyRoute = ScopedRoute;

export const isKeyRoute = (route: Route): route is KeyRoute => route.access.kind === 'api_key';
