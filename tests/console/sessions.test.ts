// Where somebody is signed in: what they see of it, and what they and admins can end.
import assert from 'node:assert/strict';
import { browserInWords } from '../../src/console/members/browser.ts';
import { owner, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { onBothEngines } from '../support/server/rota.ts';

const SESSIONS = '/console/profile/sessions';

onBothEngines('Sessions', (node) => {
  test('are listed with this one marked, and end one by one or all others at once', async () => {
    const ada = await makeMember(node(), 'Ada');
    const here = await signedIn(node(), ada);
    const [first, second, third] = [
      await signedIn(node(), ada),
      await signedIn(node(), ada),
      await signedIn(node(), ada),
    ];
    const { text } = await here.get(SESSIONS);
    assert.equal(text.split('An unknown browser').length - 1, 4);
    assert.equal(text.split('This browser').length - 1, 1);
    assert.ok(!text.includes(`${SESSIONS}/${here.sessionId}/end`), 'this one ends by signing out');

    const ended = await here.post(`${SESSIONS}/${first.sessionId}/end`);
    assert.equal(ended.headers.location, `${SESSIONS}?done=session_ended`);
    assert.equal((await first.get(SESSIONS)).status, 303);
    assert.equal((await second.get(SESSIONS)).status, 200);
    assert.equal((await here.post(`${SESSIONS}/end`)).status, 303);
    for (const other of [second, third]) assert.equal((await other.get(SESSIONS)).status, 303);
    assert.equal((await here.get(SESSIONS)).status, 200);
  });

  test('404: nobody ends a session of somebody else; an admin ends all of them', async () => {
    const [ada, ben] = [await makeMember(node()), await makeMember(node())];
    const [hers, his] = [await signedIn(node(), ada), await signedIn(node(), ben)];
    assert.equal((await hers.post(`${SESSIONS}/${his.sessionId}/end`)).status, 404);
    assert.equal((await his.get(SESSIONS)).status, 200);

    const admin = await signedIn(node(), await owner(node()));
    const path = `/console/members/${ben.id}/sessions`;
    assert.match((await admin.get(path)).text, /Sign out everywhere/);
    assert.equal((await admin.post(`${path}/end`)).headers.location, `${path}?done=member_signed_out`);
    assert.equal((await his.get(SESSIONS)).status, 303);
    assert.match((await admin.get(path)).text, /Not signed in anywhere/);
  });
});

test('a browser is named in words, whatever else it wants to be taken for', () => {
  const names: [string | null, string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>', 'An unknown browser'],
    [null, 'An unknown browser'],
  ];
  for (const [userAgent, name] of names) assert.equal(browserInWords(userAgent), name);
});
