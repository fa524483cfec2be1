// A team's turns can be downloaded as CSV, whole and safe to open in a spreadsheet.
import assert from 'node:assert/strict';
import { csvLine, turnsAsCsv } from '../../../../src/features/turns/rotation/csv.ts';
import { describe, test } from '../../../support/lanes.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { errorOf, onBothEngines } from '../../../support/server/rota.ts';

const accept = { accept: 'text/csv' };
const HEADER =
  'id,number,created_at,workspace_membership_id,email,name,reason,meeting_request_id,team_id,team_membership_id,returned_at';

/** Lines of cells, without the header. None of these tests puts a line break into a cell. */
function linesOf(text: string): string[][] {
  const [header, ...lines] = text.split('\r\n');
  assert.equal(header, HEADER);
  assert.equal(lines.pop(), '', 'the last line ends like all others');
  return lines.map((line) => line.split(','));
}

onBothEngines('A team’s assignments as CSV', (node) => {
  test('200: every turn that the filters find, newest first, whatever limit says', async () => {
    const team = await makeTeam(node(), {}, 2);
    const turns = [await team.assign(), await team.assign(), await team.assign()];
    const path = `${team.path}/assignments`;
    const answer = await node().get(`${path}?limit=1`, { headers: accept });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(answer.headers.vary, 'Accept');
    const [newest] = linesOf(answer.text);
    const { id, created_at, workspace_membership_id, email, team_id, team_membership_id } = turns[2] ?? {};
    assert.deepEqual(newest, [
      ...[id, '3', created_at, workspace_membership_id, email, '', 'least_recently_assigned', ''],
      ...[team_id, team_membership_id, ''],
    ]);
    const numbers = async (query: string) =>
      linesOf((await node().get(`${path}?${query}`, { headers: accept })).text).map(([, number]) => number);
    assert.deepEqual(await numbers(''), ['3', '2', '1']);
    assert.deepEqual(await numbers(`workspace_membership_id=${team.memberIds[0]}`), ['3', '1']);
    assert.deepEqual(await numbers(`cursor=${turns[2]?.id}`), ['2', '1'], 'after the last that has arrived');
    assert.deepEqual(await numbers('to=2020-01-01'), []);
  });

  test('is sent to those who name it and do not like JSON better, and JSON to all others', async () => {
    const { path } = await makeTeam(node(), {}, 0);
    const typeFor = async (header: string) => {
      const { headers } = await node().get(`${path}/assignments`, { headers: { accept: header } });
      assert.equal(headers.vary, 'Accept');
      return headers['content-type']?.split(';')[0];
    };
    for (const header of [
      'Text/CSV',
      'text/csv; charset=utf-8',
      'application/json;q=0.5, text/csv',
      'text/csv, application/json',
      'text/csv;q=0.1, */*;q=0.5',
    ]) {
      assert.equal(await typeFor(header), 'text/csv', header);
    }
    for (const header of [
      '*/*',
      'text/*',
      'text/html',
      'text/csv;q=0',
      'text/csv;q=x',
      'application/json, text/csv;q=0.9',
      'text/csvx',
    ]) {
      assert.equal(await typeFor(header), 'application/json', header);
    }
    const head = await node().call('HEAD', `${path}/assignments`, { headers: accept });
    assert.equal(head.headers['content-type'], 'application/json; charset=utf-8');
  });

  test('a refusal is JSON, and told before the first line', async () => {
    const { path } = await makeTeam(node(), {}, 0);
    const gone = await node().get(`/api/v1/teams/team_${'0'.repeat(26)}/assignments`, { headers: accept });
    assert.deepEqual([gone.status, errorOf(gone).message], [404, 'Team not found']);
    const wrong = await node().get(`${path}/assignments?from=x`, { headers: accept });
    assert.deepEqual([wrong.status, errorOf(wrong).type], [422, 'invalid_request']);
    const key = await node().keyWith('members.read');
    assert.equal((await node().get(`${path}/assignments`, { headers: accept, key })).status, 403);
  });

  test('what somebody has typed is no formula, and breaks no line', async () => {
    const name = '=HYPERLINK("http://example.org", "a")';
    const body = { email: '+1@example.com', name };
    const member = await node().post('/api/v1/workspace_members', body);
    const { id } = (member.body as { data: { id: string } }).data;
    const team = await makeTeam(node(), { member_ids: [id] });
    await team.assign();
    const { text } = await node().get(`${team.path}/assignments`, { headers: accept });
    assert.match(
      text,
      /,'\+1@example\.com,"'=HYPERLINK\(""http:\/\/example\.org"", ""a""\)",never_assigned,/,
    );
  });

  test('thousands of turns come in the order of the list, each once', async () => {
    const team = await makeTeam(node(), {}, 1);
    const { database, ids, clock } = node().services;
    const rows = Array.from({ length: 1_200 }, (_, place) => ({ id: ids('turn'), number: place + 1 }));
    await database.change(
      `insert into turns (id, workspace_id, team_id, number, member_id, member_number, reason, candidates, created_at)
       select id, $1, $3, number, $4, number, 'never_assigned', '[]', $5
       from ${database.dialect.rows('$2', { id: 'text', number: 'bigint' })}`,
      [node().workspaceId, JSON.stringify(rows), team.id, team.memberIds[0] as string, clock.now()],
    );
    const { text } = await node().get(`${team.path}/assignments`, { headers: accept });
    assert.deepEqual(
      linesOf(text).map(([id]) => id),
      rows.map(({ id }) => id).reverse(),
    );
    const context = {
      ...node().services,
      caller: { workspaceId: node().workspaceId, actor: { type: 'system', id: 'tests' }, scopes: [] },
    } as const;
    const ask = (filter: object, most: number, cursor?: string) =>
      turnsAsCsv(
        context,
        team.id,
        { workspace_membership_id: undefined, from: undefined, to: undefined, ...filter },
        cursor,
        most,
      );
    await assert.rejects(ask({}, 1_199), {
      message: 'There are more than 1,199 turns: narrow them down with from and to',
    });
    await assert.rejects(
      ask({ workspace_membership_id: team.memberIds[0], from: 0, to: clock.now() }, 1_199),
    );
    await ask({}, 1_200);
    await ask({ workspace_membership_id: team.memberIds[0] }, 1_199, rows[1_199]?.id);
    await ask({ from: clock.now() + 1 }, 0);
  });
});

describe('A line of CSV', () => {
  test('quotes what would end a cell, and doubles quotes', () => {
    assert.equal(
      csvLine(['a,b', 'say "hi"', 'two\r\nlines', 'plain', '']),
      '"a,b","say ""hi""","two\r\nlines",plain,\r\n',
    );
    assert.equal(csvLine([null, 0, -7]), ',0,-7\r\n');
  });

  test('puts an apostrophe before whatever begins a formula, and before nothing else', () => {
    for (const first of ['=', '+', '-', '@', '\t', '＝', '＋', '－', '＠']) {
      assert.equal(csvLine([`${first}1`]), `'${first}1\r\n`);
    }
    for (const first of ['\r', '\n']) assert.equal(csvLine([`${first}1`]), `"'${first}1"\r\n`);
    assert.equal(csvLine(["'=1", 'a=1', ' x', '0']), "'=1,a=1, x,0\r\n");
  });
});
