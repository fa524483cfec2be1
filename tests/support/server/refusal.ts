// A refusal has the right status and error, and changes nothing in the database.
import assert from 'node:assert/strict';
import type { WireAnswer } from './http.ts';
import { untilIdle } from './idle.ts';
import type { Node } from './rota.ts';
import { snapshotsOf } from './snapshot.ts';

export type Refusal = [type: 'invalid_request' | 'validation_error' | 'not_found', message: string];

const statuses = { invalid_request: 422, validation_error: 422, not_found: 404 };

/** Makes each call and compares its response with the expected refusal. */
export async function assertRefused(
  node: Node,
  calls: (readonly [call: () => Promise<WireAnswer>, ...Refusal])[],
): Promise<void> {
  await untilIdle(node);
  const snapshot = await snapshotsOf(node.services.database);
  const before = await snapshot();
  for (const [place, [call, type, message]] of calls.entries()) {
    const { status, body } = await call();
    const expected = { status: statuses[type], body: { error: { type, message } } };
    assert.deepEqual({ status, body }, expected, `call ${place}, which should answer: ${message}`);
    assert.deepEqual(await snapshot(), before, `call ${place} changed something: ${message}`);
  }
}
