import { createAgents } from '../network/agents.ts';
import { exchange, startDeadline } from '../network/exchange.ts';
import { inWords } from '../network/failures.ts';
import { createNames, type NameSources, type Resolve } from '../network/names.ts';
import { ANYWHERE } from '../network/safe-address.ts';
import type { Clock } from '../time/clock.ts';
import { USER_AGENT } from '../version.ts';

/** For everything, with the wait for a free connection. */
const TIMEOUT_MS = 10_000;
/** A model may tell at length how it came to its answer. */
const MAX_BODY_BYTES = 256 * 1024;
/** A model on this machine works on few answers at a time. */
const MAX_CONCURRENT = 4;
/** So many requests without an answer in a row, and none is made for a while: nobody waits ten seconds for each message. */
const MAX_SILENCES = 3;
const REST_MS = 60_000;

interface ModelOptions {
  url: string;
  name: string;
  key: string | undefined;
  clock: Clock;
  /** Replaces all look-ups of names. */
  resolve?: Resolve | undefined;
  names?: NameSources | undefined;
}

/** What it has written, or why there is nothing: a reason for the log, without the text. */
export type ModelAnswer = { text: string } | { refused: string };

/** What a model is to do, and what it is to do it with. Only what it is to do is an instruction. */
export interface Task {
  instructions: string;
  data: object;
}

/** A chat endpoint that is compatible with that of OpenAI. */
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
    // Twice the limit of a body, so that only an answer of mostly other things reaches it.
    maxResponseBytes: 2 * MAX_BODY_BYTES,
    maxConcurrent: MAX_CONCURRENT,
    clock,
  });
  let silences = 0;
  let restsUntil = 0;

  async function ask(task: Task): Promise<ModelAnswer> {
    if (clock.now() < restsUntil) return { refused: 'it gave no answer the last times' };
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
      silences += 1;
      if (silences >= MAX_SILENCES) restsUntil = clock.now() + REST_MS;
      return { refused: inWords(answer.error, 'asked') };
    }
    silences = 0;
    if (answer.status !== 200) return { refused: `it answered ${answer.status}` };
    if (answer.isCut) return { refused: `the answer is larger than ${MAX_BODY_BYTES / 1024} KiB` };
    return textIn(Buffer.concat(answer.body).toString());
  }

  return { ask, close: agents.close };
}

/** Only what every compatible endpoint takes: some refuse a limit of tokens, others a temperature. */
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
  if (choice?.finish_reason === 'length') return { refused: 'the text has no end' };
  return { text: content.trim() };
}

interface Choice {
  message?: { content?: unknown } | null;
  finish_reason?: unknown;
}
