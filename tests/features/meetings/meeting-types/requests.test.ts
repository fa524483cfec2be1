// Requests of a meeting type: who takes them, with which limits and answers, and times booked at once.
import assert from 'node:assert/strict';
import type { MeetingType } from '../../../../src/features/meetings/meeting-types/shapes.ts';
import type { Static } from '../../../../src/shapes/type.ts';
import { test } from '../../../support/lanes.ts';
import { eventsOf } from '../../../support/makers/events.ts';
import { makeTeam } from '../../../support/makers/routed-team.ts';
import { makeThing } from '../../../support/makers/things.ts';
import type { MeetingRequest, ShownMeetingRequest, SlotList } from '../../../support/server/resources.ts';
import { dataOf, errorOf, onBothEngines } from '../../../support/server/rota.ts';

type Shown = Static<typeof MeetingType>;
type Typed = MeetingRequest & { meeting_type_id: string | null };
const TYPES = '/api/v1/meeting_types';
const REQUESTS = '/api/v1/meeting_requests';
const guest = { participants: [{ email: 'grace@example.org', name: 'Grace' }] };
const DAY_MS = 86_400_000;

onBothEngines('A request of a meeting type', (node) => {
  const typeOf = async (body: object) => dataOf<Shown>(await node().post(TYPES, { name: 'Demo', ...body }));
  const request = async (body: object) => dataOf<Typed>(await node().post(REQUESTS, { ...guest, ...body }));
  const show = async ({ id }: { id: string }) =>
    dataOf<ShownMeetingRequest>(await node().get(`${REQUESTS}/${id}`)) as ShownMeetingRequest & {
      participants: { answers: object }[];
    };
  const refused = async (body: object) => {
    const answer = await node().post(REQUESTS, { ...guest, ...body });
    assert.equal(answer.status, 422, answer.text);
    return errorOf(answer) as {
      message: string;
      details?: { slots: { starts_at: string }[]; reasons: object[] };
    };
  };
  /** Someone who can be booked at any time, without notice. */
  const always = async (id: string) => {
    const weekly = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => ({
      day,
      start: '00:00',
      end: '24:00',
    }));
    await node().patch(`/api/v1/workspace_members/${id}/availability`, { weekly, minimum_notice_minutes: 0 });
  };
  const emailOf = async (id: string) =>
    dataOf<{ email: string }>(await node().get(`/api/v1/workspace_members/${id}`)).email;
  const alwaysFree = async () => {
    const id = await makeThing('member', node(), node().rawKey);
    await always(id);
    return { id, email: await emailOf(id) };
  };
  /** Midnight in some days. */
  const inDays = (days: number, minutes = 0) =>
    new Date(Math.ceil(node().clock.now() / DAY_MS + days) * DAY_MS + minutes * 60_000).toISOString();

  test('goes to its team or member, with its title and duration, and keeps what was answered', async () => {
    const team = await makeTeam(node());
    const questions = [
      { key: 'company', label: 'Company', kind: 'text', required: true },
      { key: 'size', label: 'Size', kind: 'number' },
    ];
    const type = await typeOf({ team_id: team.id, duration_minutes: 45, questions });
    const answers = { company: 'Acme <b>', size: 12 };
    const made = await request({
      meeting_type_id: type.id,
      participants: [{ email: 'grace@example.org', answers }],
    });
    assert.deepEqual(
      [made.team_id, made.meeting_type_id, made.title, made.duration_minutes],
      [team.id, type.id, 'Demo', 45],
    );
    assert.deepEqual((await show(made)).participants[0]?.answers, answers);
    const [created] = await eventsOf(node(), made.id);
    assert.equal(created?.payload.meeting_type_id, type.id);
    await node().post(`${REQUESTS}/${made.id}/book`, { starts_at: inDays(3) });
    const booked = (await eventsOf(node(), made.id)).find(({ type: of }) => of === 'meeting_request.booked');
    assert.deepEqual(booked?.payload.participants, [{ email: 'grace@example.org', answers }]);

    // Later questions leave the answers as they are, and a deleted type stays named.
    await node().patch(`${TYPES}/${type.id}`, { questions: [] });
    await node().delete(`${TYPES}/${type.id}`);
    assert.deepEqual((await show(made)).participants[0]?.answers, answers);
    const listed = dataOf<Typed[]>(await node().get(`${REQUESTS}?meeting_type_id=${type.id}`));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [made.id],
    );

    const own = await makeThing('member', node(), node().rawKey);
    const personal = await typeOf({ workspace_membership_id: own });
    const named = await request({ meeting_type_id: personal.id, context: { title: 'Hello' } });
    assert.deepEqual(
      [named.team_id, named.organizer_email, named.title],
      [null, await emailOf(own), 'Hello'],
    );
  });

  test('is refused if what is given does not fit the type', async () => {
    const team = await makeTeam(node());
    const other = await makeTeam(node());
    const type = await typeOf({
      team_id: team.id,
      questions: [{ key: 'size', label: 'Size', kind: 'number' }],
    });
    const member = await makeThing('member', node(), node().rawKey);
    const personal = await typeOf({ workspace_membership_id: member });
    const inactive = await typeOf({ team_id: team.id, active: false });
    const answered = (answers: object) => ({
      meeting_type_id: type.id,
      participants: [{ email: 'grace@example.org', answers }],
    });
    const cases: [body: object, message: RegExp][] = [
      [{ meeting_type_id: 'mt_x' }, /meeting_type_id is not a meeting type/],
      [{ meeting_type_id: inactive.id }, /meeting_type_id is not active/],
      [{ meeting_type_id: type.id, team_id: other.id }, /team_id must be that/],
      [{ meeting_type_id: personal.id, team_id: team.id }, /team_id must be that/],
      [{ meeting_type_id: personal.id, organizer_email: 'a@example.com' }, /organizer_email must be that/],
      [{ meeting_type_id: type.id, organizer_email: await emailOf(member) }, /organizer_email must not/],
      [answered({ size: 'many' }), /participants\[0\].answers.size must be a number/],
      [answered({ colour: 'red' }), /participants\[0\].answers.colour is not a question/],
      [
        {
          organizer_email: await emailOf(member),
          participants: [{ email: 'a@example.org', answers: { a: 1 } }],
        },
        /participants\[0\].answers.a is not a question/,
      ],
    ];
    for (const [body, message] of cases) assert.match((await refused(body)).message, message);
  });

  test('the stricter of its limits and those of the host count, and explain says whose it is', async () => {
    const { id, email } = await alwaysFree();
    await node().patch(`/api/v1/workspace_members/${id}/availability`, { buffer_after_minutes: 30 });
    const type = await typeOf({
      workspace_membership_id: id,
      duration_minutes: 60,
      slot_interval_minutes: 60,
      minimum_notice_minutes: 2 * 1440,
      buffer_before_minutes: 60,
      booking_window_days: 5,
      maximum_per_day: 1,
    });
    const slots = async (path: string) =>
      (await node().get(path)).body as Pick<SlotList, 'data'> & {
        meta: {
          duration_minutes: number;
          refused?: { starts_at: string; reasons: { reason: string; limit_of?: string }[] }[];
        };
      };
    const all = await slots(`${TYPES}/${type.id}/slots?limit=1000`);
    const first = Date.parse(all.data[0]?.starts_at ?? '');
    const last = Date.parse(all.data.at(-1)?.starts_at ?? '');
    const now = node().clock.now();
    assert.ok(first >= now + 2 * DAY_MS && last <= now + 5 * DAY_MS, `${first} ${last}`);
    assert.equal(all.meta.duration_minutes, 60);

    const booked = inDays(3, 600);
    const made = await request({ meeting_type_id: type.id, starts_at: booked });
    assert.deepEqual([made.status, made.starts_at], ['booked', booked]);
    const of = async (minutes: number, of_type: boolean) => {
      const path = of_type ? `${TYPES}/${type.id}` : `/api/v1/workspace_members/${id}`;
      const [from, to] = [inDays(3, minutes), inDays(3, minutes + 60)];
      const { meta } = await slots(`${path}/slots?from=${from}&to=${to}&duration_minutes=60&explain=true`);
      return (
        meta.refused?.[0]?.reasons.map(({ reason, limit_of }) => `${reason} ${limit_of ?? ''}`.trim()) ?? []
      );
    };
    assert.deepEqual(await of(660, true), ['buffer meeting_type', 'daily_maximum meeting_type']);
    assert.deepEqual(await of(540, true), ['buffer member', 'daily_maximum meeting_type']);
    assert.deepEqual(await of(660, false), []);
    // The type's maximum counts its own bookings only.
    await node().patch(`/api/v1/workspace_members/${id}/availability`, { maximum_per_day: 1 });
    assert.deepEqual(await of(900, false), ['daily_maximum']);
    const other = await typeOf({ workspace_membership_id: id, name: 'Other', maximum_per_day: 1 });
    const { meta } = await slots(
      `/api/v1/workspace_members/${id}/slots?meeting_type_id=${other.id}&from=${inDays(3, 900)}&to=${inDays(3, 960)}&explain=true`,
    );
    assert.deepEqual(meta.refused?.[0]?.reasons, [{ email, reason: 'daily_maximum', limit_of: 'member' }]);

    const team = await makeTeam(node());
    for (const path of [`/api/v1/teams/${team.id}`, `/api/v1/workspace_members/${team.memberIds[0]}`]) {
      const answer = await node().get(`${path}/slots?meeting_type_id=${type.id}`);
      assert.match(errorOf(answer).message, /meeting_type_id is a meeting type of another/);
    }
  });

  test('a time that is not free is refused with the reasons and the nearest times, and nothing is made', async () => {
    const { id, email } = await alwaysFree();
    const type = await typeOf({ workspace_membership_id: id, duration_minutes: 30 });
    const at = inDays(2, 600);
    await request({ meeting_type_id: type.id, starts_at: at });
    const { message, details } = await refused({ meeting_type_id: type.id, starts_at: at });
    assert.match(message, /^starts_at is not free \(.+: busy\)\. The nearest free times are /);
    assert.deepEqual(details?.reasons, [{ email, reason: 'busy' }]);
    assert.deepEqual(
      details.slots.map(({ starts_at }) => starts_at),
      [inDays(2, 540), inDays(2, 570), inDays(2, 630)],
    );
    assert.deepEqual(details.slots[0], {
      starts_at: inDays(2, 540),
      ends_at: inDays(2, 570),
      host_emails: [email],
    });
    const over = await refused({ meeting_type_id: type.id, starts_at: inDays(-3) });
    assert.match(over.message, /in the future/);
    assert.equal(over.details, undefined);
    const listed = dataOf<Typed[]>(await node().get(`${REQUESTS}?meeting_type_id=${type.id}`));
    assert.equal(listed.length, 1);

    // With an Idempotency-Key, the same; it isn't kept, because the time may become free.
    const again = () => {
      const body = { ...guest, meeting_type_id: type.id, starts_at: at };
      return node().post(REQUESTS, body, { headers: { 'idempotency-key': at } });
    };
    assert.deepEqual(errorOf(await again()), { ...errorOf(await again()), message, details });
    dataOf(await node().post(`${REQUESTS}/${listed[0]?.id}/cancel`, {}));
    assert.equal(dataOf<Typed>(await again()).status, 'booked');
  });

  test('of two times that leave no buffer between them, asked for by many at the same moment, one is booked', async () => {
    const { id } = await alwaysFree();
    const type = await typeOf({
      workspace_membership_id: id,
      duration_minutes: 30,
      buffer_before_minutes: 15,
      buffer_after_minutes: 15,
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        node().post(REQUESTS, {
          ...guest,
          meeting_type_id: type.id,
          starts_at: inDays(2, number % 2 === 0 ? 600 : 630),
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, ...Array(7).fill(422)]);
  });

  test('without a type, a pool takes the first who is free then; with one, a guest may choose the host', async () => {
    const team = await makeTeam(node());
    for (const id of team.memberIds) await always(id);
    const [first = '', second = '', third = ''] = await Promise.all(team.memberIds.map(emailOf));
    const at = inDays(2, 600);
    const one = await request({ team_id: team.id, starts_at: at });
    const two = await request({ team_id: team.id, starts_at: at });
    assert.deepEqual([one.organizer_email, two.organizer_email], [first, second]);
    const type = await typeOf({ team_id: team.id, choose_host: 'optional' });
    const chosen = await request({ meeting_type_id: type.id, organizer_email: third, starts_at: at });
    assert.equal(chosen.organizer_email, third);
    const busy = await refused({ meeting_type_id: type.id, organizer_email: third, starts_at: at });
    assert.match(busy.message, /starts_at is not free/);
    const [turn] = dataOf<{ reason: string; email: string }[]>(await node().get(`${team.path}/assignments`));
    assert.deepEqual([turn?.reason, turn?.email], ['named', third]);
    // It was a turn: the first is next again.
    assert.equal((await team.show()).next_assignee?.email, first);
    await refused({ team_id: team.id, starts_at: at });
  });
});
