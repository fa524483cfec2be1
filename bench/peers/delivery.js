// The work of each job, the same for every queue: a signed POST, and a row with its result.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Agent } from 'undici';
import { webhookHeaders } from '../../src/webhooks/sign.ts';
import { payloadOf } from '../payload.ts';

/** @typedef {{ id: string, body: string }} Job The body is text, so that it is signed as stored. */

const { DATABASE_URL, RECEIVER_URL } = /** @type {Record<string, string>} */ (process.env);
export const CONCURRENCY = Number(process.env.CONCURRENCY);
/** As many connections as Rota opens. BullMQ was as fast with 5, 20 and 50 (1,764 to 1,834 jobs/s). */
const CONNECTIONS = 10;
const STALLED_MS = 60_000;
const SECRETS = [`whsec_${randomBytes(32).toString('hex')}`];

const { origin, pathname: path } = new URL(RECEIVER_URL);
const agent = new Agent({ connections: CONCURRENCY });
export const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS, idleTimeoutMillis: 0 });
pool.on('error', fail);
pool.on('connect', (client) => client.on('error', fail));

let recorded = 0;
let onRecorded = () => {};

/** @returns {Job} */
export function newJob() {
  const id = `mr_${randomBytes(13).toString('hex').toUpperCase()}`;
  return { id, body: payloadOf(id) };
}

/** Sends it and records the result. Throws unless it was accepted, so that the queue retries. @param {Job} job */
export async function deliver({ id, body }) {
  const startedAt = Date.now();
  const seconds = Math.floor(startedAt / 1000);
  const event = 'meeting_request.created';
  const own = webhookHeaders({ id, event, body, secrets: SECRETS, seconds });
  const headers = [...own, 'user-agent', 'Rota/bench'];
  const response = await agent.request({ origin, path, method: 'POST', headers, body });
  const answer = await response.body.text();
  const code = response.statusCode;
  if (code < 200 || code > 299) throw new Error(`The receiver answered ${code}`);
  const values = [id, startedAt, Date.now() - startedAt, code, answer];
  await pool.query({ name: 'record', text: 'insert into results values ($1, $2, $3, $4, $5)', values });
  recorded += 1;
  onRecorded();
}

export async function openDelivery() {
  await pool.query(`create table results
    (id text primary key, started_at bigint, duration_ms bigint, response_code int, response_body text)`);
  // Opens all connections in advance, because they are slow to open: with twenty opened on demand, the p95 of
  // graphile-worker at 200/s was 21 ms instead of 5.6.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('select pg_sleep(0.1)')));
}

export const closeDelivery = () => Promise.all([pool.end(), agent.close()]);

export async function forgetResults() {
  await pool.query('truncate results');
  recorded = 0;
}

/** @param {number} count */
export async function untilRecorded(count) {
  const { promise, resolve } = Promise.withResolvers();
  let before = -1;
  const watch = setInterval(() => {
    if (recorded === before) fail(new Error(`Of ${count} jobs, ${recorded} are recorded, and no more come`));
    before = recorded;
  }, STALLED_MS);
  onRecorded = () => recorded === count && resolve(undefined);
  onRecorded();
  await promise;
  clearInterval(watch);
}

/** For errors that a retry does not help. @param {unknown} error */
export function fail(error) {
  console.error(error);
  process.exit(1);
}
