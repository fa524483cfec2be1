// A node that stops answers the calls to /mcp that run, and waits for no agent that reads slowly or has left.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { test } from '../support/lanes.ts';
import { makeMember, makeTeam } from '../support/makers/team-members.ts';
import { nextAnswer } from '../support/server/blocked-calls.ts';
import { waitBehind } from '../support/server/locks.ts';
import { BOTH_TYPES, callTool, MCP, request } from '../support/server/mcp-wire.ts';
import { type Node, startTwoNodes } from '../support/server/rota.ts';

/** A call, of which nothing is read unless somebody does. */
function callOf({ url, rawKey }: Node, name: string, input: object) {
  const outgoing = httpRequest(url + MCP, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${rawKey}`,
      'content-type': 'application/json',
      accept: BOTH_TYPES,
    },
  });
  outgoing.on('error', () => {});
  outgoing.end(JSON.stringify(request('tools/call', { name, arguments: input })));
  return outgoing;
}

test('a call that runs when the node stops is answered, and what it did is done', async (t) => {
  const [node, other] = await startTwoNodes(t);
  const member = await makeMember(other, 'Ada');
  const [team] = await makeTeam(other, [member]);
  const { database } = other.services;
  const input = { team_id: team.id, member_email: member.email };
  const { answer, stopped } = await database.transaction(async (tx) => {
    await tx.get('select id from teams where id = $1 for update', [team.id]);
    const running = callTool(node, 'pause_member', input);
    await waitBehind(database, tx);
    // Asked to stop while the call waits for a row.
    return { answer: { running }, stopped: { ended: node.app.stop() } };
  });
  const { result, text } = await answer.running;
  assert.equal(result?.isError ?? false, false, text);
  await stopped.ended;
  const again = await callTool(other, 'pause_member', input);
  assert.equal(again.result?.structuredContent?.repeated, true, again.text);
});

test('an agent that left while its call waited has done nothing', async (t) => {
  const [node, other] = await startTwoNodes(t);
  const member = await makeMember(other, 'Ada');
  const [team] = await makeTeam(other, [member]);
  const { database } = other.services;
  const input = { team_id: team.id, member_email: member.email };
  await database.transaction(async (tx) => {
    await tx.get('select id from teams where id = $1 for update', [team.id]);
    const answer = nextAnswer();
    const outgoing = callOf(node, 'pause_member', input);
    const { closed } = await answer;
    await waitBehind(database, tx);
    outgoing.destroy();
    // The node has noticed.
    await closed;
  });
  await node.app.stop();
  const first = await callTool(other, 'pause_member', input);
  assert.equal(first.result?.structuredContent?.repeated, false, first.text);
});

test('an agent that reads nothing of its answer does not keep a node from stopping', async (t) => {
  const [node] = await startTwoNodes(t);
  const outgoing = callOf(node, 'list_teams', {});
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.on('error', () => {});
  await node.app.stop();
  incoming.destroy();
});
