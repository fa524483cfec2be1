// `rota entitlement` changes what a workspace has paid for; a running server follows at once.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { describe, test } from '../support/lanes.ts';
import {
  type Entitlement,
  makeSeatWorkspace,
  NO_ENTITLEMENT,
  onePage,
  type SeatWorkspace,
} from '../support/makers/seats.ts';
import { failed, succeeded } from '../support/server/exits.ts';
import { type Exit, rota } from '../support/server/process.ts';
import { onBothEngines } from '../support/server/rota.ts';
import { snapshotsOf } from '../support/server/snapshot.ts';

type Printed = Entitlement & { priority: number; active: boolean };

const OPERATOR = { type: 'cli', id: userInfo().username };
const NOT_FOUND = failed(3, 'Entitlement not found');
const BELOW_TWO = failed(
  4,
  'capacity must be at least 2: that many seats are assigned under the entitlement',
);

onBothEngines('rota entitlement', (node, storage) => {
  const run = (space: { id: string }, ...words: string[]): Promise<Exit> =>
    rota(['entitlement', ...words, '--workspace', space.id], storage().environment);

  /** Runs a command that must succeed, and returns its JSON output. */
  async function json<Data = Printed>(space: { id: string }, ...words: string[]): Promise<Data> {
    const { code, stdout, stderr } = await run(space, ...words, '--json');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words.join(' '));
    return JSON.parse(stdout);
  }

  /** The audit entries of the entitlement since its creation, without their times. */
  async function updatesOf(space: SeatWorkspace, { id }: { id: string }) {
    const [, ...entries] = await space.entries(`target_id=${id}`);
    return entries.map(({ created_at: _at, ...entry }) => entry);
  }

  test('create: with the defaults or with every option; a running server has it at once', async () => {
    const space = await makeSeatWorkspace(node());
    const all = '--capacity 1000000 --unlimited no --mode soft --priority=-1000000 --active no'.split(' ');
    const [plain, full, said] = await Promise.all([
      json(space, 'create', 'pro', '--capacity', '0'),
      json(space, 'create', ` ${'P'.repeat(200)} `, ...all),
      run(space, 'create', 'Free for all', '--unlimited', 'yes', '--priority', '1000000'),
    ]);
    const [, id = ''] = /^Created entitlement (ent_[0-9A-Z]{26})\.$/m.exec(said.stdout) ?? [];
    assert.deepEqual(said, succeeded(`Created entitlement ${id}.\n`));
    const bare = {
      plan_key: 'pro',
      seat_capacity: 0,
      seat_unlimited: false,
      enforcement_mode: 'hard' as const,
      active_seats: 0,
    };
    assert.deepEqual(plain, { ...bare, id: plain.id, priority: 0, active: true });
    assert.deepEqual(full, {
      id: full.id,
      plan_key: 'P'.repeat(200),
      seat_capacity: 1_000_000,
      seat_unlimited: false,
      enforcement_mode: 'soft',
      priority: -1_000_000,
      active: false,
      active_seats: 0,
    });
    const unlimited = { ...bare, id, plan_key: 'Free for all', seat_unlimited: true };
    assert.deepEqual((await space.list()).meta, onePage(unlimited, { ...bare, id: plain.id }));
    assert.equal((await space.seat()).entitlement_id, id);

    const printed = [plain, full, { ...unlimited, priority: 1_000_000, active: true }];
    for (const { id: madeId, active_seats: _seats, ...fields } of printed) {
      const [entry, ...others] = await space.entries(`target_id=${madeId}`);
      assert.deepEqual(others, []);
      assert.deepEqual(entry, {
        action: 'entitlement.created',
        actor: OPERATOR,
        target: { type: 'entitlement', id: madeId },
        changes: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [null, value]])),
        reason: null,
        tool: null,
        created_at: entry?.created_at,
      });
    }
  });

  test('list: those of the workspace, the default first, with the seats that are assigned', async () => {
    const [space, empty] = [await makeSeatWorkspace(node()), await makeSeatWorkspace(node())];
    const low = await space.entitle({ plan_key: 'low', priority: -12, enforcement_mode: 'soft' });
    const second = await space.entitle({ plan_key: 'second', seat_capacity: 250 });
    const third = await space.entitle({ plan_key: 'third', seat_unlimited: true });
    const inactive = await space.entitle({ plan_key: 'no longer sold', priority: 9, active: false });
    for (const _seat of [1, 2]) await space.seat(undefined, { entitlement_id: second.id });
    const [printed, table, nothing] = await Promise.all([
      json<Printed[]>(space, 'list'),
      run(space, 'list'),
      run(empty, 'list'),
    ]);
    assert.deepEqual(printed, [
      { ...second, active_seats: 2, priority: 0, active: true },
      { ...third, priority: 0, active: true },
      { ...low, priority: -12, active: true },
      { ...inactive, priority: 9, active: false },
    ]);
    const lines = [
      `ID${' '.repeat(30)}SEATS  CAPACITY   MODE  PRIORITY  ACTIVE  PLAN`,
      `${second.id}  2      250        hard  0         yes     second`,
      `${third.id}  0      unlimited  hard  0         yes     third`,
      `${low.id}  0      10         soft  -12       yes     low`,
      `${inactive.id}  0      10         hard  9         no      no longer sold`,
    ];
    assert.deepEqual(table, succeeded(`${lines.join('\n')}\n`));
    assert.deepEqual(nothing, succeeded('ID  SEATS  CAPACITY  MODE  PRIORITY  ACTIVE  PLAN\n'));
  });

  test('update: every field, and only what is said; the audit log has who, what and why', async () => {
    const space = await makeSeatWorkspace(node());
    const long = 'x'.repeat(1_000);
    await Promise.all(
      (
        [
          [
            ['--plan-key', ' Enterprise ', '--reason', ' Grown '],
            { plan_key: ['pro', 'Enterprise'] },
            'Grown',
          ],
          // The current value is no change.
          [['--capacity', '1000000', '--mode', 'hard'], { seat_capacity: [10, 1_000_000] }, null],
          [
            ['--unlimited', 'yes', '--priority=-3', '--reason', long],
            { seat_unlimited: [false, true], priority: [0, -3] },
            long,
          ],
          [
            ['--mode', 'soft', '--active', 'no'],
            { enforcement_mode: ['hard', 'soft'], active: [true, false] },
            null,
          ],
        ] as const
      ).map(async ([words, changes, reason]) => {
        const entitlement = await space.entitle();
        const printed = await json(space, 'update', entitlement.id, ...words);
        const changed = Object.fromEntries(
          Object.entries(changes).map(([field, [, after]]) => [field, after]),
        );
        assert.deepEqual(printed, { ...entitlement, priority: 0, active: true, ...changed });
        const target = { type: 'entitlement', id: entitlement.id };
        const entry = { action: 'entitlement.updated', actor: OPERATOR, target, changes, reason, tool: null };
        assert.deepEqual(await updatesOf(space, entitlement), [entry]);
      }),
    );
  });

  test('update: a running server goes by it at once; what changes nothing leaves no audit entry', async () => {
    const space = await makeSeatWorkspace(node());
    const [first, second] = [await space.entitle({ seat_capacity: 1 }), await space.entitle()];
    const update = async (...words: string[]) => {
      const said = await run(space, 'update', first.id, ...words);
      assert.deepEqual(said, succeeded(`Changed entitlement ${first.id}.\n`));
    };
    assert.equal((await space.seat()).entitlement_id, first.id);
    const waiting = await space.member();
    assert.equal((await space.assign(waiting)).status, 422);
    await update('--capacity', '2');
    assert.equal((await space.seat(waiting)).entitlement_id, first.id);
    await update('--active', 'no', '--plan-key', 'old');
    assert.equal((await space.seat()).entitlement_id, second.id);
    const changed = { ...first, plan_key: 'old', seat_capacity: 2, active_seats: 2 };
    assert.deepEqual((await space.list()).meta, onePage({ ...second, active_seats: 1 }, changed));

    const before = await updatesOf(space, first);
    assert.equal(before.length, 2);
    await update('--active', 'no', '--capacity', '2', '--reason', 'Just in case');
    assert.deepEqual(await updatesOf(space, first), before);
  });

  test('3 and 4: what is not there, and a limit below the seats that are assigned; nothing changes', async () => {
    const [space, other] = [await makeSeatWorkspace(node()), await makeSeatWorkspace(node())];
    const hard = await space.entitle();
    const soft = await space.entitle({ enforcement_mode: 'soft', seat_capacity: 1 });
    const unlimited = await space.entitle({ seat_unlimited: true, seat_capacity: 0 });
    for (const { id: entitlement_id } of [hard, soft, unlimited]) {
      for (const _seat of [1, 2]) await space.seat(undefined, { entitlement_id });
    }
    const snapshot = await snapshotsOf(node().services.database);
    const before = await snapshot();
    const refused = await Promise.all([
      run(space, 'update', NO_ENTITLEMENT, '--capacity', '5'),
      run(other, 'update', hard.id, '--capacity', '5', '--json'),
      run(space, 'update', hard.id, '--capacity', '1', '--plan-key', 'other'),
      run(space, 'update', soft.id, '--mode', 'hard'),
      run(space, 'update', unlimited.id, '--unlimited', 'no', '--capacity', '1'),
    ]);
    assert.deepEqual(refused, [NOT_FOUND, NOT_FOUND, BELOW_TWO, BELOW_TWO, BELOW_TWO]);
    assert.deepEqual(await snapshot(), before);

    // A capacity for all the seats is accepted.
    const [hardened, limited] = await Promise.all([
      json(space, 'update', soft.id, '--mode', 'hard', '--capacity', '2'),
      json(space, 'update', unlimited.id, '--unlimited', 'no', '--capacity', '2'),
    ]);
    const both = { seat_capacity: 2, active_seats: 2, priority: 0, active: true };
    assert.deepEqual(hardened, { ...soft, ...both, enforcement_mode: 'hard' });
    assert.deepEqual(limited, { ...unlimited, ...both, seat_unlimited: false });
  });
});

describe('rota entitlement, wrongly used', { concurrency: 2 }, () => {
  for (const [words, sentence] of [
    ['create pro', 'give --capacity, or --unlimited yes'],
    [`update ${NO_ENTITLEMENT}`, 'say what to change'],
  ] as const) {
    test(`2: \`${words}\` says what is wrong in one sentence, and shows the help`, async () => {
      const line = ['entitlement', ...words.split(' ')];
      const [said, help] = await Promise.all([rota(line), rota([...line.slice(0, 2), '--help'])]);
      const { stderr, ...rest } = failed(2, sentence);
      assert.deepEqual(said, { ...rest, stderr: `${stderr}\n${help.stdout}` });
    });
  }

  /** Nothing listens there: a command that reaches the database fails for another reason. */
  const refused = (words: readonly string[]) =>
    rota(['entitlement', ...words], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });

  test('a missing word, a value out of bounds or in the wrong form is wrong usage', async () => {
    const [create, update] = [
      ['create', 'pro'],
      ['update', NO_ENTITLEMENT],
    ] as const;
    for (const [words, message] of [
      [['create'], 'PLAN_KEY is missing'],
      [['create', ' '], 'PLAN_KEY is missing'],
      [[...create, 'plan', '--capacity=5'], 'PLAN_KEY must be one word: put quotes around it'],
      [[...create, '--unlimited', 'no'], 'give --capacity, or --unlimited yes'],
      [[...create, '--unlimited', 'true'], '--unlimited must be yes or no'],
      ...[create, update].flatMap((command) => [
        [[...command, '--capacity=-1'], '--capacity must be at least 0'] as const,
        [[...command, '--capacity=1000001'], '--capacity must be at most 1000000'] as const,
        ...['1.5', '1e3', 'ten', ''].map(
          (value) => [[...command, `--capacity=${value}`], '--capacity must be an integer'] as const,
        ),
      ]),
      [[...update, '--priority=-1000001'], '--priority must be at least -1000000'],
      [[...update, '--priority=1000001'], '--priority must be at most 1000000'],
      ...['0.5', 'high', ''].map(
        (value) => [[...update, `--priority=${value}`], '--priority must be an integer'] as const,
      ),
      [['update'], 'ID is missing'],
      [[...update, 'pro', '--capacity=5'], 'ID must be one word: put quotes around it'],
      [[...update, '--reason', 'None'], 'say what to change'],
      [[...update, '--active', 'YES'], '--active must be yes or no'],
      [[...update, '--mode', 'medium'], '--mode must be one of hard, soft'],
      [[...update, '--mode='], '--mode must be one of hard, soft'],
      [[...update, '--plan-key', ' '], '--plan-key must not be empty'],
      [[...update, '--mode', 'hard', '--reason='], '--reason must not be empty'],
    ] as const) {
      const { code, stdout, stderr } = await refused(words);
      assert.deepEqual([code, stdout, stderr.split('\n')[0]], [2, '', `rota: ${message}`], words.join(' '));
    }
  });

  test('a text that is too long is refused as it is by the API', async () => {
    const update = ['update', NO_ENTITLEMENT, '--mode', 'hard'];
    for (const [words, message] of [
      [['create', 'P'.repeat(201), '--capacity=5'], 'PLAN_KEY must be at most 200 characters'],
      [[...update, '--plan-key', 'P'.repeat(201)], '--plan-key must be at most 200 characters'],
      [[...update, '--reason', '🪑'.repeat(1_001)], '--reason must be at most 1000 characters'],
    ] as const) {
      assert.deepEqual(await refused(words), failed(4, message));
    }
  });
});
