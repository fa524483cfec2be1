// The slots of a meeting request: all its hosts, its duration, and its timeframe.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { makeRequest, REQUESTS } from '../../../support/makers/meeting-requests.ts';
import {
  always,
  makeBusy,
  refusedIn,
  setAvailability,
  slotsOf,
  startsOf,
  takeTime,
} from '../../../support/makers/taken-times.ts';
import { deactivate, type Member, makeMember, TEAMS } from '../../../support/makers/team-members.ts';
import { assertRefused } from '../../../support/server/refusal.ts';
import type { Team } from '../../../support/server/resources.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';

const pathOf = ({ id }: { id: string }) => `${REQUESTS}/${id}`;
const within = (start: string, end: string) => ({ context: { timeframe: { start, end } } });

onBothEngines('The slots of a meeting request', (node) => {
  test('200: times in its timeframe, for its duration', async () => {
    const request = await makeRequest(node(), {
      context: {
        duration_minutes: 60,
        timeframe: { start: '2026-03-03T10:00:00Z', end: '2026-03-03T12:00:00Z' },
      },
    });
    const { data, meta } = await slotsOf(node(), pathOf(request));
    assert.deepEqual(
      data.map(({ starts_at, ends_at, host_emails }) => [starts_at, ends_at, ...host_emails]),
      [
        ['2026-03-03T10:00:00.000Z', '2026-03-03T11:00:00.000Z', request.organizer_email],
        ['2026-03-03T10:30:00.000Z', '2026-03-03T11:30:00.000Z', request.organizer_email],
        ['2026-03-03T11:00:00.000Z', '2026-03-03T12:00:00.000Z', request.organizer_email],
      ],
    );
    assert.deepEqual([meta.from, meta.to], ['2026-03-03T10:00:00.000Z', '2026-03-03T12:00:00.000Z']);
    const longer = await slotsOf(node(), pathOf(request), { duration_minutes: 120 });
    assert.deepEqual(startsOf(longer), ['2026-03-03 10:00']);
    const later = { from: '2026-03-05T09:00:00Z', to: '2026-03-05T10:00:00Z' };
    assert.deepEqual(startsOf(await slotsOf(node(), pathOf(request), later)), ['2026-03-05 09:00']);
  });

  test('a timeframe is cut to what is left of it, and to 62 days', async () => {
    const begun = await makeRequest(node(), within('2026-02-01T00:00:00Z', '2026-03-04T00:00:00Z'));
    const { meta } = await slotsOf(node(), pathOf(begun));
    assert.deepEqual([meta.from, meta.to], ['2026-03-02T09:00:00.000Z', '2026-03-04T00:00:00.000Z']);
    const long = await makeRequest(node(), within('2026-01-01', '2031-01-01'));
    assert.equal((await slotsOf(node(), pathOf(long))).meta.to, '2026-05-03T09:00:00.000Z');
    const far = await makeRequest(node(), within('2030-01-01', '2031-01-01'));
    const found = await slotsOf(node(), pathOf(far), { limit: 1 });
    assert.deepEqual([found.meta.from, startsOf(found)], ['2030-01-01T00:00:00.000Z', ['2030-01-01 09:00']]);
    // From a given time on, until its end.
    const rest = await slotsOf(node(), pathOf(begun), { from: '2026-03-03T16:00:00Z' });
    assert.deepEqual(startsOf(rest), ['2026-03-03 16:00', '2026-03-03 16:30']);
    const beyond = await slotsOf(node(), pathOf(begun), { from: '2026-03-10T00:00:00Z' });
    assert.equal(beyond.meta.to, '2026-04-07T00:00:00.000Z');
  });

  test('a timeframe that is over has no slots, and explain says why', async () => {
    const over = await makeRequest(node(), within('2026-03-02T07:00:00Z', '2026-03-02T09:00:00Z'));
    const organizer = await node().get(`/api/v1/workspace_members?email=${over.organizer_email}`);
    const [member] = dataOf<Member[]>(organizer);
    await setAvailability(node(), member as Member, always);
    const found = await slotsOf(node(), pathOf(over), { explain: true });
    assert.deepEqual(found.data, []);
    assert.deepEqual(Object.values(refusedIn(found)), Array(4).fill(['notice']));
    assert.deepEqual(
      [found.meta.from, found.meta.to],
      ['2026-03-02T07:00:00.000Z', '2026-03-02T09:00:00.000Z'],
    );
  });

  test('without a timeframe, the settings decide how far to look', async () => {
    const { meta } = await slotsOf(node(), pathOf(await makeRequest(node())));
    assert.deepEqual([meta.to, meta.duration_minutes], ['2026-03-30T09:00:00.000Z', 30]);
  });

  test('its own time does not count against it; that of others does', async () => {
    const organizer = await makeMember(node());
    const timeframe = within('2026-03-03T09:00:00Z', '2026-03-03T10:30:00Z');
    const request = await makeRequest(node(), { organizer_email: organizer.email, ...timeframe });
    await takeTime(node(), organizer, ['2026-03-03T09:00:00Z', '2026-03-03T09:30:00Z'], request.id);
    await takeTime(node(), organizer, ['2026-03-03T09:30:00Z', '2026-03-03T10:00:00Z']);
    await makeBusy(node(), organizer, ['2026-03-03T10:00:00Z', '2026-03-03T10:10:00Z']);
    assert.deepEqual(startsOf(await slotsOf(node(), pathOf(request))), ['2026-03-03 09:00']);
  });

  test('every host has to be free, except those who were deactivated', async () => {
    const [ada, ben, gone] = await Promise.all([makeMember(node()), makeMember(node()), makeMember(node())]);
    const body = { name: 'All', mode: 'stack', member_ids: [ada.id, ben.id, gone.id] };
    const team = dataOf<Team>(await node().post(TEAMS, body));
    const timeframe = within('2026-03-03T09:00:00Z', '2026-03-03T10:30:00Z');
    const request = await makeRequest(node(), { team_id: team.id, organizer_email: ben.email, ...timeframe });
    await makeBusy(node(), ada, ['2026-03-03T09:00:00Z', '2026-03-03T09:30:00Z']);
    await makeBusy(node(), gone, ['2026-03-03T09:30:00Z', '2026-03-03T10:00:00Z']);
    assert.deepEqual(startsOf(await slotsOf(node(), pathOf(request))), ['2026-03-03 10:00']);
    await deactivate(node(), gone);
    const { data } = await slotsOf(node(), pathOf(request));
    assert.deepEqual(
      data.map(({ host_emails }) => host_emails),
      Array(2).fill([ben.email, ada.email]),
    );
  });

  test('422 for a cancelled request, 404 for none and for one of another workspace', async () => {
    const cancelled = await makeRequest(node());
    dataOf(await node().post(`${pathOf(cancelled)}/cancel`));
    const { rawKey } = await node().otherWorkspace();
    const key = await node().keyWith('meeting_requests.write');
    const request = await makeRequest(node());
    const slots = (id: string, given?: string) =>
      node().get(`${REQUESTS}/${id}/slots`, given ? { key: given } : {});
    await assertRefused(node(), [
      [() => slots(cancelled.id), 'invalid_request', 'Cannot find slots for a request that is cancelled'],
      [() => slots(request.id, rawKey), 'not_found', 'Meeting request not found'],
      [() => slots('mr_00000000000000000000000000'), 'not_found', 'Meeting request not found'],
      [
        () => node().get(`${pathOf(request)}/slots?duration_minutes=0`),
        'invalid_request',
        'duration_minutes must be at least 1',
      ],
    ]);
    assert.equal((await slots(request.id, key)).status, 403);
  });
});
