// Full lane, because it needs much data: What is done on a public page reads what belongs to no other, on both engines, however many there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../../src/context.ts';
import { sweepPageBookings } from '../../../../src/features/meetings/page-bookings/operations.ts';
import { companyAt } from '../../../../src/features/meetings/public-pages/addresses.ts';
import { book } from '../../../../src/features/meetings/public-pages/book.ts';
import {
  askToConfirm,
  openConfirmation,
} from '../../../../src/features/meetings/public-pages/confirmations.ts';
import { type FoundPage, findPageAt, openPage } from '../../../../src/features/meetings/public-pages/open.ts';
import { readerOf } from '../../../../src/html/reader.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { test } from '../../../support/lanes.ts';
import { TUESDAY } from '../../../support/makers/booking-links.ts';
import { insertMany } from '../../../support/makers/many-rows.ts';
import { makeTyped, type Typed } from '../../../support/makers/meeting-type-pages.ts';
import { contextOf } from '../../../support/makers/options.ts';
import { makeSmallWorkspaces } from '../../../support/makers/small-workspaces.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const MANY = 5_000;
const FEW = 100;

/** What was booked and asked for on the page that is looked at, and on another one. */
async function makeOthers(node: Node, made: Typed, other: Typed): Promise<void> {
  const { database, clock } = node.services;
  const given = database.dialect.rows('$2', { id: 'text', type: 'text' });
  const rows = Array.from({ length: MANY }, (_, number) => ({
    id: String(number).padStart(26, '0'),
    type: number < 50 ? made.type.id : other.type.id,
  }));
  const values = [node.workspaceId, JSON.stringify(rows)];
  const later = clock.now() + 1_000_000_000;
  await insertMany(
    database,
    `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, created_at, updated_at)
     select $1, 'mr_' || id, $3, 'active', 0, 0, 0 from ${given}`,
    [...values, made.team.members[0]?.workspace_membership_id as string],
  );
  await insertMany(
    database,
    `insert into meeting_type_uses (workspace_id, meeting_type_id, nonce, request_id, email_folded, starts_at, kept_until)
     select $1, type, id, 'mr_' || id, id || '@example.org', 0, ${later} from ${given}`,
    values,
  );
  await insertMany(
    database,
    `insert into meeting_type_confirmations (workspace_id, id, meeting_type_id, nonce, name, email, email_folded, starts_at,
       created_at, expires_at)
     select $1, 'bc_' || id, type, id, 'Guest', id || '@example.org', id || '@example.org', 0, ${clock.now()}, ${later}
     from ${given}`,
    values,
  );
}

onBothEngines('Beside five thousand bookings on public pages', (node) => {
  let made: Typed;
  let nonces = 0;

  before(async () => {
    const other = await makeTyped(node(), { size: 0 });
    made = await makeTyped(node());
    await makeSmallWorkspaces(node().services.database);
    await makeOthers(node(), made, other);
    const { database } = node().services;
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

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
  const address = () => {
    const [, handle, slug] = made.path.split('/') as [string, string, string];
    return { handle, slug };
  };
  const open = async (context: Context) => openPage((await findPageAt(context, address())) as FoundPage);
  const visit = () => ({
    ...address(),
    token: '',
    reader: readerOf('en', 'en'),
    clientAddress: '198.51.100.7',
    parameters: {},
    form: null,
    unknown: () => new Error('unknown'),
  });

  const works: Record<string, (context: Context) => Promise<unknown>> = {
    'the list of a company': (context) => companyAt(context, visit()),
    'opening a page': open,
    'booking on it': async (context) => book(await open(context), wanted()),
    'asking for a confirmation': async (context) => askToConfirm(await open(context), wanted()),
    'opening a confirmation': (context) => openConfirmation(context, '0'.repeat(26)),
    'removing what is over': async ({ database }) => {
      for (const { sweep } of sweepPageBookings(node().services)) {
        await sweep({ database, lock: 'tests', signal: new AbortController().signal }, []);
      }
    },
  };
  for (const [name, work] of Object.entries(works)) {
    test(`${name} reads nothing of the others`, async () => {
      const scans = await scansOf(node().services.database, FEW, (database: Database) =>
        work({ ...contextOf(node()), database }),
      );
      assert.deepEqual(
        scans.filter((scan) =>
          /^SCAN (meeting_types|meeting_type_\w+|booking_\w+|meeting_requests|members|teams|workspaces|workspace_handles)\b/.test(
            scan,
          ),
        ),
        [],
      );
      assert.doesNotMatch(
        scans.join('\n'),
        /SEARCH meeting_type_\w+ USING (COVERING )?INDEX \w+ \(workspace_id=\?\)/,
      );
    });
  }
});
