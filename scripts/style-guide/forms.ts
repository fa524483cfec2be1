// Forms of the style guide.
import { actions, disclosure, linkButton } from '../../src/html/blocks.ts';
import {
  button,
  checkbox,
  checkboxGroup,
  checkboxList,
  dateField,
  dateTimeField,
  numberField,
  option,
  radioGroup,
  select,
  textArea,
  textField,
  timeField,
  timeSpans,
} from '../../src/html/fields.ts';
import { type Content, type Html, html } from '../../src/html/html.ts';
import { danger, filters, section } from '../../src/html/sections.ts';

/** Nothing here leads anywhere. */
const GUIDE = '#';

/** Looks like a real form, but only submits to the guide itself. */
const shown = (content: Content) => html`<form action="${GUIDE}">${content}</form>`;

export function formsOfGuide(): Content {
  return html`${section({ title: 'Buttons', lead: 'One is filled. A red frame leads to a page that asks before something is lost; a red button does it.', content: buttons })}
${section({ title: 'Filters', lead: 'Each list can be filtered, and its address says how.', content: filtering })}
${section({ title: 'Fields', content: shown(fields) })}
${section({ title: 'A refused form', lead: 'It keeps what was typed. The sentence stands at its field.', content: shown(refused) })}
${danger({ title: 'What can’t be undone', lead: 'It stands apart, says what happens, and asks once more.', content: leaving })}`;
}

const buttons = shown(
  actions(
    button({ label: 'Save' }),
    button({ label: 'Pause', kind: 'quiet' }),
    button({ label: 'Revoke', kind: 'danger' }),
    linkButton(GUIDE, 'Cancel the meeting', 'careful'),
    html`<a href="${GUIDE}">A link</a>`,
  ),
);

const filtering = filters({
  action: GUIDE,
  isSet: true,
  clear: GUIDE,
  content: html`${select({
    name: 'status',
    id: 'filter-status',
    label: 'Status',
    options: [option('', 'Any'), option('scheduling', 'Scheduling', true), option('booked', 'Booked')],
  })}${textField({ name: 'title', id: 'filter-title', label: 'Title', type: 'search' })}`,
});

const fields = html`${textField({ name: 'name', label: 'Name', value: 'Sales', required: true, hint: 'As participants see it.' })}
<div class="pair">${numberField({ name: 'limit', label: 'Meetings a day', value: '8', min: 1, max: 50 })}
${select({ name: 'mode', label: 'Mode', options: [option('pool', 'Pool: members take turns'), option('stack', 'Stack: everybody together')] })}</div>
<div class="pair">${dateField({ name: 'day', label: 'Day', value: '2026-11-23' })}
${timeField({ name: 'from', label: 'From', value: '09:00' })}
${timeField({ name: 'to', label: 'To', value: '17:30' })}</div>
${timeSpans({
  name: 'tue',
  legend: 'Tuesday',
  spans: [
    { start: '09:00', end: '12:30' },
    { start: '', end: '' },
  ],
  beside: (place) =>
    sign('−', place === 0 ? 'Remove 09:00–12:30 on Tuesday' : 'Remove the empty row on Tuesday'),
  after: html`${sign('+', 'Add hours on Tuesday')}${button({ label: 'Copy to all weekdays', kind: 'quiet' })}`,
})}
${dateTimeField({ name: 'until', label: 'Paused until', value: '2026-11-23T09:00', hint: 'Time zone: Berlin.' })}
${textArea({ name: 'note', label: 'Note', value: 'Back on Monday.' })}
${radioGroup({
  name: 'when',
  legend: 'When does it hold?',
  options: [
    { value: 'now', label: 'Now', checked: true },
    { value: 'later', label: 'From the next turn on', hint: 'Whoever has a turn now keeps it.' },
  ],
})}
${checkboxGroup({
  name: 'days[]',
  legend: 'Days',
  options: [
    { value: 'mon', label: 'Monday', checked: true },
    { value: 'tue', label: 'Tuesday' },
    { value: 'wed', label: 'Wednesday' },
  ],
})}
${checkboxList({
  name: 'scopes[]',
  legend: 'What it may do',
  options: [
    { value: 'teams.read', label: 'See teams', hint: 'With their queues and turns.', checked: true },
    { value: 'teams.write', label: 'Change teams', hint: 'Make, change and deactivate them.' },
  ],
})}
${checkbox({ name: 'tell', label: 'Tell the team by mail', checked: true, hint: 'One mail for each member.' })}
${button({ label: 'Save' })}`;

/** A button as wide as its sign. */
function sign(text: string, label: string): Html {
  return html`<button class="sign" aria-label="${label}" title="${label}">${text}</button>`;
}

const refused = html`${textField({
  name: 'email',
  label: 'Email',
  type: 'email',
  value: 'ada@',
  problem: 'This is not an email address.',
})}
${button({ label: 'Add' })}`;

const leaving = disclosure(
  'Delete this endpoint',
  shown(html`<p>Its 214 deliveries are deleted, too. Nothing more is sent to it.</p>
${button({ label: 'Delete the endpoint', kind: 'danger' })}`),
);
