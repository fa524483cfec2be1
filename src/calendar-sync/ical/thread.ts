// The thread that reads calendars. It answers each job with numbers and the names of zones that nobody knows, or with a sentence:
// nothing else of a calendar ever leaves it.
import { parentPort } from 'node:worker_threads';
import { decoded, type ReadOptions, readBusyTimes } from './read-busy-times.ts';

export interface ThreadJob extends ReadOptions {
  body: string | Uint8Array;
}

/** Pairs of numbers are handed over without a copy. The loop that serves requests only has to look at them. */
export type ThreadAnswer =
  | { times: Float64Array<ArrayBuffer>; doubtful: number; unknown_zones: string[] }
  | { error: string };

if (!parentPort) throw new Error('This file is run as a thread');
const port = parentPort;
port.on('message', (job: ThreadJob) => {
  const answer = answerTo(job);
  port.postMessage(answer, 'times' in answer ? [answer.times.buffer] : []);
});
port.postMessage('ready');

function answerTo({ body, ...options }: ThreadJob): ThreadAnswer {
  const result = readBusyTimes(decoded(body), options);
  if ('error' in result) return result;
  const times = Float64Array.from(result.busy.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]));
  return { times, doubtful: result.doubtful, unknown_zones: result.unknown_zones };
}
