// Full lane, because it tries hostile text everywhere: Text of people is text, whatever is in it: nothing runs, nothing is refused, and it is shown as it was written.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { html } from '../../src/html/html.ts';
import { fillIn, linkWords, makeBookingLink } from '../support/browser/booking-links.ts';
import { bannerOf, button, linkOf, makeMeeting, words } from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest } from '../support/browser/visitors.ts';
import { runs } from '../support/chance.ts';
import { createMember } from '../support/makers/team-members.ts';

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus=alert(1) autofocus x='",
  '</title></textarea></style><svg onload=alert(1)>',
  'javascript:alert(1)',
  '<!--<p>&lt;b&gt;&amp;amp;&#x41;{{7*7}}',
  '<base href=//example.net><meta http-equiv=refresh content=0;url=//example.net>',
  '\u202Egro.elpmaxe\u202C 𝕏 ﷽ \u2066x',
];

type Six = [string, string, string, string, string, string];
/** Each text comes to each field once. */
const textsFrom = (place: number) => [...hostile, ...hostile].slice(place, place + 6) as Six;

/** Characters that turn the direction of what follows are left out. */
const shownAs = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

onSqlite('Hostile text', (node) => {
  browserTest('is shown as it was written, in every field of a page', async (visit) => {
    for (const place of hostile.keys()) {
      const [name, jobTitle, title, purpose, other, comment] = textsFrom(place);
      const { email } = await createMember(node(), {
        email: `hostile-${place}@example.com`,
        name,
        title: jobTitle,
      });
      const meeting = await makeMeeting(node(), {
        organizer_email: email,
        participants: [{ email: 'grace@example.org', name: other }],
        context: { title, purpose },
      });
      const query = new URLSearchParams({ option: other, timezone: other, lang: other });
      const page = await visit(`${linkOf(meeting)}?${query}`);
      const shown = await page.locator('body').innerText();
      for (const text of [name, jobTitle, title, purpose]) assert.ok(shown.includes(shownAs(text)), text);
      assert.equal(await page.locator('h1').textContent(), words.meetingWith(shownAs(name)));
      assert.ok((await page.title()).includes(words.meetingWith(shownAs(name))));

      await page.getByText(words.none.summary).click();
      await page.getByLabel(words.none.comment).fill(comment);
      await button(page, words.none.button).click();
      await bannerOf(page).getByText(words.outcomes.declined).waitFor();
    }
  });

  browserTest('is put back into the fields of a form that is shown again', async (visit) => {
    const link = await makeBookingLink(node(), { verify_email: false, title: hostile[1] });
    const page = await visit(link.url, { timezoneId: 'UTC' });
    await fillIn(node(), page, { name: 'Grace', email: 'grace@example.org' });
    for (const text of hostile) {
      await page.getByLabel(linkWords.name).fill(text);
      await page.getByLabel(linkWords.note).fill(`\n${text}`);
      // As a robot would.
      await page.evaluate(`document.querySelector('[name=website]').value = 'x'`);
      await button(page, linkWords.book).click();
      await bannerOf(page).getByText(linkWords.again).waitFor();
      assert.equal(await page.getByLabel(linkWords.name).inputValue(), text);
      assert.equal(await page.getByLabel(linkWords.note).inputValue(), `\n${text}`);
    }
  });

  browserTest('of any kind is the same text between elements and in attributes', async (visit) => {
    const page = await visit(`${node().url}/m/x`);
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '&lt;',
      '&#0;',
      '</p>',
      '<!--',
      ']]>',
      '`',
      '=',
      ' ',
    );
    const anyText = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 5 })), {
      maxLength: 12,
    });
    // A parser makes one line break of two characters, as all of them do.
    const texts = fc.sample(anyText, runs(500)).map((parts) => parts.join('').replaceAll(/[\0\r]/g, ''));
    const markup = texts.map((text) => html`<p title="${text}">${text}</p>`.text);
    const read = await page.evaluate<[string, string, number][]>(
      `${JSON.stringify(markup)}.map((markup) => {
        const { body } = new DOMParser().parseFromString(markup, 'text/html');
        return [body.firstChild.textContent, body.firstChild.title, body.querySelectorAll('*').length];
      })`,
    );
    assert.deepEqual(
      read,
      texts.map((text) => [text, text, 1]),
    );
  });
});
