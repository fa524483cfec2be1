// Passwords of calendars are sealed with the secret key, each for its own row.
import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { passwordPlace } from '../../../src/calendar-sync/sealed-password.ts';
import { canReadSecrets } from '../../../src/cli/secrets.ts';
import { SealBroken, unseal } from '../../../src/sealing.ts';
import { CALENDARS, createCalendar } from '../../support/makers/calendars.ts';
import { onBothEngines } from '../../support/server/rota.ts';

onBothEngines('The password of a calendar', (node) => {
  test('opens with the secret key in its own row only, and tells a wrong key at the start', async () => {
    const { database, secretKey } = node().services;
    const other = createSecretKey(randomBytes(32));
    assert.equal(await canReadSecrets(database, undefined), true, 'nothing is sealed yet');
    const login = { type: 'ics', url: 'https://a.example/a.ics', username: 'ada', password: 'päss' };
    const { id } = await createCalendar(node(), login);
    const row = await database.get<{ sealed_password: string }>('select sealed_password from calendars');
    const sealed = row?.sealed_password ?? '';
    assert.equal(unseal(sealed, secretKey(), passwordPlace(node().workspaceId, id)), 'päss');
    assert.throws(
      () => unseal(sealed, secretKey(), passwordPlace(node().workspaceId, 'clr_other')),
      SealBroken,
    );
    assert.equal(await canReadSecrets(database, secretKey()), true);
    assert.equal(await canReadSecrets(database, other), false);
    assert.equal(await canReadSecrets(database, undefined), false);
    await node().delete(`${CALENDARS}/${id}`);
    assert.equal(await canReadSecrets(database, other), true);
  });
});
