import { providerKinds, providerNames } from '../../src/calendar-sync/provider-kinds.ts';
import { Child } from '../children.ts';
import { atLeast, type Figure, figure } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { emptyStorage, engines } from '../rota.ts';

const COUNT = 1_000;
const WORKSPACES = 10;

export const calendars: Measurement = {
  name: 'calendars',
  about:
    '1,000 calendars due at once, until all are read: feeds beside a loop of the same fetches and readings, connected accounts beside feeds',
  async measure(progress) {
    await using feed = await Child.start<{ port: number }>('feed.ts');
    await using provider = await Child.start<{ port: number }>('provider.ts');
    const accounts = settingsOfAccounts(`http://127.0.0.1:${provider.ready.port}`);
    const FEED_URL = `http://127.0.0.1:${feed.ready.port}`;
    const order = { count: COUNT, workspaces: WORKSPACES };
    const perSecond = ({ ms }: { ms: number }) => (COUNT / ms) * 1000;

    progress('raw loop');
    await using loop = await Child.start('raw-calendars.ts', { FEED_URL });
    await loop.ask(order);
    const raw = perSecond(await loop.ask<{ ms: number }>(order));

    const figures: Figure[] = [];
    for (const engine of engines) {
      progress(engine);
      await using storage = await emptyStorage(engine);
      await using node = await Child.start('calendar-node.ts', {
        ...{ ...storage.environment, ...accounts, FEED_URL },
      });
      for (const isNew of [true, false]) {
        const rate = perSecond(await node.ask<{ ms: number }>({ ...order, kind: 'ics', isNew }));
        const name = `calendars read ${isNew ? 'for the first time' : 'again, unchanged'}, ${engine}`;
        figures.push(
          figure(
            name,
            { value: rate, unit: '/s' },
            { what: 'raw loop', value: raw, unit: '/s' },
            // No goal for the first read, which mostly writes hundreds of rows: the loop doesn't do that.
            isNew ? undefined : atLeast(0.4),
          ),
        );
        for (const kind of providerKinds) {
          const ofAccounts = perSecond(await node.ask<{ ms: number }>({ ...order, kind, isNew }));
          figures.push(
            figure(
              `${providerNames[kind]} calendars read ${isNew ? 'for the first time' : 'again, unchanged'}, ${engine}`,
              { value: ofAccounts, unit: '/s' },
              { what: 'feeds', value: rate, unit: '/s' },
              isNew ? undefined : atLeast(0.8),
            ),
          );
        }
      }
    }
    return figures;
  },
};

const settingsOfAccounts = (origin: string) => ({
  ROTA_GOOGLE_CLIENT_ID: 'rota',
  ROTA_GOOGLE_CLIENT_SECRET: 'secret',
  ROTA_GOOGLE_TOKEN_URL: `${origin}/token`,
  ROTA_GOOGLE_API_URL: origin,
  ROTA_MICROSOFT_CLIENT_ID: 'rota',
  ROTA_MICROSOFT_CLIENT_SECRET: 'secret',
  ROTA_MICROSOFT_LOGIN_URL: origin,
  ROTA_MICROSOFT_GRAPH_URL: `${origin}/v1.0`,
});
