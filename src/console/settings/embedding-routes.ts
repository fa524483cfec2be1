import { listPublicTypes } from '../../features/meetings/meeting-types/operations.ts';
import {
  getSchedulingSettings,
  updateSchedulingSettings,
} from '../../features/workspace/scheduling-settings/operations.ts';
import { SchedulingUpdate } from '../../features/workspace/scheduling-settings/shapes.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { words } from '../fields.ts';
import { form, page } from '../route.ts';
import { embeddingPage } from './embedding-page.ts';
import { EMBEDDING } from './settings-page.ts';

const embedding = page({
  url: EMBEDDING,
  summary: 'Websites that can show booking pages',
  may: 'edit_settings',
  async show(screen) {
    const { embed_origins } = await getSchedulingSettings(screen);
    const { address, database, workspace } = screen;
    const [listed] = workspace.handle ? await listPublicTypes(screen, database, 1) : [];
    const page = listed ? `${address.url}/${workspace.handle}` : null;
    return embeddingPage(screen, { origins: embed_origins, page });
  },
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
