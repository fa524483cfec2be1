// A workspace with something of everything, made through the API, for checks on all pages of the console, and for pictures.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/time/timestamps.ts';
import { calendarsOf } from '../makers/calendars.ts';
import { makeConnectedAccount } from '../makers/connected-calendars.ts';
import { reply } from '../makers/letters.ts';
import { applyTransition } from '../makers/meeting-requests.ts';
import { answered, makeOffered, passTime, untilIdle } from '../makers/scheduling.ts';
import {
  addToTeam,
  createMember,
  MEMBERS,
  type Member,
  TEAMS,
  takeTurn,
  timeOf,
} from '../makers/team-members.ts';
import type { Things } from '../makers/things.ts';
import { createEndpoint, tryOnce } from '../makers/webhooks.ts';
import type { Team } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { owner } from './signed-in.ts';

const NAMES = ['Charles Babbage', 'Mary Somerville', 'Michael Faraday', 'Sophia De Morgan'];
const demo = {
  title: 'Product demo',
  purpose: 'See how Rota finds a time for five people.',
  duration_minutes: 45,
};
const GRACE = { name: 'Grace Hopper', email: 'grace@example.org' };
const ALAN = { name: 'Alan Turing', email: 'alan@example.net' };

/** Returns ids by kind, of things with much to show. The owner is Ada Lovelace. Advances the node's clock by two days. */
export async function fillWorkspace(node: Node): Promise<Things> {
  dataOf(
    await node.patch('/api/v1/workspace', {
      name: 'Analytical Engines',
      handle: 'engines',
      timezone: 'Europe/Berlin',
    }),
  );
  dataOf(
    await node.patch('/api/v1/workspace/branding', {
      company_name: 'Analytical Engines Ltd',
      accent_color: '#6b3fa0',
      postal_address: '1 Dorset Street\nLondon',
    }),
  );
  const { id: ownerId } = await owner(node);
  const about = { name: 'Ada Lovelace', title: 'Head of sales', timezone: 'Europe/Berlin' };
  const ada = dataOf<Member>(await node.patch(`${MEMBERS}/${ownerId}`, about));
  const members = [ada];
  for (const name of NAMES) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    members.push(await createMember(node, { email, name, timezone: 'Europe/Berlin' }));
  }
  const team = await makeTeams(node, members);
  const turn = await takeTurns(node, team);
  const memberships = dataOf<Team>(await node.get(`${TEAMS}/${team.id}`)).members;
  const link = dataOf<{ id: string }>(
    await node.post(`${TEAMS}/${team.id}/booking_links`, { title: 'Talk to sales', duration_minutes: 30 }),
  );
  const meetingType = await addTypes(node, team, ada);
  const calendar = await addCalendars(node, ada);
  const calendarConnection = await addAccounts(node, ada);
  const { endpoint, delivery } = await addEndpoint(node);
  const meetingRequest = await makeRequests(node, team, meetingType);
  const messages = dataOf<{ id: string; direction: string }[]>(
    await node.get(`/api/v1/meeting_requests/${meetingRequest}/messages`),
  );
  await node.keyWith('teams.read', 'meeting_requests.read');
  await node.get('/api/v1/seats');
  return {
    member: ada.id,
    team: team.id,
    membership: memberships[1]?.id as string,
    turn,
    bookingLink: link.id,
    meetingType,
    calendar,
    calendarConnection,
    endpoint,
    delivery,
    meetingRequest,
    message: messages.find(({ direction }) => direction === 'in')?.id as string,
  };
}

/** A pool team of everybody, a stack team, and an empty team. */
async function makeTeams(node: Node, members: Member[]): Promise<Team> {
  const sales = dataOf<Team>(await node.post(TEAMS, { name: 'Sales' }));
  for (const member of members) {
    await addToTeam(node, sales, member);
    node.clock.advance(HOUR_MS);
  }
  const security = dataOf<Team>(await node.post(TEAMS, { name: 'Security review', mode: 'stack' }));
  for (const member of members.slice(0, 2)) await addToTeam(node, security, member);
  dataOf(await node.post(TEAMS, { name: 'Support' }));
  return sales;
}

async function takeTurns(node: Node, team: Team): Promise<string> {
  for (let turns = 0; turns < 12; turns++) {
    await takeTurn(node, team);
    node.clock.advance(3.5 * HOUR_MS);
  }
  const { members } = dataOf<Team>(await node.get(`${TEAMS}/${team.id}`));
  const pause = `${TEAMS}/${team.id}/members/${members[2]?.id}/pause`;
  dataOf(await node.post(pause, { until: timeOf(node, 5 * DAY_MS) }));
  for (let turns = 0; turns < 3; turns++) await takeTurn(node, team);
  const [last] = dataOf<{ id: string }[]>(await node.get(`${TEAMS}/${team.id}/assignments`));
  return last?.id as string;
}

/** One with everything, and one of a member that can't be booked. */
async function addTypes(node: Node, team: Team, member: Member): Promise<string> {
  dataOf(
    await node.post('/api/v1/meeting_types', {
      name: 'Coffee with Ada',
      workspace_membership_id: member.id,
      duration_minutes: 20,
      active: false,
    }),
  );
  const type = await node.post('/api/v1/meeting_types', {
    name: 'Product demo',
    description: 'We show you the product and answer your questions.',
    team_id: team.id,
    duration_minutes: 45,
    minimum_notice_minutes: DAY_MS / MINUTE_MS,
    buffer_after_minutes: 15,
    maximum_per_day: 4,
    choose_host: 'optional',
    questions: [
      { key: 'company', label: 'Which company are you from?', kind: 'text', required: true },
      {
        key: 'interest',
        label: 'What are you interested in?',
        kind: 'choices',
        choices: ['Reporting', 'Scheduling', 'Something else'],
      },
    ],
  });
  return dataOf<{ id: string }>(type).id;
}

/** A pushed calendar, and one that can't be read. */
async function addCalendars(node: Node, member: Member): Promise<string> {
  const busy = [1, 4, 25, 28, 50].map((hours) => ({
    start: timeOf(node, hours * HOUR_MS),
    end: timeOf(node, (hours + 1) * HOUR_MS),
  }));
  const pushed = dataOf<{ id: string }>(
    await node.post(calendarsOf(member), { type: 'pushed', name: 'Work' }),
  );
  const range = { from: timeOf(node), to: timeOf(node, 7 * DAY_MS), busy };
  dataOf(await node.post(`/api/v1/calendars/${pushed.id}/busy_times`, range));
  const feed = { type: 'ics', name: 'Private', url: 'http://127.0.0.1:1/private.ics' };
  dataOf(await node.post(calendarsOf(member), feed));
  return pushed.id;
}

/** A connected account, and one that no longer lets anybody in. */
async function addAccounts(node: Node, member: Member): Promise<string> {
  const { id, calendars } = await makeConnectedAccount(node, member, {
    calendars: [
      { name: 'ada@example.com', is_primary: 1, receives_bookings: 1 },
      { name: 'Family', is_read: 0 },
      { name: 'Holidays in Germany', is_read: 0, is_writable: 0 },
    ],
  });
  await node.services.database.change(
    "update calendar_syncs set health = 'ok', last_synced_at = $2 where calendar_id = $1",
    [calendars[0] ?? '', node.clock.now()],
  );
  await makeConnectedAccount(node, member, {
    provider: 'microsoft',
    connection: { account_email: 'ada@analytical.example', status: 'broken', broken_at: node.clock.now() },
    calendars: [{ name: 'Calendar', is_primary: 1 }],
  });
  return id;
}

/** Nothing listens there. */
async function addEndpoint(node: Node): Promise<{ endpoint: string; delivery: string }> {
  const fields = { description: 'The CRM', events: ['meeting_request.created', 'meeting_request.booked'] };
  const { id } = await createEndpoint(node, 'http://127.0.0.1:1/hooks/rota', fields);
  const delivery = await tryOnce(node, id);
  return { endpoint: id, delivery: delivery.id };
}

/** Requests in every state. The first has a conversation. */
async function makeRequests(node: Node, team: Team, meetingType: string): Promise<string> {
  const make = async (fields: object) => {
    await passTime(node, 10 * MINUTE_MS);
    return makeOffered(node, { team_id: team.id, context: demo, participants: [GRACE], ...fields });
  };
  const discussed = await make({
    participants: [
      { ...GRACE, answers: { company: 'Navy', interest: ['Reporting', 'Something else'] } },
      ALAN,
    ],
    meeting_type_id: meetingType,
  });
  await answered(node, discussed.id, ALAN.email, [discussed.options[1]?.id as string]);
  await reply(
    node,
    discussed.id,
    'Hello Ada,\n\nI am away this week. Could we talk about it next Tuesday afternoon?\n\nGrace',
  );
  const booked = await make({ context: { ...demo, title: 'Security questions' } });
  dataOf(
    await applyTransition(node, booked.id, 'book', { starts_at: timeOf(node, 6 * HOUR_MS), force: true }),
  );
  const paused = await make({ context: { ...demo, title: 'Renewal of the contract' }, participants: [ALAN] });
  dataOf(await applyTransition(node, paused.id, 'pause'));
  const cancelled = await make({ context: { ...demo, title: 'Onboarding of the finance team' } });
  dataOf(await applyTransition(node, cancelled.id, 'cancel'));
  await make({ context: { ...demo, title: 'Price list for schools' }, participants: [ALAN] });
  await untilIdle(node);
  return discussed.id;
}
