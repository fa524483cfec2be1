// How long a booked meeting takes: as was said when it is booked, before that, or what is usual in the workspace.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { applyTransition, makeRequest } from '../../../support/makers/meeting-requests.ts';
import { inNewWorkspace } from '../../../support/makers/routed-requests.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { dataOf, type Node, onBothEngines } from '../../../support/server/rota.ts';

const TEN = '2026-04-01T10:00:00.000Z';

onBothEngines('The length of a meeting', (node) => {
  const applied = async (inside: Node, id: string, name: 'book' | 'reschedule', body: object) =>
    dataOf<MeetingRequest>(await applyTransition(inside, id, name, body));
  const endsAt = (minutes: number) => new Date(Date.parse(TEN) + minutes * 60_000).toISOString();

  test('is what the booking says, else the request, else the setting of the workspace', async () => {
    const inside = await inNewWorkspace(node());
    const book = async (asked: number | undefined, duration_minutes: number | null | undefined) => {
      const { id } = await makeRequest(inside, { context: { duration_minutes: asked } });
      const { ends_at } = await applied(inside, id, 'book', { starts_at: TEN, duration_minutes });
      return ends_at;
    };
    assert.equal(await book(undefined, undefined), endsAt(30));
    dataOf(await inside.patch('/api/v1/workspace/scheduling', { duration_minutes: 50 }));
    for (const [asked, given, minutes] of [
      [undefined, undefined, 50],
      [undefined, null, 50],
      [45, undefined, 45],
      [45, 20, 20],
      [undefined, 1_440, 1_440],
    ] as const) {
      assert.equal(await book(asked, given), endsAt(minutes));
    }
  });

  test('stays as it is when the meeting moves, whatever is usual by then', async () => {
    const inside = await inNewWorkspace(node());
    const { id } = await makeRequest(inside);
    await applied(inside, id, 'book', { starts_at: '2026-04-03T08:00:00Z' });
    dataOf(await inside.patch('/api/v1/workspace/scheduling', { duration_minutes: 50 }));
    const moved = await applied(inside, id, 'reschedule', { starts_at: TEN });
    assert.deepEqual([moved.ends_at, moved.duration_minutes], [endsAt(30), null]);
    await applied(inside, id, 'reschedule', {});
    assert.equal((await applied(inside, id, 'book', { starts_at: TEN })).ends_at, endsAt(30));
    await applied(inside, id, 'reschedule', { starts_at: '2026-04-03T08:00:00Z', duration_minutes: 75 });
    assert.equal((await applied(inside, id, 'reschedule', { starts_at: TEN })).ends_at, endsAt(75));
  });
});
