// Every component in its states, on one page.
import { banner, disclosure, facts, said, smallPrint } from '../../src/html/blocks.ts';
import { renderFrame } from '../../src/html/frame.ts';
import { html } from '../../src/html/html.ts';
import { pageHead, section } from '../../src/html/sections.ts';
import { chartsOfGuide } from './charts.ts';
import { coloursOfGuide } from './colours.ts';
import { formsOfGuide } from './forms.ts';
import { layoutsOfGuide } from './layouts.ts';
import { listsOfGuide } from './lists.ts';

/** Rendered like a page of the console, with the service's style sheets. */
export function styleGuide(): string {
  return renderFrame({
    title: 'Style guide',
    workspace: 'Analytical Engines',
    home: '#',
    find: '#',
    navigation: [
      { label: 'Overview', icon: 'overview', href: '#', current: true },
      { label: 'Requests', icon: 'requests', href: '#', current: false, count: '2' },
      { label: 'Teams', icon: 'teams', href: '#', current: false },
      { label: 'Settings', icon: 'settings', href: '#', current: false, beginsGroup: true },
    ],
    who: { name: 'Ada Lovelace', href: '#', current: false },
    signOut: { action: '#', token: '' },
    content,
    foot: [],
  });
}

const type = html`<p class="type-title">The title of a page, 30 pixels</p>
<p class="type-part">The title of a part, 19 pixels</p>
<p>Text is 16 pixels, with lines of 24. It has a <a href="#">link</a>, a name in <strong>bold</strong>, an id such as <code>team_01JCZ4</code>.</p>
${smallPrint('Small print is 14 pixels, and softer.')}
${said('What somebody wrote keeps\nits line breaks.')}
${facts([
  { label: 'A fact', value: 'and what it is' },
  { label: 'Another one', value: 'Tuesday 17 November 2026, 14:00–14:45' },
])}
${disclosure('What is seldom needed', html`<p>opens where it stands.</p>`)}`;

const banners = html`${banner('success', 'Saved.')}
${banner('info', 'The calendar is read again, in a moment.')}
${banner('warning', 'No email is leaving this server. 14 messages are waiting.')}
${banner('problem', 'Nothing was changed. Enter a name.')}`;

const content = html`${pageHead({
  above: [{ href: '#', label: 'Overview' }],
  title: 'Style guide',
  lead: 'What the pages of Rota are made of. Participants see the same colours, letters and controls.',
})}
${section({ title: 'Type', content: type })}
${section({ title: 'Banners', content: banners })}
${listsOfGuide()}
${formsOfGuide()}
${layoutsOfGuide()}
${chartsOfGuide()}
${coloursOfGuide()}`;
