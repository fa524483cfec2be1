import {
  getSchedulingSettings,
  updateSchedulingSettings,
} from '../../features/workspace/scheduling-settings/operations.ts';
import { SchedulingUpdate } from '../../features/workspace/scheduling-settings/shapes.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { words } from '../fields.ts';
import { form, page } from '../route.ts';
import { EMBEDDING, embeddingPage } from './embedding-page.ts';

const embedding = page({
  url: EMBEDDING,
  summary: 'Websites that can show booking pages',
  may: 'edit_settings',
  show: async (screen) => embeddingPage(screen, (await getSchedulingSettings(screen)).embed_origins),
});

export const embeddingRoutes: Route[] = [
  embedding.route,
  form({
    url: EMBEDDING,
    summary: 'Change which websites can show booking pages',
    may: 'edit_settings',
    on: embedding,
    async send(screen, { fields }) {
      const input = { embed_origins: words(fields, 'embed_origins') };
      await updateSchedulingSettings(screen, check(SchedulingUpdate, input));
      return { to: EMBEDDING, done: 'websites_saved' };
    },
  }),
];
