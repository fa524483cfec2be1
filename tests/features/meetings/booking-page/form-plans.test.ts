// Full lane, because it needs much data: What the forms of a page read and write is found by indexes, on a database with any amount of history.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Services } from '../../../../src/context.ts';
import {
  answer,
  cancel,
  chooseTimezone,
  reschedule,
  takeTimes,
} from '../../../../src/features/meetings/booking-page/operations.ts';
import { readerOf } from '../../../../src/html/reader.ts';
import { type Named, readToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import { freeStart, type Offered, offerTo } from '../../../support/makers/booking-page.ts';
import { makeManyRequests } from '../../../support/makers/many-requests.ts';
import { makeSmallWorkspaces } from '../../../support/makers/small-workspaces.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

/** More rows than any of these statements needs, and far fewer than there are. */
const FEW = 50;
const TABLES =
  /^(SCAN|SEARCH \w+ USING (COVERING )?INDEX \w+ \(workspace_id=\?\)).*\b(meeting_\w+|participants|visited|own|others|options|option_\w+|members|messages|bookings|hand_overs|invites)\b/;
const POLL = ['ada@example.org', 'ben@example.org'];

onBothEngines('Among many requests, forms', (node) => {
  let one: Offered;
  let poll: Offered;
  before(async () => {
    one = await offerTo(node(), ['grace@example.org']);
    poll = await offerTo(node(), POLL);
    await makeSmallWorkspaces(node().services.database);
    await makeManyRequests(node());
  });

  async function assertIndexed(work: (services: Services) => Promise<unknown>): Promise<void> {
    const { services } = node();
    const scans = await scansOf(services.database, FEW, (database) => work({ ...services, database }));
    assert.deepEqual(
      scans.filter((scan) => TABLES.test(scan)),
      [],
    );
  }
  /** Somebody who has chosen a language. */
  const visitorOf = (token: string) => ({
    link: readToken(node().services.secrets.linkKeys(), 'page', token) as Named,
    reader: readerOf(undefined, 'de'),
  });

  test('find what they are about by indexes', async () => {
    const free = await freeStart(node(), one, 5);
    const other = await freeStart(node(), one, 7);
    await assertIndexed(async (services) => {
      const visitor = visitorOf(one.page);
      assert.equal(await chooseTimezone(services, visitor, { timezone: 'Asia/Kathmandu' }), 'timezone');
      assert.equal(await answer(services, visitor, { none: '1', round: '1', comment: 'Later' }), 'declined');
      assert.equal(await takeTimes(services, visitor, { starts_at: [free], round: '2' }), 'booked');
      assert.equal(await reschedule(services, visitor, { starts_at: [other] }), 'moved');
      assert.equal(await cancel(services, visitor, {}), 'cancelled');
    });
    await assertIndexed(async (services) => {
      const [ada = '', ben = ''] = poll.pages;
      const options = poll.ids.slice(0, 1);
      assert.equal(await answer(services, visitorOf(ada), { options, round: '1' }), 'answered');
      assert.equal(await answer(services, visitorOf(ben), { options, round: '1' }), 'booked');
      assert.equal(await reschedule(services, visitorOf(ada), { comment: 'Ill' }), 'reopened');
    });
  });
});
