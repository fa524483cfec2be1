import type { Route } from '../../http/route.ts';

export const signInRoutes: Route[] = [];
