// Invitations of members: a mail with a link that signs them in once, within a week.
import assert from 'node:assert/strict';
import { beforeEach } from 'node:test';
import { ask, isIn, sendAtDoor, sessionCookieIn, useLink } from '../../../support/console/door.ts';
import { owner, signedIn } from '../../../support/console/signed-in.ts';
import { test } from '../../../support/lanes.ts';
import {
  createMember,
  deactivate,
  entriesAbout,
  MEMBERS,
  type Member,
  makeMember,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { eventually } from '../../../support/makers/webhooks.ts';
import { untilIdle } from '../../../support/server/idle.ts';
import { rota } from '../../../support/server/process.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import { dataOf, errorOf, type Node, onBothEngines } from '../../../support/server/rota.ts';
import { snapshotsOf } from '../../../support/server/snapshot.ts';
import { visit } from '../../../support/server/visits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PATH = /\/console\/sign-in\/[0-9a-z]{54}/;
const SIGNED_IN =
  'The member has signed in already: the sign-in page sends them a link whenever they need one';
const TOO_MANY = 'The member was sent 3 invitations within a day already: wait until tomorrow';

interface Message {
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  status: string;
}

let people = 0;
const newEmail = () => `invited-${++people}@example.com`;

async function invitationsTo(node: Node, to: string): Promise<Message[]> {
  await untilIdle(node);
  const found = dataOf<Message[]>(await node.get('/api/v1/messages?kind=invitation&limit=100'));
  return found.filter((message) => message.to === to);
}

const invite = (node: Node, { id }: { id: string }, key = node.rawKey) =>
  node.post(`${MEMBERS}/${id}/invite`, {}, { key });

const invited = (node: Node, body: object = {}) =>
  createMember(node, { email: newEmail(), send_invitation: true, ...body });

onBothEngines('An invitation', (node, storage) => {
  beforeEach(() => node().clock.advance(MINUTE_MS));

  /** The address of the link, which only the operator sees. */
  async function linkIn({ id }: Message): Promise<string> {
    const { stdout, stderr } = await rota(['mailbox', id], storage().environment);
    const [path] = PATH.exec(stdout) ?? [];
    assert.ok(path, stdout + stderr);
    return node().url + path;
  }

  test('201: goes out with the member, who is marked as invited; without `send_invitation`, nothing does', async () => {
    const member = await invited(node(), { name: 'Ben Okri' });
    assert.deepEqual([member.invited_at, member.last_signed_in_at], [timeOf(node()), null]);
    assert.deepEqual(dataOf(await node().get(`${MEMBERS}/${member.id}`)), member);
    const [message, ...others] = await invitationsTo(node(), member.email);
    assert.ok(message);
    assert.deepEqual(others, []);
    assert.equal(message.subject, 'You’re invited to Acme’s scheduling');
    assert.match(message.text, /it takes two minutes/);
    assert.match(message.text, /\/console\/sign-in\/only-in-the-mail\n/);
    assert.doesNotMatch(message.text, PATH);
    const actions = (await entriesAbout(node(), member.id)).map(({ action, changes }) => [action, changes]);
    assert.deepEqual(actions.slice(-1), [['member.invited', { invited_at: [null, timeOf(node())] }]]);

    const quiet = await createMember(node(), { email: newEmail(), send_invitation: false });
    assert.deepEqual([quiet.invited_at, await invitationsTo(node(), quiet.email)], [null, []]);
  });

  test('its link signs in once and leads to the welcome page; the member was signed in then', async () => {
    const member = await invited(node());
    const [message] = await invitationsTo(node(), member.email);
    const url = await linkIn(message as Message);
    node().clock.advance(7 * DAY_MS - 1);
    const { pathname } = new URL(url);
    const page = (await visit(node(), pathname)).text;
    assert.match(page, /Welcome to <bdi>Acme<\/bdi>’s scheduling/);
    const next = /name="next" value="([^"]+)"/.exec(page)?.[1] as string;
    const answer = await sendAtDoor(node(), pathname, { fields: { next } });
    assert.deepEqual([answer.status, answer.headers.location], [303, '/console/welcome']);
    assert.equal(await isIn(node(), sessionCookieIn(answer)), true);
    const now = dataOf<Member>(await node().get(`${MEMBERS}/${member.id}`));
    assert.equal(now.last_signed_in_at, timeOf(node()));
    assert.equal((await useLink(node(), url)).status, 410);
    await assertRefused(node(), [[() => invite(node(), member), 'invalid_request', SIGNED_IN]]);
  });

  test('410: after seven days, for another address, and for a deactivated member', async () => {
    const late = await invited(node());
    const moved = await invited(node());
    const gone = await invited(node());
    const urls = [];
    for (const { email } of [late, moved, gone]) {
      const [message] = await invitationsTo(node(), email);
      urls.push(await linkIn(message as Message));
    }
    dataOf(await node().patch(`${MEMBERS}/${moved.id}`, { email: newEmail() }));
    await deactivate(node(), gone);
    for (const url of urls.slice(1)) assert.equal((await useLink(node(), url)).status, 410);
    node().clock.advance(7 * DAY_MS);
    const page = await visit(node(), new URL(urls[0] as string).pathname);
    assert.deepEqual([page.status, /This invitation has expired/.test(page.text)], [410, true]);
    assert.equal((await useLink(node(), urls[0] as string)).status, 410);
  });

  test('200: another one can be sent; once somebody has signed in, none of them works', async () => {
    const member = await makeMember(node());
    const first = dataOf<Member>(await invite(node(), member));
    assert.equal(first.invited_at, timeOf(node()));
    node().clock.advance(MINUTE_MS);
    assert.equal(dataOf<Member>(await invite(node(), member)).invited_at, timeOf(node()));
    const messages = await invitationsTo(node(), member.email);
    const [one, other] = await Promise.all(messages.map(linkIn));
    assert.equal((await useLink(node(), one as string)).status, 303);
    assert.equal((await useLink(node(), other as string)).status, 410);
  });

  test('ordinary links end invitations, too, and are counted apart', async () => {
    const member = await invited(node());
    const [message] = await invitationsTo(node(), member.email);
    for (let time = 0; time < 3; time += 1) assert.equal((await ask(node(), member.email)).status, 303);
    await untilIdle(node());
    const mails = dataOf<Message[]>(await node().get('/api/v1/messages?kind=sign_in&limit=100'));
    assert.equal(mails.filter(({ to }) => to === member.email).length, 3);
    await signedIn(node(), member);
    assert.equal((await useLink(node(), await linkIn(message as Message))).status, 410);
  });

  test('422: three within a day at most, even at once and to other addresses; and one more the day after', async () => {
    const member = await invited(node());
    const answers = await Promise.all(Array.from({ length: 6 }, () => invite(node(), member)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 422, 422, 422, 422]);
    assert.equal((await invitationsTo(node(), member.email)).length, 3);
    dataOf(await node().patch(`${MEMBERS}/${member.id}`, { email: newEmail() }));
    await assertRefused(node(), [[() => invite(node(), member), 'validation_error', TOO_MANY]]);
    node().clock.advance(DAY_MS);
    assert.equal((await invite(node(), member)).status, 200);
  });

  test('refused for deactivated members and strangers, and nothing changes', async () => {
    const { database, clock } = node().services;
    // The test before moved the clock, and old links are swept then.
    await eventually(async () => {
      const old = 'select id from sign_in_links where expires_at <= $1';
      return (await database.all(old, [clock.now() - DAY_MS])).length === 0;
    });
    const gone = await makeMember(node());
    await deactivate(node(), gone);
    const { rawKey } = await node().otherWorkspace();
    const theirs = await makeMember(node());
    await assertRefused(node(), [
      [
        () => invite(node(), gone),
        'invalid_request',
        'A deactivated member cannot be invited: reactivate them first',
      ],
      ...['yes', 1, null].map(
        (send_invitation) =>
          [
            () => node().post(MEMBERS, { email: newEmail(), send_invitation }),
            'invalid_request',
            'send_invitation must be a boolean',
          ] as const,
      ),
    ]);
    assert.equal(errorOf(await invite(node(), theirs, rawKey)).type, 'not_found');
    // A refused member is not invited, either.
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    const taken = await node().post(MEMBERS, { email: theirs.email, send_invitation: true });
    assert.equal(taken.status, 422);
    assert.deepEqual(await snapshot(), before);
  });

  test('cannot be sent again as a message: its link is used up or still works', async () => {
    const member = await invited(node());
    const [message] = await invitationsTo(node(), member.email);
    const again = await node().post(`/api/v1/messages/${message?.id}/resend`);
    assert.deepEqual([again.status, errorOf(again).type], [422, 'validation_error']);
  });

  test('names the member who sends it from the console, and replies go to them', async () => {
    const admin = await owner(node());
    dataOf(await node().patch(`${MEMBERS}/${admin.id}`, { name: 'Ada Lovelace' }));
    const browser = await signedIn(node(), admin);
    const member = await makeMember(node(), 'Grace Hopper');
    const answer = await browser.post(`/console/members/${member.id}/invite`);
    assert.equal(answer.status, 303, answer.text);
    const [message] = await invitationsTo(node(), member.email);
    assert.match(String(message?.subject), /^Ada (Lovelace )?invited you to Acme’s scheduling$/);
    const [row] = await node().services.database.all<{ reply_to: string }>(
      'select reply_to from messages where id = $1',
      [message?.id as string],
    );
    assert.equal(row?.reply_to, admin.email);
  });
});
