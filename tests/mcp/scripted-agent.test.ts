// An agent without a model takes meetings of a pool from the request to the invitation, and on, by tools alone.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { sendingThrough } from '../support/makers/mail.ts';
import { untilIdle } from '../support/makers/scheduling.ts';
import { createMember, TEAMS } from '../support/makers/team-members.ts';
import { eventually } from '../support/makers/webhooks.ts';
import { readInvite } from '../support/receivers/calendar.ts';
import { SmtpServer } from '../support/receivers/smtp-server.ts';
import { inviteIn, lastTo } from '../support/receivers/taken-mail.ts';
import { type Agent, connectAgent, startAgent } from '../support/server/agent.ts';
import type { Team } from '../support/server/resources.ts';
import { dataOf, engines, freshStorage, type Node, startNode } from '../support/server/rota.ts';

const GRACE = 'grace@example.org';
const ALAN = 'alan@example.net';
const PEOPLE = ['Ada', 'Ben', 'Chloé'];

interface Meeting {
  id: string;
  status: string;
  organizer_email: string;
  starts_at: string | null;
  ends_at: string | null;
  options: { id: string; starts_at: string; ends_at: string; status: string }[];
}
type Answer = { meeting: Meeting };
type Times = { data: { starts_at: string }[] };

/** Looks at the meeting until it is as wanted. */
function watch(agent: Agent, meeting_id: string, isWanted: (meeting: Meeting) => boolean): Promise<Meeting> {
  return eventually(async () => {
    const { meeting } = await agent.call<Answer>('get_meeting', { meeting_id });
    return isWanted(meeting) && meeting;
  });
}

const offeredIn = ({ options }: Meeting) => options.filter(({ status }) => status === 'offered');
const hasOptions = (meeting: Meeting) => offeredIn(meeting).length > 0;

/** From the name of a team to a meeting with times that are offered. */
async function request(agent: Agent, teamName: string, participant: string): Promise<Meeting> {
  type Teams = { data: { id: string; name: { untrusted_text: string } }[] };
  const { data: teams } = await agent.call<Teams>('list_teams');
  const team_id = teams.find(({ name }) => name.untrusted_text === teamName)?.id;
  const { rotation } = await agent.call<{ rotation: { queue: { email: string }[] } }>('whose_turn', {
    team_id,
  });
  const { data: times } = await agent.call<Times>('find_times', {
    team_id,
    duration_minutes: 30,
  });
  assert.ok(times.length > 0);
  const input = {
    team_id,
    participant_emails: [participant],
    context: { title: 'Product demo', duration_minutes: 30 },
  };
  const before = await agent.call<{ data: unknown[] }>('list_meetings', { participant_email: participant });
  const preview = await agent.call<Answer>('request_meeting', { ...input, dry_run: true });
  assert.equal(preview.meeting.organizer_email, rotation.queue[0]?.email);
  assert.deepEqual(await agent.call('list_meetings', { participant_email: participant }), before);
  const { meeting } = await agent.call<Answer>('request_meeting', input);
  assert.equal(meeting.organizer_email, preview.meeting.organizer_email);
  return watch(agent, meeting.id, hasOptions);
}

/** The participant has told the user which option suits. */
async function choose(agent: Agent, { id }: Meeting, participant_email: string, place: number) {
  const meeting = await watch(agent, id, hasOptions);
  const option = offeredIn(meeting)[place];
  assert.ok(option);
  await agent.call('answer_for_participant', { meeting_id: id, participant_email, option_ids: [option.id] });
  const booked = await watch(agent, id, ({ status }) => status === 'booked');
  assert.deepEqual([booked.starts_at, booked.ends_at], [option.starts_at, option.ends_at]);
  return booked;
}

async function startService(stack: AsyncDisposableStack, engine: (typeof engines)[number]) {
  const storage = await freshStorage(engine);
  stack.defer(storage.remove);
  const server = stack.use(await SmtpServer.start());
  const node = await startNode(storage, { environment: sendingThrough(server.url) });
  stack.defer(() => node.stop());
  return { node, server };
}

async function makePool(node: Node): Promise<Team> {
  const member_ids: string[] = [];
  for (const name of PEOPLE) {
    member_ids.push((await createMember(node, { email: emailOf(name), name })).id);
  }
  return dataOf<Team>(await node.post(TEAMS, { name: 'Sales', mode: 'pool', member_ids }));
}

const emailOf = (name: string) =>
  `${name
    .normalize('NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()}@example.com`;

/** The invite with this number to this address. An offer of times that is on its way at the same time may arrive after it. */
function inviteTo(server: SmtpServer, address: string, sequence: number) {
  return eventually(async () => {
    const texts = server.taken.filter(({ to }) => to === address).map(inviteIn);
    const invites = texts.flatMap((text) => (text ? readInvite(text) : []));
    return invites.findLast((invite) => invite.sequence === sequence);
  });
}

/** What everybody's calendar has of the meeting. */
async function assertInvited(
  server: SmtpServer,
  team: Team,
  meeting: Meeting,
  participant: string,
  sequence = 0,
) {
  for (const address of [participant, meeting.organizer_email]) {
    const invite = await inviteTo(server, address, sequence);
    assert.deepEqual(
      {
        method: invite.method,
        starts_at: new Date(invite.starts_at).toISOString(),
        ends_at: new Date(invite.ends_at).toISOString(),
        summary: invite.summary,
        organizer: invite.organizer.address,
        attendees: invite.attendees.map(({ address, partstat }) => `${address} ${partstat}`),
      },
      {
        method: 'REQUEST',
        starts_at: meeting.starts_at,
        ends_at: meeting.ends_at,
        summary: 'Product demo',
        organizer: team.email_address,
        attendees: [
          `${meeting.organizer_email} ACCEPTED`,
          `${participant} ${sequence === 0 ? 'ACCEPTED' : 'NEEDS-ACTION'}`,
        ],
      },
    );
  }
}

const ways = [
  ...engines.map((engine) => ({ engine, by: '/mcp', connect: (node: Node) => connectAgent(node) })),
  {
    engine: 'sqlite' as const,
    by: 'rota mcp',
    connect: ({ url, rawKey }: Node) => startAgent({ ROTA_URL: url, ROTA_KEY: rawKey }),
  },
];

for (const { engine, by, connect } of ways) {
  test(`From a request to an invitation for a pool of three, held, moved and called off, by ${by} (${engine})`, async () => {
    await using stack = new AsyncDisposableStack();
    const { node, server } = await startService(stack, engine);
    const team = await makePool(node);
    const agent = await connect(node);

    const first = await choose(agent, await request(agent, 'Sales', GRACE), GRACE, 1);
    assert.equal(first.organizer_email, emailOf('Ada'));
    await assertInvited(server, team, first, GRACE);

    const open = await request(agent, 'Sales', ALAN);
    assert.equal(open.organizer_email, emailOf('Ben'));
    const about = { meeting_id: open.id };
    await agent.call('pause', about);
    await watch(agent, open.id, ({ status }) => status === 'paused');
    await agent.call('resume', about);
    const second = await choose(agent, open, ALAN, 0);
    await assertInvited(server, team, second, ALAN);

    const { data: times } = await agent.call<Times>('find_times', about);
    const starts_at = times.at(-1)?.starts_at;
    await agent.call('reschedule', { ...about, starts_at });
    const moved = await watch(agent, open.id, (meeting) => meeting.starts_at === starts_at);
    assert.equal(moved.status, 'booked');
    await assertInvited(server, team, moved, ALAN, 1);

    await agent.call('cancel', { ...about, notify: true });
    for (const address of [ALAN, emailOf('Ben')]) {
      assert.equal((await inviteTo(server, address, 2)).method, 'CANCEL');
    }
    // Without a word to the participant.
    const untold = lastTo(server, GRACE);
    await agent.call('cancel', { meeting_id: first.id, notify: false });
    assert.equal((await inviteTo(server, emailOf('Ada'), 1)).method, 'CANCEL');
    await untilIdle(node);
    assert.equal(lastTo(server, GRACE), untold);
    const { data: left } = await agent.call<{ data: unknown[] }>('needs_attention');
    assert.deepEqual(left, []);
  });
}
