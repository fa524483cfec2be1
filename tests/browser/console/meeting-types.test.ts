// Full lane, because it needs a browser: A meeting type with two questions is made without a script.
import assert from 'node:assert/strict';
import { asMember } from '../../support/browser/console.ts';
import { onSqlite } from '../../support/browser/site.ts';
import { browserTest } from '../../support/browser/visitors.ts';
import { owner } from '../../support/console/signed-in.ts';
import { TEAMS } from '../../support/makers/team-members.ts';
import type { MeetingType } from '../../support/server/resources.ts';
import { dataOf } from '../../support/server/rota.ts';

onSqlite('Meeting types in a browser', (node) => {
  browserTest('one with two questions is made without a script', async (visit) => {
    dataOf(await node().post(TEAMS, { name: 'Sales' }));
    const page = await visit(`${node().url}/console/meeting-types`, {
      ...(await asMember(node(), await owner(node()))),
      javaScriptEnabled: false,
    });
    await page.getByRole('link', { name: 'New meeting type' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Product demo');
    await page.getByLabel('Team', { exact: true }).selectOption('Sales');
    const question = (number: number) => page.getByRole('group', { name: `Question ${number}`, exact: true });
    await question(1).getByLabel('What guests are asked').fill('Which company are you from?');
    await question(1).getByLabel('Guests have to answer').check();
    node().clock.advance(2_000);
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByText('Not saved yet.').waitFor();
    assert.ok(page.url().endsWith('#questions'));
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Product demo');
    await question(2).getByLabel('What guests are asked').fill('What interests you?');
    const choices = question(2).getByLabel('Choices of question 2');
    assert.equal(await choices.isVisible(), false);
    await question(2).getByLabel('Kind of answer').selectOption('Any number of choices');
    await choices.fill('Reporting\nScheduling');
    node().clock.advance(2_000);
    await page.getByRole('button', { name: 'Create meeting type' }).click();
    await page.getByText('Meeting type created.').waitFor();
    await page.getByRole('cell', { name: /^Any number of choices/ }).waitFor();
    const [type] = dataOf<MeetingType[]>(await node().get('/api/v1/meeting_types'));
    assert.deepEqual(
      type?.questions.map(({ label, required, choices: given }) => [label, required, given]),
      [
        ['Which company are you from?', true, null],
        ['What interests you?', false, ['Reporting', 'Scheduling']],
      ],
    );
  });
});
