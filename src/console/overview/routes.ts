import type { Route } from '../../http/route.ts';
import { page } from '../route.ts';
import { overviewPage } from './page.ts';
import { readOverview } from './read.ts';

const overview = page({
  url: '/console',
  summary: 'The overview',
  may: 'use_console',
  show: async (screen) => overviewPage(screen, await readOverview(screen)),
});

export const overviewRoutes: Route[] = [overview.route];
