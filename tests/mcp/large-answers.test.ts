// Answers stay small enough for a model to read, however much is stored.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { tools } from '../../src/mcp/tools.ts';
import { HOUR_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';
import { makeManyMembers } from '../support/makers/many-members.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { TEAMS } from '../support/makers/team-members.ts';
import { goodCall, type Stage, setStage } from '../support/makers/tool-calls.ts';
import { callTool, refusalIn } from '../support/server/mcp-wire.ts';
import { dataOf, freshStorage, type Node, type Storage, startNode } from '../support/server/rota.ts';

/** In characters: of the answer, and of all that is sent, which has it twice. */
const MAX_ANSWER = 100_000;
const MAX_SENT = 250_000;
const MEMBERS = 300;
const MEETINGS = 60;
const MAILS = 30;
const TEXT = 'A long text in a few words. '.repeat(200);
const NAME = 'A long name in a few words '.repeat(7).slice(0, 180);

describe('However much is stored', () => {
  let storage: Storage;
  let node: Node;
  let stage: Stage;

  before(async () => {
    storage = await freshStorage('sqlite');
    node = await startNode(storage);
    stage = await setStage(node);
    const { database } = node.services;
    const members = await makeManyMembers(node, MEMBERS);
    const body = { name: NAME, mode: 'pool', member_ids: members.map(({ id }) => id) };
    stage.team = dataOf<{ id: string }>(await node.post(TEAMS, body)).id;
    stage.member.email = members[0]?.email as string;
    for (let left = MEETINGS; left > 0; left -= 1) {
      await database.change(
        `insert into meeting_requests (workspace_id, id, status, organizer_id, include_introduction, title, purpose, description,
           attention_reason, attention_since, created_at, updated_at)
         values ($1, $2, 'active', $3, 0, $4, $5, $5, 'no_times', 0, 0, 0)`,
        [node.workspaceId, node.services.ids('meetingRequest'), members[0]?.id as string, NAME, TEXT],
      );
    }
    await writeMessages(node, MAILS, {
      madeAt: node.clock.now() + HOUR_MS,
      fieldsOf: () => ({
        request_id: stage.offered.id,
        place: 0,
        direction: 'in',
        status: 'received',
        text: TEXT,
      }),
    });
    await database.change('update members set name = $1, title = $1, introduction = $2', [NAME, TEXT]);
    await database.change('update meeting_requests set title = $1, purpose = $2, description = $2', [
      NAME,
      TEXT,
    ]);
    await database.change('update meeting_request_participants set comment = $1', [TEXT]);
    await database.change('update teams set description = $1, introduction_guidance = $1', [TEXT]);
  });

  after(async () => {
    await node?.stop();
    await storage?.remove();
  });

  for (const tool of tools) {
    test(`${tool.name} answers in at most ${MAX_ANSWER} characters`, async (t) => {
      const given = goodCall(tool, stage);
      const most = 'limit' in tool.input.properties ? { ...given, limit: 50 } : given;
      const { result, text } = await callTool(node, tool.name, most);
      const length = result?.content[0]?.text.length ?? 0;
      t.diagnostic(`${tool.name}: ${length} characters, ${text.length} sent`);
      // A transition that another one has made impossible is refused.
      assert.ok(tool.kind === 'changes' || !result?.isError, text.slice(0, 500));
      assert.ok(length <= MAX_ANSWER && text.length <= MAX_SENT);
    });
  }

  test('a list that does not fit is refused, and a shorter one of the same is not', async () => {
    const { database } = node.services;
    const longest = (place: number) =>
      `${'x'.repeat(60)}${place}@${'y'.repeat(60)}.${'z'.repeat(60)}.example.org`;
    const people = Array.from({ length: 50 }, (_, place) => ({ place: place + 1, email: longest(place) }));
    await database.change(
      `insert into meeting_request_participants (workspace_id, request_id, place, email, email_folded)
       select $1, meeting_requests.id, people.place, email, email
       from meeting_requests, (select * from ${database.dialect.rows('$2', { place: 'bigint', email: 'text' })}) as people
       where workspace_id = $1`,
      [node.workspaceId, JSON.stringify(people)],
    );
    const refusal = refusalIn(await callTool(node, 'list_meetings', { limit: 50 }));
    assert.match(refusal, /^invalid_request: limit is too large/);
    const { result, text } = await callTool(node, 'list_meetings', { limit: 3 });
    assert.ok(result && !result.isError && text.length <= MAX_SENT);
  });

  test('whose_turn tells how many there are, and lists the first of them', async () => {
    const { result } = await callTool(node, 'whose_turn', { team_id: stage.team, limit: 3 });
    const { rotation } = (result?.structuredContent ?? {}) as {
      rotation: { queue: object[]; queue_total: number };
    };
    assert.deepEqual([rotation.queue.length, rotation.queue_total], [3, MEMBERS]);
  });
});
