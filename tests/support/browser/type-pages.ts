// Meeting types with everything a page can ask, for tests in a browser.

import { pageForm } from '../makers/meeting-type-pages.ts';
import { addToTeam, createMember, TEAMS } from '../makers/team-members.ts';
import type { MeetingType, Team } from '../server/resources.ts';
import { dataOf, type Node } from '../server/rota.ts';
import { sendForm, visit } from '../server/visits.ts';

export const QUESTIONS = [
  { key: 'company', label: 'Which company are you from?', kind: 'text', required: true },
  { key: 'size', label: 'How many people work there?', kind: 'number' },
  {
    key: 'plan',
    label: 'Which plan are you interested in?',
    kind: 'choice',
    required: true,
    choices: ['Team', 'Company'],
  },
  {
    key: 'country',
    label: 'Where are you based?',
    kind: 'choice',
    choices: ['Austria', 'Germany', 'Switzerland'],
  },
  {
    key: 'topics',
    label: 'What should we talk about?',
    kind: 'choices',
    choices: ['Reporting', 'Security', 'Prices'],
  },
  { key: 'call', label: 'A number in case something goes wrong', kind: 'phone' },
  { key: 'background', label: 'Anything we should read before?', kind: 'long_text' },
  { key: 'consent', label: 'I have read the privacy notice', kind: 'checkbox', required: true },
];

let people = 0;

/** A type of a pool team of two, in Berlin, in a workspace that has a handle from now on. */
export async function makeTypeWithPage(node: Node, fields: object = {}): Promise<MeetingType> {
  dataOf(await node.patch('/api/v1/workspace', { handle: 'acme' }));
  const team = dataOf<Team>(await node.post(TEAMS, { name: 'Sales' }));
  for (const name of ['Ada Lovelace', 'Charles Babbage']) {
    const email = `of-type-${++people}@example.com`;
    await addToTeam(node, team, await createMember(node, { email, name, timezone: 'Europe/Berlin' }));
  }
  const body = {
    name: 'Product demo',
    team_id: team.id,
    duration_minutes: 30,
    confirm_email: false,
    ...fields,
  };
  return dataOf(await node.post('/api/v1/meeting_types', body));
}

/** The pages of a type with all questions and a choice of hosts, and of the company. */
export async function pagesOfTypes(node: Node): Promise<{ name: string; url: string }[]> {
  const type = await makeTypeWithPage(node, {
    description: 'We show you how the whole team books, and answer what you ask.',
    choose_host: 'optional',
    questions: QUESTIONS,
    location: { kind: 'phone', caller: 'host' },
  });
  await makeTypeWithPage(node, { name: 'Coffee', description: null, duration_minutes: 15 });
  const resting = await makeTypeWithPage(node, { name: 'Resting', active: false, is_public: false });
  const url = type.url as string;
  const { pathname } = new URL(url);
  const days = await visit(node, `${pathname}?host=any`);
  const at = [...days.text.matchAll(/name="at" value="([^"]+)"/g)].at(-1)?.[1] as string;
  const chosen = `${url}?host=any&at=${at}`;
  return [
    { name: 'company', url: url.replace(/\/[^/]*$/, '') },
    { name: 'company-german', url: `${url.replace(/\/[^/]*$/, '')}?lang=de` },
    { name: 'type-hosts', url },
    { name: 'type', url: `${url}?host=any` },
    { name: 'type-chosen', url: chosen },
    {
      name: 'type-chosen-filled-in',
      url: `${chosen}&name=Grace&email=grace@example.org&plan=Team&topics=Prices`,
    },
    { name: 'type-chosen-french', url: `${chosen}&lang=fr` },
    { name: 'type-resting', url: resting.url as string },
  ];
}

/** The page that a form without answers leads to. */
export async function refusedForm(node: Node, type: MeetingType, starts_at: string): Promise<string> {
  const { pathname } = new URL(type.url as string);
  const form = pageForm(node, pathname);
  return (await sendForm(node, `${pathname}?host=any`, { form, fields: { starts_at, answer_size: 'many' } }))
    .text;
}
