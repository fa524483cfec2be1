import type { Cost } from '../costs/cost.ts';
import { costOfDelivery, costOfMail } from '../costs/of-channels.ts';
import { costsOverHttp } from '../costs/over-http.ts';
import { LEDGER_SETTINGS } from '../costs/postgres-ledger.ts';
import { type Figure, figure } from '../figures.ts';
import type { Measurement } from '../measurement.ts';
import { type Engine, emptyStorage } from '../rota.ts';
import { startPostgres } from '../servers.ts';

export const costs: Measurement = {
  name: 'costs',
  about:
    'CPU time of one unit of work until nothing is left to do, on PostgreSQL (Rota and the server together), beside SQLite',
  async measure(progress) {
    await startPostgres(LEDGER_SETTINGS);
    const postgres = await costsOn('postgres', progress);
    const sqlite = await costsOn('sqlite', progress);
    return [...postgres].map(([name, cost]) => figureOf(name, cost, sqlite.get(name) as Cost));
  },
};

async function costsOn(engine: Engine, progress: (step: string) => void): Promise<Map<string, Cost>> {
  const tell = (name: string) => progress(`${engine}: ${name}`);
  await using storage = await emptyStorage(engine);
  const all = await costsOverHttp(storage, tell);
  tell('event with its delivery');
  all.set('event with its delivery', await costOfDelivery(engine));
  tell('mail');
  return all.set('mail', await costOfMail(engine));
}

function figureOf(name: string, postgres: Cost, sqlite: Cost): Figure {
  const { rotaMicros, postgresMicros = 0 } = postgres;
  return {
    ...figure(
      name,
      {
        value: rotaMicros + postgresMicros,
        unit: 'µs',
        processor: { process: rotaMicros, database: postgresMicros },
      },
      { what: 'SQLite', value: sqlite.rotaMicros, unit: 'µs' },
    ),
    costs: { postgres, sqlite },
  };
}
