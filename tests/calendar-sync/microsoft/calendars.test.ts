// Which calendars a Microsoft account has, and which of them Rota may write to.
import assert from 'node:assert/strict';
import { describe, test } from '../../support/lanes.ts';
import { Connected } from './connected.ts';

const list = ({ provider, api }: Connected) => provider.listCalendars(api);

describe('the calendars of a Microsoft account', () => {
  test('the primary one comes first, and names the account', async () => {
    await using connected = await Connected.start();
    const { mailbox } = connected;
    const travel = mailbox.add('Travel');
    mailbox.calendars.reverse();
    assert.deepEqual(await list(connected), {
      id: mailbox.calendars[1]?.id,
      email: 'ada@example.com',
      calendars: [
        { id: mailbox.calendars[1]?.id, name: 'Calendar', is_primary: true, is_writable: true },
        { id: travel.id, name: 'Travel', is_primary: false, is_writable: true },
      ],
    });
  });

  test('a calendar that others share is read and never written to, even if the account may change it', async () => {
    await using connected = await Connected.start();
    connected.mailbox.add('Ben', { canEdit: true }, 'ben@example.com');
    connected.mailbox.add('Holidays', { canEdit: false });
    const { calendars } = await list(connected);
    assert.deepEqual(
      calendars.map(({ name, is_writable }) => [name, is_writable]),
      [
        ['Calendar', true],
        ['Ben', false],
        ['Holidays', false],
      ],
    );
  });

  test('names and addresses with what nobody can see, or with no end, are cleaned', async () => {
    await using connected = await Connected.start();
    const { server, mailbox } = connected;
    const address = `ada\n\u0000${'a'.repeat(10_000)}@example.com`;
    const calendar = { isDefaultCalendar: true, canEdit: true, owner: { address } };
    const ids = [mailbox.primary.id, '..', 'with\u0000nothing', 'an id with spaces'];
    server.answerWith = () => ({
      status: 200,
      body: { value: ids.map((id) => ({ ...calendar, id, name: 'My\u0000\ncalendar' })) },
    });
    const { email, calendars } = await list(connected);
    assert.doesNotMatch(email, /\p{Cc}/u);
    assert.ok(email.length <= 254);
    assert.deepEqual(
      calendars.map(({ id, name }) => [id, name]),
      [[mailbox.primary.id, 'My calendar']],
    );
  });

  test('the main one may be written to, also where nothing is said of it', async () => {
    await using connected = await Connected.start();
    const ids = ['main', 'other'];
    connected.server.answerWith = () => ({
      status: 200,
      body: { value: ids.map((id) => ({ id, name: id })) },
    });
    const { email, calendars } = await list(connected);
    assert.deepEqual(
      [email, ...calendars.map(({ id, is_primary, is_writable }) => [id, is_primary, is_writable])],
      ['main', ['main', true, true], ['other', false, false]],
    );
  });

  test('an address in capitals is the same one', async () => {
    await using connected = await Connected.start();
    connected.mailbox.primary.about.owner = { name: 'Ada', address: 'Ada@Example.com' };
    assert.equal((await list(connected)).email, 'ada@example.com');
  });

  test('they come page by page, a hundred at most, and the primary one is always among them', async () => {
    await using connected = await Connected.start();
    const { mailbox, server } = connected;
    for (let number = 1; number <= 120; number += 1) mailbox.add(`Calendar ${number}`);
    mailbox.calendars.reverse();
    server.pageSize = 50;
    const { calendars } = await list(connected);
    assert.equal(calendars.length, 100);
    assert.equal(calendars[0]?.name, 'Calendar');
    assert.equal(server.count('GET'), 3);
  });

  test('pages without an end are left alone', async () => {
    await using connected = await Connected.start();
    const { server } = connected;
    server.answerWith = () => ({
      status: 200,
      body: {
        value: [{ id: 'A', name: 'Again' }],
        '@odata.nextLink': `${server.graphUrl}/me/calendars?$skip=1`,
      },
    });
    assert.equal((await list(connected)).calendars.length, 10);
    assert.equal(server.count('GET'), 10);
  });

  test('an account without a calendar is refused', async () => {
    await using connected = await Connected.start();
    connected.mailbox.calendars.length = 0;
    await assert.rejects(list(connected), { name: 'ProviderError', message: 'the account has no calendar' });
  });
});
