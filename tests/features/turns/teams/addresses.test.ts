// A team has one scheduling address, and is also found by every address it had before.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import { inNewWorkspace, TEAMS, type TeamRoutes } from '../../../support/makers/team-routes.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

/** The addresses in the list, oldest team first. */
async function addresses(teams: TeamRoutes): Promise<(string | null)[]> {
  return (await teams.list()).data.map((team) => team.email_address).reverse();
}

onBothEngines('team addresses', (node) => {
  test('an address is made of slug, handle and domain; a team in manual mode has none', async () => {
    const teams = await inNewWorkspace(node(), 'made-of');
    for (const [name, mode, address] of [
      ['Sales', 'pool', 'sales.made-of@rota.localhost'],
      ['Sales', 'stack', 'sales-2.made-of@rota.localhost'],
      ['Sales', 'manual', null],
      ['Ärzte & Praxen', 'pool', 'arzte-praxen.made-of@rota.localhost'],
    ] as const) {
      const created = await teams.create({ name, mode });
      assert.equal(created.email_address, address);
      assert.equal((await teams.show(created.id)).email_address, address);
    }
    assert.deepEqual(await addresses(teams), [
      'sales.made-of@rota.localhost',
      'sales-2.made-of@rota.localhost',
      null,
      'arzte-praxen.made-of@rota.localhost',
    ]);
  });

  test('in a workspace without a handle no team has an address; setting one gives all of them theirs', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Pool' });
    assert.equal((await teams.create({ name: 'Stack', mode: 'stack' })).email_address, null);
    await teams.create({ name: 'Manual', mode: 'manual' });
    await teams.deactivate((await teams.create({ name: 'Inactive' })).id);
    assert.deepEqual(await addresses(teams), [null, null, null, null]);
    assert.equal((await teams.update(id, { description: 'New' })).email_address, null);

    for (const handle of ['first', 'second']) {
      await teams.setHandle(handle);
      assert.deepEqual(await addresses(teams), [
        `pool.${handle}@rota.localhost`,
        `stack.${handle}@rota.localhost`,
        null,
        `inactive.${handle}@rota.localhost`,
      ]);
      assert.equal((await teams.show(id)).email_address, `pool.${handle}@rota.localhost`);
    }
    assert.deepEqual(await teams.reachedBy('pool.second@rota.localhost'), [id]);
    await teams.setHandle(null);
    assert.deepEqual(await addresses(teams), [null, null, null, null]);
    // Mail to them still arrives.
    assert.deepEqual(await teams.reachedBy('pool.first@rota.localhost'), [id]);
    assert.deepEqual(await teams.reachedBy('pool.second@rota.localhost'), [id]);
    assert.deepEqual(await (await inNewWorkspace(node())).reachedBy('pool.second@rota.localhost'), []);
  });

  test('going from manual to pool or stack provisions the address, and back takes it away', async () => {
    const teams = await inNewWorkspace(node(), 'provisioned');
    const { id } = await teams.create({ name: 'Sales', mode: 'manual' });
    for (const mode of ['pool', 'manual', 'stack', 'pool', 'stack', 'manual']) {
      const expected = mode === 'manual' ? null : 'sales.provisioned@rota.localhost';
      assert.equal((await teams.update(id, { mode })).email_address, expected, mode);
      assert.equal((await teams.show(id)).email_address, expected, mode);
      assert.deepEqual(await teams.reachedBy('sales.provisioned@rota.localhost'), expected ? [id] : [], mode);
    }
  });

  test('a manual team without a handle has an address only once it has both', async () => {
    const teams = await inNewWorkspace(node());
    const { id } = await teams.create({ name: 'Sales', mode: 'manual' });
    assert.equal((await teams.update(id, { mode: 'stack' })).email_address, null);
    await teams.setHandle('has-both');
    assert.equal((await teams.show(id)).email_address, 'sales.has-both@rota.localhost');
  });

  test('a team is found by its current address and, after two renames, by every former one', async () => {
    const teams = await inNewWorkspace(node(), 'renamed');
    const { id } = await teams.create({ name: 'Sales' });
    const other = await teams.create({ name: 'Other' });
    await teams.update(id, { name: 'Support' });
    await teams.update(id, { name: 'Success' });
    const answer = await node().get(`${TEAMS}?email_address=sales.renamed%40rota.localhost`, {
      key: teams.key,
    });
    // As in the list, with the address that it has now.
    const { members: _members, next_assignee: _next, ...listed } = await teams.show(id);
    assert.equal(listed.email_address, 'success.renamed@rota.localhost');
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { data: [listed], meta: { limit: 25, has_more: false, next_cursor: null } }],
    );
    for (const slug of ['sales', 'support', 'success']) {
      assert.deepEqual(await teams.reachedBy(`${slug}.renamed@rota.localhost`), [id], slug);
    }

    // A new team of a former name has an address of its own, and the former one still leads to the first.
    const later = await teams.create({ name: 'Sales' });
    assert.equal(later.email_address, 'sales-2.renamed@rota.localhost');
    assert.deepEqual(await teams.reachedBy('sales-2.renamed@rota.localhost'), [later.id]);
    assert.deepEqual(await teams.reachedBy('sales.renamed@rota.localhost'), [id]);
    assert.deepEqual(await teams.reachedBy('other.renamed@rota.localhost'), [other.id]);

    // Back to its first name: all three are still its own.
    assert.equal((await teams.update(id, { name: 'Sales' })).email_address, 'sales.renamed@rota.localhost');
    for (const slug of ['sales', 'support', 'success']) {
      assert.deepEqual(await teams.reachedBy(`${slug}.renamed@rota.localhost`), [id], slug);
    }
  });

  test('upper and lower case and spaces around the address do not matter', async () => {
    const teams = await inNewWorkspace(node(), 'folded');
    const { id } = await teams.create({ name: 'Sales Team' });
    for (const address of [
      'SALES-TEAM.FOLDED@ROTA.LOCALHOST',
      'Sales-Team.Folded@Rota.localhost',
      '  sales-team.folded@rota.localhost ',
      '\tsales-team.folded@rota.localhost\r\n',
    ]) {
      assert.deepEqual(await teams.reachedBy(address), [id], JSON.stringify(address));
    }
  });

  test('an address that reaches no team finds none', async () => {
    const teams = await inNewWorkspace(node(), 'nowhere');
    const others = await inNewWorkspace(node(), 'elsewhere');
    await teams.create({ name: 'Sales' });
    await teams.create({ name: 'Manual', mode: 'manual' });
    await teams.deactivate((await teams.create({ name: 'Inactive' })).id);
    const theirs = await others.create({ name: 'Theirs' });
    await others.create({ name: 'Sales' });
    for (const address of [
      'sales.nowhere@example.com',
      'sales.nowhere@rota.localhost.example.com',
      'sales.nowhere@mail.rota.localhost',
      'sales.nowhere@rota',
      'sales.nowhere@',
      'sales.unknown@rota.localhost',
      'sales@rota.localhost',
      'sales.@rota.localhost',
      'salesnowhere@rota.localhost',
      'unknown.nowhere@rota.localhost',
      '.nowhere@rota.localhost',
      'nowhere@rota.localhost',
      'x.sales.nowhere@rota.localhost',
      'sales.x.nowhere@rota.localhost',
      'sales-2.nowhere@rota.localhost',
      'sale.nowhere@rota.localhost',
      '%.nowhere@rota.localhost',
      'sale_.nowhere@rota.localhost',
      'sales .nowhere@rota.localhost',
      '<sales.nowhere@rota.localhost>',
      'Sales <sales.nowhere@rota.localhost>',
      'sales.nowhere@rota.localhost,sales.nowhere@rota.localhost',
      'manual.nowhere@rota.localhost',
      'inactive.nowhere@rota.localhost',
      'theirs.nowhere@rota.localhost',
      theirs.email_address as string,
      'sales.elsewhere@rota.localhost',
      '',
      ' ',
      '@',
      'sales',
      "' or 1=1 --",
      '\u{1f680}'.repeat(50),
      'x'.repeat(5_000),
    ]) {
      assert.deepEqual(await teams.reachedBy(address), [], address.slice(0, 60));
    }
    assert.deepEqual(await others.reachedBy(theirs.email_address as string), [theirs.id]);
  });

  test('a workspace without a handle has no address, not even one with null in it', async () => {
    const teams = await inNewWorkspace(node());
    await teams.create({ name: 'Sales' });
    for (const handle of ['null', 'undefined', '', 'acme']) {
      assert.deepEqual(await teams.reachedBy(`sales.${handle}@rota.localhost`), [], handle);
    }
    assert.deepEqual(await teams.reachedBy('sales.@rota.localhost'), []);
    assert.deepEqual(await teams.reachedBy('sales@rota.localhost'), []);
  });

  test('when a manual team assigns again, its former addresses work again', async () => {
    const teams = await inNewWorkspace(node(), 'again');
    const { id } = await teams.create({ name: 'Sales' });
    await teams.update(id, { name: 'Support' });
    const reached = async () => [
      ...(await teams.reachedBy('sales.again@rota.localhost')),
      ...(await teams.reachedBy('support.again@rota.localhost')),
    ];
    assert.deepEqual(await reached(), [id, id]);
    for (const mode of ['pool', 'stack']) {
      await teams.update(id, { mode: 'manual' });
      assert.deepEqual(await reached(), []);
      await teams.update(id, { mode });
      assert.deepEqual(await reached(), [id, id], mode);
    }
    await teams.deactivate(id);
    assert.deepEqual(await reached(), []);
  });

  test('a manual team that was renamed meanwhile is reached by every slug it ever had', async () => {
    const teams = await inNewWorkspace(node(), 'meanwhile');
    const { id } = await teams.create({ name: 'Sales', mode: 'manual' });
    await teams.update(id, { name: 'Support' });
    const { email_address } = await teams.update(id, { mode: 'pool' });
    assert.equal(email_address, 'support.meanwhile@rota.localhost');
    assert.deepEqual(await teams.reachedBy('support.meanwhile@rota.localhost'), [id]);
    assert.deepEqual(await teams.reachedBy('sales.meanwhile@rota.localhost'), [id]);
  });

  test('other filters apply beside the address', async () => {
    const teams = await inNewWorkspace(node(), 'beside');
    const { id } = await teams.create({ name: 'Sales' });
    const query = 'email_address=sales.beside@rota.localhost';
    assert.deepEqual(await teams.names(`${query}&active=true`), ['Sales']);
    assert.deepEqual(await teams.names(`${query}&active=false`), []);
    assert.deepEqual(await teams.names(`${query}&cursor=${id}`), []);
    await teams.deactivate(id);
    assert.deepEqual(await teams.names(`${query}&active=false`), []);
  });
});

onBothEngines(
  'team addresses on a domain of their own',
  (node) => {
    test('ROTA_MAIL_DOMAIN is the domain of every address, in lower case', async () => {
      const teams = await inNewWorkspace(node(), 'domain');
      const { id, email_address } = await teams.create({ name: 'Sales' });
      assert.equal(email_address, 'sales.domain@meet.example.com');
      assert.deepEqual(await teams.reachedBy('sales.domain@meet.example.com'), [id]);
      assert.deepEqual(await teams.reachedBy('Sales.Domain@Meet.Example.Com'), [id]);
      assert.deepEqual(await teams.reachedBy('sales.domain@rota.localhost'), []);
    });
  },
  { environment: { ROTA_MAIL_DOMAIN: 'Meet.Example.com' } },
);
