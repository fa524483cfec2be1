// Full lane, because it reads every page under every filter: Pages of the list of meeting requests have every request once, under every filter, in one workspace.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { EMPTY, type Filters, idsOf, newWorkspace } from '../../../support/makers/listed-requests.ts';
import type { MeetingRequest } from '../../../support/server/resources.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('the pages of the list of meeting requests', (node) => {
  test('filters narrow each other down, in pages of every size', async () => {
    const { list, walk, member, team, create, applyTransition } = await newWorkspace(node());
    const [ada, bob, sales] = [await member(), await member(), await team()];
    const made: MeetingRequest[] = [];
    // Every combination of these, three in each millisecond.
    for (let number = 0; number < 24; number++) {
      const request = await create(number & 1 ? ada : bob, {
        team_id: number & 2 ? sales : null,
        participant_emails: [...(number & 4 ? ['Zoe@example.org'] : []), 'guest@example.org'],
      });
      made.unshift(number % 3 === 0 ? await applyTransition(request, 'cancel') : request);
      if (number % 3 === 2) node().clock.advance(1);
    }
    const [from, until] = [made[18]?.created_at as string, made[6]?.created_at as string];
    const choices: [Filters, (request: MeetingRequest) => boolean][][] = [
      [
        [{ status: 'active' }, ({ status }) => status === 'active'],
        [{ status: 'cancelled' }, ({ status }) => status === 'cancelled'],
      ],
      [[{ organizer_email: ada.toUpperCase() }, ({ organizer_email }) => organizer_email === ada]],
      [
        [
          { participant_email: 'zoe@EXAMPLE.org' },
          ({ participant_emails }) => participant_emails.includes('Zoe@example.org'),
        ],
      ],
      [[{ team_id: sales }, ({ team_id }) => team_id === sales]],
      [[{ created_after: from }, ({ created_at }) => created_at >= from]],
      [[{ created_before: until }, ({ created_at }) => created_at <= until]],
    ];
    let combinations: [Filters, MeetingRequest[]][] = [[{}, made]];
    for (const filter of choices) {
      const narrowed = combinations.flatMap(([filters, found]) =>
        filter.map(([more, holds]): [Filters, MeetingRequest[]] => [
          { ...filters, ...more },
          found.filter(holds),
        ]),
      );
      combinations = [...combinations, ...narrowed];
    }
    assert.equal(combinations.length, 3 * 2 ** 5);
    for (const [place, [filters, expected]] of combinations.entries()) {
      const limit = `${(place % 7) + 1}`;
      const what = JSON.stringify({ limit, ...filters });
      assert.notEqual(expected.length, 0, what);
      assert.deepEqual(await walk({ limit, ...filters }), expected, what);
      assert.deepEqual((await list(filters)).data, expected, what);
    }
  });

  test('requests that come, and leave the filter, between pages: none twice, none missing that stays', async () => {
    for (const filters of [
      {},
      { status: 'active' },
      { participant_email: 'GUEST@example.org' },
      { participant_email: 'guest@example.org', status: 'active' },
    ] as Filters[]) {
      const { walk, member, create, applyTransition } = await newWorkspace(node());
      const organizer = await member();
      const made: MeetingRequest[] = [];
      for (let number = 0; number < 10; number++) made.unshift(await create(organizer));
      const ids = idsOf(made);
      const gone = new Set<string>();
      let pages = 0;
      const seen = await walk({ ...filters, limit: '2' }, async () => {
        await create(organizer);
        // The one that the cursor names, and one that is still to come.
        for (const place of [pages * 2 + 1, ids.length - 1 - pages]) {
          const request = made[place] as MeetingRequest;
          if (gone.has(request.id)) continue;
          await applyTransition(request, 'cancel');
          gone.add(request.id);
        }
        pages++;
      });
      const hidden = new Set(filters.status ? ids.slice(-3) : []);
      assert.ok(pages >= 3 && [...hidden].every((id) => gone.has(id)));
      assert.deepEqual(
        idsOf(seen),
        ids.filter((id) => !hidden.has(id)),
        JSON.stringify(filters),
      );
    }
  });

  test('without a limit a page has 25, also under the participant filter', async () => {
    const { list, member, create } = await newWorkspace(node());
    const organizer = await member();
    await Promise.all(Array.from({ length: 26 }, () => create(organizer)));
    for (const filters of [{}, { participant_email: 'guest@example.org' }] as Filters[]) {
      const first = await list(filters);
      assert.equal(first.data.length, 25);
      const cursor = first.data[24]?.id as string;
      assert.deepEqual(first.meta, { limit: 25, has_more: true, next_cursor: cursor });
      const rest = await list({ ...filters, cursor });
      assert.deepEqual([rest.data.length, rest.meta], [1, EMPTY.meta]);
    }
  });

  test('a page that ends with the last request has no next', async () => {
    const { list, member, create } = await newWorkspace(node());
    const organizer = await member();
    const [first, second] = [await create(organizer), await create(organizer)];
    for (const filters of [{}, { participant_email: 'guest@example.org' }] as Filters[]) {
      assert.deepEqual(await list({ ...filters, limit: '2' }), {
        data: [second, first],
        meta: { limit: 2, has_more: false, next_cursor: null },
      });
      assert.deepEqual(await list({ ...filters, cursor: first.id }), EMPTY);
    }
  });

  test("another workspace's requests are in no list, by whatever filter and cursor", async () => {
    const [ours, theirs] = [await newWorkspace(node()), await newWorkspace(node())];
    const [we, they, foreignTeam] = [await ours.member(), await theirs.member(), await theirs.team()];
    const before = await theirs.create(they);
    const mine = await ours.create(we);
    const after = await theirs.create(they, { team_id: foreignTeam });
    for (const filters of [
      {},
      { status: 'active' },
      { participant_email: 'guest@example.org' },
      { created_after: mine.created_at, created_before: mine.created_at },
      { cursor: after.id },
      { cursor: after.id, participant_email: 'guest@example.org' },
    ] as Filters[]) {
      assert.deepEqual(await ours.list(filters), { ...EMPTY, data: [mine] }, JSON.stringify(filters));
    }
    for (const filters of [
      { organizer_email: they },
      { team_id: foreignTeam },
      { cursor: before.id },
    ] as Filters[]) {
      assert.deepEqual(await ours.list(filters), EMPTY, JSON.stringify(filters));
    }
    assert.deepEqual(await theirs.list(), { ...EMPTY, data: [after, before] });
  });

  test('somebody with the same email in two workspaces organizes in each what is there', async () => {
    const [ours, theirs] = [await newWorkspace(node()), await newWorkspace(node())];
    const organizer_email = await ours.member();
    await theirs.member(organizer_email);
    const mine = await ours.create(organizer_email);
    const other = await theirs.create(organizer_email);
    assert.deepEqual(await ours.list({ organizer_email }), { ...EMPTY, data: [mine] });
    assert.deepEqual(await theirs.list({ organizer_email }), { ...EMPTY, data: [other] });
  });
});
