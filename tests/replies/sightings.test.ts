// Which of the offered times a reply mentions, also in languages in which nothing is acted on.
import assert from 'node:assert/strict';
import { optionsMentioned } from '../../src/replies/sightings.ts';
import type { Question } from '../../src/replies/understanding.ts';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { describe, test } from '../support/lanes.ts';

/** On clocks in Amsterdam, with their numbers: 1 to 5. */
const TIMES = [
  'Tue 2026-11-17T14:00',
  'Tue 2026-11-17T16:00',
  'Wed 2026-11-18T09:30',
  'Tue 2026-11-24T14:00',
  'Thu 2026-11-26T14:30',
];
const offer: Question = {
  options: TIMES.map((time, place) => {
    const starts_at = Date.parse(`${time.slice(4)}+01:00`);
    return { id: `${place + 1}`, starts_at, ends_at: starts_at + 30 * MINUTE_MS };
  }),
  timezone: 'Europe/Amsterdam',
  now: Date.parse('2026-11-16T10:00+01:00'),
};
const NOTHING = '';

const replies: Record<string, [text: string, mentioned: string][]> = {
  Dutch: [
    ['Dinsdag 17 november om 14:00 past prima', '1'],
    ['Woensdag zou kunnen, maar liever donderdag om half drie', '3 5'],
    ['24-11 lukt, 18/11 niet', '3 4'],
    ['Optie 3 is het beste voor mij', '3'],
    ['Dinsdag past goed, liefst om 16 uur', '2'],
    ['Donderdagmiddag kan ook nog', '5'],
  ],
  Italian: [
    ['Martedì 17 alle 16 va benissimo', '2'],
    ['Martedì 17 alle 14 oppure alle 16', '1 2'],
    ['Mercoledì mattina sarebbe perfetto', '3'],
    ["Preferirei l'opzione 2 oppure la 5", '2 5'],
    ['il 24 novembre alle ore 14', '4'],
    // `mi` and `do` are German weekdays.
    ["Mi dispiace, do un'occhiata e ti faccio sapere", NOTHING],
  ],
  Portuguese: [
    ['Terça às 14h fica bem', '1 4'],
    ['Quarta-feira, 18 de novembro, às 9h30', '3'],
    ['Opção 1 ou 3, por favor', '1 3'],
    ['Posso no dia 26 às 14:30', '5'],
  ],
  Polish: [
    ['We wtorek o 16:00 mi pasuje', '2'],
    ['W środę rano mogę', '3'],
    ['Wtorek 24.11. o 14', '4'],
    ['W poniedziałek nie mogę', NOTHING],
  ],
  English: [
    ['Tuesday would be fine, if we can do it by phone.', '1 2 4'],
    ['2026-11-24, maybe? Ben has to agree', '4'],
    ['2pm could work', '1 4'],
    // On the clock of London it is an hour earlier.
    ['Perhaps Wednesday at 8:30 London time', '3'],
    ['Tuesday works, but I have to leave at 15:00', '1 2 4'],
    ['Tuesday at 15:00?', NOTHING],
    ['Do you have parking? 2 of us would come', NOTHING],
    ['Maybe next week', NOTHING],
  ],
  German: [
    ['Geht am 24.11. auch Zoom? Sonst Mi 9:30', '3 4'],
    ['Option 2 eventuell, ich frage noch Ben', '2'],
    ['Ich melde mich, wir sind 3 Personen', NOTHING],
  ],
};

for (const [language, texts] of Object.entries(replies)) {
  describe(`Times that are mentioned in ${language}`, () => {
    for (const [text, mentioned] of texts) {
      test(text, () => assert.equal(optionsMentioned(offer, text).join(' '), mentioned));
    }
  });
}

describe('What is read of a reply', () => {
  test('as much as the mail to the organizer shows', () => {
    const words = 'Dat is een lange zin die niets van dagen zegt. '.repeat(43);
    assert.deepEqual(optionsMentioned(offer, `Woensdag.\n${words}`), ['3']);
    assert.deepEqual(optionsMentioned(offer, `${words.slice(0, 1_995)}\nWoensdag`), []);
    assert.deepEqual(optionsMentioned(offer, `${words.slice(0, 1_900)}\nWoensdag`), ['3']);
  });

  test('nothing of a text that is no sentences', () => {
    assert.deepEqual(optionsMentioned(offer, `Woensdag ${'1 '.repeat(900)}`), []);
  });

  test('without options there is nothing to mention', () => {
    assert.deepEqual(optionsMentioned({ ...offer, options: [] }, 'Woensdag'), []);
  });
});
