import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { conflict, invalidRequest, ReadOnly } from '../errors.ts';
import type { GivenByKey } from '../http/access/api-key.ts';
import { StillRunning } from '../http/idempotency.ts';
import type { Visit } from '../http/mount.ts';
import { check } from '../shapes/check.ts';
import { knownFields, unknownFields } from '../shapes/unknown-fields.ts';
import { answerShape } from './descriptions.ts';
import { labelled, TEXT_LENGTH } from './labels.ts';
import { type Call, type ChangingTool, requireScope, type Tool } from './tool.ts';

/** Runs a tool for the caller, and returns its labelled answer. Throws what the operations refuse. */
export async function runTool(
  visit: Visit,
  tool: Tool,
  given: object,
  { signal, step }: Pick<Call, 'signal' | 'step'>,
): Promise<Record<string, unknown>> {
  const { services, trace } = visit;
  const { caller } = visit.visitor.given as GivenByKey;
  requireScope(tool, caller.scopes, given);
  const unknown = unknownFields(given, knownFields(tool.input));
  if (unknown.length > 0) {
    const known = Object.keys(tool.input.properties).join(', ') || 'none';
    throw invalidRequest(
      `${unknown.join(', ')}: no such argument. The arguments of ${tool.name} are: ${known}`,
    );
  }
  const input: Input = check(tool.input, given);
  const context: Context = { ...services, trace, caller: { ...caller, tool: tool.name } };
  const call = { context, signal, step };
  const answer = tool.kind === 'reads' ? await tool.run(call, input) : await change(visit, tool, call, input);
  return fitting(tool, answer, input);
}

/** In characters of JSON: as much as a model can read at once, and clients accept. */
const MAX_ANSWER_LENGTH = 100_000;
/** Rather than exceed that, texts are cut shorter. */
const SHORTER = [5_000, TEXT_LENGTH, 500, 100];

/** The labelled answer, with texts as long as they can be. */
function fitting(tool: Tool, answer: object, { limit = Number.POSITIVE_INFINITY }: { limit?: number }) {
  const { textLength = TEXT_LENGTH } = tool;
  const shape = answerShape(tool);
  let found = labelled(shape, answer, textLength);
  for (const length of SHORTER.filter((each) => each < textLength)) {
    if (isShort(found)) return found;
    found = labelled(shape, answer, length);
  }
  // Changes must be reported, and a single thing can't be requested in parts.
  if (isShort(found) || !('limit' in tool.input.properties) || limit === 1) return found;
  throw invalidRequest('limit is too large: so many do not fit into one answer. Ask for fewer');
}

const isShort = (answer: object) => JSON.stringify(answer).length <= MAX_ANSWER_LENGTH;

async function change(visit: Visit, tool: ChangingTool, call: Call, input: Input): Promise<object> {
  // Also for a preview, which writes and then rolls back.
  if (call.context.config.readOnly) throw new ReadOnly();
  const { preview } = tool;
  if (preview?.isWanted(input)) {
    const previewed = await serialized(visit, tool, input, () => preview.run(call, input));
    return { ...previewed, repeated: false };
  }
  const { id, repeated } = await changeOnce(visit, tool, call, input);
  return { ...(await tool.show(call, id, input)), repeated };
}

/** How long a call waits for an equal one: as long as that one may wait for its rows. */
const MAX_WAIT_MS = 15_000;
/** Polls, so as not to keep a database connection while waiting. */
const LOOK_AGAIN_MS = 50;

type Input = Parameters<ChangingTool['change']>[1];

function serialized<Result>(
  { services, visitor }: Visit,
  tool: ChangingTool,
  input: Input,
  work: () => Promise<Result>,
): Promise<Result> {
  const where = tool.line(input);
  const workspaceId = visitor.identity?.workspaceId ?? '';
  const lines =
    typeof where === 'function' ? () => where(services, workspaceId) : where && `${workspaceId} ${where}`;
  return services.storage.serialized(lines, work);
}

interface Done {
  id: string;
  state: string | null;
}

/**
 * Makes the change, unless the same key has made the same call before and nothing else has happened to the thing since:
 * then an agent, or its network, is only repeating it.
 */
async function changeOnce(
  visit: Visit,
  tool: ChangingTool,
  call: Call,
  input: Input,
): Promise<{ id: string; repeated: boolean }> {
  const { context } = call;
  const { idempotency, visitor, keptIn } = visit;
  const { change, stateOf } = tool;
  const { identity } = visitor;
  if (!identity || !keptIn) throw new Error('A tool needs a caller who is known');
  const requestDigest = digestOf(tool, input);
  const once = {
    identity,
    keptIn,
    key: `mcp ${requestDigest}`,
    requestDigest,
    async isOver(database: Context['database'], stored: string) {
      const { id, state } = JSON.parse(stored) as Done;
      return stateOf !== undefined && (await stateOf({ ...context, database }, id, input)) !== state;
    },
  };
  const changed = () =>
    idempotency.once(once, async (database) => {
      // The caller may have left while queueing.
      call.signal.throwIfAborted();
      const within = { ...context, database };
      const id = await change({ ...call, context: within }, input);
      const done: Done = { id, state: (await stateOf?.(within, id, input)) ?? null };
      // The last moment at which nothing has been done yet.
      call.signal.throwIfAborted();
      return { status: 200, text: JSON.stringify(done) };
    });
  const stored = await afterEqualCalls(call.signal, () => serialized(visit, tool, input, changed));
  const { id } = JSON.parse(stored.text) as Done;
  return { id, repeated: stored.replayed };
}

/**
 * An agent that calls twice at once wants one change and two answers: the second call waits for the first, and returns
 * its result.
 */
async function afterEqualCalls<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StillRunning)) throw error;
      if (performance.now() > end) throw conflict('The same call is still running');
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** Equal for two calls with the same arguments, in any order, with defaults spelled out or not. */
function digestOf({ name, input: shape }: ChangingTool, input: Input): string {
  return createHash('sha256')
    .update(`${name}\n${JSON.stringify(inOrder(input, shape))}`)
    .digest('hex');
}

interface Parts {
  properties?: Record<string, Parts>;
  items?: Parts;
  default?: unknown;
}

function inOrder(value: unknown, shape: Parts | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, shape?.items));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    // Null means the same as leaving it out.
    .filter(([name, inner]) => inner !== null && inner !== shape?.properties?.[name]?.default)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, inOrder(inner, shape?.properties?.[name])]));
}
