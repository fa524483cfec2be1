// What pages of the console are made of: HTML that says who it is to everybody, and escapes what people wrote.
import assert from 'node:assert/strict';
import { barChart } from '../../src/html/charts/bar-chart.ts';
import { weekStrip } from '../../src/html/charts/week-strip.ts';
import {
  checkbox,
  dateTimeField,
  inlineForm,
  numberField,
  radioGroup,
  timeSpans,
} from '../../src/html/fields.ts';
import { renderFrame } from '../../src/html/frame.ts';
import type { Content } from '../../src/html/html.ts';
import { badge, code, codeBlock, moment, readableJson, secretOnce, stats } from '../../src/html/marks.ts';
import {
  danger,
  emptyState,
  filters,
  listOfLinks,
  pageHead,
  pager,
  section,
  tabs,
} from '../../src/html/sections.ts';
import { table } from '../../src/html/table.ts';
import { timeline } from '../../src/html/timeline.ts';
import { describe, test } from '../support/lanes.ts';

const HOSTILE = `"><script>alert('&')</script>`;
const count = (text: string, part: string) => text.split(part).length - 1;

const frame = (content: Content, text = 'Text') =>
  renderFrame({
    title: text,
    workspace: text,
    home: text,
    find: text,
    navigation: [{ href: text, label: text, icon: 'overview', current: true, key: text, count: text }],
    who: { name: text, href: text, current: false },
    signOut: { action: text, token: text },
    banner: text,
    content,
    foot: [{ href: text, label: text }],
  });

/** Each with the text in all of its slots. */
const withText = (text: string): Record<string, Content> => ({
  frame: frame(text, text),
  pageHead: pageHead({
    above: [{ href: text, label: text }],
    title: text,
    badge: text,
    lead: text,
    actions: text,
  }),
  section: section({ title: text, lead: text, actions: text, content: text, id: text, live: text }),
  danger: danger({ title: text, lead: text, content: text, id: text }),
  tabs: tabs(text, [{ href: text, label: text, current: true }]),
  pager: pager({ next: text, first: text }),
  emptyState: emptyState({ title: text, text, action: text }),
  listOfLinks: listOfLinks([{ href: text, label: text, note: text, end: text }]),
  filters: filters({ action: text, content: text, isSet: true, clear: text }),
  table: table({
    caption: text,
    columns: [{ label: text }, { label: text }, { label: text, hideLabel: true }],
    rows: [[text, text, text]],
  }),
  badge: badge('good', text),
  code: code(text),
  codeBlock: codeBlock(text, text),
  secretOnce: secretOnce(text, text),
  stats: stats([{ label: text, value: text, note: text, href: text }]),
  moment: moment(0, text),
  timeline: timeline(
    [text, text.repeat(30)].map((body) => ({
      kind: 'in',
      title: text,
      time: text,
      who: text,
      body,
      detail: text,
    })),
  ),
  barChart: barChart({
    id: text,
    title: text,
    unit: text,
    rowLabel: text,
    bars: [{ label: text, value: 1, name: text }],
  }),
  weekStrip: weekStrip({ id: text, title: text, days: [{ label: text, hours: [], busy: [] }] }),
  numberField: numberField({ name: text, label: text, value: text, hint: text, problem: text }),
  radioGroup: radioGroup({
    name: text,
    legend: text,
    hint: text,
    problem: text,
    options: [{ value: text, label: text, hint: text }],
  }),
  checkbox: checkbox({ name: text, label: text, value: text, hint: text, problem: text }),
  timeSpans: timeSpans({ name: text, legend: text, spans: [{ start: text, end: text }], problem: text }),
  inlineForm: inlineForm({ action: text, token: text, label: text, fields: { [text]: text } }),
});

describe('A part of a page', () => {
  for (const [name, hostile] of Object.entries(withText(HOSTILE))) {
    test(`escapes what people wrote, wherever it stands: ${name}`, () => {
      const written = String(hostile);
      const slots = count(String(withText('SLOT')[name]), 'SLOT');
      assert.equal(count(written, '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)'), slots);
      assert.doesNotMatch(written, /<script>|alert\('/);
    });
  }

  test('has its remarks tied to it, also a group and a checkbox', () => {
    const group = radioGroup({
      name: 'mode',
      legend: 'Mode',
      hint: 'One',
      problem: 'None',
      options: [],
    }).text;
    assert.match(group, /<fieldset[^>]* aria-describedby="mode-problem mode-hint">/);
    const box = checkbox({ name: 'tell', label: 'Tell', hint: 'One mail', checked: true }).text;
    assert.match(
      box,
      /<input type="checkbox" id="tell" name="tell" value="true" checked aria-describedby="tell-hint">/,
    );
    assert.match(box, /id="tell-hint"/);
  });

  test('bounds a number, and has no zone in a local time', () => {
    assert.match(
      numberField({ name: 'n', label: 'N', min: 0, max: 5, step: 1, value: '0' }).text,
      /<input type="number" id="n" name="n" min="0" max="5" step="1" value="0">/,
    );
    const local = dateTimeField({ name: 'at', label: 'At', value: '2026-11-17T09:30' }).text;
    assert.match(local, /type="datetime-local"[^>]* value="2026-11-17T09:30"/);
  });

  test('names its rows and its cells, and gives way to a sentence if there is no row', () => {
    const columns = [
      { label: 'Name' },
      { label: 'Turns', align: 'end' as const },
      { label: 'Do', hideLabel: true },
    ];
    const text = table({ caption: 'Members', columns, rows: [['Ada', 3, 'x']] }).text;
    assert.match(text, /<th scope="row">Ada<\/th><td class="end" data-label="Turns">3<\/td><td>x<\/td>/);
    assert.match(text, /<caption>Members<\/caption>/);
    assert.equal(table({ caption: 'Members', columns, rows: [], empty: 'Nobody' }).text, 'Nobody');
  });

  test('is live by its types and its id, and only then the script is loaded', () => {
    const live = section({ title: 'Queue', id: 'queue', live: 'meeting_request.', content: '' });
    assert.match(
      live.text,
      /<section class="part" id="queue" aria-labelledby="queue-title" data-live="meeting_request\.">/,
    );
    assert.match(frame(live), /<script type="module" src="\/pages\/console\.js/);
    assert.doesNotMatch(frame(' data-live="'), /console\.js/, 'text that looks like it');
  });

  test('leads nowhere from the only page of a list', () => {
    assert.equal(pager({ next: null }), null);
    assert.match(String(pager({ next: '/next' })), /<a [^>]*href="\/next" rel="next">/);
  });

  test('cuts a long text between words, and keeps all of it', () => {
    const words = Array.from({ length: 200 }, (_, place) => `word${place}`);
    const text = timeline([{ kind: 'in', title: 'Reply', time: 'now', body: words.join(' ') }]).text;
    assert.match(text, /<details>/);
    assert.deepEqual(
      [...text.matchAll(/word\d+/g)].map(([word]) => word),
      words,
    );
    assert.doesNotMatch(
      timeline([{ kind: 'in', title: 'Reply', time: 'now', body: 'Yes' }]).text,
      /<details>/,
    );
  });

  test('shows JSON by lines, and what is none as it is', () => {
    assert.equal(readableJson('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}');
    assert.equal(readableJson('{"a":'), '{"a":');
  });
});

describe('A chart', () => {
  const chart = (values: number[], fairShare?: number) =>
    barChart({
      id: 'turns',
      title: 'Turns',
      unit: 'Turns',
      rowLabel: 'Member',
      fairShare,
      bars: values.map((value, place) => ({ label: `Member ${place}`, value })),
    }).text;

  test('is a picture with a text, and a table with the same numbers', () => {
    const text = chart([4, 2], 3);
    assert.match(
      text,
      /<svg role="img" aria-labelledby="turns-chart"[^>]*><title id="turns-chart">Turns<\/title>/,
    );
    assert.match(text, /<th scope="row">Member 0<\/th><td class="end" data-label="Turns">4<\/td>/);
    assert.match(text, /Fair share: 3/);
  });

  test('has bars as long as their numbers, and none where all are zero', () => {
    const widths = (text: string) =>
      [...text.matchAll(/class="bar"[^>]*width="([^"]+)"/g)].map(([, width]) => width);
    assert.deepEqual(widths(chart([4, 2, 0])), ['99%', '49.5%', '0%']);
    assert.deepEqual(widths(chart([0, 0], 0)), ['0%', '0%']);
    assert.match(chart([1], 4), /class="fair" x="99%"/, 'the share is longer than every bar');
  });

  test('shortens a name by letters, not by halves of them', () => {
    const text = barChart({
      id: 'x',
      title: 'x',
      unit: 'x',
      rowLabel: 'x',
      bars: [{ label: '😀'.repeat(40), value: 1 }],
    }).text;
    assert.match(text, /<text x="0" y="15">(?:😀){13}…<\/text>/u);
  });

  test('of a week says its hours in words, too', () => {
    const day = { label: 'Monday', hours: [{ from: 540, to: 1020 }], busy: [{ from: 600, to: 645 }] };
    const text = weekStrip({ id: 'week', title: 'Busy times', days: [day] }).text;
    assert.match(text, /<rect class="busy" x="41\.67%" y="44" width="3\.13%"/);
    assert.match(text, /data-label="Hours">9:00–17:00<\/td><td data-label="Busy">10:00–10:45</);
  });
});
