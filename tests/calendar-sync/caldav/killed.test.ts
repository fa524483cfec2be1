// Full lane, because it kills processes: A process that is killed after it wrote a booking to a calendar, and before it noted that, leaves one event there.

import assert from 'node:assert/strict';
import { HOUR_MS } from '../../../src/time/timestamps.ts';
import { test } from '../../support/lanes.ts';
import { bookHour } from '../../support/makers/booked-hours.ts';
import { failing, synced } from '../../support/makers/calendars.ts';
import { makeMember } from '../../support/makers/team-members.ts';
import { ManualClock } from '../../support/server/manual-clock.ts';
import { Served } from '../../support/server/process.ts';
import { freshStorage, onEachEngine, startNode } from '../../support/server/rota.ts';
import { ConnectedServer } from './connected.ts';

onEachEngine((engine) => {
  test(`a booking is written again after a kill, as the same event (${engine})`, async (t) => {
    const storage = await freshStorage(engine);
    t.after(() => storage.remove());
    await using calendars = await ConnectedServer.start();
    const first = await startNode(storage, { clock: new ManualClock(Date.now() - HOUR_MS) });
    const member = await makeMember(first);
    const calendar = await synced(first, await calendars.connect(first, { receives_bookings: true }, member));
    calendars.server.answerWith = ({ method }) => (method === 'PUT' ? { status: 503 } : undefined);
    const request = await bookHour(first, member, new Date(Date.now() + 48 * HOUR_MS).toISOString());
    await failing(first, calendar);
    await first.stop();
    calendars.server.asked.length = 0;

    // The next sync is due by the clock of the machine.
    await using killed = await Served.start({ ...storage.environment, PORT: '0' });
    const { promise: wrote, resolve: onWrite } = Promise.withResolvers<void>();
    calendars.server.answerWith = ({ method }) => {
      if (method === 'PUT') {
        killed.signal('SIGKILL');
        onWrite();
      }
      return undefined;
    };
    await wrote;
    assert.equal((await killed.ended).signal, 'SIGKILL');
    calendars.server.answerWith = undefined;

    const second = await startNode(storage, { clock: new ManualClock(Date.now() + HOUR_MS) });
    t.after(() => second.stop());
    await synced(second, calendar);
    const puts = calendars.server.asked.filter(({ method }) => method === 'PUT');
    assert.deepEqual(
      puts.map(({ path }) => path),
      [1, 2].map(() => `${calendars.path}${request.id}.ics`),
    );
    const withoutStamp = puts.map(({ body }) => body.replace(/DTSTAMP:.*/, ''));
    assert.equal(withoutStamp[0], withoutStamp[1]);
    const rows = await second.services.database.all(
      'select request_id, sequence from calendar_entries where calendar_id = $1',
      [calendar.id],
    );
    assert.deepEqual(rows, [{ request_id: request.id, sequence: 0 }]);
  });
});
