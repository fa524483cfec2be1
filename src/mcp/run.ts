import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { conflict, explained, invalidRequest, ReadOnly } from '../errors.ts';
import type { GivenByKey } from '../http/access/api-key.ts';
import { StillRunning } from '../http/idempotency.ts';
import type { Visit } from '../http/mount.ts';
import { check } from '../shapes/check.ts';
import { knownFields, unknownFields } from '../shapes/unknown-fields.ts';
import { answerShape } from './descriptions.ts';
import { labelAnswer, TEXT_LENGTH } from './labels.ts';
import { type Call, type ChangingTool, requireScope, type Tool } from './tool.ts';

/** Runs a tool for the caller, and returns its labelled answer. Throws refusals of the operations. */
export async function runTool(
  visit: Visit,
  tool: Tool,
  args: object,
  { signal, step }: Pick<Call, 'signal' | 'step'>,
): Promise<Record<string, unknown>> {
  const { services, trace } = visit;
  const { caller } = visit.visitor.given as GivenByKey;
  requireScope(tool, caller.scopes, args);
  const unknown = unknownFields(args, knownFields(tool.input));
  if (unknown.length > 0) {
    const known = Object.keys(tool.input.properties).join(', ') || 'none';
    throw invalidRequest(
      `${unknown.join(', ')}: no such argument. The arguments of ${tool.name} are: ${known}`,
    );
  }
  const input: Input = check(tool.input, args);
  const context: Context = { ...services, trace, caller: { ...caller, tool: tool.name } };
  const call = { context, signal, step };
  const answer = tool.kind === 'reads' ? await tool.run(call, input) : await change(visit, tool, call, input);
  return fitAnswer(tool, answer, input);
}

/** In characters of JSON: as much as a model can read at once, and clients accept. */
const MAX_ANSWER_LENGTH = 100_000;
/** Shorter text lengths to try, one after another, if an answer is longer than that. */
const SHORTER_LENGTHS = [5_000, TEXT_LENGTH, 500, 100];

/** Labels the answer, with texts as long as fit. */
function fitAnswer(tool: Tool, answer: object, { limit = Number.POSITIVE_INFINITY }: { limit?: number }) {
  const { textLength = TEXT_LENGTH } = tool;
  const shape = answerShape(tool);
  let labelled = labelAnswer(shape, answer, textLength);
  for (const length of SHORTER_LENGTHS.filter((each) => each < textLength)) {
    if (fits(labelled)) return labelled;
    labelled = labelAnswer(shape, answer, length);
  }
  // A change must be reported, and a single thing can't be requested in parts: these are returned however long they are.
  if (fits(labelled) || !('limit' in tool.input.properties) || limit === 1) return labelled;
  throw invalidRequest('limit is too large: so many do not fit into one answer. Ask for fewer');
}

const fits = (answer: object) => JSON.stringify(answer).length <= MAX_ANSWER_LENGTH;

async function change(visit: Visit, tool: ChangingTool, call: Call, input: Input): Promise<object> {
  // Applies to previews, too: they write, and then roll back.
  if (call.context.config.readOnly) throw new ReadOnly();
  const { preview } = tool;
  if (preview?.isWanted(input)) {
    const previewed = await serialized(visit, tool, input, () => preview.run(call, input));
    return { ...previewed, repeated: false };
  }
  const { id, repeated } = await changeOnce(visit, tool, call, input);
  return { ...(await tool.show(call, id, input)), repeated };
}

/** How long a call waits for an equal one: as long as that one may wait for its locks. */
const MAX_WAIT_MS = 15_000;
/** Polls, because waiting in the database would occupy a connection. */
const POLL_MS = 50;

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
  return explained(() => services.storage.serialized(lines, work));
}

interface StoredChange {
  id: string;
  state: string | null;
}

/**
 * Makes the change, unless the same key made the same call before and nothing else has happened to the thing since: then the agent,
 * or its network, is only repeating the call.
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
      const { id, state } = JSON.parse(stored) as StoredChange;
      return stateOf !== undefined && (await stateOf({ ...context, database }, id, input)) !== state;
    },
  };
  const makeChange = () =>
    idempotency.once(once, async (database) => {
      // The caller may have left while queueing.
      call.signal.throwIfAborted();
      const inTransaction = { ...context, database };
      const id = await change({ ...call, context: inTransaction }, input);
      const stored: StoredChange = { id, state: (await stateOf?.(inTransaction, id, input)) ?? null };
      // The last chance to undo everything.
      call.signal.throwIfAborted();
      return { status: 200, text: JSON.stringify(stored) };
    });
  const stored = await afterEqualCalls(call.signal, () => serialized(visit, tool, input, makeChange));
  const { id } = JSON.parse(stored.text) as StoredChange;
  return { id, repeated: stored.replayed };
}

/**
 * An agent that makes the same call twice at once wants one change and two answers: the second call waits for the first, and
 * returns its result.
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
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** The same for two calls with equal arguments, whatever their order, and whether or not defaults are spelled out. */
function digestOf({ name, input: shape }: ChangingTool, input: Input): string {
  return createHash('sha256')
    .update(`${name}\n${JSON.stringify(canonical(input, shape))}`)
    .digest('hex');
}

interface Parts {
  properties?: Record<string, Parts>;
  items?: Parts;
  default?: unknown;
}

function canonical(value: unknown, shape: Parts | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item, shape?.items));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    // Null means the same as a missing field.
    .filter(([name, inner]) => inner !== null && inner !== shape?.properties?.[name]?.default)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, canonical(inner, shape?.properties?.[name])]),
  );
}
