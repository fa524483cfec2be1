// Every advice is given: for each there is a call that is refused so. A reworded refusal that loses its own fails here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ADVICE } from '../../src/mcp/advice.ts';
import { test } from '../support/lanes.ts';
import { makeRequest, makeRequestAfter, type TransitionName } from '../support/makers/meeting-requests.ts';
import { deactivateOn, inNewWorkspace, makePeople, makeTeamOf } from '../support/makers/routed-requests.ts';
import { giveSeat, sellSeats } from '../support/makers/seated.ts';
import { pathOf, TEAMS } from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import { ROOT } from '../support/server/process.ts';
import { dataOf, type Node, onBothEngines, startNode } from '../support/server/rota.ts';

const TEN = '2026-04-01T10:00:00.000Z';
const GUEST = 'grace@example.org';
const guest = { participant_emails: [GUEST] };

type Try = [tool: string, input: object];

/** The calls about people and teams. The last team has more hosts than are allowed. */
async function triesOnPeople(inside: Node): Promise<Try[]> {
  const [ada, ben, cyd, dan] = await makePeople(inside, 4);
  const pool = await makeTeamOf(inside, [ada, ben]);
  const two = await makeTeamOf(inside, [ada, ben], { mode: 'stack' });
  const three = await makeTeamOf(inside, [ada, ben, cyd], { mode: 'stack' });
  const manual = await makeTeamOf(inside, [ada], { mode: 'manual' });
  const [over, idle] = [await makeTeamOf(inside, [ada]), await makeTeamOf(inside, [ada])];
  for (const membership of idle.members) dataOf(await inside.post(`${pathOf(membership)}/pause`));
  dataOf(await inside.post(`${TEAMS}/${over.id}/deactivate`));
  dataOf(await deactivateOn(inside, dan));
  const unknown = inside.services.ids('team');
  const timeframe = { start: TEN, end: TEN };
  const requests = [
    { ...guest, team_id: unknown },
    { ...guest, organizer_email: cyd.email, team_id: two.id },
    { ...guest, organizer_email: ada.email, team_id: pool.id },
    { ...guest, team_id: manual.id },
    guest,
    { ...guest, organizer_email: dan.email },
    { ...guest, team_id: over.id },
    { ...guest, team_id: idle.id },
    { ...guest, team_id: three.id },
    { ...guest, participants: [{ email: GUEST }], organizer_email: ada.email },
    { organizer_email: ada.email },
    { ...guest, organizer_email: ada.email, context: { timeframe } },
  ];
  return [
    ...requests.map((input): Try => ['request_meeting', input]),
    ['whose_turn', { team_id: unknown }],
    ['whose_turn', { team_id: 'Sales' }],
    ['pause_member', { team_id: pool.id, member_email: cyd.email }],
    ['find_times', { member_email: 'nobody@example.com' }],
    ['find_times', { member_email: dan.email }],
    ['find_times', { team_id: manual.id }],
    ['find_times', { meeting_type_id: inside.services.ids('meetingType') }],
  ];
}

async function triesOnSeats(inside: Node): Promise<Try[]> {
  const [ada, ben] = await makePeople(inside, 2);
  const team = await makeTeamOf(inside, [ben]);
  const { id } = await makeRequest(inside, { ...guest, organizer_email: ben.email });
  await sellSeats(inside);
  await giveSeat(inside, ada);
  return [
    ['request_meeting', { ...guest, organizer_email: ben.email }],
    ['request_meeting', { ...guest, team_id: team.id }],
    ['book_time', { meeting_id: id, starts_at: TEN }],
  ];
}

async function triesOnMeetings(inside: Node): Promise<Try[]> {
  const [ada, ben] = await makePeople(inside, 2);
  const after = async (...transitions: TransitionName[]) => ({
    meeting_id: (await makeRequestAfter(inside, ...transitions)).id,
  });
  const [cancelled, paused, booked] = [await after('cancel'), await after('pause'), await after('book')];
  const agent = await connectAgent(inside);
  const bookedAtTen = async (organizer_email: string) => {
    const { id: meeting_id } = await makeRequest(inside, { ...guest, organizer_email });
    await agent.call('book_time', { meeting_id, starts_at: TEN });
    return { meeting_id };
  };
  await bookedAtTen(ada.email);
  const orphan = await bookedAtTen(ben.email);
  dataOf(await deactivateOn(inside, ben));
  const { id: meeting_id } = await makeRequest(inside, { ...guest, organizer_email: ada.email });
  const theirs = { meeting_id, participant_email: GUEST };
  return [
    ['get_meeting', { meeting_id: inside.services.ids('meetingRequest') }],
    ['get_meeting', { meeting_id: 'the last one' }],
    ['answer_for_participant', { ...theirs, participant_email: 'other@example.org', none_work: true }],
    ['answer_for_participant', { ...theirs, option_ids: ['first'] }],
    ['answer_for_participant', { ...theirs, ...booked, none_work: true }],
    ['resume', cancelled],
    ['cancel', { ...cancelled, notify: false }],
    ['resume', { meeting_id }],
    ['pause', paused],
    ['pause', booked],
    ['book_time', { ...booked, starts_at: TEN }],
    ['book_time', { ...paused, starts_at: TEN }],
    ['book_time', { meeting_id, starts_at: TEN }],
    ['reschedule', { ...paused, starts_at: TEN }],
    ['reschedule', { meeting_id, starts_at: TEN }],
    ['reschedule', orphan],
    ['find_times', cancelled],
    ['mark_no_show', { ...booked, by: 'guest' }],
  ];
}

/** These would take fifteen seconds of waiting, and a hundred thousand busy times. At least they are still said so. */
const notTried = {
  'The same call is still running': 'src/mcp/run.ts',
  'The hosts have too many busy times': 'src/features/calendar/slots/operations.ts',
};

onBothEngines(
  'Advice',
  (node, storage) => {
    test('is given, each for a call that is refused', async () => {
      const given = new Set<string>();
      const refuse = async (inside: Node, tries: Try[], key = inside.rawKey) => {
        const agent = await connectAgent(inside, { key });
        for (const [tool, input] of tries) {
          const [refusal = '', advice] = (await agent.refusal(tool, input)).split('\n');
          const row = ADVICE.find(([, words]) => words === advice);
          assert.ok(row, `${tool} ${JSON.stringify(input)}: ${refusal}`);
          given.add(row[1]);
        }
      };
      const inside = await inNewWorkspace(node());
      for (const triesOn of [triesOnPeople, triesOnMeetings]) await refuse(inside, await triesOn(inside));
      const seated = await inNewWorkspace(node());
      await refuse(seated, await triesOnSeats(seated));
      await refuse(inside, [['list_teams', {}]], await inside.keyWith('meeting_requests.read'));

      const { id: meeting_id } = await makeRequest(node());
      const environment = { ROTA_READ_ONLY: 'true' };
      const reader = await startNode(storage(), { clock: node().clock, environment });
      await refuse(reader, [['pause', { meeting_id }]], node().rawKey).finally(() => reader.stop());

      for (const [message, file] of Object.entries(notTried)) {
        assert.ok(readFileSync(path.join(ROOT, file), 'utf8').includes(message), message);
        const [, words = ''] = ADVICE.find(([form]) => form.test(message)) ?? [];
        given.add(words);
      }
      const never = ADVICE.filter(([, words]) => !given.has(words)).map(([form]) => String(form));
      assert.deepEqual(never, []);
    });
  },
  { environment: { ROTA_MAX_HOSTS: '2' } },
);
