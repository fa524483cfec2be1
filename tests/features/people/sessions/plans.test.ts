// Signing in and every page of the console find a session by an index, however many sessions there are.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Context } from '../../../../src/context.ts';
import {
  askForSignInLink,
  createSignInLink,
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  readSignInLink,
  signIn,
  sweepSessions,
} from '../../../../src/features/people/sessions/operations.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { linkFor, type Person, type SignedIn, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import { insertMany } from '../../../support/makers/many-rows.ts';
import { makeMember } from '../../../support/makers/team-members.ts';
import { scansOf } from '../../../support/server/plans.ts';
import { type Node, onBothEngines } from '../../../support/server/rota.ts';

const MANY = 5_000;
const FEW = 100;

/** Members of the same workspace, each with a session and a link. */
async function makeOthers(node: Node): Promise<void> {
  const { database, clock } = node.services;
  const given = database.dialect.rows('$2', { id: 'text' });
  const rows = Array.from({ length: MANY }, (_, number) => ({ id: String(number).padStart(26, '0') }));
  const values = [node.workspaceId, JSON.stringify(rows)];
  const later = clock.now() + 1_000_000_000;
  await insertMany(
    database,
    `insert into members (workspace_id, id, email, email_folded, role, created_at)
     select $1, 'mem_' || id, id || '@example.org', id || '@example.org', 'member', 0 from ${given}`,
    values,
  );
  await insertMany(
    database,
    `insert into sign_in_links (workspace_id, id, member_id, email_folded, mailed, created_at, expires_at)
     select $1, 'sil_' || id, 'mem_' || id, id, 1, ${clock.now()}, ${later} from ${given}`,
    values,
  );
  await insertMany(
    database,
    `insert into sessions (workspace_id, id, member_id, secret_hash, client_address, created_at, seen_at, expires_at)
     select $1, 'ses_' || id, 'mem_' || id, id, '127.0.0.1', 0, 0, ${later} from ${given}`,
    values,
  );
}

onBothEngines.fast('Beside five thousand sessions', (node) => {
  let member: Person;
  let session: SignedIn;
  let link: string;

  before(async () => {
    await makeOthers(node());
    member = await makeMember(node());
    session = await signedIn(node(), member);
    link = (await linkFor(node(), member)).split('/').at(-1) as string;
    const { database } = node().services;
    if (database.dialect.engine === 'postgres') await database.change('analyze');
  });

  const browser = () => ({
    user_agent: 'Tests',
    client_address: '::1',
    replaces: session.secret,
    visit: 'V'.repeat(43),
  });
  const works: Record<string, (context: Context & { session: { id: string } }) => Promise<unknown>> = {
    'asking for a link': (context) => askForSignInLink(context, member.email),
    'asking for one with an unknown address': (context) => askForSignInLink(context, 'nobody@example.com'),
    'making one': (context) => createSignInLink(context, member),
    'looking at one': (context) => readSignInLink(context, link),
    'finding whose session it is': async (context) => {
      node().clock.advance(60 * 60_000);
      assert.ok(await findSession(context, session.secret));
    },
    'listing them': (context) => listSessions(context, member.id),
    'ending the others': (context) => endOtherSessions(context),
    'signing in': async (context) => {
      const fresh = (await linkFor(node(), member)).split('/').at(-1) as string;
      await signIn(context, fresh, browser());
    },
    'signing in with a button that is pressed twice': async (context) => {
      const fresh = (await linkFor(node(), member)).split('/').at(-1) as string;
      const first = await signIn(context, fresh, browser());
      assert.equal((await signIn(context, fresh, browser())).secret, first.secret);
    },
    'ending one': async (context) => {
      const { sessionId } = await signedIn(node(), member);
      await endSession(context, sessionId);
    },
    'removing what is over': async ({ database }) => {
      for (const { sweep } of sweepSessions(node().services)) {
        await sweep({ database, lock: 'tests', signal: new AbortController().signal }, []);
      }
    },
  };
  for (const [name, work] of Object.entries(works)) {
    test(`${name} reads nothing of the others`, async () => {
      const caller = {
        workspaceId: node().workspaceId,
        actor: { type: 'member', id: member.id },
        scopes: [],
      } as const;
      const scans = await scansOf(node().services.database, FEW, (database: Database) =>
        work({ ...node().services, database, caller, session: { id: session.sessionId } }),
      );
      assert.deepEqual(
        scans.filter((scan) => /^SCAN (sessions|sign_in_links|members|messages|workspaces)\b/.test(scan)),
        [],
      );
      assert.doesNotMatch(
        scans.join('\n'),
        /SEARCH (sessions|sign_in_links|members) USING (COVERING )?INDEX \w+ \(workspace_id=\?\)/,
      );
    });
  }
});
