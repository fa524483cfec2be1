import { createAgents } from '../network/agents.ts';
import { exchange, startDeadline } from '../network/exchange.ts';
import { inWords } from '../network/failures.ts';
import { createNames, type NameSources, type Resolve } from '../network/names.ts';
import { ANYWHERE } from '../network/safe-address.ts';
import type { Clock } from '../time/clock.ts';
import { USER_AGENT } from '../version.ts';

/** For a whole request, including the wait for a free connection. */
const TIMEOUT_MS = 10_000;
/** A model may explain its reasoning at length. */
const MAX_BODY_BYTES = 256 * 1024;
/** A model on this machine works on few requests at a time. */
const MAX_CONCURRENT = 4;
/**
 * After this many requests in a row without a response, none is made for a while: otherwise each message would wait ten seconds.
 */
const MAX_FAILURES = 3;
const REST_MS = 60_000;

interface ModelOptions {
  url: string;
  name: string;
  key: string | undefined;
  clock: Clock;
  /** Replaces all DNS look-ups. */
  resolve?: Resolve | undefined;
  names?: NameSources | undefined;
}

/** The model's text, or the reason why there is none. The reason is logged, so it never quotes the text. */
export type ModelAnswer = { text: string } | { refused: string };

/** What a model should do, and the data for it. Nothing in the data is an instruction. */
export interface Task {
  instructions: string;
  data: object;
}

/** Calls a chat endpoint that is compatible with OpenAI's. */
export function createModel({ url, name, key, clock, resolve, names }: ModelOptions) {
  const { origin, pathname, search } = new URL(url);
  const path = `${pathname.replace(/\/+$/, '')}/chat/completions${search}`;
  const headers = {
    'user-agent': USER_AGENT,
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const agents = createAgents({
    policy: ANYWHERE,
    resolve: resolve ?? createNames(clock, names),
    timeoutMs: TIMEOUT_MS,
    // With headers and framing. Twice the limit of a body, so that only a response that is mostly something else reaches it.
    maxResponseBytes: 2 * MAX_BODY_BYTES,
    maxConcurrent: MAX_CONCURRENT,
    clock,
  });
  let failures = 0;
  let restsUntil = 0;

  async function ask(task: Task): Promise<ModelAnswer> {
    if (clock.now() < restsUntil) return { refused: 'its last requests got no response' };
    const answer = await exchange(
      agents.agentOf(origin),
      { origin, path, method: 'POST', headers, body: JSON.stringify(questionOf(name, task)) },
      {
        clock,
        deadline: startDeadline(clock, TIMEOUT_MS),
        readBytes: MAX_BODY_BYTES,
        keptBytes: MAX_BODY_BYTES,
      },
    );
    if (answer.error) {
      failures += 1;
      if (failures >= MAX_FAILURES) restsUntil = clock.now() + REST_MS;
      return { refused: inWords(answer.error, 'asked') };
    }
    failures = 0;
    if (answer.status !== 200) return { refused: `it answered ${answer.status}` };
    if (answer.isCut) return { refused: `the answer is larger than ${MAX_BODY_BYTES / 1024} KiB` };
    return textIn(Buffer.concat(answer.body).toString());
  }

  return { ask, close: agents.close };
}

/** Only what every compatible endpoint accepts: some refuse a token limit, others a temperature. */
function questionOf(model: string, { instructions, data }: Task) {
  const messages = [
    { role: 'system', content: instructions },
    { role: 'user', content: JSON.stringify(data) },
  ];
  return { model, messages, stream: false };
}

function textIn(body: string): ModelAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return { refused: 'the answer is not JSON' };
  }
  const choice = (answer as { choices?: unknown[] } | null)?.choices?.[0] as Choice | null | undefined;
  const content = choice?.message?.content;
  if (typeof content !== 'string') return { refused: 'the answer has no text' };
  if (choice?.finish_reason === 'length') return { refused: 'the text is cut off' };
  return { text: content.trim() };
}

interface Choice {
  message?: { content?: unknown } | null;
  finish_reason?: unknown;
}
