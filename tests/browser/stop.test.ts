// Somebody follows the link at the end of a mail, wants no more of them, and changes their mind.
import assert from 'node:assert/strict';
import { de } from '../../src/html/words/de.ts';
import { button, makeMeeting, words } from '../support/browser/meetings.ts';
import { onSqlite } from '../support/browser/site.ts';
import { browserTest } from '../support/browser/visitors.ts';
import { stopPathOf } from '../support/makers/opt-outs.ts';
import { showRequest } from '../support/makers/scheduling.ts';

const { going, stopped } = words.stop;

onSqlite('Stopping messages', (node) => {
  browserTest('takes a click on the page, and another one to go back', async (visit) => {
    const meeting = await makeMeeting(node());
    const optedOut = async () => (await showRequest(node(), meeting.id)).participants[0]?.opted_out;
    const page = await visit(node().url + stopPathOf(node(), meeting.id));
    assert.equal(await page.title(), `${going.title} · Acme`);
    assert.equal(await optedOut(), false);
    await button(page, going.button).click();
    await page.getByRole('heading', { name: stopped.title }).waitFor();
    assert.equal(await optedOut(), true);
    // The page that says so can be read again, in another language, too.
    await page.locator('.languages summary').click();
    await page.getByRole('link', { name: de.name }).click();
    await page.getByRole('heading', { name: de.participant.stop.stopped.title }).waitFor();
    await button(page, de.participant.stop.stopped.button).click();
    await page.getByRole('heading', { name: de.participant.stop.going.title }).waitFor();
    assert.equal(await optedOut(), false);
  });
});
