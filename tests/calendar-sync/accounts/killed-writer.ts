// A process that writes bookings to the calendars of connected accounts until it is killed, as a node does.

import { createCalendarChannel } from '../../../src/calendar-sync/channel.ts';
import { providersFrom } from '../../../src/calendar-sync/providers.ts';
import { createBrokenNews } from '../../../src/features/calendar/connections/broken.ts';
import { noticeChange } from '../../../src/features/meetings/requests/lifecycle/in-calendars.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { runEngine } from '../../support/server/engine-process.ts';

await runEngine(systemClock, (services, log) =>
  createCalendarChannel({
    services,
    log,
    providers: providersFrom(services.config),
    reports: { isLong: () => false, tell: async () => undefined },
    news: {
      broken: createBrokenNews({ services, log }),
      conferenceSettled: async () => {},
      changedInCalendar: (change, trace) => noticeChange(services, change, trace),
    },
  }),
);
