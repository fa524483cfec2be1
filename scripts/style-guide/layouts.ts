// How pages are laid out, and what stands in their parts.
import { actions, facts, linkButton } from '../../src/html/blocks.ts';
import { copyField } from '../../src/html/copy-field.ts';
import { button } from '../../src/html/fields.ts';
import { type Content, type Html, html } from '../../src/html/html.ts';
import { icon } from '../../src/html/icons.ts';
import { badge, stats } from '../../src/html/marks.ts';
import { qrCode } from '../../src/html/qr-code.ts';
import { emptyState, section } from '../../src/html/sections.ts';

/** Nothing here leads anywhere. */
const GUIDE = '#';

export function layoutsOfGuide(): Content {
  return html`${section({ title: 'Tiles', lead: 'Numbers beside what they were before. The arrow only repeats the words.', content: tiles })}
${section({ title: 'Panels', content: panels })}
${section({ title: 'Two columns', lead: 'On a phone, the state and the actions come first.', content: columns })}
${section({ title: 'Steps', content: steps })}
${section({ title: 'A sheet', lead: 'Opens over the page, without a script.', content: sheet })}
${section({ title: 'A link to copy', content: link })}
${section({ title: 'Icons', lead: 'They take the colour of the text beside them.', content: icons })}`;
}

const tiles = html`<div class="tiles">${stats([
  { label: 'Open requests', value: 12, note: '4 waiting for an answer', href: GUIDE },
  { label: 'Booked this week', value: 7, note: trend('up good', '2 more than this time last week') },
  {
    label: 'Median time to book',
    value: '4 h 10 min',
    note: trend('up', '50 min slower than the month before'),
  },
  { label: 'Cancelled, 30 days', value: '8%', note: '2 of 25 booked' },
])}</div>`;

function trend(kind: string, words: string): Html {
  return html`<span class="trend ${kind}">${words}</span>`;
}

const panels = html`${panel(
  'Needs a person',
  html`<span class="tally">2</span>`,
  html`<ul class="lines"><li><div><p>Ada Lovelace has no free time for Grace Hopper</p><p class="note">Product demo</p></div><div class="end">${linkButton(GUIDE, 'Find a time')}</div></li>
<li><div><p>Webhook CRM isn’t accepting events</p><p class="note">Retrying since 09:10</p></div><div class="end">${badge('warn', 'Retrying')}${linkButton(GUIDE, 'See deliveries')}</div></li></ul>`,
)}
${panel(
  'Next seven days',
  html`<a href="${GUIDE}">All meetings</a>`,
  emptyState({ title: 'No meetings in the next seven days', text: 'Booked meetings show up here.' }),
)}`;

function panel(title: string, end: Content, content: Content): Html {
  return html`<section class="panel"><div class="panel-head"><h3>${title}</h3>${end}</div>
${content}
</section>`;
}

const columns = html`<div class="split">
<div class="split-first">${section({
  title: 'State',
  content: html`<p>${badge('neutral', 'Scheduling')} Waiting for Grace Hopper.</p>
${actions(button({ label: 'Offer new times' }), button({ label: 'Send reminder', kind: 'quiet' }))}`,
})}</div>
<div class="split-main">${section({ title: 'Conversation', content: html`<p>What was written and decided, in order.</p>` })}</div>
<div class="split-rest">${section({ title: 'Details', content: facts([{ label: 'Duration', value: '30 minutes' }]) })}</div>
</div>`;

const steps = html`<ol class="steps" aria-label="Steps"><li><a href="${GUIDE}">You</a></li><li aria-current="step">Hours</li><li>Calendar</li></ol>`;

const sheet = html`<button class="button quiet" popovertarget="sheet">Details</button>
<div class="sheet" id="sheet" popover><p><strong>Tuesday, 17 November, 09:00</strong></p>
${facts([{ label: 'Name', value: 'Sales → Sales Europe' }])}
<button class="button quiet" popovertarget="sheet" popovertargetaction="hide">Close</button></div>`;

const ADDRESS = 'https://rota.example.com/b/01jcz4';
const link = html`${copyField({ id: 'link', label: 'Booking link', value: ADDRESS })}
${qrCode(ADDRESS, 'QR code of the booking link')}`;

const icons = html`<p class="row">${(['overview', 'requests', 'teams', 'members', 'messages', 'settings', 'search', 'ascending', 'descending'] as const).map((name) => html`${icon(name)} `)}</p>`;
