// Full lane, because it tries every page and form as every role: Every page and form of the console, tried by people of every role, against the table in docs/use/console.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before } from 'node:test';
import { type Permission, permissions } from '../../src/console/permissions.ts';
import type { Route } from '../../src/http/route.ts';
import { onSqlite } from '../support/browser/site.ts';
import { formsIn, type PageForm } from '../support/console/page-forms.ts';
import {
  makeFor,
  makePeople,
  makeTeamOf,
  PAUSE_MS,
  type People,
  placeOf,
  type Role,
  roles,
} from '../support/console/roles.ts';
import { type About, type Row, rows } from '../support/console/route-rows.ts';
import { findForm, kindsIn, nameOf, pathWith, tried } from '../support/console/tried-routes.ts';
import { describe, test } from '../support/lanes.ts';
import { silentProviders } from '../support/makers/connections.ts';
import type { Things } from '../support/makers/things.ts';
import type { WireAnswer } from '../support/server/http.ts';
import { send } from '../support/server/http.ts';

type Grant = 'yes' | 'own' | 'no';
type Column = 'member' | 'manager' | 'admin';

/** The table of the page, by permission. */
const table: Record<string, Record<Column, Grant>> = Object.fromEntries(
  readFileSync('docs/use/console.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, , permission = '', member, manager, admin] = line.split('|').map((cell) => cell.trim());
      const [, name] = /^`(\w+)`$/.exec(permission) ?? [];
      return name ? [[name, { member, manager, admin } as Record<Column, Grant>]] : [];
    }),
);

/** What somebody may do with a thing: what every member may, and what a manager may beyond that. */
function isGranted(permission: Permission, role: Role, about: About | undefined): boolean {
  const { member, manager, admin } = table[permission] as Record<Column, Grant>;
  if (role === 'admin' || role === 'foreigner') return admin === 'yes';
  if (member === 'yes') return true;
  if (about === undefined) return false;
  const isTheirs = role === 'member' || (role === 'manager' && about === 'team');
  const isManaged = role === 'manager' && about !== 'member';
  return (member === 'own' && isTheirs) || (manager === 'own' && isManaged);
}

const sees: Record<About, Permission> = {
  member: 'see_member',
  team: 'see_team',
  membership: 'see_team',
  request: 'see_request',
  meetingType: 'see_meeting_types',
};

/** What is said to somebody who may not. */
function refusalOf({ may, of }: Row, role: Role): number {
  if (of === undefined) return 403;
  const about = of === 'membership' ? 'team' : of;
  return !may.startsWith('see_') && isGranted(sees[of], role, about) ? 403 : 404;
}

describe('The table of who may do what', () => {
  test('is the same in docs/use/console.md and in the code, and an admin may do everything', () => {
    const inCode = Object.entries(permissions).map(([name, grants]) => [name, { ...grants, admin: 'yes' }]);
    assert.deepEqual(table, Object.fromEntries(inCode));
  });

  test('has a row for every page and form, and for no other', () => {
    assert.deepEqual(Object.keys(rows).sort(), tried.map(nameOf).sort());
  });
});

onSqlite(
  'A page or a form',
  (node) => {
    let people: People;
    /** The page of each form. */
    const pageOf = new Map<string, Route>();
    before(async () => {
      people = await makePeople(node());
    });

    for (const route of tried) {
      const row = rows[nameOf(route)];
      if (!row) continue;
      test(nameOf(route), async () => {
        const isPage = route.method === 'GET';
        let usual: Pick<PageForm, 'fields' | 'choices'> = { fields: {}, choices: {} };
        // From the most to the least: what an admin sends, the others try to send.
        for (const role of roles.toReversed()) {
          const hasIds = kindsIn(route).length > 0;
          // In another workspace, where the form does what it should.
          if (role === 'foreigner' && !isPage && !hasIds) continue;
          const things = await makeFor(node(), people, kindsIn(route), { role, side: 'ours' });
          const path = pathWith(route, things);
          const isAllowed = isGranted(row.may, role, row.of) && !(role === 'foreigner' && hasIds);
          const said = `${role}: ${route.method} ${path}`;
          if (isAllowed) await row.prepare?.(node(), things, people.members[role]);
          if (isAllowed && !isPage) usual = await formOf(route, role, things);
          const typed = isPage ? {} : await row.fill?.(node(), things, usual.choices);
          const before = await changesOfMembers();
          const answer: WireAnswer = isPage
            ? await people.browsers[role].get(path + (row.query ?? ''))
            : await people.browsers[role].post(path, { ...usual.fields, ...typed });
          node().clock.advance(PAUSE_MS);
          if (isAllowed) {
            assert.ok([200, 303].includes(answer.status), `${said}: ${answer.status} ${textOf(answer)}`);
            if (!isPage) assert.ok((await changesOfMembers()) >= before, said);
          } else {
            const expected: number = role === 'foreigner' ? 404 : refusalOf(row, role);
            assert.equal(answer.status, expected, `${said}: ${textOf(answer)}`);
            assert.equal(await changesOfMembers(), before, `${said} changes nothing`);
            if (!isPage) await assertNotOffered(route, role, things);
          }
        }
      });
    }

    /** Whoever may see the page of a form, but not send it, does not see the form. */
    async function assertNotOffered(route: Route, role: Role, things: Things): Promise<void> {
      const page = pageOf.get(nameOf(route));
      const { may, of, query = '' } = (page && rows[nameOf(page)]) ?? {};
      if (!page || !may || role === 'foreigner' || !isGranted(may, role, of)) return;
      const answer = await people.browsers[role].get(pathWith(page, things) + query);
      node().clock.advance(PAUSE_MS);
      const action = pathWith(route, things);
      const offered = formsIn(answer.text).filter((each) => each.method === 'post' && each.action === action);
      assert.deepEqual(offered, [], `${role} sees on ${page.url} what they may not send`);
    }

    test('finds nothing of others inside of what is theirs', async () => {
      for (const route of tried) {
        const { of, fill } = rows[nameOf(route)] as Row;
        const [outer, ...inner] = kindsIn(route);
        if (!of || !outer || inner.length === 0) continue;
        const role = outer === 'team' ? 'manager' : 'member';
        const ours = await makeFor(node(), people, kindsIn(route), { role, side: 'ours' });
        const theirs = await makeFor(node(), people, kindsIn(route), { role, side: 'theirs' });
        const path = pathWith(route, { ...theirs, [outer]: ours[outer] });
        const typed = await fill?.(node(), theirs, {});
        const before = await changesOfMembers();
        const browser = people.browsers[role];
        const answer = route.method === 'GET' ? await browser.get(path) : await browser.post(path, typed);
        node().clock.advance(PAUSE_MS);
        const said = `${role}: ${route.method} ${path}`;
        assert.equal(answer.status, 404, `${said}: ${textOf(answer)}`);
        assert.equal(await changesOfMembers(), before, `${said} changes nothing`);
      }
    });

    test('lets a member pause only their own place, and end only their own sessions', async () => {
      const { members, browsers } = people;
      const team = await makeTeamOf(node(), [members.manager, members.member]);
      const pause = `/console/teams/${team.id}/members/${placeOf(team, members.manager)}/pause`;
      const end = `/console/profile/sessions/${browsers.manager.sessionId}/end`;
      const before = await changesOfMembers();
      assert.equal((await browsers.member.get(pause)).status, 403);
      assert.equal((await browsers.member.post(pause)).status, 403);
      assert.equal((await browsers.member.post(end)).status, 404);
      assert.equal(await changesOfMembers(), before);
      assert.equal((await browsers.manager.get('/console/profile')).status, 200);
    });

    test('takes no field that it does not have', async () => {
      const foreignTeam = await makeTeamOf(node(), [people.members.other_manager, people.members.outsider]);
      for (const route of tried.filter(({ method }) => method === 'POST')) {
        const row = rows[nameOf(route)] as Row;
        for (const role of ['member', 'manager'] as const) {
          if (!isGranted(row.may, role, row.of)) continue;
          const things = await makeFor(node(), people, kindsIn(route), { role, side: 'ours' });
          await row.prepare?.(node(), things, people.members[role]);
          const path = pathWith(route, things);
          const { fields, choices } = await formOf(route, role, things);
          const usual = { ...fields, ...(await row.fill?.(node(), things, choices)) };
          const before = await guardedRows(foreignTeam.id);
          const answer = await people.browsers[role].post(path, { ...forged(foreignTeam.id), ...usual });
          node().clock.advance(PAUSE_MS);
          const said = `${role}: POST ${path}`;
          assert.ok([200, 303].includes(answer.status), `${said}: ${answer.status} ${textOf(answer)}`);
          assert.deepEqual(await guardedRows(foreignTeam.id), before, said);
        }
      }
    });

    /** What somebody would add to a form who wants to be more than they are. */
    function forged(foreignTeamId: string): PageForm['fields'] {
      const { members, foreign } = people;
      return {
        role: 'admin',
        email: 'forged@example.net',
        workspace_id: foreign.id,
        id: members.admin.id,
        member: members.outsider.id,
        member_id: members.outsider.id,
        membership_id: members.outsider.id,
        workspace_membership_id: members.outsider.id,
        organizer_id: members.outsider.id,
        organizer_email: members.outsider.email,
        team: foreignTeamId,
        team_id: foreignTeamId,
        transfer_to: members.member.id,
        deactivated_at: '1',
        scopes: ['api_keys.write', 'members.write'],
        capacity: '9999',
        handle: 'forged',
        actor: 'system',
        force: 'true',
      };
    }

    /** What neither a member nor a manager can change: roles and addresses, what is of the whole workspace, and the things of others. */
    async function guardedRows(foreignTeamId: string): Promise<object[]> {
      const { database } = node().services;
      const { outsider } = people.members;
      const all = [
        database.all('select id, workspace_id, email, role, deactivated_at from members order by id'),
        database.all('select * from workspaces order by id'),
        database.all('select * from entitlements order by id'),
        database.all('select id, scopes, revoked_at from api_keys order by id'),
        // What is deleted is swept in the background, at any moment.
        database.all(
          'select id, url, events, disabled_at from webhook_endpoints where deleted_at is null order by id',
        ),
        database.all('select * from scheduling_settings order by workspace_id'),
        database.all('select * from teams where id = $1', [foreignTeamId]),
        database.all('select * from team_memberships where team_id = $1 order by id', [foreignTeamId]),
        database.all('select * from meeting_types where team_id = $1 order by id', [foreignTeamId]),
        database.all('select * from meeting_requests where organizer_id = $1 order by id', [outsider.id]),
        database.all('select * from availability where member_id = $1', [outsider.id]),
        database.all('select * from calendars where member_id = $1 order by id', [outsider.id]),
      ];
      return (await Promise.all(all)) as object[];
    }

    test('leads somebody who is not signed in to the page on which to sign in', async () => {
      for (const route of tried) {
        const things = Object.fromEntries(kindsIn(route).map((kind) => [kind, node().services.ids(kind)]));
        const path = pathWith(route, things);
        const answer = await send({ method: route.method, url: node().url + path });
        assert.equal(answer.status, 303, nameOf(route));
        assert.match(answer.headers.location as string, /^\/console\/sign-in(\?|$)/);
        node().clock.advance(PAUSE_MS);
      }
    });

    /** What the form is sent with, as it is on the page where this role finds it. */
    async function formOf(route: Route, role: Role, things: Things): Promise<PageForm> {
      const { form, page } = await findForm(node(), people.browsers[role], route, things);
      pageOf.set(nameOf(route), page);
      return form;
    }

    async function changesOfMembers(): Promise<number> {
      const { database } = node().services;
      const row = await database.get<{ count: number }>(
        "select count(*) as count from audit_entries where actor_type = 'member'",
      );
      return row?.count ?? 0;
    }
  },
  { environment: silentProviders },
);

/** What a page says, without its markup. */
const textOf = ({ text }: WireAnswer) =>
  text
    .replace(/<head>[\s\S]*?<\/head>|<nav[\s\S]*?<\/nav>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
