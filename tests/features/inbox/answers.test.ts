// What participants answer by mail: certain answers are done as if clicked, everything else reaches the organizer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeOf, reply, writtenTo } from '../../support/makers/letters.ts';
import { makeOffered, offeredIn, showRequest } from '../../support/makers/scheduling.ts';
import { onBothEngines } from '../../support/server/rota.ts';

onBothEngines('an answer by mail', (node) => {
  test('by the number of an option books that one', async () => {
    const { id, options } = await makeOffered(node());
    const message = await reply(node(), id, '2');
    assert.equal(madeOf(message), 'chose_options by reply.option_number');
    const request = await showRequest(node(), id);
    assert.equal(request.status, 'booked');
    assert.equal(request.starts_at, options[1]?.starts_at);
  });

  test('that is not understood reaches the organizer each time, and the event comes once', async () => {
    const { id } = await makeOffered(node());
    const message = await reply(node(), id, 'It depends on the weather, and on Ben.');
    assert.equal(message.understood_as, 'unclear');
    const request = await showRequest(node(), id);
    assert.equal(request.attention?.reason, 'unclear_reply');
    assert.equal(offeredIn(request).length, 3);
    const [attention] = (await writtenTo(node(), id)).filter(({ kind }) => kind === 'attention');
    assert.equal(attention?.reply_to, 'guest@example.org');
    assert.match(attention?.text ?? '', /It depends on the weather, and on Ben\./);
  });
});
