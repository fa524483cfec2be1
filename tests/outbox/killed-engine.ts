// A process that sends notes until it is killed: `node killed-engine.ts sqlite <file> <attempts>`, or `postgres <url> …`. It
// prints a line for each attempt. The last of so many attempts never ends, nor do those after it: so the process can't be done
// before it is killed, however slow the machine is.
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { createLog } from '../../src/log.ts';
import { createEngine } from '../../src/outbox/engine.ts';
import { createNode } from '../../src/outbox/node.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { systemClock } from '../../src/time/clock.ts';
import { createNoteChannel } from './notes.ts';

const [engine, address = '', attempts] = process.argv.slice(2);
let begun = 0;
const storage =
  engine === 'sqlite' ? await openSqlite({ file: address }) : await openPostgres({ url: address });
const log = createLog('silent');
const node = createNode({ storage, clock: systemClock, log });
node.start();
createEngine({
  channel: createNoteChannel(storage, {
    node: 'killed',
    async attempt({ id }) {
      process.stdout.write(`${id}\n`);
      begun += 1;
      if (begun >= Number(attempts)) await new Promise(() => {});
      // Some are recorded while others are under way.
      await sleep(id.endsWith('7') ? 50 : 2);
      return 'accepted' as const;
    },
  }),
  storage,
  node,
  clock: systemClock,
  log,
  registry: new Registry(),
  drainMs: 0,
}).start();
setInterval(() => {}, 60_000);
