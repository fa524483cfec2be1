// A process that takes the steps of requests until it is killed, as a node does: `node killed-scheduler.ts <time>`. Its clock starts at
// this time. It prints a dot after each step.
import type { ClaimedStep } from '../../../../src/features/meetings/schedules/operations.ts';
import { createSchedulingChannel } from '../../../../src/features/meetings/scheduling/channel.ts';
import type { HoldsClaim } from '../../../../src/outbox/channel.ts';
import type { Trace } from '../../../../src/trace.ts';
import { createWriter } from '../../../../src/writer/writer.ts';
import { clockAhead, runEngine } from '../../../support/server/engine-process.ts';

const clock = clockAhead(Number(process.argv[2]) - Date.now());

await runEngine(clock, (services, log) => {
  const writer = createWriter({ config: services.config, clock, log });
  const channel = createSchedulingChannel({ services, log, writer });
  return {
    ...channel,
    async attempt(item: ClaimedStep, trace: Trace, holdsClaim: HoldsClaim) {
      const result = await channel.attempt(item, trace, holdsClaim);
      process.stdout.write('.');
      return result;
    },
  };
});
