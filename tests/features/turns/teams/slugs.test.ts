// A slug is made from the team's name, stays unique in the workspace, and follows a rename.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { inNewWorkspace, TeamRoutes } from '../../../support/makers/team-routes.ts';
import { onBothEngines, startTwoNodes } from '../../../support/server/rota.ts';

const slugOf: [name: string, slug: string][] = [
  ['Sales', 'sales'],
  ['Sales Team', 'sales-team'],
  ['  --Sales &  Marketing!  ', 'sales-marketing'],
  ['sales_team/EU', 'sales-team-eu'],
  ['R&D', 'r-d'],
  ['A.B.C.', 'a-b-c'],
  ['(Inbound) "demos"', 'inbound-demos'],
  ['24/7', '24-7'],
  ['007', '007'],
  ['50% off', '50-off'],
  ['Café Équipe', 'cafe-equipe'],
  // The same as one character and as a letter with a combining accent.
  ['\u00e9quipe', 'equipe'],
  ['e\u0301quipe 2', 'equipe-2'],
  ['Straße', 'strasse'],
  ['ÄÖÜ äöü', 'aou-aou'],
  ['Łódź', 'lodz'],
  ['Ærø Øresund', 'aero-oresund'],
  ['Þór', 'thor'],
  ['İstanbul ışık', 'istanbul-isik'],
  ['Čeština', 'cestina'],
  ['Đặng', 'dang'],
  ['Отдел продаж', 'otdel-prodazh'],
  ['Πωλήσεις', 'poliseis'],
  ['销售团队', 'xiaoshoutuandui'],
  ['東京 チーム', 'dongjing-chimu'],
  ['カスタマー サポート', 'kasutama-sapoto'],
  ['서울 팀', 'seoul-tim'],
  ['فريق', 'fryq'],
  ['מכירות', 'mkhyrvt'],
  ['ทีมขาย', 'thimkhay'],
  ['ＦＵＬＬ width', 'full-width'],
  ['ﬁnance', 'finance'],
  ['Sales 🚀 rocket', 'sales-rocket'],
  ['👩‍💻 Developers 👍🏽', 'developers'],
  ['no\u00a0break\u2003space', 'no-break-space'],
  ['dash\u2014dash', 'dash-dash'],
  ['line\nbreak', 'line-break'],
  // At most 50 characters, cut where a word ends.
  ['a'.repeat(50), 'a'.repeat(50)],
  ['b'.repeat(51), 'b'.repeat(50)],
  [`${'c'.repeat(50)} more`, 'c'.repeat(50)],
  [`${'d'.repeat(49)} more`, 'd'.repeat(49)],
  [`two ${'e'.repeat(46)} more`, `two-${'e'.repeat(46)}`],
  [`two ${'f'.repeat(47)} more`, 'two'],
  [
    'Customer success and onboarding for large enterprises in Europe',
    'customer-success-and-onboarding-for-large',
  ],
  ['Отдел по работе с ключевыми клиентами и партнёрами', 'otdel-po-rabote-s-klyuchevymi-klientami-i'],
];

onBothEngines('team slugs', (node) => {
  test('a slug is the name in lower-case ASCII letters, digits and hyphens', async () => {
    const teams = await inNewWorkspace(node());
    for (const [name, slug] of slugOf) {
      const created = await teams.create({ name });
      assert.equal(created.slug, slug, name);
      assert.match(created.slug, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      assert.ok(created.slug.length <= 50, name);
      // The name itself is kept as it was written.
      assert.equal(created.name, name.trim());
    }
  });

  test('a name of which nothing is left makes the slug team', async () => {
    const teams = await inNewWorkspace(node());
    const slugs = [];
    for (const name of ['!!!', '—', '🚀', '👍🏽', '\u0301', 'Team']) {
      slugs.push((await teams.create({ name })).slug);
    }
    assert.deepEqual(slugs, ['team', 'team-2', 'team-3', 'team-4', 'team-5', 'team-6']);
  });

  test('a sign that another script writes inside a word does not break the word', async () => {
    const teams = await inNewWorkspace(node());
    for (const [name, slug] of [
      ['Альфа', 'alfa'],
      ['Объект', 'obekt'],
      ['المبيعات', 'lmbyt'],
      ['Hawaiʻi', 'hawaii'],
    ]) {
      assert.equal((await teams.create({ name })).slug, slug, name);
    }
  });

  test('a taken slug gets -2, then -3; names that differ only in what is lost count as the same', async () => {
    const teams = await inNewWorkspace(node());
    const slugs = [];
    for (const name of ['Sales', 'sales', 'SALES!', 'Sáles']) slugs.push((await teams.create({ name })).slug);
    assert.deepEqual(slugs, ['sales', 'sales-2', 'sales-3', 'sales-4']);
  });

  test('a name may make a numbered slug itself: whoever comes later gets the next', async () => {
    const teams = await inNewWorkspace(node());
    const slug = async (name: string) => (await teams.create({ name })).slug;
    assert.deepEqual([await slug('Sales 2'), await slug('Sales')], ['sales-2', 'sales']);
    assert.deepEqual([await slug('Sales'), await slug('Sales 2')], ['sales-3', 'sales-2-2']);
    assert.deepEqual(
      [await slug('Sales 5'), await slug('Sales'), await slug('Sales')],
      ['sales-5', 'sales-4', 'sales-6'],
    );
  });

  test('a long name whose slug is taken gets a number too', async () => {
    const teams = await inNewWorkspace(node());
    const name = 'x'.repeat(200);
    await teams.create({ name });
    assert.equal((await teams.create({ name })).slug, `${'x'.repeat(50)}-2`);
  });

  test('an inactive team keeps its slug, another workspace has its own', async () => {
    const [teams, others] = [await inNewWorkspace(node()), await inNewWorkspace(node())];
    const first = await teams.create({ name: 'Sales' });
    assert.equal((await teams.deactivate(first.id)).slug, 'sales');
    assert.equal((await teams.create({ name: 'Sales' })).slug, 'sales-2');
    assert.equal((await others.create({ name: 'Sales' })).slug, 'sales');
    assert.equal((await teams.show(first.id)).slug, 'sales');
  });

  test('a rename changes the slug, and renaming back brings the old one back', async () => {
    const teams = await inNewWorkspace(node());
    const first = await teams.create({ name: 'Sales' });
    const second = await teams.create({ name: 'Sales' });
    for (const [id, slug] of [
      [first.id, 'sales'],
      [second.id, 'sales-2'],
    ] as const) {
      const before = await teams.show(id);
      assert.equal(before.slug, slug);
      assert.equal((await teams.update(id, { name: `Support of ${slug}` })).slug, `support-of-${slug}`);
      assert.deepEqual((await teams.lastChange(id)).changes, {
        name: ['Sales', `Support of ${slug}`],
        slug: [slug, `support-of-${slug}`],
      });
      assert.deepEqual(await teams.update(id, { name: 'Sales' }), before);
    }
  });

  test('a rename to a name with the same slug leaves the slug', async () => {
    const teams = await inNewWorkspace(node());
    await teams.create({ name: 'Sales' });
    const { id } = await teams.create({ name: 'Sales' });
    for (const name of ['SALES!', 'Sàles', 'Sales']) {
      const { slug, name: kept } = await teams.update(id, { name });
      assert.deepEqual([slug, kept], ['sales-2', name]);
      assert.deepEqual(Object.keys((await teams.lastChange(id)).changes ?? {}), ['name']);
    }
  });

  test('a team whose numbered slug is what its new name makes keeps it', async () => {
    const teams = await inNewWorkspace(node());
    await teams.create({ name: 'Sales' });
    const { id, slug } = await teams.create({ name: 'Sales' });
    assert.equal(slug, 'sales-2');
    assert.equal((await teams.update(id, { name: 'Sales 2' })).slug, 'sales-2');
    // And the other way round.
    const other = await teams.create({ name: 'Support 2' });
    await teams.create({ name: 'Support' });
    assert.equal((await teams.update(other.id, { name: 'Support' })).slug, 'support-2');
  });

  test('a rename to a taken name gets a number, and a later team cannot take a former slug', async () => {
    const teams = await inNewWorkspace(node());
    const sales = await teams.create({ name: 'Sales' });
    const support = await teams.create({ name: 'Support' });
    assert.equal((await teams.update(support.id, { name: 'Sales' })).slug, 'sales-2');
    assert.equal((await teams.update(sales.id, { name: 'Marketing' })).slug, 'marketing');
    // Neither free slug is free: each belongs to a team that had it.
    assert.equal((await teams.create({ name: 'Sales' })).slug, 'sales-3');
    assert.equal((await teams.create({ name: 'Support' })).slug, 'support-2');
    assert.equal((await teams.update(sales.id, { name: 'Support' })).slug, 'support-3');
    assert.equal((await teams.update(support.id, { name: 'Support' })).slug, 'support');
  });

  test('a change of anything but the name leaves the slug', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales' });
    const { slug } = await teams.update(id, { description: 'New', mode: 'manual', slug: 'mine' });
    assert.equal(slug, 'sales');
  });
});

/** sales, sales-2, … as far as `count`. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, place) => (place === 0 ? 'sales' : `sales-${place + 1}`)).sort();

onBothEngines('team slugs at the same time', (node) => {
  test('twenty teams of one name made at once get twenty slugs without a gap', async () => {
    const teams = await inNewWorkspace(node());
    const made = await Promise.all(Array.from({ length: 20 }, () => teams.create({ name: 'Sales' })));
    assert.deepEqual(made.map(({ slug }) => slug).sort(), numbered(20));
  });

  test('ten renames to one name and ten new teams of it get twenty slugs without a gap', async () => {
    const teams = await inNewWorkspace(node());
    const old = await Promise.all(
      Array.from({ length: 10 }, (_, place) => teams.create({ name: `${place}` })),
    );
    const changed = await Promise.all([
      ...old.map(({ id }) => teams.update(id, { name: 'Sales' })),
      ...old.map(() => teams.create({ name: 'Sales' })),
    ]);
    assert.deepEqual(changed.map(({ slug }) => slug).sort(), numbered(20));
  });
});

test('twenty teams of one name made at once through two nodes get twenty slugs without a gap', async (t) => {
  const nodes = await startTwoNodes(t);
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, place) => {
      const node = nodes[place % 2 === 0 ? 0 : 1];
      return new TeamRoutes(node, node.rawKey).create({ name: 'Sales' });
    }),
  );
  assert.deepEqual(made.map(({ slug }) => slug).sort(), numbered(20));
});

test("teams that take over one another's names at once, through two nodes, do not block each other", async (t) => {
  const [one, other] = (await startTwoNodes(t)).map((node) => new TeamRoutes(node, node.rawKey)) as [
    TeamRoutes,
    TeamRoutes,
  ];
  const [sales, support] = [await one.create({ name: 'Sales' }), await one.create({ name: 'Support' })];
  for (let round = 1; round <= 5; round++) {
    const [first, second] = round % 2 === 1 ? ['Support', 'Sales'] : ['Sales', 'Support'];
    const [a, b] = await Promise.all([
      one.update(sales.id, { name: first }),
      other.update(support.id, { name: second }),
    ]);
    assert.deepEqual(
      [a.slug, b.slug],
      round % 2 === 1 ? ['support-2', 'sales-2'] : ['sales', 'support'],
      `round ${round}`,
    );
  }
});
