// The list of websites in the console, and the code that puts a booking link's page on them.
import assert from 'node:assert/strict';
import { refusalsIn } from '../support/console/refusal-words.ts';
import { owner, signedIn } from '../support/console/signed-in.ts';
import { test } from '../support/lanes.ts';
import { makeLinked } from '../support/makers/booking-links.ts';
import { makeTyped } from '../support/makers/meeting-type-pages.ts';
import { dataOf, onBothEngines } from '../support/server/rota.ts';

const PAGE = '/console/settings/embedding';
const API = '/api/v1/workspace/scheduling';

onBothEngines('Your website, in the console', (node) => {
  const boss = async () => signedIn(node(), await owner(node()));
  const listed = async () => dataOf<{ embed_origins: string[] }>(await node().get(API)).embed_origins;

  test('is a list with one website in a line, as browsers name them', async () => {
    const admin = await boss();
    const saved = await admin.post(PAGE, {
      embed_origins: 'https://Acme.example/\r\n https://www.acme.example\r\n',
    });
    assert.equal(saved.headers.location, `${PAGE}?done=websites_saved`, saved.text);
    assert.deepEqual(await listed(), ['https://acme.example', 'https://www.acme.example']);
    const { text } = await admin.get(PAGE);
    assert.match(text, />\nhttps:\/\/acme\.example\nhttps:\/\/www\.acme\.example<\/textarea>/);
    await admin.post(PAGE, { embed_origins: '' });
    assert.deepEqual(await listed(), []);
  });

  test('says what is wrong with one, and keeps what was typed', async () => {
    const admin = await boss();
    for (const wrong of ['acme.example', 'https://*.acme.example', 'https://acme.example/book']) {
      const refused = await admin.post(PAGE, { embed_origins: `https://fine.example\n${wrong}` });
      assert.equal(refused.status, 422, wrong);
      const [sentence] = refusalsIn(refused.text);
      assert.match(sentence ?? '', /^Write each website as it begins/);
      assert.ok(refused.text.includes(wrong));
    }
    assert.deepEqual(await listed(), []);
  });

  test('has the code of the list of what can be booked, once there is any', async () => {
    const admin = await boss();
    assert.doesNotMatch((await admin.get(PAGE)).text, /readonly/);
    const { path } = await makeTyped(node());
    const list = node().url + path.replace(/\/[^/]*$/, '');
    const { text } = await admin.get(PAGE);
    assert.ok(text.includes(`data-rota=&quot;popup&quot; href=&quot;${list}&quot;&gt;Book a time&lt;/a&gt;`));
  });

  test('has the code on the page of each link, with its title as text, and says while no website is listed', async () => {
    const admin = await boss();
    const { team, link } = await makeLinked(node(), { link: { title: '"Demo" <b>' } });
    const path = `/console/teams/${team.id}/booking-links/${link.id}`;
    const { text } = await admin.get(path);
    assert.match(text, /No website can show it yet/);
    const codes = [...text.matchAll(/<textarea[^>]*readonly[^>]*>\n([\s\S]*?)<\/textarea>/g)].map(
      ([, code = '']) =>
        code
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&amp;', '&'),
    );
    const code = (kind: string) =>
      `<a data-rota="${kind}" href="${link.url}">&quot;Demo&quot; &lt;b&gt;</a>\n<script src="${node().url}/embed.js" async></script>`;
    assert.deepEqual(codes, [code('inline'), code('popup')]);
    dataOf(await node().patch(API, { embed_origins: ['https://acme.example'] }));
    assert.doesNotMatch((await admin.get(path)).text, /No website can show it yet/);
  });
});
