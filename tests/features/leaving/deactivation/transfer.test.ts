// A deactivation gives open requests to the successor, with one event and one audit entry for each.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { deliveriesTo, eventsOf, payloadsAbout, subscribe } from '../../../support/makers/events.ts';
import {
  applyTransition,
  makeRequest,
  readRequest,
  type Status,
  waysTo,
} from '../../../support/makers/meeting-requests.ts';
import { inNewWorkspace, makePeople } from '../../../support/makers/routed-requests.ts';
import {
  deactivate,
  type Entry,
  entriesAbout,
  MEMBERS,
  makeMember,
  reactivate,
  timeOf,
} from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { MeetingRequest, Member, Page } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const REQUIRED = (open: string) =>
  ['validation_error', `transfer_to is required: the member organizes ${open}`] as const;
const NO_SUCCESSOR = ['validation_error', 'transfer_to must be the email of another active member'] as const;

const pathOf = ({ id }: Member) => `${MEMBERS}/${id}/deactivate`;

async function makeRequestOf(node: Node, organizer: Member, status: Status = 'active') {
  const { id } = await makeRequest(node, { organizer_email: organizer.email });
  for (const name of waysTo[status]) dataOf(await applyTransition(node, id, name));
  return readRequest(node, id);
}

/** A booked one that begins at this very moment: it is not to come any more. */
async function makeOverRequestOf(node: Node, organizer: Member) {
  const { id } = await makeRequest(node, { organizer_email: organizer.email });
  return dataOf<MeetingRequest>(await applyTransition(node, id, 'book', { starts_at: timeOf(node) }));
}

/** The request with another organizer. */
const inherited = (request: MeetingRequest, by: Member, updated_at: string): MeetingRequest => ({
  ...request,
  organizer_email: by.email,
  host_emails: [by.email],
  updated_at,
});

onBothEngines('A deactivation', (node) => {
  const reread = ({ id }: MeetingRequest) => readRequest(node(), id);

  test('422: who still has something to organize needs somebody to take it', async () => {
    const one = '1 active or paused meeting request';
    for (const [statuses, open] of [
      [['active'], one],
      [['paused'], one],
      [['booked', 'paused', 'cancelled'], one],
      [['active', 'paused', 'booked'], '2 active or paused meeting requests'],
    ] as const) {
      const member = await makeMember(node());
      for (const status of statuses) await makeRequestOf(node(), member, status);
      await assertRefused(
        node(),
        [undefined, {}, { transfer_to: null }].map((body) => [
          () => node().post(pathOf(member), body),
          ...REQUIRED(open),
        ]),
      );
    }
  });

  test('200: what is over or cancelled is not in the way, and keeps its organizer', async () => {
    const [member, successor] = await makePeople(node(), 2);
    const done = [await makeOverRequestOf(node(), member), await makeRequestOf(node(), member, 'cancelled')];
    for (const status of ['paused', 'booked'] as const) {
      const request = await makeRequestOf(node(), member, status);
      done.push(dataOf(await applyTransition(node(), request.id, 'cancel')));
    }
    for (const body of [undefined, { transfer_to: successor.email }]) {
      node().clock.advance(1_000);
      const answer = await node().post(pathOf(member), body);
      const deactivated = { ...member, deactivated_at: timeOf(node()) };
      assert.deepEqual([answer.status, answer.body], [200, { data: deactivated }]);
      assert.deepEqual(await Promise.all(done.map(reread)), done);
      await reactivate(node(), member);
    }
    for (const { id } of done) {
      const types = (await payloadsAbout(node(), id)).map(({ event }) => event);
      assert.ok(!types.includes('meeting_request.organizer_changed'), `${types}`);
    }
  });

  test('200: the successor organizes everything that is active, paused or booked and to come, each told and recorded once', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor, other] = await makePeople(inside, 3);
    const open: MeetingRequest[] = [];
    for (const status of ['active', 'paused', 'active', 'booked'] as const) {
      open.push(await makeRequestOf(inside, member, status));
    }
    const untouched = [
      await makeOverRequestOf(inside, member),
      await makeRequestOf(inside, member, 'cancelled'),
      await makeRequestOf(inside, successor),
      await makeRequestOf(inside, other, 'paused'),
    ];
    const before = (await eventsOf(inside)).length;
    inside.clock.advance(60_000);
    const now = timeOf(inside);
    const answer = await inside.post(pathOf(member), { transfer_to: ` ${successor.email.toUpperCase()} ` });
    assert.deepEqual([answer.status, answer.body], [200, { data: { ...member, deactivated_at: now } }]);
    inside.clock.advance(1_000);

    for (const request of open) {
      assert.deepEqual(await readRequest(inside, request.id), inherited(request, successor, now));
      const entries = await entriesAbout(inside, request.id);
      const about = entries.filter(({ action }) => action === 'meeting_request.organizer_changed');
      assert.deepEqual(about, [
        {
          action: 'meeting_request.organizer_changed',
          target: { type: 'meeting_request', id: request.id },
          changes: { organizer_email: [member.email, successor.email] },
        },
      ]);
      assert.equal(entries.at(-1), about[0]);
    }
    for (const request of untouched) assert.deepEqual(await readRequest(inside, request.id), request);
    const told = (await eventsOf(inside)).slice(before);
    assert.deepEqual(
      told.map(({ payload }) => payload),
      [
        ...open.map(({ id }) => ({
          event: 'meeting_request.organizer_changed',
          timestamp: now,
          id,
          old_organizer_email: member.email,
          new_organizer_email: successor.email,
        })),
        {
          event: 'member.deactivated',
          timestamp: now,
          id: member.id,
          email: member.email,
          name: null,
          deactivated_at: now,
          transferred_to: successor.email,
        },
      ],
    );
    // Requests that were handed over stay with the successor.
    await reactivate(inside, member);
    for (const request of open) {
      assert.deepEqual(await readRequest(inside, request.id), inherited(request, successor, now));
    }
  });

  test('member.deactivated tells who it was, once for each time, and names a successor only if one was given', async () => {
    const successor = await makeMember(node(), 'Successor');
    const member = await makeMember(node(), 'Ada Lovelace');
    const expected: object[] = [];
    for (const transfer_to of [undefined, successor.email, null]) {
      node().clock.advance(1_000);
      dataOf(await node().post(pathOf(member), { transfer_to }));
      expected.push({
        event: 'member.deactivated',
        timestamp: timeOf(node()),
        id: member.id,
        email: member.email,
        name: 'Ada Lovelace',
        deactivated_at: timeOf(node()),
        transferred_to: transfer_to ?? null,
      });
      await reactivate(node(), member);
    }
    assert.deepEqual(await payloadsAbout(node(), member.id), expected);
    assert.deepEqual(await payloadsAbout(node(), successor.id), []);
  });

  test('what was inherited is passed on like what is one’s own', async () => {
    const [first, second, last] = await makePeople(node(), 3);
    const requests = [
      await makeRequestOf(node(), first, 'paused'),
      await makeRequestOf(node(), second, 'active'),
    ];
    dataOf(await node().post(pathOf(first), { transfer_to: second.email }));
    await assertRefused(node(), [
      [() => node().post(pathOf(second)), ...REQUIRED('2 active or paused meeting requests')],
    ]);
    node().clock.advance(1_000);
    dataOf(await node().post(pathOf(second), { transfer_to: last.email }));
    for (const request of requests) {
      assert.deepEqual(await reread(request), inherited(request, last, timeOf(node())));
    }
  });

  test('leaves the requests of somebody with the same email in another workspace alone', async () => {
    const [member, successor] = await makePeople(node(), 2);
    const elsewhere = await inNewWorkspace(node());
    dataOf(await elsewhere.post(MEMBERS, { email: member.email }));
    const theirs = await makeRequestOf(elsewhere, member);
    const ours = await makeRequestOf(node(), member);
    dataOf(await node().post(pathOf(member), { transfer_to: successor.email }));
    assert.deepEqual(await readRequest(elsewhere, theirs.id), theirs);
    assert.equal((await reread(ours)).organizer_email, successor.email);
    assert.equal((await payloadsAbout(elsewhere, theirs.id)).length, 1);
  });

  test('422: with nobody to take over, whoever is named; requests, seat and member stay as they are', async () => {
    const member = await makeMember(node());
    await makeRequestOf(node(), member);
    await makeRequestOf(node(), member, 'paused');
    dataOf(await node().post(`/api/v1/seats/${member.id}/assign`));
    const gone = await deactivate(node(), await makeMember(node()));
    const elsewhere = await makeMember(await inNewWorkspace(node()));
    const form = ['invalid_request', 'transfer_to must be an email address such as ada@example.com'] as const;
    await assertRefused(
      node(),
      (
        [
          [member.email, NO_SUCCESSOR],
          [gone.email, NO_SUCCESSOR],
          [elsewhere.email, NO_SUCCESSOR],
          ['nobody@example.com', NO_SUCCESSOR],
          ['guest@example.org', NO_SUCCESSOR],
          ['', form],
          [gone.id, form],
        ] as const
      ).map(([transfer_to, refusal]) => [() => node().post(pathOf(member), { transfer_to }), ...refusal]),
    );
  });

  test('200: 100 requests change hands at once', async () => {
    const inside = await inNewWorkspace(node());
    const [member, successor] = await makePeople(inside, 2);
    const types = ['meeting_request.organizer_changed', 'member.deactivated'];
    const endpoint = await subscribe(inside, types);
    const made = await Promise.all(
      Array.from({ length: 100 }, () => makeRequest(inside, { organizer_email: member.email })),
    );
    const ids = made.map(({ id }) => id).sort();
    inside.clock.advance(1_000);
    dataOf(await inside.post(pathOf(member), { transfer_to: successor.email }));

    const everyPage = async <Item>(path: string): Promise<Item[]> => {
      const { data, meta } = (await inside.get(path)).body as Page<Item>;
      return meta.has_more
        ? [...data, ...(await everyPage<Item>(`${path}&cursor=${meta.next_cursor}`))]
        : data;
    };
    const requests = await everyPage<MeetingRequest>(
      `/api/v1/meeting_requests?limit=100&organizer_email=${successor.email}`,
    );
    assert.deepEqual(
      requests.map(({ id, updated_at }) => [id, updated_at]),
      ids.toReversed().map((id) => [id, timeOf(inside)]),
    );
    const changed = (await eventsOf(inside)).filter(({ type }) => types.includes(type));
    assert.deepEqual(
      changed.map(({ payload }) => payload.id),
      [...ids, member.id],
    );
    const deliveries = await deliveriesTo(inside, endpoint);
    assert.deepEqual(
      deliveries.map(({ event_id }) => event_id),
      changed.map(({ id }) => id),
    );
    const entries = await everyPage<Entry>(
      '/api/v1/audit_log?limit=100&action=meeting_request.organizer_changed',
    );
    assert.deepEqual(entries.map(({ target }) => target.id).sort(), ids);
  });
});
