// Resources: a meeting, a rotation and the API description by their addresses, for those who may read them.
import assert from 'node:assert/strict';
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/client';
import { scopes } from '../../src/scopes.ts';
import { test } from '../support/lanes.ts';
import { makeOffered } from '../support/makers/scheduling.ts';
import { makeMember, makeTeam } from '../support/makers/team-members.ts';
import { type Agent, connectAgent } from '../support/server/agent.ts';
import { onBothEngines } from '../support/server/rota.ts';

interface Index {
  operations: { operation: string; method: string; path: string; summary: string; scope: string }[];
}

interface Described {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, object> }>>;
  components: { schemas: Record<string, unknown> };
}

/** In characters: what a model can read at once. */
const MAX_INDEX = 30_000;
const MAX_OPERATION = 40_000;

async function textOf(agent: Agent, uri: string): Promise<string> {
  const { contents } = await agent.client.readResource({ uri });
  const [content, ...others] = contents;
  assert.deepEqual(others, []);
  assert.ok(content && 'text' in content);
  assert.deepEqual([content.uri, content.mimeType], [uri, 'application/json']);
  return content.text;
}

const read = async <Content>(agent: Agent, uri: string) => JSON.parse(await textOf(agent, uri)) as Content;

const templatesOf = async ({ client }: Agent) =>
  (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate);

onBothEngines('Resources', (node) => {
  for (const era of ['2026-07-28', '2025-11-25'] as const) {
    test(`are what the tools answer, word by word, in the version of ${era}`, async () => {
      const meeting = await makeOffered(node(), { context: { title: 'Product demo' } });
      const [team] = await makeTeam(node(), [await makeMember(node(), 'Ada')]);
      const agent = await connectAgent(node(), { era });
      const { resources } = await agent.client.listResources();
      assert.deepEqual(
        resources.map(({ uri, mimeType }) => [uri, mimeType]),
        [['rota://api', 'application/json']],
      );
      assert.deepEqual(await templatesOf(agent), [
        'rota://meetings/{id}',
        'rota://teams/{id}/rotation',
        'rota://api/{operation}',
      ]);
      const shown = await read<{ meeting: { title: object } }>(agent, `rota://meetings/${meeting.id}`);
      assert.deepEqual(shown, await agent.call('get_meeting', { meeting_id: meeting.id }));
      assert.deepEqual(shown.meeting.title, { untrusted_text: 'Product demo', is_cut: false });
      assert.deepEqual(
        await read(agent, `rota://teams/${team.id}/rotation`),
        await agent.call('whose_turn', { team_id: team.id }),
      );
    });
  }

  test('have an index of the API, and each operation with every schema that it needs', async () => {
    const agent = await connectAgent(node(), { key: await node().keyWith('seats.read') });
    assert.ok((await textOf(agent, 'rota://api')).length < MAX_INDEX);
    const { operations } = await read<Index>(agent, 'rota://api');
    const book = operations.find(({ operation }) => operation === 'bookMeetingRequest');
    assert.deepEqual(book, {
      operation: 'bookMeetingRequest',
      method: 'POST',
      path: '/api/v1/meeting_requests/{id}/book',
      summary: 'Book an active request',
      scope: 'meeting_requests.write',
    });
    const known: readonly string[] = scopes;
    for (const { operation, scope } of operations) assert.ok(known.includes(scope), `${operation}: ${scope}`);
    for (const { operation, method, path } of operations) {
      const text = await textOf(agent, `rota://api/${operation}`);
      assert.ok(text.length < MAX_OPERATION, `${operation} has ${text.length} characters`);
      const described = JSON.parse(text) as Described;
      assert.equal(described.paths[path]?.[method.toLowerCase()]?.operationId, operation);
      const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
        ([, title]) => title as string,
      );
      assert.deepEqual(new Set(Object.keys(described.components.schemas)), new Set(referred), operation);
    }
    assert.ok(operations.length > 80);
    assert.ok(!operations.some(({ path }) => path.startsWith('/api/v1/operator')));
  });

  test('that are not there, or in another workspace, are not found', async () => {
    const { id } = await makeOffered(node());
    const [team] = await makeTeam(node(), []);
    const { rawKey } = await node().otherWorkspace();
    const agents = [await connectAgent(node()), await connectAgent(node(), { key: rawKey })] as const;
    const unknown = [
      'rota://meetings/mr_1',
      `rota://meetings/${team.id}`,
      `rota://meetings/${node().services.ids('meetingRequest')}`,
      `rota://meetings/${id}/messages`,
      'rota://meetings/',
      `rota://teams/${team.id}`,
      'rota://api/nothing',
      'rota://api/__proto__',
      'rota://api/listOperatedWorkspaces',
      'rota://',
      'file:///etc/passwd',
      'https://example.com/',
    ];
    const ofOthers = [`rota://meetings/${id}`, `rota://teams/${team.id}/rotation`];
    for (const [agent, uris] of [
      [agents[0], unknown],
      [agents[1], [...unknown, ...ofOthers]],
    ] as const) {
      for (const uri of uris) {
        await assert.rejects(
          agent.client.readResource({ uri }),
          (error) => error instanceof ResourceNotFoundError && error.uri === uri,
          uri,
        );
      }
    }
  });

  test('of things that the key may not read are neither listed nor read', async () => {
    const { id } = await makeOffered(node());
    const [team] = await makeTeam(node(), []);
    const cases = [
      ['teams.read', 'rota://teams/{id}/rotation', `rota://meetings/${id}`, 'meeting_requests.read'],
      ['meeting_requests.read', 'rota://meetings/{id}', `rota://teams/${team.id}/rotation`, 'teams.read'],
    ] as const;
    for (const [scope, template, uri, needed] of cases) {
      const agent = await connectAgent(node(), { key: await node().keyWith(scope) });
      assert.deepEqual(await templatesOf(agent), [template, 'rota://api/{operation}']);
      await assert.rejects(
        agent.client.readResource({ uri }),
        (error) =>
          error instanceof ProtocolError &&
          !(error instanceof ResourceNotFoundError) &&
          error.message.includes(`forbidden: API key missing required scope: ${needed}`),
      );
    }
  });
});
