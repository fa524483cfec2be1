// Passwords of calendars are sealed with the secret key, each for its own row.
import assert from 'node:assert/strict';
import { passwordPlace } from '../../../../src/calendar-sync/sealed-password.ts';
import { opensSealed } from '../../../../src/secrets/sealed-walk.ts';
import { SealBroken } from '../../../../src/secrets/sealing.ts';
import { createKeyring, makeKey } from '../../../../src/secrets/secret-key.ts';
import { test } from '../../../support/lanes.ts';
import { CALENDARS, createCalendar } from '../../../support/makers/calendars.ts';
import { onBothEngines } from '../../../support/server/rota.ts';

onBothEngines('The password of a calendar', (node) => {
  test('opens with the secret key in its own row only, and tells a wrong key at the start', async () => {
    const { database, secrets, config } = node().services;
    const own = createKeyring(config).all();
    const other = [makeKey()];
    assert.equal(await opensSealed(database, []), true, 'nothing is sealed yet');
    const login = { type: 'ics', url: 'https://a.example/a.ics', username: 'ada', password: 'päss' };
    const { id } = await createCalendar(node(), login);
    const row = await database.get<{ sealed_password: string }>('select sealed_password from calendars');
    const sealed = row?.sealed_password ?? '';
    assert.equal(secrets.open(sealed, passwordPlace(node().workspaceId, id)), 'päss');
    assert.throws(() => secrets.open(sealed, passwordPlace(node().workspaceId, 'clr_other')), SealBroken);
    assert.equal(await opensSealed(database, own), true);
    assert.equal(await opensSealed(database, other), false);
    assert.equal(await opensSealed(database, []), false);
    await node().delete(`${CALENDARS}/${id}`);
    assert.equal(await opensSealed(database, other), true);
  });
});
