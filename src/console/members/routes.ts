import type { Route } from '../../http/route.ts';

export const memberRoutes: Route[] = [];
