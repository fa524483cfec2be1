// Signing in by a link: asked for on a page, sent by mail, good once. The session is what its cookie opens.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMember } from '../../support/makers/team-members.ts';
import { linkFor } from '../../support/console/signed-in.ts';
import type { WireAnswer } from '../../support/server/http.ts';
import { type Node, onBothEngines } from '../../support/server/rota.ts';
import { formFor, sendForm, visit } from '../../support/server/visits.ts';

onBothEngines('A sign-in link', (node) => {
  test('opens a page that uses nothing up, and a session by its button', async () => {
    const member = await makeMember(node());
    const path = new URL(await linkFor(node(), member)).pathname;
    for (let time = 0; time < 3; time += 1) {
      const page = await visit(node(), path);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(`Sign in as ${member.email}`), page.text);
      assert.equal(page.headers['set-cookie'], undefined);
    }
    const answer = await sendForm(node(), path, { form: formFor(node(), path) });
    assert.deepEqual([answer.status, answer.headers.location], [303, '/console'], answer.text);
    console.log(answer.headers);
  });
});
