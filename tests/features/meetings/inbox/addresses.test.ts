// Which addresses take mail, and what each stands for.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { recipientFor } from '../../../../src/features/meetings/inbox/addresses.ts';
import { ulidOf } from '../../../../src/ids.ts';
import { makeToken } from '../../../../src/tokens/link-tokens.ts';
import { test } from '../../../support/lanes.ts';
import { writeMessageAbout } from '../../../support/makers/messages.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('An address', (node) => {
  const ask = (address: string) => recipientFor(node().services, address);
  const targetOf = async (address: string) => (await ask(address))?.target ?? 'unknown';
  const post = async (path: string, body: object) =>
    dataOf<{ id: string; email_address: string | null }>(await node().post(path, body));
  let sales: { id: string; email_address: string | null };

  before(async () => {
    sales = await post('/api/v1/teams', { name: 'Sales' });
  });

  test('of a team leads to it, in any case, and by its former slugs', async () => {
    const address = 'sales.acme@rota.localhost';
    const expected = { target: 'team', workspace_id: node().workspaceId, team_id: sales.id, address };
    assert.deepEqual(await ask(address), expected);
    assert.deepEqual(await ask('Sales.ACME@Rota.Localhost'), expected);
    await node().patch(`/api/v1/teams/${sales.id}`, { name: 'Field sales' });
    assert.deepEqual(await ask(address), expected);
    assert.equal(await targetOf('field-sales.acme@rota.localhost'), 'team');
    await node().patch(`/api/v1/teams/${sales.id}`, { name: 'Sales' });
  });

  test('with a former handle leads to where it did', async () => {
    const { rawKey: key, id: workspace_id } = await node().otherWorkspace('formerly');
    const { id: team_id } = dataOf<{ id: string }>(
      await node().post('/api/v1/teams', { name: 'Sales' }, { key }),
    );
    await node().patch('/api/v1/workspace', { handle: 'nowadays' }, { key });
    for (const handle of ['formerly', 'nowadays']) {
      const address = `sales.${handle}@rota.localhost`;
      assert.deepEqual(await ask(address), { target: 'team', workspace_id, team_id, address });
      assert.equal(await targetOf(`${handle}@rota.localhost`), 'workspace');
    }
  });

  test('of a team that is manual or inactive takes answers alone, as mail to the workspace', async () => {
    const address = 'by-hand.acme@rota.localhost';
    const closed = { target: 'workspace', workspace_id: node().workspaceId, answers_only: true, address };
    const manual = await post('/api/v1/teams', { name: 'By hand', mode: 'manual' });
    assert.deepEqual(await ask(address), closed);
    await node().patch(`/api/v1/teams/${manual.id}`, { mode: 'pool' });
    assert.equal(await targetOf(address), 'team');
    await node().post(`/api/v1/teams/${manual.id}/deactivate`);
    assert.deepEqual(await ask(address), closed);
  });

  test('of the workspace takes mail of anybody, so that nobody learns who is a member', async () => {
    assert.deepEqual(await ask('acme@rota.localhost'), {
      target: 'workspace',
      workspace_id: node().workspaceId,
      address: 'acme@rota.localhost',
    });
  });

  test('of the service itself says nothing of a workspace', async () => {
    const address = 'rota@rota.localhost';
    assert.deepEqual(await ask(address), { target: 'service', address });
  });

  test('with a token names whose answer it is, or the message that a report is about', async () => {
    const body = {
      organizer_email: 'owner@example.com',
      participant_emails: ['a@example.org', 'b@example.org'],
    };
    const request = await post('/api/v1/meeting_requests', body);
    const key = node().services.secrets.linkKeys();
    const workspace_id = node().workspaceId;
    const reply = (place: number) =>
      `re-${makeToken(key, 'reply', { ulid: ulidOf(request.id), place })}@rota.localhost`;
    const expected = { target: 'reply', workspace_id, request_id: request.id, place: 1, address: reply(1) };
    assert.deepEqual(await ask(reply(1)), expected);
    assert.deepEqual(await ask(reply(1).toUpperCase()), expected);
    assert.equal(await targetOf(reply(2)), 'unknown', 'there is no third participant');
    const changed = reply(1).replace(/.@/, (last) => (last === '0@' ? '1@' : '0@'));
    assert.equal(await targetOf(changed), 'unknown');

    const messageId = await writeMessageAbout(node(), request.id);
    const bounce = `b-${makeToken(key, 'bounce', { ulid: ulidOf(messageId), place: 0 })}@rota.localhost`;
    assert.deepEqual(await ask(bounce), {
      target: 'bounce',
      workspace_id,
      message_id: messageId,
      address: bounce,
    });
    const ofReply = makeToken(key, 'reply', { ulid: ulidOf(messageId), place: 0 });
    assert.equal(await targetOf(`b-${ofReply}@rota.localhost`), 'unknown', 'a token is for one purpose');
  });

  test('that is anything else is unknown', async () => {
    const others = `
      acme@example.com sales.acme@rota.localhost.example.com nobody.acme@rota.localhost sales.other@rota.localhost
      sales+tag.acme@rota.localhost sales.acme+tag@rota.localhost acme+tag@rota.localhost sales..acme@rota.localhost
      .acme@rota.localhost acme.@rota.localhost a.sales.acme@rota.localhost postmaster@rota.localhost
      @rota.localhost rota.localhost "sales.acme"@rota.localhost sales.acme@[127.0.0.1] re-@rota.localhost b-0@rota.localhost
      @example.com:sales.acme@rota.localhost sales.acme%rota.localhost@example.com sales.acme@example.com@rota.localhost`;
    for (const address of others.trim().split(/\s+/))
      assert.equal(await targetOf(address), 'unknown', address);
    for (const address of [
      '',
      ' ',
      'sales.acme@rota.localhost ',
      'sales.acme@rota.localhost\0',
      'x'.repeat(1_000_000),
    ]) {
      assert.equal(await targetOf(address), 'unknown');
    }
    assert.equal(await targetOf(`${'a'.repeat(10_000)}.acme@rota.localhost`), 'unknown');
    assert.equal(await targetOf(`\u0000.acme@rota.localhost`), 'unknown');
  });
});
