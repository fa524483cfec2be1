import type { Annex } from '../http/annex.ts';

/** The console has half of all routes, and most processes never show a page of it. */
export const consoleAnnex: Annex = {
  path: '/console',
  load: async () => (await import('./routes.ts')).consoleRoutes,
};
