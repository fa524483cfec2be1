// The first steps of a new workspace: what counts as done, what is skipped, and what became of a test mail.
import assert from 'node:assert/strict';
import { owner, type SignedIn, signedIn } from '../support/console/signed-in.ts';
import { describe, test } from '../support/lanes.ts';
import { sendingThrough } from '../support/makers/mail.ts';
import { makeMember, makeTeam } from '../support/makers/team-members.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { untilIdle } from '../support/server/idle.ts';
import { dataOf, freshStorage, type Node, onBothEngines, startNode } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

const PAGE = '/console/first-steps';

const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What the list says of each step. */
async function stepsFor(admin: SignedIn): Promise<string[]> {
  const { status, text } = await admin.get(PAGE);
  assert.equal(status, 200);
  const list = /<ol class="first-steps">([\s\S]*?)<\/ol>/.exec(text)?.[1] ?? '';
  return list.split('</li>').map(wordsOf).filter(Boolean);
}

const doneIn = (steps: string[]) =>
  steps.filter((step) => /Done$/.test(step)).map((step) => step.slice(0, -5));

const asOwner = async (node: Node) => signedIn(node, await owner(node));

onBothEngines('The first steps', (node) => {
  test('are done once the workspace has what they ask for', async () => {
    const admin = await asOwner(node());
    assert.equal((await stepsFor(admin)).length, 7);
    assert.deepEqual(doneIn(await stepsFor(admin)), []);
    const zone = await admin.post(`${PAGE}/time-zone`, { timezone: 'Asia/Calcutta', back: 'list' });
    assert.equal(zone.headers.location, `${PAGE}?done=workspace_zone_set`);
    const [team] = await makeTeam(node(), [await makeMember(node())]);
    dataOf(await node().post(`/api/v1/teams/${team.id}/booking_links`, {}));
    dataOf(
      await node().post(`/api/v1/workspace_members/${(await owner(node())).id}/calendars`, {
        type: 'pushed',
      }),
    );
    assert.equal((await node().patch('/api/v1/workspace/branding', { accent_color: '#114488' })).status, 200);
    assert.deepEqual(doneIn(await stepsFor(admin)), [
      'Set the time zone',
      'Show your company',
      'Add your people',
      'Connect your calendar',
      'Create a team',
      'Share a booking link',
    ]);
  });

  test('are skipped and put back by admins, for all of them, with an entry in the audit log', async () => {
    const admin = await asOwner(node());
    const skip = () => admin.post(`${PAGE}/skip`, { step: 'mail', back: 'list' });
    for (const { status, headers } of await Promise.all([skip(), skip(), skip()])) {
      assert.deepEqual([status, headers.location], [303, `${PAGE}?done=step_skipped`]);
    }
    assert.match((await stepsFor(await asOwner(node())))[2] as string, /Skipped Put step back$/);
    assert.equal(
      (await admin.post(`${PAGE}/restore`, { step: 'mail' })).headers.location,
      '/console?done=step_restored',
    );
    assert.doesNotMatch((await stepsFor(admin))[2] as string, /Skipped/);
    const entries = dataOf<{ action: string }[]>(await node().get('/api/v1/audit_log?limit=100'));
    assert.deepEqual(
      entries.map(({ action }) => action).filter((action) => action.startsWith('first_step.')),
      ['first_step.restored', 'first_step.skipped'],
    );
  });

  test('422: a step that there is none of, a time zone that there is none of, and a test without a mail server', async () => {
    const admin = await asOwner(node());
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    for (const [form, fields] of [
      ['skip', { step: 'coffee' }],
      ['skip', {}],
      ['restore', { step: '__proto__' }],
      ['time-zone', { timezone: 'Mars/Base' }],
      ['time-zone', {}],
      ['test-mail', {}],
    ] as const) {
      const { status, text } = await admin.post(`${PAGE}/${form}`, fields);
      assert.equal(status, 422, form);
      assert.match(text, /role="alert"/);
    }
    assert.deepEqual(await snapshot(), before);
  });
});

describe('A test mail', () => {
  test('goes to whoever asks, and the list says what became of it', async (t) => {
    await using server = await SmtpServer.start();
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage, { environment: sendingThrough(server.url) });
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const admin = await asOwner(node);
    assert.match(
      (await stepsFor(admin))[2] as string,
      /A test goes to owner@example\.com\. Send me a test Skip step$/,
    );
    server.script = (step) => (step === 'RCPT' ? '550 5.1.1 no such user' : undefined);
    const form = admin.formToken();
    const answers = await Promise.all(
      [1, 2].map(() => admin.post(`${PAGE}/test-mail`, { back: 'list' }, { form })),
    );
    assert.deepEqual(
      answers.map(({ headers }) => headers.location),
      [`${PAGE}?done=test_mail_sent`, `${PAGE}?done=test_mail_sent`],
    );
    await untilIdle(node);
    assert.match(
      (await stepsFor(admin))[2] as string,
      /wasn’t delivered: .*no such user.* Send me another test Skip step$/,
    );
    server.script = () => undefined;
    await admin.post(`${PAGE}/test-mail`);
    await untilIdle(node);
    assert.match((await stepsFor(admin))[2] as string, /Check that mail goes out Done$/);
    assert.equal(server.taken.length, 1);
  });
});
