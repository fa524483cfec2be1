// Mail to a team or to the workspace that asks for a meeting: who may, whom it is with, and when nothing is made of it.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  FROM_OUTSIDE,
  handIn,
  handInOne,
  type Letter,
  MAIL_DOMAIN,
  madeOf,
  writtenTo,
} from '../../../support/makers/letters.ts';
import { REQUESTS } from '../../../support/makers/meeting-requests.ts';
import { showRequest } from '../../../support/makers/scheduling.ts';
import {
  createMember,
  type Member,
  makeMember,
  TEAMS,
  type Team,
} from '../../../support/makers/team-members.ts';
import type { AuditEntry, MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const WORKSPACE = `acme@${MAIL_DOMAIN}`;
let names = 0;

async function makeTeam(
  node: Node,
  members: Member[],
  fields: object = {},
): Promise<Team & { email_address: string }> {
  names += 1;
  const member_ids = members.map(({ id }) => id);
  return dataOf(await node.post(TEAMS, { name: `Team ${names}`, member_ids, ...fields }));
}

const countRequests = async (node: Node) =>
  (await node.services.database.get<{ count: number }>('select count(*) as count from meeting_requests', []))
    ?.count;

/** The request that was made of a mail. */
async function requested(node: Node, letter: Letter, query: Record<string, string> = {}) {
  const message = await handInOne(node, letter, query);
  assert.match(madeOf(message), /^new_request by request\./);
  return showRequest(node, message.meeting_request_id as string);
}

/** Why nothing was made of a mail. */
async function refused(node: Node, letter: Letter, query: Record<string, string> = {}): Promise<string> {
  const before = await countRequests(node);
  const message = await handInOne(node, letter, query);
  assert.equal(message.status, 'ignored');
  assert.equal(await countRequests(node), before);
  return message.ignored_because as string;
}

onBothEngines('A mail that asks for a meeting', (node) => {
  test('of an outsider to a team takes the turn, and is answered in its thread', async () => {
    const [ada, bob] = [await makeMember(node(), 'Ada'), await makeMember(node(), 'Bob')];
    const team = await makeTeam(node(), [ada, bob]);
    const messageId = `<first-${team.id}@example.org>`;
    const request = await requested(node(), {
      from: 'Grace Hopper <grace@example.org>',
      to: team.email_address,
      cc: `"Turing, Alan" <alan@example.net>, ${bob.email}`,
      subject: 'AW: Re: Product demo',
      text: 'Hello,\n\nwe would like to see it.\n\nGrace',
      messageId,
    });
    assert.equal(request.team_id, team.id);
    assert.equal(request.organizer_email, ada.email);
    assert.equal(request.title, 'Product demo');
    assert.match(request.description ?? '', /^Hello,\n\nwe would like to see it\./);
    assert.deepEqual(
      request.participants.map(({ email, name }) => [email, name]),
      [['grace@example.org', 'Grace Hopper']],
    );
    assert.deepEqual(request.suggested_participants, [{ email: 'alan@example.net', name: 'Turing, Alan' }]);
    const [options] = await writtenTo(node(), request.id, 'grace@example.org');
    assert.deepEqual([options?.kind, options?.in_reply_to], ['options', messageId]);
    const [assigned] = await writtenTo(node(), request.id, ada.email);
    assert.equal(assigned?.kind, 'assigned');
    const [created] = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${request.id}&action=meeting_request.created`),
    );
    assert.deepEqual(created?.actor, { type: 'participant', id: 'grace@example.org' });
    // The next one is Bob's.
    const next = await requested(node(), { from: 'barbara@example.org', to: team.email_address });
    assert.equal(next.organizer_email, bob.email);
  });

  test('of a member who copies the workspace in is theirs', async () => {
    const ada = await makeMember(node(), 'Ada');
    const request = await requested(node(), {
      from: `Ada <${ada.email.toUpperCase()}>`,
      to: 'Grace Hopper <grace@example.org>',
      cc: `${WORKSPACE}, ${ada.email}`,
      subject: 'Our talk',
      text: 'Let us find 45 minutes.',
    });
    assert.equal(request.organizer_email, ada.email);
    assert.deepEqual(request.participant_emails, ['grace@example.org']);
    assert.equal(request.duration_minutes, 45);
    const [created] = dataOf<AuditEntry[]>(
      await node().get(`/api/v1/audit_log?target_id=${request.id}&action=meeting_request.created`),
    );
    assert.deepEqual(created?.actor, { type: 'member', id: ada.id });
  });

  test('of a member to a team is with the others', async () => {
    const [ada, bob] = [await makeMember(node()), await makeMember(node())];
    const team = await makeTeam(node(), [bob]);
    const request = await requested(node(), {
      from: ada.email,
      to: 'grace@example.org',
      cc: team.email_address,
    });
    assert.deepEqual(
      [request.organizer_email, request.participant_emails],
      [bob.email, ['grace@example.org']],
    );
    assert.equal(
      await refused(node(), { from: ada.email, to: team.email_address }),
      'it names nobody to meet',
    );
  });

  test('reaches a team by a former address, once for two of them', async () => {
    const team = await makeTeam(node(), [await makeMember(node())], { name: `Vertrieb ${++names}` });
    const renamed = dataOf<typeof team>(
      await node().patch(`${TEAMS}/${team.id}`, { name: `Verkauf ${names}` }),
    );
    assert.notEqual(renamed.email_address, team.email_address);
    assert.equal((await requested(node(), { to: team.email_address })).team_id, team.id);
    const to = `${renamed.email_address}, ${team.email_address}`;
    const from = 'edsger@example.org';
    const messageId = `<both-${team.id}@example.org>`;
    const [first] = await handIn(node(), { from, to, messageId }, { recipient: renamed.email_address });
    const [second] = await handIn(node(), { from, to, messageId }, { recipient: team.email_address });
    assert.equal(first?.understood_as, 'new_request');
    assert.equal(second?.ignored_because, `its copy to ${renamed.email_address} counts`);
    // Handed in at once, it is one message.
    assert.equal((await handInOne(node(), { from: 'barbara@example.org', to })).understood_as, 'new_request');
  });

  test('to a team and the workspace is one request, to two teams two', async () => {
    const ada = await makeMember(node());
    const [one, other] = [await makeTeam(node(), [ada]), await makeTeam(node(), [ada])];
    const fates = async (to: string) =>
      (await handIn(node(), { from: ada.email, to: 'grace@example.org', cc: to }))
        .map(({ status }) => status)
        .sort();
    assert.deepEqual(await fates(`${one.email_address}, ${WORKSPACE}`), ['ignored', 'received']);
    assert.deepEqual(await fates(`${one.email_address}, ${other.email_address}`), ['received', 'received']);
  });

  test('brings the hosts of stack teams that always apply', async () => {
    const [ada, always] = [await makeMember(node()), await makeMember(node())];
    const stack = await makeTeam(node(), [always], { mode: 'stack', stack_always_apply: true });
    const team = await makeTeam(node(), [ada]);
    const request = await requested(node(), { to: team.email_address });
    assert.deepEqual(request.host_emails, [ada.email, always.email]);
    dataOf(await node().post(`${TEAMS}/${stack.id}/deactivate`));
  });

  test('was passed on through several servers, with a calendar attached', async () => {
    const team = await makeTeam(node(), [await makeMember(node())]);
    const request = await requested(
      node(),
      {
        from: 'grace@example.org',
        to: 'sales@acme.example',
        subject: 'Fwd: Demo',
        header: [
          FROM_OUTSIDE,
          'Received: from acme.example ([203.0.113.9]) by mx.example.org; Mon, 2 Mar 2026 07:59:00 +0000',
        ],
        body: [
          'Content-Type: multipart/mixed; boundary=b',
          '',
          '--b',
          'Content-Type: text/plain; charset=utf-8',
          '',
          'Can we meet?',
          '--b',
          'Content-Type: text/calendar; method=REQUEST',
          '',
          'BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nUID:4711@example.org\nDTSTART:20260401T100000Z\nEND:VEVENT\nEND:VCALENDAR',
          '--b--',
        ].join('\n'),
      },
      { recipient: team.email_address },
    );
    assert.deepEqual(request.participant_emails, ['grace@example.org']);
    assert.deepEqual(request.suggested_participants, [{ email: 'sales@acme.example', name: null }]);
    assert.match(request.description ?? '', /^Subject: Demo\n\nCan we meet\?/);
  });

  test('makes nothing if it says to be from a member, and nothing proves it', async () => {
    const ada = await makeMember(node());
    const team = await makeTeam(node(), [ada]);
    const spoofed = { from: ada.email, cc: 'grace@example.org', header: [FROM_OUTSIDE] };
    const reason = 'it says to be from a member, and nothing proves it';
    assert.equal(await refused(node(), { ...spoofed, to: team.email_address }), reason);
    assert.equal(await refused(node(), { ...spoofed, to: WORKSPACE }, { recipient: WORKSPACE }), reason);
    const two = { from: `${ada.email}, grace@example.org`, to: team.email_address };
    assert.equal(await refused(node(), two), 'it names more than one author');
  });

  test('makes nothing for outsiders at the workspace and for members who left', async () => {
    const gone = await makeMember(node());
    dataOf(await node().post(`/api/v1/workspace_members/${gone.id}/deactivate`));
    // Whoever is in the envelope gets past the entrance.
    const { email: sender } = await makeMember(node());
    for (const from of ['grace@example.org', gone.email]) {
      const letter = { from, to: `alan@example.net, ${WORKSPACE}` };
      const reason = await refused(node(), letter, { recipient: WORKSPACE, sender });
      assert.equal(reason, 'it is not from a member');
    }
  });

  test('makes nothing of mail of machines, of ours, and of mail that goes in circles', async () => {
    const team = await makeTeam(node(), [await makeMember(node())]);
    const to = team.email_address;
    assert.match(
      await refused(node(), { to, header: ['Auto-Submitted: auto-replied'] }),
      /^a machine has sent it/,
    );
    assert.match(
      await refused(node(), { to, header: ['List-Id: <news.example.org>'] }),
      /^a machine has sent it/,
    );
    assert.equal(await refused(node(), { from: to, to }), 'it is from this service itself');
    assert.equal(
      await refused(node(), { to, messageId: `<${node().services.ids('message')}@${MAIL_DOMAIN}>` }),
      'it is from this service itself',
    );
    const header = Array.from({ length: 31 }, () => FROM_OUTSIDE);
    assert.equal(await refused(node(), { to, header }), 'it went through too many mail servers');
  });

  test('says why the workspace does not allow it', async () => {
    const ada = await makeMember(node());
    const team = await makeTeam(node(), [ada]);
    const { data } = (await node().get(`${TEAMS}/${team.id}`)).body as {
      data: { members: { id: string }[] };
    };
    dataOf(await node().post(`${TEAMS}/${team.id}/members/${data.members[0]?.id}/pause`));
    assert.match(await refused(node(), { to: team.email_address }), /^no request could be made of it: /);
  });

  test('that answers a message of ours belongs to that request', async () => {
    const [ada, eve] = [await makeMember(node()), await makeMember(node())];
    const team = await makeTeam(node(), [ada]);
    const to = team.email_address;
    const request = await requested(node(), { from: 'grace@example.org', to });
    const [assigned] = await writtenTo(node(), request.id, ada.email);
    const [options] = await writtenTo(node(), request.id, 'grace@example.org');
    const fateOf = async (letter: Letter) => {
      const message = await handInOne(node(), { to, ...letter });
      assert.equal(message.meeting_request_id, request.id);
      return madeOf(message);
    };
    const ofMember = { from: ada.email, answers: assigned?.message_id ?? '', text: 'Fine.' };
    assert.equal(await fateOf(ofMember), 'ignored: it is not from a participant of the meeting');
    assert.equal(
      await fateOf({ ...ofMember, from: eve.email }),
      'ignored: it is not from a participant of the meeting',
    );
    const ofGrace = { from: 'grace@example.org', answers: options?.message_id ?? '', text: '2' };
    // From anywhere: only who got the message knows its Message-ID.
    assert.match(await fateOf({ ...ofGrace, header: [FROM_OUTSIDE] }), /^chose_options by /);
    assert.equal((await showRequest(node(), request.id)).status, 'booked');
  });

  test('comes to an end, whoever answers whom without a sign of a machine', async () => {
    const ada = await makeMember(node());
    const echo = { from: 'echo@example.org', text: 'Your mail has arrived.' };
    const requests = async () =>
      dataOf<MeetingRequest[]>(await node().get(`${REQUESTS}?participant_email=${echo.from}&limit=100`));
    // A team gets one request, however many mails there are at a time. Each other one takes another team.
    for (let count = 1; count <= 20; count += 1) {
      const { email_address: to } = await makeTeam(node(), [ada]);
      const messages = await Promise.all([echo, echo].map((letter) => handInOne(node(), { ...letter, to })));
      const isNew = messages.filter(({ understood_as }) => understood_as === 'new_request');
      assert.equal(isNew.length, 1);
      assert.equal((await requests()).length, count);
    }
    const { email_address: to } = await makeTeam(node(), [ada]);
    const reason = await refused(node(), { ...echo, to });
    assert.match(reason, /^there are 20 requests with the same person within a day$/);
  });

  test('has a title and a description that fit, whatever it says', async () => {
    const team = await makeTeam(node(), [await makeMember(node())]);
    const request = await requested(node(), {
      from: `${'N'.repeat(300)} <long@example.org>`,
      to: team.email_address,
      subject: `Re: ${'Very '.repeat(90)}long`,
      text: 'words '.repeat(3_000),
    });
    assert.ok((request.title?.length ?? 0) <= 200 && request.title?.startsWith('Very'));
    assert.ok((request.description?.length ?? 0) <= 5_000);
    const silent = await requested(node(), { to: team.email_address, subject: '', text: '' });
    assert.deepEqual([silent.title, silent.description], [null, null]);
  });

  test('is of no interest to another workspace', async () => {
    const { rawKey } = await node().otherWorkspace('other');
    const { email } = await createMember(node(), { email: 'ada@other.example' }, rawKey);
    const team = await makeTeam(node(), [await makeMember(node())]);
    // Nobody here: an outsider who needs no proof.
    const request = await requested(node(), { from: email, to: team.email_address, header: [FROM_OUTSIDE] });
    assert.deepEqual(request.participant_emails, [email]);
  });
});
