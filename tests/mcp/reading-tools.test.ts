// The tools that read meetings, what needs attention, and members: content, pages, filters, refusals, and no links.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { reply, writtenTo } from '../support/makers/letters.ts';
import { newWorkspace } from '../support/makers/listed-requests.ts';
import { makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import { writeMessages } from '../support/makers/messages.ts';
import { makeOffered } from '../support/makers/scheduling.ts';
import { createMember, deactivate, makeMember } from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import { onBothEngines } from '../support/server/rota.ts';

interface Labelled {
  untrusted_text: string;
  is_cut: boolean;
}

interface Mail {
  direction: string;
  kind: string;
  from: Labelled;
  to: string;
  subject: Labelled;
  text: Labelled;
  status: string;
  understood_as: string | null;
}

interface MeetingAnswer {
  meeting: {
    id: string;
    status: string;
    title: Labelled | null;
    participants: { email: string; response: string; comment: Labelled | null }[];
    options: { id: string; status: string; accepted_by: string[] }[];
  };
  conversation: Mail[] | null;
  conversation_note: string | null;
}

interface Listed<Item = { id: string }> {
  data: Item[];
  meta: { limit: number; has_more: boolean; next_cursor: string | null };
}

const plain = (untrusted_text: string) => ({ untrusted_text, is_cut: false });
const TOKEN = /[0-9a-hjkmnp-tv-z]{54}/i;

onBothEngines('The tools that read meetings', (node) => {
  test('show a meeting with its options, answers and the conversation, oldest first, without any link', async () => {
    const { id, options } = await makeOffered(node(), { context: { title: 'Product demo' } });
    const [offer] = await writtenTo(node(), id, 'guest@example.org');
    const link = /\S+\/m\/[0-9a-z]{54}/.exec(offer?.text ?? '')?.[0] as string;
    const broken = `${link.slice(0, -20)}\n> ${link.slice(-20)}`;
    await reply(node(), id, `It depends on Ben.\n\nIs ${link} mine, or <${broken}>? Or ${offer?.reply_to}?`);
    const agent = await connectAgent(node());
    const answer = await agent.call<MeetingAnswer>('get_meeting', { meeting_id: id });
    assert.doesNotMatch(JSON.stringify(answer), TOKEN);
    assert.doesNotMatch(JSON.stringify(answer), /booking_url|\/m\//);
    assert.ok(!JSON.stringify(answer).includes(link.slice(-20)));
    assert.deepEqual(answer.meeting.title, plain('Product demo'));
    assert.deepEqual(
      answer.meeting.options.map((option) => option.id),
      options.map((option) => option.id),
    );
    assert.equal(answer.conversation_note, null);
    const [first, second, third] = answer.conversation ?? [];
    assert.deepEqual([first?.direction, first?.kind, first?.to], ['out', 'options', 'guest@example.org']);
    assert.match(first?.text.untrusted_text ?? '', /\[link\]/);
    assert.deepEqual(
      [second?.direction, second?.kind, second?.to, second?.understood_as],
      ['in', 'reply', '[link]', 'unclear'],
    );
    assert.deepEqual(second?.text, plain('It depends on Ben.\n\nIs [link] mine, or <[link]>? Or [link]?'));
    assert.deepEqual([third?.direction, third?.kind], ['out', 'attention']);
    assert.equal(answer.conversation?.length, 3);
  });

  test('show what a participant has answered, with the comment as text of others', async () => {
    const { id, options } = await makeOffered(node(), {
      participant_emails: ['grace@example.org', 'ida@example.org'],
    });
    const body = {
      participant_email: 'grace@example.org',
      option_ids: [options[0]?.id],
      comment: 'Call me.',
    };
    assert.equal((await node().post(`${REQUESTS}/${id}/answer`, body)).status, 200);
    const agent = await connectAgent(node());
    const { meeting } = await agent.call<MeetingAnswer>('get_meeting', { meeting_id: id });
    assert.deepEqual(
      meeting.participants.map(({ email, response }) => [email, response]),
      [
        ['grace@example.org', 'chosen'],
        ['ida@example.org', 'none'],
      ],
    );
    assert.deepEqual(meeting.participants[0]?.comment, plain('Call me.'));
    assert.deepEqual(meeting.options[0]?.accepted_by, ['grace@example.org']);
  });

  test('show the newest twenty mails, and none to a key that may not read them', async () => {
    const { id } = await makeRequest(node(), { notify_participants: false });
    await writeMessages(node(), 21, { fieldsOf: () => ({ request_id: id, place: 0 }) });
    const agent = await connectAgent(node());
    const all = await agent.call<MeetingAnswer>('get_meeting', { meeting_id: id });
    assert.deepEqual(
      all.conversation?.map(({ subject }) => subject.untrusted_text),
      Array.from({ length: 20 }, (_, place) => `Demo ${place + 1}`),
    );
    assert.match(all.conversation_note ?? '', /earlier/);

    const blind = await connectAgent(node(), { key: await node().keyWith('meeting_requests.read') });
    const none = await blind.call<MeetingAnswer>('get_meeting', { meeting_id: id });
    assert.equal(none.conversation, null);
    assert.match(none.conversation_note ?? '', /messages\.read/);
  });

  test('list meetings page by page, by every filter, with texts cut short', async () => {
    const { key, member, create, applyTransition, team } = await newWorkspace(node());
    const [ada, ben] = [await member(), await member()];
    const agent = await connectAgent(node(), { key });
    assert.deepEqual(await agent.call('list_meetings'), {
      data: [],
      meta: { limit: 20, has_more: false, next_cursor: null },
    });
    const first = await create(ada, { context: { description: 'long '.repeat(100) } });
    node().clock.advance(1_000);
    const second = await create(ben, { participant_emails: ['grace@example.org'] });
    const third = await create(ada, { team_id: await team() });
    await applyTransition(first, 'pause');
    const list = async (input: object) =>
      (await agent.call<Listed>('list_meetings', input)).data.map(({ id }) => id);
    assert.deepEqual(await list({}), [third.id, second.id, first.id]);
    assert.deepEqual(await list({ status: 'paused' }), [first.id]);
    assert.deepEqual(await list({ organizer_email: ada.toUpperCase() }), [third.id, first.id]);
    assert.deepEqual(await list({ host_email: ben }), [second.id]);
    assert.deepEqual(await list({ participant_email: 'Grace@example.org' }), [second.id]);
    assert.deepEqual(await list({ team_id: third.team_id }), [third.id]);
    assert.deepEqual(await list({ created_after: second.created_at }), [third.id, second.id]);
    assert.deepEqual(await list({ created_before: first.created_at }), [first.id]);
    assert.deepEqual(await list({ attention: true }), []);
    assert.deepEqual(await list({ organizer_email: 'nobody@example.com' }), []);

    const page = await agent.call<Listed<{ id: string; description: Labelled }>>('list_meetings', {
      limit: 2,
    });
    assert.deepEqual(page.meta, { limit: 2, has_more: true, next_cursor: second.id });
    const rest = await agent.call<Listed<{ id: string; description: Labelled }>>('list_meetings', {
      limit: 2,
      cursor: page.meta.next_cursor,
    });
    assert.deepEqual(
      rest.data.map(({ id, description }) => [
        id,
        description.is_cut,
        description.untrusted_text.length <= 300,
      ]),
      [[first.id, true, true]],
    );
  });

  test('say what needs attention, since when, and what to do next', async () => {
    const { id } = await makeOffered(node(), { context: { title: 'Stuck' } });
    const agent = await connectAgent(node());
    const before = await agent.call<Listed>('needs_attention');
    assert.ok(!before.data.some((each) => each.id === id));
    await reply(node(), id, 'That depends on the weather, and on what Ben says.');
    const { data } = await agent.call<
      Listed<{ id: string; title: Labelled; reason: string; since: string; next: string }>
    >('needs_attention', { limit: 1 });
    const [stuck] = data;
    assert.deepEqual([stuck?.id, stuck?.title, stuck?.reason], [id, plain('Stuck'), 'unclear_reply']);
    assert.equal(stuck?.since, new Date(node().clock.now()).toISOString());
    assert.match(stuck?.next ?? '', /get_meeting/);
    const other = await makeMember(node());
    assert.deepEqual((await agent.call<Listed>('needs_attention', { host_email: other.email })).data, []);
  });

  test('refuse wrong input by name, and what is not there with a way on', async () => {
    const agent = await connectAgent(node());
    const { id } = await makeRequest(node());
    const wrong: [tool: string, input: object, message: RegExp][] = [
      ['get_meeting', {}, /^invalid_request: meeting_id is required/],
      ['get_meeting', { meeting_id: 'mr_1' }, /^invalid_request: meeting_id must match/],
      ['get_meeting', { meeting_id: id, explain: true }, /^invalid_request: explain: no such argument/],
      [
        'get_meeting',
        { meeting_id: node().services.ids('meetingRequest') },
        /^not_found: Meeting request not found\nCall list_meetings/,
      ],
      ['list_meetings', { status: 'open' }, /^invalid_request: status must be one of active, booked/],
      ['list_meetings', { limit: 51 }, /^invalid_request: limit must be at most 50/],
      ['list_meetings', { cursor: 'next' }, /^invalid_request: cursor must match/],
      ['list_meetings', { organizer_email: 'Ada' }, /^invalid_request: organizer_email must be an email/],
      [
        'list_meetings',
        { created_after: 'yesterday' },
        /^invalid_request: created_after must be an ISO 8601/,
      ],
      ['needs_attention', { team_id: id }, /^invalid_request: team_id must match/],
      ['list_members', { member_email: 7 }, /^invalid_request: member_email must be a string/],
    ];
    for (const [tool, input, message] of wrong) assert.match(await agent.refusal(tool, input), message);
    const { rawKey } = await node().otherWorkspace();
    const other = await connectAgent(node(), { key: rawKey });
    assert.match(
      await other.refusal('get_meeting', { meeting_id: id }),
      /^not_found: Meeting request not found/,
    );
  });

  test('are there for a key with the scope alone', async () => {
    const agent = await connectAgent(node(), { key: await node().keyWith('teams.read') });
    const { tools } = await agent.client.listTools();
    const mine = new Set(tools.map(({ name }) => name));
    for (const name of ['get_meeting', 'list_meetings', 'needs_attention', 'list_members']) {
      assert.ok(!mine.has(name), name);
    }
    assert.match(
      await agent.refusal('list_members'),
      /^forbidden: API key missing required scope: members\.read\nTell the user/,
    );
  });
});

onBothEngines('The tool that lists members', (node) => {
  test('has them page by page, by email, and deactivated ones where they are asked for', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const agent = await connectAgent(node(), { key });
    assert.deepEqual((await agent.call<Listed>('list_members')).data, []);
    const ada = await createMember(node(), { email: 'ada@example.com', name: 'Ada', title: 'Engineer' }, key);
    const ben = await createMember(node(), { email: 'ben@example.com' }, key);
    const page = await agent.call<Listed<{ id: string; name: Labelled | null }>>('list_members', {
      limit: 1,
    });
    assert.deepEqual([page.data[0]?.id, page.data[0]?.name], [ben.id, null]);
    const next = await agent.call<Listed<{ id: string; name: Labelled | null }>>('list_members', {
      cursor: page.meta.next_cursor,
    });
    assert.deepEqual([next.data[0]?.id, next.data[0]?.name], [ada.id, plain('Ada')]);
    const found = await agent.call<Listed<{ email: string }>>('list_members', {
      member_email: 'ADA@example.com',
    });
    assert.deepEqual(
      found.data.map(({ email }) => email),
      ['ada@example.com'],
    );
  });

  test('leaves out who is deactivated', async () => {
    const gone = await deactivate(node(), await makeMember(node()));
    const agent = await connectAgent(node());
    const list = async (input: object) => (await agent.call<Listed>('list_members', input)).data.length;
    assert.equal(await list({ member_email: gone.email }), 0);
    assert.equal(await list({ member_email: gone.email, include_deactivated: true }), 1);
  });
});
