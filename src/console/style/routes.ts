import type { Route } from '../../http/route.ts';
import { page } from '../route.ts';
import { styleGuide } from './guide.ts';

export const styleRoutes: Route[] = [
  page({
    url: '/console/style',
    summary: 'The style guide',
    may: 'use_console',
    show: async () => ({ title: 'Style guide', content: styleGuide() }),
  }).route,
];
