// Full lane, because it starts many processes: examples/skill says what is so: its conversations go as they are told, its tools exist, its commands work.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { attentionReasons } from '../../src/features/events/events/event-types.ts';
import { scopes } from '../../src/scopes.ts';
import { describe, test } from '../support/lanes.ts';
import { untilIdle } from '../support/makers/scheduling.ts';
import { makeMember, TEAMS } from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import { ManualClock } from '../support/server/manual-clock.ts';
import { Program, ROOT } from '../support/server/process.ts';
import {
  dataOf,
  engines,
  freshStorage,
  type Node,
  onBothEngines,
  startNode,
} from '../support/server/rota.ts';
import { converse, makeSetting, readConversation } from './conversations.ts';

const SKILL = path.join(ROOT, 'examples/skill');
const read = (file: string) => readFileSync(path.join(SKILL, file), 'utf8');
const scopesOfTools = scopes.filter((scope) => read('tools.md').includes(`\`${scope}\``));
/** For an agent that may do what the skill tells of, and nothing else. */
const keyFor = (node: Node) => node.keyWith(...scopesOfTools);
const agentOf = async (node: Node) => connectAgent(node, { key: await keyFor(node) });
const conversations = globSync('conversations/*.md', { cwd: SKILL }).sort();

describe('A conversation of the skill', () => {
  test('is one of three at least', () => assert.ok(conversations.length >= 3));

  for (const file of conversations) {
    const conversation = readConversation(read(file));
    for (const engine of engines) {
      test(`goes as told: ${path.basename(file, '.md')} (${engine})`, async () => {
        await using stack = new AsyncDisposableStack();
        const storage = await freshStorage(engine);
        stack.defer(storage.remove);
        const clock = new ManualClock(Date.parse(conversation.setting.now));
        const node = await startNode(storage, { clock });
        stack.defer(() => node.stop());
        await makeSetting(node, conversation.setting);
        await converse(node, await agentOf(node), conversation);
      });
    }
  }
});

/** A short one about the team of the setting. */
const talk = (id: string, email: string, quote: string) => `
\`\`\`json setting
{
  "now": "2026-03-02T09:00:00.000Z",
  "members": [{ "email": "ada@example.com", "name": "Ada" }],
  "teams": [{ "name": "Sales", "mode": "pool", "members": ["ada@example.com"] }]
}
\`\`\`

\`\`\`json call list_teams
{}
\`\`\`

\`\`\`json answer
{ "data": [{ "id": "team_01KJPWD6M0A2C4E6G8J0M1P3R5" }] }
\`\`\`

\`\`\`json call whose_turn
{ "team_id": "${id}" }
\`\`\`

\`\`\`json answer
{ "rotation": { "queue": [{ "email": "${email}" }] } }
\`\`\`

> ${quote}
`;

onBothEngines('A conversation that is not so', (node) => {
  test('is noticed: what was answered otherwise, an id that is made up, a quote that nobody has said', async () => {
    const KNOWN = 'team_01KJPWD6M0A2C4E6G8J0M1P3R5';
    const MADE_UP = 'team_01KJPWD6M0A2C4E6G8J0M1P3R6';
    const agent = await connectAgent(node());
    const carryOut = (...given: Parameters<typeof talk>) =>
      converse(node(), agent, readConversation(talk(...given)));
    await makeSetting(node(), readConversation(talk(KNOWN, '', '')).setting);
    await carryOut(KNOWN, 'ada@example.com', 'Sales');
    await assert.rejects(carryOut(KNOWN, 'ben@example.com', 'Sales'), /The answer was .*ada@example\.com/s);
    await assert.rejects(carryOut(MADE_UP, 'ada@example.com', 'Sales'), /was in no answer before/);
    await assert.rejects(carryOut(KNOWN, 'ada@example.com', 'Marketing'), /"Marketing" was in no answer/);
  });
});

describe('The skill', () => {
  const skill = read('SKILL.md');

  test('begins with what agents choose it by', () => {
    const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
    const fields: Record<string, string> = Object.fromEntries(
      front.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)),
    );
    assert.deepEqual(Object.keys(fields), ['name', 'description', 'license', 'compatibility']);
    assert.equal(fields.name, 'rota');
    // The form allows that many characters. A colon would begin another field for a strict reader.
    assert.ok((fields.description?.length ?? 0) <= 1_024 && (fields.compatibility?.length ?? 0) <= 500);
    for (const value of Object.values(fields)) assert.doesNotMatch(value, /: | #/);
  });

  test('leads to files that are there, and to all of them', () => {
    const files = globSync('**/*.md', { cwd: SKILL });
    const links = [...skill.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file as string);
    assert.deepEqual(new Set(['SKILL.md', ...links]), new Set(files));
    assert.ok(skill.split('\n').length < 150, 'it is read whole each time');
  });

  test('knows every reason for which a meeting needs attention', () => {
    const [, table = ''] = /### needs_attention([\s\S]*?)^## /m.exec(read('tools.md')) ?? [];
    const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
    const told = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, reason]) => reason));
    assert.deepEqual(told.toSorted(), attentionReasons.toSorted());
  });
});

/** The ids that stand where the page has dots. */
async function idsIn(node: Node): Promise<Record<string, string>> {
  const [team] = dataOf<{ id: string }[]>(await node.get(TEAMS));
  const [meeting] = dataOf<{ id: string }[]>(await node.get('/api/v1/meeting_requests'));
  const rotation = dataOf<{ queue: { team_membership_id: string }[] }>(
    await node.get(`${TEAMS}/${team?.id}/rotation`),
  );
  const shown = meeting && (await node.get(`/api/v1/meeting_requests/${meeting.id}`)).text;
  const option = /"(opt_\w+)",[^}]*"status":"offered"/.exec(shown ?? '')?.[1];
  return Object.fromEntries(
    [team?.id, meeting?.id, rotation.queue[0]?.team_membership_id, option].flatMap((id) =>
      id === undefined ? [] : [[`${id.split('_')[0]}_…`, id]],
    ),
  );
}

onBothEngines('The skill', (node) => {
  test('tells of every tool, and of no other', async () => {
    const everything = await (await connectAgent(node())).client.listTools();
    const { tools } = await (await agentOf(node())).client.listTools();
    assert.deepEqual(tools, everything.tools, 'the scopes that it names are enough');
    const names = tools.map(({ name }) => name);
    const told = [...read('tools.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name as string);
    assert.deepEqual(told.toSorted(), names.toSorted());
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    const [, needsYes = ''] = /^\| everything that only reads.*?\| (.*) \|$/m.exec(read('SKILL.md')) ?? [];
    assert.deepEqual(
      [...needsYes.matchAll(/`(\w+)`/g)].map(([, name]) => name).toSorted(),
      changing.toSorted(),
    );
  });

  test('has commands that work, in their order', async () => {
    const members = [
      await makeMember(node(), 'Ada'),
      await makeMember(node(), 'Ben'),
      await makeMember(node(), 'Chloé'),
    ];
    const member_ids = members.map(({ id }) => id);
    dataOf(await node().post(TEAMS, { name: 'Sales', mode: 'pool', member_ids }));
    const [first = '', ...blocks] = [...read('http.md').matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(
      ([, code]) => code as string,
    );
    const environment = { ROTA_URL: node().url, ROTA_KEY: await keyFor(node()) };
    for (const block of blocks) {
      const ids = await idsIn(node());
      const commands = block.replace(/\w+_…/g, (dots) => {
        assert.ok(ids[dots], `there is a ${dots} by then`);
        return ids[dots];
      });
      await using shell = new Program('bash', ['-euc', first + commands], { environment, cwd: ROOT });
      const { code, stdout, stderr } = await shell.ended;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, `${commands}\n${stdout}`);
      await untilIdle(node());
    }
    const [meeting] = dataOf<{ status: string }[]>(await node().get('/api/v1/meeting_requests'));
    assert.equal(meeting?.status, 'cancelled');
  });
});
