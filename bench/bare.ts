// The limit of Fastify alone: each route sends given bytes, after given statements to PostgreSQL.
import Fastify from 'fastify';
import pg from 'pg';
import { tellParent } from './children.ts';
import type { Statement } from './wire.ts';

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  status: number;
  body: string;
  /** The number of `select 1` statements. */
  roundTrips: number;
  statements: Statement[];
}

const server = Fastify();
const { DATABASE_URL, POOL_SIZE, PLANNER_OPTIONS } = process.env;
const pool = DATABASE_URL
  ? new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE), options: PLANNER_OPTIONS ?? '' })
  : undefined;

for (const [place, route] of (JSON.parse(process.env.ROUTES as string) as BareRoute[]).entries()) {
  const prepared = route.statements.map(({ sql, values }, number) => ({
    name: `route_${place}_${number}`,
    text: sql,
    values,
  }));
  server.route({
    method: route.method,
    url: route.path,
    handler: async (_request, reply) => {
      for (let trip = 0; trip < route.roundTrips; trip += 1) await pool?.query('select 1');
      for (const each of prepared) await pool?.query(each);
      return reply.code(route.status).type('application/json; charset=utf-8').send(route.body);
    },
  });
}

tellParent({ url: await server.listen({ host: '127.0.0.1', port: 0 }) });
