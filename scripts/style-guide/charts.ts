import { barChart } from '../../src/html/charts/bar-chart.ts';
import { weekStrip } from '../../src/html/charts/week-strip.ts';
import { type Content, html } from '../../src/html/html.ts';
import { section } from '../../src/html/sections.ts';

export function chartsOfGuide(): Content {
  return html`${section({ title: 'Bars', content: turns })}
${section({ title: 'Week', content: week })}`;
}

const turns = barChart({
  id: 'turns',
  title: 'Turns of the last 30 days',
  unit: 'Turns',
  rowLabel: 'Member',
  fairShare: 7.5,
  bars: [
    { label: 'Ada Lovelace', value: 9 },
    { label: 'Charles Babbage', value: 8 },
    { label: 'Mary Somerville', value: 7 },
    { label: 'A name that is too long to stand in one line', value: 6 },
  ],
});

const at = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
const working = [at(9, 12.5), at(13.5, 17)];

const week = weekStrip({
  id: 'busy',
  title: 'Busy times of Ada Lovelace, 16–22 November 2026',
  days: [
    { label: 'Monday 16', hours: working, busy: [at(9, 10), at(15, 16.5)] },
    { label: 'Tuesday 17', hours: working, busy: [at(14, 14.75)] },
    { label: 'Wednesday 18', hours: working, busy: [at(0, 24)] },
    { label: 'Thursday 19', hours: working, busy: [] },
    { label: 'Friday 20', hours: [at(9, 12.5)], busy: [at(10, 11)] },
    { label: 'Saturday 21', hours: [], busy: [at(19, 23)] },
    { label: 'Sunday 22', hours: [], busy: [] },
  ],
});
