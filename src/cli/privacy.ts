import { setTimeout as sleep } from 'node:timers/promises';
import { CALLS_THE_SERVICE, withCaller } from './caller.ts';
import { type Command, json, onlyWord } from './command.ts';

const PAUSE_MS = 500;
const PAGE = 100;

export const eraseCommand: Command = {
  name: 'erase',
  takes: 'EMAIL',
  summary: "erase everything about a participant, and wait until it's done",
  details:
    `${CALLS_THE_SERVICE}, which needs the scopes privacy.read and privacy.write.\n` +
    "This can't be undone. Backups aren't touched.",
  options: {
    'cancel-open-requests': {
      type: 'boolean',
      description: 'cancel their open requests, and tell everybody else involved',
    },
    json,
  },
  async run(invocation) {
    const email = onlyWord(invocation, 'EMAIL');
    const cancel_open_requests = invocation.options['cancel-open-requests'] === true;
    const done = await withCaller(invocation.config, async (rota) => {
      let erasure = await rota.erasures.create({ email, cancel_open_requests });
      while (erasure.status === 'running') {
        await sleep(PAUSE_MS);
        erasure = await rota.erasures.get(erasure.id);
      }
      return erasure;
    });
    const counts = Object.entries(done.counts).filter(([, count]) => count > 0);
    const lines = counts.map(([kind, count]) => `  ${count} ${kind.replaceAll('_', ' ')}`);
    invocation.print(done, [
      `Erased (${done.id}).${lines.length > 0 ? ' Changed or removed:' : ' Nothing was found.'}`,
      ...lines,
    ]);
  },
};

export const exportCommand: Command = {
  name: 'export',
  takes: 'EMAIL',
  summary: 'print everything stored about a participant',
  details: `${CALLS_THE_SERVICE}, which needs the scope privacy.read. Changes nothing.`,
  options: { json },
  async run(invocation) {
    const email = onlyWord(invocation, 'EMAIL');
    const records = await withCaller(invocation.config, async (rota) => {
      const found: Awaited<ReturnType<typeof rota.exports.page>>['data'] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const { data, meta } = await rota.exports.page({ email, limit: PAGE, ...(after && { after }) });
        found.push(...data);
        after = meta.next_cursor;
      }
      return found;
    });
    const lines = records.map(({ kind, id }) => `${kind} ${id}`);
    invocation.print(records, lines.length > 0 ? lines : 'Nothing is stored about this address.');
  },
};
