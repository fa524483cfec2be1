// Webhook endpoints through their routes, and their rows in the database.
import assert from 'node:assert/strict';
import { assertRefused } from '../server/refusal.ts';
import type { AuditEntry, Endpoint, Page } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { ENDPOINTS } from './webhooks.ts';

export type EndpointWithSecret = Endpoint & { signing_secret: string };

/** For endpoints that get no deliveries. */
export const HOOK = 'https://hooks.example.com/rota';

/** The required fields of an endpoint. */
export const LEAST = { url: HOOK, events: ['meeting_request.created'] };

export const pathOf = ({ id }: { id: string }, rest = '') => `${ENDPOINTS}/${id}${rest}`;

/** The endpoint as it is shown after its creation. */
export function withoutSecret({ signing_secret: _, ...endpoint }: EndpointWithSecret): Endpoint {
  return endpoint;
}

export async function changeEndpoint(node: Node, endpoint: { id: string }, body: object): Promise<Endpoint> {
  return dataOf(await node.patch(pathOf(endpoint), body));
}

export async function rotateSecret(node: Node, endpoint: { id: string }): Promise<EndpointWithSecret> {
  return dataOf(await node.post(pathOf(endpoint, '/rotate_secret')));
}

/** The full body of a list of endpoints. */
export async function listEndpoints(node: Node, query = '', key = node.rawKey): Promise<Page<Endpoint>> {
  const answer = await node.get(`${ENDPOINTS}${query}`, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as Page<Endpoint>;
}

/** The audit entries of the endpoint without their ids, oldest first. */
export async function auditOf(node: Node, { id }: { id: string }): Promise<Omit<AuditEntry, 'id'>[]> {
  const entries = dataOf<AuditEntry[]>(await node.get(`/api/v1/audit_log?limit=100&target_id=${id}`));
  return entries.map(({ id: _, ...entry }) => entry).reverse();
}

const TABLES = {
  sqlite: "select name from sqlite_schema where type = 'table'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
};

/** Every value of every row of every table, as text, and decoded from base64 and hexadecimal. */
export async function storedTexts({ services: { database } }: Node): Promise<string[]> {
  const texts: string[] = [];
  for (const { name } of await database.all<{ name: string }>(TABLES[database.dialect.engine])) {
    const rows = await database.all<Record<string, unknown>>(`select * from "${name}"`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      const text = String(value);
      texts.push(text, ...(['base64', 'hex'] as const).map((form) => Buffer.from(text, form).toString()));
    }
  }
  return texts;
}

/** The secrets found in one of the texts. */
export function readableIn(texts: string[], secrets: string[]): string[] {
  return secrets.filter((secret) => texts.some((text) => text.includes(secret)));
}

/** Checks that each field is refused with its message, in a new endpoint and in a change, and that nothing changes. */
export async function assertFieldsRefused(
  node: Node,
  cases: (readonly [fields: object, message: string])[],
): Promise<void> {
  const endpoint: { id: string } = dataOf(await node.post(ENDPOINTS, LEAST));
  await assertRefused(
    node,
    cases.flatMap(([fields, message]) => [
      [() => node.post(ENDPOINTS, { ...LEAST, ...fields }), 'invalid_request', message] as const,
      [() => node.patch(pathOf(endpoint), fields), 'invalid_request', message] as const,
    ]),
  );
}
