// How long a meeting is to take and when, from plain phrases in a mail; nothing where it is not certain.
import assert from 'node:assert/strict';
import { phrasesIn } from '../../src/replies/phrases.ts';
import { describe, test } from '../support/lanes.ts';
import { NOW } from './corpus.ts';

const where = { timezone: 'Europe/Berlin', now: NOW };
const durationOf = (text: string) => phrasesIn(text, where).duration_minutes;
/** From the first day to the last, in Berlin; `now` for a start in the middle of today. */
const daysOf = (text: string) => {
  const { timeframe } = phrasesIn(text, where);
  if (!timeframe) return null;
  const day = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(at);
  const start = timeframe.start === NOW ? 'now' : day(timeframe.start);
  return `${start} ${day(timeframe.end - 1)}`;
};

describe('A length', () => {
  const lengths: [string, number][] = [
    ['Could we talk for 30 min?', 30],
    ['A 45-minute call would be great.', 45],
    ['Do you have half an hour for me?', 30],
    ['It would take an hour.', 60],
    ['1.5 hours should do', 90],
    ['a quick chat, 15 minutes at most', 15],
    ['90 mins', 90],
    ['an hour and a half', 90],
    ['Two hours for the workshop', 120],
    ['1h30 demo', 90],
    ['Haben Sie eine halbe Stunde Zeit?', 30],
    ['Eine Stunde reicht.', 60],
    ['1,5 h', 90],
    ['ein 45-minütiges Gespräch', 45],
    ['20 Minuten genügen', 20],
    ['eine Viertelstunde', 15],
    ['anderthalb Stunden', 90],
    ['60 Min.', 60],
  ];
  for (const [text, minutes] of lengths) {
    test(`is ${minutes} minutes in "${text}"`, () => assert.equal(durationOf(text), minutes));
  }

  for (const text of [
    'Can we talk in 30 minutes?',
    '30-45 minutes',
    '30 to 60 minutes',
    'I called you 20 minutes ago',
    'Either 30 minutes or an hour',
    'We have had 3 hours of downtime, every 30 minutes',
    'In einer Stunde bin ich zurück',
    'alle 15 Minuten',
    'It took 900 minutes',
    'The price is 30 per month',
    'within 2 hours',
    '2 minutes',
    '',
  ]) {
    test(`is not known from "${text}"`, () => assert.equal(durationOf(text), null));
  }
});

describe('A timeframe', () => {
  const frames: [string, string][] = [
    ['Could we meet next week?', '2026-11-23 2026-11-29'],
    ['Do you have time this week?', 'now 2026-11-22'],
    ['Can we talk tomorrow?', '2026-11-17 2026-11-17'],
    ['I would like a call before Friday', 'now 2026-11-19'],
    ['I have time until 20 December', 'now 2026-12-20'],
    ['A meeting in the week of 23 Nov would suit us', '2026-11-23 2026-11-29'],
    ['Can we schedule something in December?', '2026-12-01 2026-12-31'],
    ['A demo after 1 December please', '2026-12-02 2026-12-29'],
    ['Shall we talk between 1 December and 4 December?', '2026-12-01 2026-12-04'],
    ['I am writing about the offer. Could we speak next week? It is urgent.', '2026-11-23 2026-11-29'],
    ['Hi Grace, Rota finds us half an hour next week.', '2026-11-23 2026-11-29'],
    ['Bitte findet uns nächste Woche 45 Minuten', '2026-11-23 2026-11-29'],
    ['Können wir nächste Woche sprechen?', '2026-11-23 2026-11-29'],
    ['Haben Sie diese Woche Zeit?', 'now 2026-11-22'],
    ['Ein Termin ab dem 1.12. wäre gut', '2026-12-01 2026-12-28'],
    ['Treffen wir uns in KW 49?', '2026-11-30 2026-12-06'],
    ['Gespräch übernächste Woche', '2026-11-30 2026-12-06'],
    ['Ich brauche einen Termin bis zum 4.12.', 'now 2026-12-04'],
    ['Können wir morgen telefonieren?', '2026-11-17 2026-11-17'],
  ];
  for (const [text, days] of frames) {
    test(`is ${days} in "${text}"`, () => assert.equal(daysOf(text), days));
  }

  for (const text of [
    'I am away next week. Can we talk?',
    'We met last week, before Friday. Can we talk?',
    'Not next week please, I have no time',
    'The launch is next week.',
    'Can we meet next Tuesday?',
    'Could we meet next week or in December?',
    'Can we talk this week? Next week works for a call, too.',
    'Meet me in 2099, on 1.1.2099, or until 31.12.2099',
    'Nächste Woche habe ich keine Zeit für ein Gespräch',
    '',
  ]) {
    test(`is not known from "${text}"`, () => assert.equal(daysOf(text), null));
  }

  test('begins and ends at midnight where its author is, also when the clocks change', () => {
    const { timeframe } = phrasesIn('Could we meet next week?', {
      timezone: 'America/New_York',
      now: Date.parse('2026-10-30T12:00:00Z'),
    });
    // Summer time ends on 1 November.
    assert.deepEqual(timeframe, {
      start: Date.parse('2026-11-02T05:00:00Z'),
      end: Date.parse('2026-11-09T05:00:00Z'),
    });
  });
});
