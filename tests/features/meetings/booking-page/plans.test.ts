// What a page says is found by indexes, in few statements, on a database with any amount of history.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { showPage, showTimes } from '../../../../src/features/meetings/booking-page/show.ts';
import { readInvite } from '../../../../src/features/meetings/booking-page/visit.ts';
import { readerOf } from '../../../../src/html/reader.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { readToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import { makeManyRequests } from '../../../support/makers/many-requests.ts';
import { ALAN, GRACE, makeShown } from '../../../support/makers/pages.ts';
import { answered, type Shown } from '../../../support/makers/scheduling.ts';
import { scansOf, watched } from '../../../support/server/plans.ts';
import { onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, tokenIn } from '../../../support/server/visits.ts';

/** More rows than any of these statements needs, and far fewer than there are. */
const FEW = 100;
const TABLES = /^SCAN (?!json_each|given|wanted|\(|CONSTANT)/;
const nothing = { option: undefined, timezone: undefined, outcome: undefined, open: undefined };
const anyTimes = { date: undefined, at: [], step: undefined, outcome: undefined, timezone: undefined };

onBothEngines('Among many requests, a page', (node) => {
  before(() => makeManyRequests(node()));

  const visitorOf = async (request: Shown) => {
    const token = tokenIn(await pathOf(node(), request.id));
    const link = readToken(node().services.secrets.linkKeys(), 'page', token);
    assert.ok(link);
    return { link, token, reader: readerOf('en', undefined) };
  };
  const servicesWith = (database: Database) => ({ ...node().services, database });

  test('is found by indexes in every state', async () => {
    const request = await makeShown(node(), [GRACE, ALAN]);
    const visitor = await visitorOf(request);
    const show = (database: Database) => showPage(servicesWith(database), visitor, nothing);
    const scans = [
      ...(await scansOf(node().services.storage, FEW, show)),
      ...(await scansOf(node().services.storage, FEW, (database) =>
        showTimes(servicesWith(database), visitor, anyTimes),
      )),
    ];
    for (const { email } of request.participants) {
      await answered(node(), request.id, email, [request.options[0]?.id as string]);
    }
    scans.push(...(await scansOf(node().services.storage, FEW, show)));
    scans.push(
      ...(await scansOf(node().services.storage, FEW, (database) =>
        readInvite(servicesWith(database), visitor.link),
      )),
    );
    assert.deepEqual(
      // The hosts of one request, which the statement has collected by then.
      scans.filter((detail) => TABLES.test(detail) && detail !== 'SCAN hosts'),
      [],
    );
  });

  test('takes three statements, and none for each option', async () => {
    const visitor = await visitorOf(await makeShown(node(), [GRACE]));
    let statements = 0;
    const counted = watched(node().services.storage, async () => {
      statements += 1;
    });
    await showPage(servicesWith(counted), visitor, nothing);
    assert.equal(statements, 3);
    // Five weeks of days are no more than one of them: whose times they are, and what these people have.
    statements = 0;
    await showTimes(servicesWith(counted), visitor, anyTimes);
    assert.ok(statements <= 6, `${statements}`);
  });
});
