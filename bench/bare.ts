// The limit of Fastify alone: each route sends given bytes, after a given number of round trips to PostgreSQL.
import Fastify from 'fastify';
import pg from 'pg';
import { tellParent } from './children.ts';

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  status: number;
  body: string;
  roundTrips: number;
}

const server = Fastify();
const { DATABASE_URL, POOL_SIZE } = process.env;
const pool = DATABASE_URL
  ? new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) })
  : undefined;

for (const route of JSON.parse(process.env.ROUTES as string) as BareRoute[]) {
  server.route({
    method: route.method,
    url: route.path,
    handler: async (_request, reply) => {
      for (let trip = 0; trip < route.roundTrips; trip += 1) await pool?.query('select 1');
      return reply.code(route.status).type('application/json; charset=utf-8').send(route.body);
    },
  });
}

tellParent({ url: await server.listen({ host: '127.0.0.1', port: 0 }) });
