// The tools that change a meeting: what each does, what it says when it is refused, and what the audit log shows of it.
import assert from 'node:assert/strict';
import { test } from '../support/lanes.ts';
import { type ChangedMeeting, effectsOn, effectsSince } from '../support/makers/changed-meetings.ts';
import { applyTransition, makeRequest, REQUESTS } from '../support/makers/meeting-requests.ts';
import { answered, makeOffered, offeredIn, showRequest, startsOf } from '../support/makers/scheduling.ts';
import { makeMember } from '../support/makers/team-members.ts';
import { connectAgent } from '../support/server/agent.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const TEN = '2026-04-01T10:00:00.000Z';
const NOON = '2026-04-02T12:00:00.000Z';
const GUEST = 'guest@example.org';
const OTHER = 'other@example.org';

onBothEngines('The tools that change a meeting', (node) => {
  test('a meeting is paused, resumed, booked, moved and cancelled, as by the API, and each entry names the tool', async () => {
    const { id, organizer_email } = await makeOffered(node());
    const agent = await connectAgent(node());
    const before = await effectsOn(node(), id);
    const input = { meeting_id: id };
    const did = async (tool: string, more: object = {}) => {
      const { meeting, repeated } = await agent.call<ChangedMeeting>(tool, { ...input, ...more });
      assert.equal(repeated, false);
      const { status, starts_at, updated_at } = await showRequest(node(), id);
      assert.deepEqual([meeting.status, meeting.starts_at], [status, starts_at]);
      assert.equal((meeting as unknown as { updated_at: string }).updated_at, updated_at);
      return [status, starts_at];
    };
    assert.deepEqual(await did('pause'), ['paused', null]);
    assert.deepEqual(await did('resume'), ['active', null]);
    assert.deepEqual(await did('book_time', { starts_at: TEN, duration_minutes: 45 }), ['booked', TEN]);
    assert.deepEqual(await did('reschedule', { starts_at: NOON }), ['booked', NOON]);
    assert.deepEqual(await did('cancel', { notify: true }), ['cancelled', NOON]);

    const { entries, events, mails } = effectsSince(before, await effectsOn(node(), id));
    assert.deepEqual(entries, [
      'meeting_request.paused by pause',
      'meeting_request.resumed by resume',
      'meeting_request.booked by book_time',
      'meeting_request.rescheduled by reschedule',
      'meeting_request.cancelled by cancel',
    ]);
    assert.deepEqual(
      events,
      ['paused', 'resumed', 'booked', 'rescheduled', 'cancelled'].map((type) => `meeting_request.${type}`),
    );
    const told = (email: string) => mails.filter((mail) => mail.endsWith(` to ${email}`));
    assert.deepEqual(
      told(GUEST),
      ['booked', 'rescheduled', 'cancelled'].map((kind) => `${kind} to ${GUEST}`),
    );
    assert.equal(told(organizer_email).length, 3);
  });

  test('an answer has no link with which somebody could act for a participant, and texts of others are labelled', async () => {
    const { id } = await makeOffered(node(), {
      participants: [{ email: GUEST, name: 'Grace' }],
      context: { title: 'Demo' },
    });
    const agent = await connectAgent(node());
    type Answer = { meeting: Record<string, unknown> };
    const answer = { meeting_id: id, participant_email: GUEST, none_work: true };
    const { meeting } = await agent.call<Answer>('answer_for_participant', answer);
    const moved = await agent.call<Answer>('pause', { meeting_id: id });
    assert.doesNotMatch(JSON.stringify([meeting, moved]), /booking_url|\/m\//);
    assert.deepEqual(moved.meeting.title, meeting.title);
    assert.deepEqual(meeting.title, { untrusted_text: 'Demo', is_cut: false });
    const [participant] = meeting.participants as { email: string; name: object }[];
    assert.equal(participant?.email, GUEST);
    assert.deepEqual(participant?.name, { untrusted_text: 'Grace', is_cut: false });
  });

  test('without starts_at, reschedule offers other times and keeps the present one', async () => {
    const { id } = await makeOffered(node());
    await applyTransition(node(), id, 'book', { starts_at: TEN });
    const agent = await connectAgent(node());
    const input = { meeting_id: id };
    const { meeting } = await agent.call<ChangedMeeting>('reschedule', input);
    assert.deepEqual([meeting.status, meeting.starts_at], ['active', TEN]);
    const before = await effectsOn(node(), id);
    assert.notEqual(offeredIn(await showRequest(node(), id)).length, 0);
    // What Rota has done since does not make it another call.
    const again = await agent.call<ChangedMeeting>('reschedule', input);
    assert.equal(again.repeated, true);
    assert.equal(again.meeting.status, 'active');
    assert.deepEqual(await effectsOn(node(), id), before);
    assert.match(
      await agent.refusal('reschedule', { ...input, duration_minutes: 20 }),
      /starts_at is required with duration_minutes/,
    );
  });

  test('cancel is refused until it is said whether to tell the participants', async () => {
    const { id } = await makeOffered(node());
    const agent = await connectAgent(node());
    const before = await effectsOn(node(), id);
    assert.match(await agent.refusal('cancel', { meeting_id: id }), /notify is required/);
    assert.match(await agent.refusal('cancel', { meeting_id: id, notify: 'yes' }), /notify must be/);
    assert.deepEqual(await effectsOn(node(), id), before);
    await agent.call('cancel', { meeting_id: id, notify: false });
    assert.deepEqual(effectsSince(before, await effectsOn(node(), id)).mails, []);
  });

  test('an answer for the last participant books the meeting; given again, it is the same answer', async () => {
    const offered = await makeOffered(node(), { participant_emails: [GUEST, OTHER] });
    const { id } = offered;
    const [option] = offeredIn(offered);
    await answered(node(), id, OTHER, [option?.id as string]);
    const agent = await connectAgent(node());
    const before = await effectsOn(node(), id);
    const input = { meeting_id: id, participant_email: GUEST.toUpperCase(), option_ids: [option?.id] };
    const { meeting, repeated } = await agent.call<ChangedMeeting>('answer_for_participant', {
      ...input,
      comment: 'By phone',
    });
    assert.deepEqual([meeting.status, meeting.starts_at, repeated], ['booked', option?.starts_at, false]);
    const after = await effectsOn(node(), id);
    assert.deepEqual(effectsSince(before, after).entries, [
      'meeting_request.answered by answer_for_participant',
      'meeting_request.booked by answer_for_participant',
    ]);
    const again = await agent.call<ChangedMeeting>('answer_for_participant', {
      ...input,
      comment: 'By phone',
    });
    assert.deepEqual(again, { meeting, repeated: true });
    assert.deepEqual(await effectsOn(node(), id), after);
    assert.match(
      await agent.refusal('answer_for_participant', input),
      /^invalid_request: Cannot answer a request that is booked\n.*reschedule/,
    );
  });

  test('an answer that no time works offers others; given again, it does not refuse those', async () => {
    const offered = await makeOffered(node());
    const { id } = offered;
    const agent = await connectAgent(node());
    const input = {
      meeting_id: id,
      participant_email: GUEST,
      none_work: true,
      wishes: { parts_of_day: ['morning'] },
    };
    const first = await agent.call<ChangedMeeting>('answer_for_participant', input);
    assert.equal(first.repeated, false);
    const before = await effectsOn(node(), id);
    const [times, later] = [startsOf(offeredIn(offered)), startsOf(offeredIn(await showRequest(node(), id)))];
    assert.notEqual(later.length, 0);
    assert.equal(
      later.some((time) => times.includes(time)),
      false,
    );

    const second = await agent.call<ChangedMeeting>('answer_for_participant', input);
    assert.equal(second.repeated, true);
    assert.deepEqual(startsOf(offeredIn(await showRequest(node(), id))), later);
    assert.deepEqual(await effectsOn(node(), id), before);

    // To the times of somebody's own choice, the same words are another answer.
    node().clock.advance(1_000);
    await node().post(`${REQUESTS}/${id}/options`, {});
    const third = await agent.call<ChangedMeeting>('answer_for_participant', input);
    assert.equal(third.repeated, false);
  });

  test('an answer is refused for somebody else, for other options, and for none and some at once', async () => {
    const offered = await makeOffered(node());
    const { id } = offered;
    const [option] = offeredIn(offered);
    const { options } = await makeOffered(node());
    const agent = await connectAgent(node());
    const refused = (more: object) =>
      agent.refusal('answer_for_participant', { meeting_id: id, participant_email: GUEST, ...more });
    const before = await effectsOn(node(), id);
    assert.match(
      await refused({ participant_email: OTHER, none_work: true }),
      /participant_email is not a participant.*\n.*get_meeting/,
    );
    assert.match(
      await refused({ option_ids: [options[0]?.id] }),
      /option_ids\[0\] is not an option.*\n.*get_meeting/,
    );
    assert.match(await refused({ option_ids: ['first'] }), /option_ids\[0\] .*\n.*get_meeting/);
    assert.match(
      await refused({ option_ids: [option?.id], none_work: true }),
      /option_ids must not be given with none_work/,
    );
    assert.match(await refused({}), /option_ids or none_work is required/);
    assert.deepEqual(await effectsOn(node(), id), before);
  });

  test('a double booking is refused, unless it is forced', async () => {
    const organizer = { organizer_email: (await makeMember(node())).email };
    const [one, other] = [await makeRequest(node(), organizer), await makeRequest(node(), organizer)];
    const agent = await connectAgent(node());
    await agent.call('book_time', { meeting_id: one.id, starts_at: TEN });
    const refusal = await agent.refusal('book_time', { meeting_id: other.id, starts_at: TEN });
    assert.match(
      refusal,
      /^validation_error: starts_at is not free: .*has another booking.*\n.*find_times.*force/,
    );
    const forced = { meeting_id: other.id, starts_at: TEN, force: true };
    const { meeting } = await agent.call<ChangedMeeting>('book_time', forced);
    assert.equal(meeting.status, 'booked');
  });

  test('a host without a seat gets no meeting where seats are required, not by force either', async () => {
    const { rawKey: key } = await node().otherWorkspace();
    const organizer_email = (await makeMember(node(), 'Ada', key)).email;
    const body = { organizer_email, participant_emails: [GUEST] };
    const { id } = dataOf<{ id: string }>(await node().post(REQUESTS, body, { key }));
    dataOf(await node().patch('/api/v1/workspace/scheduling', { seats_required: true }, { key }));
    const agent = await connectAgent(node(), { key });
    const refusal = await agent.refusal('book_time', { meeting_id: id, starts_at: TEN, force: true });
    assert.match(refusal, /^validation_error: The hosts need a seat, .*\n.*admin .*force does not help/);
  });

  test('what the state of a meeting does not allow is refused with what to call instead', async () => {
    const agent = await connectAgent(node());
    const { id } = await makeRequest(node());
    const input = { meeting_id: id };
    const time = { ...input, starts_at: TEN };
    assert.match(await agent.refusal('resume', input), /request that is already active\n.*get_meeting/);
    assert.match(await agent.refusal('reschedule', time), /request that is active\n.*book_time/);
    await applyTransition(node(), id, 'pause');
    assert.match(await agent.refusal('pause', input), /request that is already paused\n.*nothing to do/);
    assert.match(await agent.refusal('book_time', time), /request that is paused\n.*resume/);
    await applyTransition(node(), id, 'resume');
    await applyTransition(node(), id, 'book', { starts_at: NOON });
    assert.match(await agent.refusal('book_time', time), /request that is already booked\n.*reschedule/);
    assert.match(await agent.refusal('pause', input), /request that is booked\n.*reschedule.*cancel/);
    await applyTransition(node(), id, 'cancel');
    for (const [tool, more] of Object.entries({
      book_time: { starts_at: TEN },
      reschedule: {},
      pause: {},
      resume: {},
      cancel: { notify: false },
      answer_for_participant: { participant_email: GUEST, none_work: true },
    })) {
      const refusal = await agent.refusal(tool, { ...input, ...more });
      assert.match(refusal, /request that is (already )?cancelled\n.*request_meeting/, tool);
    }
  });

  test('whoever asks for progress is told of each step', async () => {
    const { id } = await makeRequest(node());
    for (const era of ['2026-07-28', '2025-11-25'] as const) {
      const agent = await connectAgent(node(), { era });
      const name = era === '2026-07-28' ? 'pause' : 'resume';
      assert.deepEqual(await agent.stepsOf(name, { meeting_id: id }), [
        { progress: 1, message: name === 'pause' ? 'Pausing the meeting' : 'Resuming the meeting' },
        { progress: 2, message: 'Reading the meeting' },
      ]);
    }
  });
});
