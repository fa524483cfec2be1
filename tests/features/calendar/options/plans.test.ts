// Full lane, because it needs much data: What is done with the options of one request reads those of no other, on both engines, however many there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../../src/context.ts';
import {
  acceptOptions,
  markChosen,
  offerOptions,
  readOptions,
  sweepHolds,
  withdrawOption,
  withdrawOptionsOf,
} from '../../../../src/features/calendar/options/operations.ts';
import { MAX_OPTIONS, type Option } from '../../../../src/features/calendar/options/rules.ts';
import type { Database, Transaction } from '../../../../src/storage/database.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/time/timestamps.ts';
import { test } from '../../../support/lanes.ts';
import { insertMany } from '../../../support/makers/many-rows.ts';
import { contextOf, makeRequestRow, offer } from '../../../support/makers/options.ts';
import { makeSmallWorkspaces } from '../../../support/makers/small-workspaces.ts';
import { type Member, makeMember } from '../../../support/makers/team-members.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const MANY = 5_000;
/** As many as two requests may have, and far fewer than there are. */
const FEW = 2 * MAX_OPTIONS;

/** Requests with an offered option each, which is accepted and held. */
async function makeOthers(node: Node, member: Member): Promise<void> {
  const { database, clock } = node.services;
  const rows = JSON.stringify(
    Array.from({ length: MANY }, (_, number) => ({ id: String(number).padStart(26, '0') })),
  );
  const given = (placeholder: string) => database.dialect.rows(placeholder, { id: 'text' });
  await insertMany(
    database,
    `insert into meeting_requests (workspace_id, id, organizer_id, status, include_introduction, created_at, updated_at)
     select $1, 'mr_' || id, $2, 'active', 0, 0, 0 from ${given('$3')}`,
    [node.workspaceId, member.id, rows],
  );
  await insertMany(
    database,
    `insert into options (workspace_id, id, request_id, starts_at, ends_at, round, status, created_at)
     select $1, 'opt_' || id, 'mr_' || id, 0, 0, 1, 'offered', 0 from ${given('$2')}`,
    [node.workspaceId, rows],
  );
  await insertMany(
    database,
    `insert into option_acceptances (workspace_id, option_id, request_id, place)
     select $1, 'opt_' || id, 'mr_' || id, 0 from ${given('$2')}`,
    [node.workspaceId, rows],
  );
  await insertMany(
    database,
    `insert into option_holds (workspace_id, option_id, member_id, request_id, starts_at, ends_at, held_until)
     select $1, 'opt_' || id, $2, 'mr_' || id, 0, 0, ${clock.now() + DAY_MS} from ${given('$3')}`,
    [node.workspaceId, member.id, rows],
  );
}

onBothEngines('Beside the options of five thousand requests', (node) => {
  let ada: Member;
  let id: string;
  let options: Option[];

  before(async () => {
    ada = await makeMember(node());
    await makeSmallWorkspaces(node().services.database);
    await makeOthers(node(), ada);
    dataOf(await node().patch('/api/v1/workspace/scheduling', { hold_options: true }));
    id = await makeRequestRow(node(), ada);
    const starts = Array.from({ length: MAX_OPTIONS - 1 }, (_, hour) =>
      new Date(node().clock.now() + hour * HOUR_MS).toISOString(),
    );
    await offer(node(), id, starts);
    const { database } = node().services;
    await database.transaction((tx) => withdrawOptionsOf(contextOf(node()), tx, [id]));
    options = await offer(node(), id, ['2026-03-10T09:00:00Z'], { round: 2, hosts: [ada] });
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

  const works: Record<string, (context: Context, tx: Transaction) => Promise<unknown>> = {
    'reading them': (context, tx) => readOptions(context, tx, id),
    'offering more, so that the oldest go': (context, tx) =>
      offerOptions(context, tx, {
        request_id: id,
        round: 3,
        times: options,
        hosts: [ada.id],
        settings: { hold_options: true },
        earlier: MAX_OPTIONS,
      }),
    'accepting them': (context, tx) => acceptOptions(context, tx, id, 0, [options[0]?.id ?? '']),
    'withdrawing one': (context, tx) => withdrawOption(context, tx, options[0]?.id ?? ''),
    'withdrawing those of two requests': (context, tx) =>
      withdrawOptionsOf(context, tx, [id, `mr_${'0'.repeat(26)}`]),
    'choosing one': (context, tx) => markChosen(context, tx, id, options[0]?.id ?? ''),
  };

  const assertIndexed = async (work: (database: Database) => Promise<unknown>) => {
    const scans = await scansOf(node().services.database, FEW, work);
    assert.deepEqual(
      scans.filter((scan) => /^SCAN (options|accepted|option_\w+|meeting_requests|members)\b/.test(scan)),
      [],
    );
    assert.doesNotMatch(scans.join('\n'), /SEARCH option\w* USING (COVERING )?INDEX \w+ \(workspace_id=\?\)/);
  };

  for (const [name, work] of Object.entries(works)) {
    test(`${name} reads those of the request`, () =>
      assertIndexed((database) =>
        database.transaction((tx) => work({ ...contextOf(node()), database }, tx)),
      ));
  }

  test('removing what is not held any more reads what is over', () =>
    assertIndexed((database) =>
      sweepHolds(node().services).sweep(
        { database, lock: 'tests', signal: new AbortController().signal },
        [],
      ),
    ));
});
