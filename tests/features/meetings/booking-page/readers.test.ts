// Times in the reader's zone, words in the reader's language, and both kept from page to page.
import assert from 'node:assert/strict';
import { test } from '../../../support/lanes.ts';
import {
  formIn,
  GRACE,
  makeOrganizer,
  makeShown,
  pageOf,
  submit,
  textOf,
} from '../../../support/makers/pages.ts';
import { showRequest } from '../../../support/makers/scheduling.ts';
import { dataOf, onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const offeredAt = (page: string) =>
  [...page.matchAll(/<span class="day">([^<]*)<\/span> <span class="clock">([^<]*)<\/span>/g)].map(
    ([, day, clock]) => `${day} ${clock}`,
  );
const linksIn = (page: string) =>
  [...page.matchAll(/(?:href|action)="(\/m\/[^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));

onBothEngines('Readers of a page', (node) => {
  const offered = (participant: object = GRACE) => makeShown(node(), [participant]);

  test('see times in the zone of the visit, else their own, else that of the organizer', async () => {
    const unknown = await offered();
    assert.equal(offeredAt(await pageOf(node(), unknown.id))[0], 'Monday, 2 March 14:00–14:30');
    const own = await offered({ ...GRACE, timezone: 'Asia/Kathmandu' });
    assert.deepEqual(offeredAt(await pageOf(node(), own.id)), [
      'Tuesday, 3 March 13:45–14:15',
      'Wednesday, 4 March 17:15–17:45',
      'Thursday, 5 March 15:15–15:45',
    ]);
    const there = await pageOf(node(), own.id, { below: '?timezone=America/New_York' });
    assert.deepEqual(offeredAt(there), [
      'Tuesday, 3 March 03:00–03:30',
      'Wednesday, 4 March 06:30–07:00',
      'Thursday, 5 March 04:30–05:00',
    ]);
    assert.match(textOf(there), /Times in your time zone: New York ?, 0\d:\d\d now\./);
  });

  test('see the zone of the workspace where nobody has one, and the organizer of the request before the member', async () => {
    const organizer_email = (await makeOrganizer(node(), { timezone: null })).email;
    const utc = await makeShown(node(), [GRACE], { organizer_email });
    assert.match(textOf(await pageOf(node(), utc.id)), /Local time in UTC ?,/);
    const asked = await makeShown(node(), [GRACE], { organizer_email, organizer_timezone: 'Asia/Tokyo' });
    assert.match(textOf(await pageOf(node(), asked.id)), /Local time in Tokyo ?,/);
  });

  test('may ask for a zone that nobody knows: it counts as none, and is not asked for again', async () => {
    const { id } = await offered();
    for (const zone of ['Etc/Unknown', 'Mars/Olympus', '%2B01:00', '', '../../..', '%3Cb%3E']) {
      const page = await pageOf(node(), id, { below: `?timezone=${zone}` });
      assert.equal(offeredAt(page)[0], 'Monday, 2 March 14:00–14:30', zone);
      assert.ok(
        linksIn(page).every((url) => !url.includes('timezone=')),
        zone,
      );
      assert.ok(!page.includes('data-timezone='), 'the browser does not guess again');
    }
  });

  test('are told where the clock changes between two times', async () => {
    // The clock in Berlin is put forward on 29 March 2026.
    const timeframe = { start: '2026-03-27T00:00:00Z', end: '2026-03-31T00:00:00Z' };
    const { id } = await makeShown(node(), [GRACE], { context: { timeframe } });
    const text = textOf(await pageOf(node(), id));
    assert.match(text, /Friday, 27 March/);
    assert.match(text, /Berlin time \(CEST\)/);
    assert.match(text, /Local time in Berlin ?,/);
  });

  test('keep the zone of the visit in every link and form', async () => {
    const { id } = await offered();
    const page = await pageOf(node(), id, { below: '?timezone=Asia/Kathmandu&lang=de' });
    const urls = linksIn(page);
    assert.ok(urls.length > 3);
    for (const url of urls) assert.match(url, /\?timezone=Asia%2FKathmandu&lang=de$/);
    assert.equal(formIn(page, '/answer').fields.get('timezone'), 'Asia/Kathmandu');
    assert.ok(!page.includes('data-timezone='));
    assert.match(await pageOf(node(), id), /<html lang="en" data-timezone="Europe\/Berlin">/);
  });

  test('choose a zone for good, instead of that of the visit', async () => {
    const { id } = await offered();
    const page = await pageOf(node(), id, { below: '/timezone?timezone=America/New_York' });
    assert.match(page, /<option value="America\/New_York" selected>/);
    const after = await submit(node(), formIn(page, '/timezone'), ['timezone', 'Asia/Kathmandu']);
    assert.match(textOf(after.text), /From now on, you’ll see times in this zone.*18:45–19:15/);
    assert.ok(!after.text.includes('data-timezone='));
    assert.equal((await showRequest(node(), id)).participants[0]?.timezone, 'Asia/Kathmandu');
    assert.match(textOf(await pageOf(node(), id)), /18:45–19:15/);
  });

  test('have the zone of the visit in which they answered, unless they had chosen one', async () => {
    const { id } = await offered();
    const page = await pageOf(node(), id, { below: '?timezone=America/New_York' });
    const { text, location } = await submit(node(), formIn(page, '/answer', 'Book'), [
      'options[]',
      /value="(opt_\w+)"/.exec(page)?.[1] as string,
    ]);
    assert.match(location, /timezone=America%2FNew_York.*outcome=booked/);
    assert.match(textOf(text), /Booked.*08:00–08:30.*your time zone: New York/);
    const calendar = linksIn(text).find((url) => url.includes('invite.ics')) as string;
    assert.equal((await visit(node(), calendar)).status, 200);
    assert.equal((await showRequest(node(), id)).participants[0]?.timezone, 'America/New_York');
  });

  test('read their own language, with the dates of their region', async () => {
    const { id } = await offered();
    const read = async (language: string, below = '') =>
      textOf(await pageOf(node(), id, { below, headers: { 'accept-language': language } }));
    assert.match(await read('de-AT,de;q=0.9,en;q=0.5'), /Termin mit Ada Lovelace.*Montag, 2. März/);
    assert.match(await read('en-US,en;q=0.5'), /Meeting with.*Monday, March 2 2:00\s–\s2:30\sPM/);
    assert.match(await read('it-IT,en-US;q=0.8,en;q=0.5'), /Meeting with.*Monday, 2 March 14:00/);
    assert.match(await read('fr'), /Rendez-vous avec Ada Lovelace.*lundi 2 mars 14:00/);
    assert.match(await read('es-MX'), /Reunión con Ada Lovelace.*lunes 2 de marzo/);
    assert.match(await read('fr', '?lang=de'), /Termin mit/);
    assert.match(await read('de', '?lang=en'), /Meeting with/);
    const { headers } = await visit(node(), await pathOf(node(), id), { 'accept-language': 'de' });
    assert.equal(headers.vary, 'Accept-Language');
  });

  test('read the language that is kept for them, unless they choose another; else the browser’s, else the workspace’s', async () => {
    const settings = '/api/v1/workspace/scheduling';
    const known = await offered({ ...GRACE, locale: 'de-CH' });
    const unknown = await offered();
    const read = async ({ id }: { id: string }, language: string, below = '') =>
      textOf(await pageOf(node(), id, { below, headers: { 'accept-language': language } }));
    assert.match(await read(known, 'fr'), /Termin mit Ada Lovelace/);
    assert.match(await read(known, 'fr', '?lang=es'), /Reunión con Ada Lovelace/);
    dataOf(await node().patch(settings, { locale: 'es' }));
    assert.match(await read(unknown, 'fr'), /Rendez-vous avec/);
    assert.match(await read(unknown, 'it'), /Reunión con/);
    assert.match(await read(known, 'it'), /Termin mit/);
    dataOf(await node().patch(settings, { locale: 'en' }));
  });

  test('keep a language that they chose, through a form and its page', async () => {
    const { id } = await offered();
    const page = await pageOf(node(), id, { below: '?lang=de' });
    const after = await submit(node(), formIn(page, '/answer', 'none'), ['none', '1'], ['days[]', 'fri']);
    assert.match(after.location, /outcome=declined&lang=de/);
    assert.match(textOf(after.text), /Vielen Dank, Ihre Antwort ist angekommen\..*Termin auswählen/);
  });
});
