// Full lane, because it tries hostile text everywhere: What people wrote stays text on a page, however it was meant; and a page stays small, however many take part.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { script, style } from '../../../../src/html/browser-files.ts';
import { test } from '../../../support/lanes.ts';
import { ALAN, GRACE, makeOrganizer, makeShown, pageOf, textOf } from '../../../support/makers/pages.ts';
import { answered } from '../../../support/makers/scheduling.ts';
import { onBothEngines } from '../../../support/server/rota.ts';
import { pathOf, visit } from '../../../support/server/visits.ts';

const MARKUP = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;b&gt;\${x}</title></main><!--`;

onBothEngines('What people wrote', (node) => {
  test('is escaped wherever it stands', async () => {
    const { email } = await makeOrganizer(node(), { name: MARKUP, title: MARKUP });
    const request = await makeShown(node(), [{ ...GRACE, name: MARKUP }, ALAN], {
      organizer_email: email,
      context: { title: MARKUP, purpose: MARKUP },
    });
    const pages = [
      await pageOf(node(), request.id),
      await pageOf(node(), request.id, { below: '/times' }),
      await pageOf(node(), request.id, { below: '/timezone' }),
    ];
    for (const { email: participant } of request.participants) {
      await answered(node(), request.id, participant, [request.options[0]?.id as string]);
    }
    pages.push(await pageOf(node(), request.id));
    for (const page of pages) {
      assert.doesNotMatch(page, /<script>|<img|onerror='|<\/title><\/main>|<!--/);
      assert.equal(page.match(/<script /g)?.length, 1, 'our own');
      assert.ok(textOf(page).includes(`Meeting with ${MARKUP}`), page);
    }
  });

  test('loses what nobody can mean: controls and overrides of direction', async () => {
    const request = await makeShown(node(), [GRACE], {
      organizer_name: 'Ada \u202eLovelace\u2066\u0007',
      context: { title: 'Pro\u202educt\n\ndemo', purpose: 'One\r\n\u202etwo\n\n\n\nthree' },
    });
    const page = await pageOf(node(), request.id);
    assert.match(textOf(page), /Meeting with Ada Lovelace Product demo, 30 minutes/);
    assert.match(page, /One\ntwo\n\nthree/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
    assert.doesNotMatch(page, /[\u202a-\u202e\u2066-\u2069\u0000-\u0008]/);
  });

  test('parameters are not repeated on the page, whatever they say', async () => {
    const request = await makeShown(node(), [GRACE]);
    const path = await pathOf(node(), request.id);
    const given = encodeURIComponent(MARKUP);
    for (const below of [
      `?option=${given}`,
      `?timezone=${given}`,
      `/timezone?timezone=${given}`,
      `/times?week=${given}`,
    ]) {
      const { status, text } = await visit(node(), `${path}${below}`);
      assert.ok(status === 200 || status === 422, `${below}: ${status}`);
      assert.doesNotMatch(text, /<script>|onerror='/);
    }
  });

  test('fifty participants: how many have answered, in a page below 30 KB with its style and script', async () => {
    const participants = Array.from({ length: 50 }, (_, place) => ({
      email: `guest-${place}@example.org`,
      name: `Guest ${place}`,
    }));
    const request = await makeShown(node(), participants, {
      context: { title: 'x'.repeat(200), purpose: 'y'.repeat(5_000) },
    });
    for (const { email } of participants.slice(0, 12)) {
      await answered(node(), request.id, email, [request.options[0]?.id as string]);
    }
    const page = await pageOf(node(), request.id, { place: 49 });
    assert.match(textOf(page), /12 of 50 have answered\./);
    assert.doesNotMatch(page, /guest-|Guest \d/);
    // Files are sent compressed, pages as they are.
    const bytes = [Buffer.byteLength(page), ...[style, script].map(({ text }) => gzipSync(text).length)];
    assert.ok(bytes.reduce((sum, each) => sum + each) < 30 * 1024, `${bytes}`);
  });
});
