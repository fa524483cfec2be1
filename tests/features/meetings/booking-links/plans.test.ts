// Full lane, because it needs much data: What is done with one booking link reads what belongs to no other, on both engines, however many there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../../src/context.ts';
import { createLink, deleteLink } from '../../../../src/features/meetings/booking-links/operations.ts';
import { sweepPageBookings } from '../../../../src/features/meetings/page-bookings/operations.ts';
import { book } from '../../../../src/features/meetings/public-pages/book.ts';
import {
  askToConfirm,
  openConfirmation,
} from '../../../../src/features/meetings/public-pages/confirmations.ts';
import { findPageOfLink, openPage } from '../../../../src/features/meetings/public-pages/open.ts';
import { ulidOf } from '../../../../src/ids.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { test } from '../../../support/lanes.ts';
import { addLink, type Linked, makeLinked, TUESDAY } from '../../../support/makers/booking-links.ts';
import { insertMany } from '../../../support/makers/many-rows.ts';
import { contextOf } from '../../../support/makers/options.ts';
import { makeSmallWorkspaces } from '../../../support/makers/small-workspaces.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const MANY = 5_000;
const FEW = 100;

/** Links of another team, and what was booked and asked for with one of them, and with the one that is looked at. */
async function makeOthers(node: Node, linked: Linked, other: Linked): Promise<void> {
  const { database, clock } = node.services;
  const given = database.dialect.rows('$2', { id: 'text', link: 'text' });
  const rows = Array.from({ length: MANY }, (_, number) => ({
    id: String(number).padStart(26, '0'),
    link: number < 50 ? linked.link.id : other.link.id,
  }));
  const values = [node.workspaceId, JSON.stringify(rows)];
  const later = clock.now() + 1_000_000_000;
  await insertMany(
    database,
    `insert into booking_links (workspace_id, id, team_id, verify_email, uses, created_at)
     select $1, 'bl_' || id, $3, 0, 0, 0 from ${given}`,
    [...values, other.team.id],
  );
  await insertMany(
    database,
    `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, created_at, updated_at)
     select $1, 'mr_' || id, $3, 'active', 0, 0, 0 from ${given}`,
    [...values, linked.team.members[0]?.workspace_membership_id as string],
  );
  await insertMany(
    database,
    `insert into booking_link_uses (workspace_id, link_id, nonce, request_id, email_folded, starts_at, kept_until)
     select $1, link, id, 'mr_' || id, id || '@example.org', 0, ${later} from ${given}`,
    values,
  );
  await insertMany(
    database,
    `insert into booking_confirmations (workspace_id, id, link_id, nonce, name, email, email_folded, starts_at, created_at,
       expires_at)
     select $1, 'bc_' || id, link, id, 'Guest', id || '@example.org', id || '@example.org', 0, ${clock.now()}, ${later}
     from ${given}`,
    values,
  );
}

onBothEngines('Beside five thousand booking links', (node) => {
  let linked: Linked;
  let nonces = 0;

  before(async () => {
    linked = await makeLinked(node());
    const other = await makeLinked(node(), { size: 0 });
    await makeSmallWorkspaces(node().services.database);
    await makeOthers(node(), linked, other);
    const { database } = node().services;
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

  const assertIndexed = async (work: (context: Context) => Promise<unknown>) => {
    const scans = await scansOf(node().services.database, FEW, (database: Database) =>
      work({ ...contextOf(node()), database }),
    );
    assert.deepEqual(
      scans.filter((scan) => /^SCAN (booking_\w+|meeting_requests|members|teams)\b/.test(scan)),
      [],
    );
    assert.doesNotMatch(
      scans.join('\n'),
      /SEARCH booking_\w+ USING (COVERING )?INDEX \w+ \(workspace_id=\?\)/,
    );
  };
  const wanted = () => ({
    nonce: `nonce ${++nonces}`,
    name: 'Grace',
    email: 'grace@example.org',
    timezone: null,
    locale: null,
    note: null,
    phone_number: null,
    answers: [],
    host_id: null,
    starts_at: Date.parse(TUESDAY) + nonces * 3_600_000,
    client_address: '198.51.100.7',
  });

  const works: Record<string, (context: Context) => Promise<unknown>> = {
    'opening it': async (context) => openPage(await findPageOfLink(context, ulidOf(linked.link.id))),
    'booking with it': async (context) =>
      book(await openPage(await findPageOfLink(context, ulidOf(linked.link.id))), wanted()),
    'asking for a confirmation': async (context) =>
      askToConfirm(await openPage(await findPageOfLink(context, ulidOf(linked.link.id))), wanted()),
    'opening a confirmation': (context) => openConfirmation(context, '0'.repeat(26)),
    'making another one': (context) => createLink(context, linked.team.id, {}),
    'deleting it': async (context) => {
      const { link } = await addLink(node(), linked.team);
      await deleteLink(context, linked.team.id, link.id);
    },
    'removing what is over': async ({ database }) => {
      for (const { sweep } of sweepPageBookings(node().services)) {
        await sweep({ database, lock: 'tests', signal: new AbortController().signal }, []);
      }
    },
  };
  for (const [name, work] of Object.entries(works)) {
    test(`${name} reads nothing of the others`, () => assertIndexed(work));
  }
});
