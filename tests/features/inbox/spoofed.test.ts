// Who says to be a member: believed with DMARC, and never otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecords } from '../../../src/network/records.ts';
import { madeOf, showMessage } from '../../support/makers/letters.ts';
import { untilIdle } from '../../support/makers/scheduling.ts';
import { compose, publish } from '../../support/makers/signed-mail.ts';
import { createMember } from '../../support/makers/team-members.ts';
import { NameServer } from '../../support/receivers/name-server.ts';
import { ManualClock } from '../../support/server/manual-clock.ts';
import { dataOf, engines, freshStorage, startNode } from '../../support/server/rota.ts';

const OUTSIDE = '203.0.113.10';
const FORGED = 'ignored: it is forged: its domain asks to refuse such mail';
const UNPROVEN = 'ignored: it says to be from a member, and nothing proves it';

for (const engine of engines) {
  test(`A mail of a member makes a request only if DMARC proves it (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const storage = await freshStorage(engine);
    stack.defer(storage.remove);
    const server = stack.use(await NameServer.start());
    const clock = new ManualClock();
    const records = createRecords(clock, { servers: [server.address] });
    const node = await startNode(storage, { clock, outside: { records } });
    stack.defer(() => node.stop());
    publish(server, 'strict.example', { spf: '-all', dmarc: 'p=reject' });
    publish(server, 'lenient.example', { spf: '-all', dmarc: 'p=none' });
    publish(server, 'silent.example', { spf: '-all' });
    publish(server, 'mail.strict.example', { spf: '-all' });
    for (const domain of ['strict', 'lenient', 'silent'])
      await createMember(node, { email: `ada@${domain}.example` });
    const team = dataOf<{ email_address: string }>(
      await node.post('/api/v1/teams', {
        name: 'Sales',
        member_ids: [(await createMember(node, { email: 'bob@acme.example' })).id],
      }),
    );
    const fateOf = async (from: string, signedBy?: string): Promise<string> => {
      const rawBody = await compose({
        from,
        to: `grace@example.org, ${team.email_address}`,
        ...(signedBy && { signedBy }),
      });
      const query = new URLSearchParams({
        recipient: team.email_address,
        client_address: OUTSIDE,
        sender: from,
      });
      const answer = await node.call('POST', `/api/v1/inbound_messages?${query}`, {
        rawBody,
        headers: { 'content-type': 'message/rfc822' },
      });
      const { id } = dataOf<{ id: string }>(answer);
      await untilIdle(node);
      return madeOf(await showMessage(node, id));
    };

    assert.equal(await fateOf('ada@strict.example', 'strict.example'), 'new_request by request.member');
    assert.equal(await fateOf('ada@strict.example', 'mail.strict.example'), 'new_request by request.member');
    assert.equal(await fateOf('ada@strict.example'), FORGED);
    assert.equal(await fateOf('ada@strict.example', 'lenient.example'), FORGED);
    assert.equal(await fateOf('ada@lenient.example', 'lenient.example'), 'new_request by request.member');
    assert.equal(await fateOf('ada@lenient.example'), UNPROVEN);
    assert.equal(await fateOf('ada@silent.example', 'silent.example'), UNPROVEN);
    // Somebody of a subdomain is another person, whatever is proven.
    assert.equal(
      await fateOf('ada@mail.strict.example', 'mail.strict.example'),
      'new_request by request.outsider',
    );
    assert.equal(await fateOf('grace@strict.example'), FORGED);
    assert.equal(await fateOf('grace@silent.example'), 'new_request by request.outsider');
  });
}
