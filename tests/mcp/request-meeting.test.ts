// request_meeting: a dry run says what the real call does right after it, and a real call is made once.
import assert from 'node:assert/strict';
import { withoutLinks } from '../../src/features/meetings/messages/links.ts';
import { multiline } from '../../src/text/plain-text.ts';
import { test } from '../support/lanes.ts';
import { REQUESTS } from '../support/makers/meeting-requests.ts';
import {
  emailsOf,
  inNewWorkspace,
  makePeople,
  makeTeamOf,
  readTurn,
  turnsOf,
} from '../support/makers/routed-requests.ts';
import { giveSeat, sellSeats } from '../support/makers/seated.ts';
import { never, setAvailability } from '../support/makers/taken-times.ts';
import { pathOf, takeTurn } from '../support/makers/team-members.ts';
import { type Agent, connectAgent } from '../support/server/agent.ts';
import { untilIdle } from '../support/server/idle.ts';
import { messagesOf, plainly, type Requested } from '../support/server/previews.ts';
import type { AuditEntry, ShownMeetingRequest } from '../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../support/server/rota.ts';

const guest = { participants: [{ email: 'grace@example.org', name: 'Grace', timezone: 'Europe/Berlin' }] };

async function ask(agent: Agent, input: object): Promise<Requested> {
  return plainly(await agent.call('request_meeting', input));
}

/** Previews the call and makes it, and compares what was said with what there is after Rota's first step. */
async function assertForetold(node: Node, input: object): Promise<{ dry: Requested; real: Requested }> {
  const agent = await connectAgent(node);
  const dry = await ask(agent, { ...guest, ...input, dry_run: true });
  const real = await ask(agent, { ...guest, ...input });
  await untilIdle(node);
  assert.deepEqual(
    [dry.dry_run, dry.repeated, dry.meeting.id, real.dry_run, real.repeated, real.options, real.mails],
    [true, false, null, false, false, null, null],
  );
  const id = String(real.meeting.id);
  const shown = dataOf<ShownMeetingRequest>(await node.get(`${REQUESTS}/${id}`));
  const { participants: _, suggested_participants: __, calendar_changes: ___, options, ...meeting } = shown;
  assert.deepEqual(dry.meeting, { ...meeting, id: null, calendar_event_id: null });
  assert.deepEqual(dry.assigned, real.assigned);
  assert.deepEqual(
    dry.options,
    options.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
  );
  assert.deepEqual(
    dry.mails?.map(({ introduction_by_model: _by, ...mail }) => mail),
    (await messagesOf(node, id)).map(({ kind, from, to, subject, text }) => ({
      ...{ kind, from, to, subject },
      // Nor may the dry run link to the page of a request that is not there.
      text: multiline(withoutLinks(withoutLinks(text), new RegExp(id, 'g')), text.length),
    })),
  );
  const answered = JSON.stringify(dry);
  for (const [id] of answered.matchAll(/[a-z]+_[0-7][0-9A-HJKMNP-TV-Z]{25}/g)) {
    assert.equal(id, dry.meeting.team_id, 'no id of what is not there');
  }
  assert.doesNotMatch(answered, /[0-9a-z]{54}/, 'no token of it either');
  return { dry, real };
}

const kindsOf = ({ mails }: Requested) => mails?.map(({ kind, to }) => `${kind} to ${to}`);

onBothEngines('request_meeting', (node) => {
  test('foretells whom the turn of a pool falls on, and why not on the others', async () => {
    const inside = await inNewWorkspace(node());
    const [ada, ben, cyd, dan] = await makePeople(inside, 4);
    const team = await makeTeamOf(inside, [ada, ben, cyd, dan]);
    assert.equal(await takeTurn(inside, team), team.members[0]?.id);
    const bens = team.members.filter(({ email }) => email === ben.email);
    for (const membership of bens) dataOf(await inside.post(`${pathOf(membership)}/pause`));
    await setAvailability(inside, cyd, never);
    const { dry } = await assertForetold(inside, { team_id: team.id, context: { title: 'Demo' } });
    assert.equal(dry.assigned.reason, 'never_assigned');
    assert.deepEqual(
      dry.assigned.considered?.map(({ email, status, is_assigned }) => [email, status, is_assigned]),
      [
        [ada.email, 'available', false],
        [ben.email, 'paused', false],
        [cyd.email, 'unavailable', false],
        [dan.email, 'available', true],
      ],
    );
    assert.deepEqual(kindsOf(dry), [`assigned to ${dan.email}`, 'options to grace@example.org']);
    assert.match(dry.mails?.[1]?.text ?? '', /\[link\]/);
    const [turn] = await turnsOf(inside, team);
    assert.ok(turn);
    const { reason, candidates } = await readTurn(inside, turn);
    assert.equal(dry.assigned.reason, reason);
    assert.deepEqual(
      dry.assigned.considered?.map(({ status, last_turn }) => ({ status, last_turn })),
      candidates.map(({ status, last_turn }) => ({ status, last_turn })),
    );
  });

  test('foretells a turn that is owed', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makePeople(inside, 3);
    const team = await makeTeamOf(inside, people);
    const agent = await connectAgent(inside);
    const { meeting } = await ask(agent, { ...guest, team_id: team.id, context: { title: 'First' } });
    dataOf(await inside.post(`${REQUESTS}/${meeting.id}/cancel`, { return_turn: true }));
    const { dry } = await assertForetold(inside, { team_id: team.id });
    assert.deepEqual([dry.assigned.reason, dry.assigned.organizer_email], ['turn_returned', people[0].email]);
  });

  test('foretells everybody of a stack, and who is named in one', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makePeople(inside, 3);
    const team = await makeTeamOf(inside, people, { mode: 'stack' });
    const { dry } = await assertForetold(inside, { team_id: team.id });
    assert.deepEqual(dry.meeting.host_emails.toSorted(), emailsOf(people).toSorted());
    const named = { team_id: team.id, organizer_email: people[1].email };
    const { dry: other } = await assertForetold(inside, named);
    assert.deepEqual([other.assigned.reason, other.assigned.organizer_email], ['named', people[1].email]);
  });

  test('foretells a request without a turn: of a manual team, and without a team', async () => {
    const inside = await inNewWorkspace(node());
    const [ada] = await makePeople(inside, 1);
    const team = await makeTeamOf(inside, [ada], { mode: 'manual' });
    const timeframe = { start: '2026-03-09T08:00:00Z', end: '2026-03-10T17:00:00Z' };
    for (const input of [
      { team_id: team.id, organizer_email: ada.email },
      {
        organizer_email: ada.email,
        organizer_name: 'Ada of Acme',
        organizer_timezone: 'America/New_York',
        participants: [...guest.participants, { email: 'linus@example.org' }],
        context: { title: 'Demo', purpose: 'Fit', duration_minutes: 45, timeframe },
      },
    ]) {
      const { dry } = await assertForetold(inside, input);
      assert.deepEqual(
        [dry.assigned.reason, dry.assigned.considered, dry.assigned.considered_total],
        [null, [], 0],
      );
    }
  });

  test('foretells an introduction, and that nobody is written to', async () => {
    const inside = await inNewWorkspace(node());
    const [ada] = await makePeople(inside, 1);
    const about = { name: 'Ada', title: 'Head of Sales', introduction: 'She knows the product.' };
    dataOf(await inside.patch(`/api/v1/workspace_members/${ada.id}`, about));
    const to = { organizer_email: ada.email, include_introduction: true };
    const { dry } = await assertForetold(inside, to);
    assert.match(dry.mails?.[0]?.text ?? '', /Ada, Head of Sales. She knows the product\./);
    assert.equal(dry.mails?.[0]?.introduction_by_model, false);
    const { dry: silent } = await assertForetold(inside, { ...to, notify_participants: false });
    assert.deepEqual(silent.mails, []);
    assert.ok(silent.options?.length);
    assert.match(silent.note, /would write to nobody/);
  });

  test('foretells as many mails as there can be, whole unless they are very long', async () => {
    const inside = await inNewWorkspace(node());
    const team = await makeTeamOf(inside, await makePeople(inside, 1));
    const participants = Array.from({ length: 50 }, (_, place) => ({
      email: `guest-${place}@example.org`,
      name: `Guest ${place}`,
    }));
    const input = { team_id: team.id, participants, context: { purpose: 'See whether it fits' } };
    const { dry } = await assertForetold(inside, input);
    assert.equal(dry.mails?.length, 51);
    const words = 'word '.repeat(1_000);
    const long = { ...input, context: { purpose: words, description: words } };
    const agent = await connectAgent(inside);
    const few = { ...long, participants: participants.slice(0, 3), dry_run: true };
    const { mails }: Requested = plainly(await agent.call('request_meeting', few));
    assert.ok(mails?.every(({ text }) => text.length > words.length));
    const cut = await agent.call<{ mails: { text: { is_cut: boolean } }[] }>('request_meeting', {
      ...long,
      dry_run: true,
    });
    assert.equal(cut.mails.length, 51);
    assert.ok(cut.mails.every(({ text }) => text.is_cut));
    assert.ok(JSON.stringify(cut).length <= 100_000);
  });

  test('foretells that nobody is free, with the mail to the organizer', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makePeople(inside, 2);
    for (const person of people) await setAvailability(inside, person, never);
    const team = await makeTeamOf(inside, people);
    for (const [input, mails] of [
      [{ organizer_email: people[1].email }, [`attention to ${people[1].email}`]],
      [{ team_id: team.id }, [`assigned to ${people[0].email}`, `attention to ${people[0].email}`]],
    ] as const) {
      const { dry } = await assertForetold(inside, input);
      assert.deepEqual([dry.meeting.attention?.reason, dry.options], ['no_times', []]);
      assert.deepEqual(kindsOf(dry), mails);
      assert.match(dry.note, /No time could be offered/);
    }
  });

  test('foretells who lacks a seat', async () => {
    const inside = await inNewWorkspace(node());
    const [ada, ben] = await makePeople(inside, 2);
    const team = await makeTeamOf(inside, [ada, ben]);
    await sellSeats(inside);
    await giveSeat(inside, ben);
    const { dry } = await assertForetold(inside, { team_id: team.id });
    assert.equal(dry.assigned.organizer_email, ben.email);
    assert.equal(dry.assigned.considered?.[0]?.status, 'no_seat');
  });

  test('foretells a meeting that is booked at once, and a time that is not free', async () => {
    const inside = await inNewWorkspace(node());
    const [ada] = await makePeople(inside, 1);
    const starts_at = '2026-03-10T10:00:00.000Z';
    const { dry, real } = await assertForetold(inside, { organizer_email: ada.email, starts_at });
    assert.deepEqual([dry.meeting.status, dry.meeting.starts_at, dry.options], ['booked', starts_at, []]);
    assert.deepEqual(
      kindsOf(dry)?.toSorted(),
      ['booked to grace@example.org', `booked to ${ada.email}`].toSorted(),
    );
    assert.match(real.note, /^It is booked\./);
    const agent = await connectAgent(inside);
    const again = { ...guest, organizer_email: ada.email, starts_at, idempotency_key: 'another' };
    const refusal = await agent.refusal('request_meeting', { ...again, dry_run: true });
    assert.match(refusal, /starts_at is not free \(.*: busy\)\. The nearest free times are/);
    assert.equal(await agent.refusal('request_meeting', again), refusal);
  });

  test('foretells times that are held, beside those that others hold', async () => {
    const inside = await inNewWorkspace(node());
    const [ada, ben] = await makePeople(inside, 2);
    dataOf(await inside.patch('/api/v1/workspace/scheduling', { hold_options: true }));
    const team = await makeTeamOf(inside, [ada, ben]);
    const first = await assertForetold(inside, { team_id: team.id });
    const other = await assertForetold(inside, { organizer_email: first.dry.assigned.organizer_email });
    for (const { starts_at } of other.dry.options ?? []) {
      assert.ok(!first.dry.options?.some((option) => option.starts_at === starts_at), starts_at);
    }
  });

  test('an equal call is the same one, until it has another key or the meeting is cancelled', async () => {
    const inside = await inNewWorkspace(node());
    const [ada] = await makePeople(inside, 1);
    const agent = await connectAgent(inside);
    const input = { ...guest, organizer_email: ada.email, context: { title: 'Demo' } };
    const first = await ask(agent, input);
    // What is usual can be left out, said, or null.
    for (const same of [input, { dry_run: false, ...input, team_id: null, notify_participants: true }]) {
      const again = await ask(agent, same);
      assert.deepEqual([again.meeting.id, again.repeated], [first.meeting.id, true]);
    }
    const second = await ask(agent, { ...input, idempotency_key: 'the second one' });
    assert.notEqual(second.meeting.id, first.meeting.id);
    const repeated = await ask(agent, { ...input, idempotency_key: 'the second one' });
    assert.deepEqual([repeated.meeting.id, repeated.repeated], [second.meeting.id, true]);
    assert.equal((await ask(agent, { ...input, dry_run: true })).meeting.id, null);
    dataOf(await inside.post(`${REQUESTS}/${first.meeting.id}/cancel`, {}));
    const third = await ask(agent, input);
    assert.deepEqual([third.repeated, third.meeting.status], [false, 'active']);
    assert.notEqual(third.meeting.id, first.meeting.id);
    assert.equal(dataOf<unknown[]>(await inside.get(REQUESTS)).length, 3);
    const [entry] = dataOf<AuditEntry[]>(
      await inside.get(`/api/v1/audit_log?action=meeting_request.created&target_id=${third.meeting.id}`),
    );
    assert.deepEqual([entry?.actor.type, entry?.tool], ['api_key', 'request_meeting']);
  });

  test('shows no more than the scopes of the key allow', async () => {
    const inside = await inNewWorkspace(node());
    const people = await makePeople(inside, 2);
    const team = await makeTeamOf(inside, people);
    const key = await inside.keyWith('meeting_requests.write');
    const agent = await connectAgent(inside, { key });
    const input = { ...guest, team_id: team.id };
    const dry = await ask(agent, { ...input, dry_run: true });
    assert.equal(dry.assigned.considered, null);
    assert.equal(dry.assigned.organizer_email, people[0].email);
    assert.match(dry.note, /the scope teams\.read\./);
    assert.deepEqual([dry.options?.length, dry.mails?.length], [3, 2], 'what it would lead to is shown');
    assert.equal((await ask(agent, input)).assigned.considered, null);
    const reader = await connectAgent(inside, { key: await inside.keyWith('meeting_requests.read') });
    assert.match(await reader.refusal('request_meeting', input), /missing required scope/);
  });
});
