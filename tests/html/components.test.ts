// Components of pages: native controls with their labels, everything escaped, a layout that keeps what was chosen.
import assert from 'node:assert/strict';
import { banner, disclosure, facts, head } from '../../src/html/blocks.ts';
import { datesFor } from '../../src/html/dates.ts';
import { button, checkboxGroup, form, textArea, textField, trap } from '../../src/html/fields.ts';
import { type Content, html } from '../../src/html/html.ts';
import { renderPage } from '../../src/html/page.ts';
import { readerOf } from '../../src/html/reader.ts';
import { moreTimes, timeChoice, weekOfSlots, zoneNote } from '../../src/html/times/time-choice.ts';
import { zoneForm } from '../../src/html/times/zone-choice.ts';
import { languages } from '../../src/html/words/words.ts';
import { describe, test } from '../support/lanes.ts';

const reader = readerOf('en-GB', undefined);
const dates = datesFor(reader, { timezone: 'Europe/Berlin', now: Date.parse('2026-11-16T08:00Z') });
const HOUR = 3_600_000;
const MORNING = Date.parse('2026-11-17T08:00Z');
const slot = (hours: number) => ({
  value: `slot ${hours}`,
  starts_at: MORNING + hours * HOUR,
  ends_at: MORNING + (hours + 1) * HOUR,
});
const HOSTILE = `"><script>alert('&')</script>`;
const count = (text: string, part: string) => text.split(part).length - 1;

describe('A page', () => {
  const page = (given: Partial<Parameters<typeof renderPage>[0]> = {}) =>
    renderPage({ reader, title: 'Hello', content: html`<h1>Hello</h1>`, ...given });

  test('is in the language of its reader, with a title', () => {
    assert.match(page(), /^<!doctype html>\n<html lang="en">/);
    assert.match(page({ reader: readerOf('de', undefined) }), /<html lang="de">/);
    assert.match(page({ title: HOSTILE }), /<title>&quot;&gt;&lt;script&gt;/);
  });

  test('links to itself in the other languages, with its other parameters', () => {
    const links = [
      ...page({ query: { timezone: 'Asia/Kathmandu', outcome: undefined } }).matchAll(/<a href="(\?[^"]*)"/g),
    ];
    assert.deepEqual(
      links.map(([, url]) => url),
      ['de', 'fr', 'es'].map((lang) => `?timezone=Asia%2FKathmandu&amp;lang=${lang}`),
    );
    assert.equal(links.length, languages.length - 1);
    assert.doesNotMatch(page(), /<a /, 'the answer to a form can not be asked for again');
  });

  test('tells the script of its zone only while nobody has chosen one', () => {
    const zoned = (chosen: boolean) => page({ zone: { timezone: 'Europe/Berlin', chosen } });
    assert.match(zoned(false), /<html lang="en" data-timezone="Europe\/Berlin">/);
    assert.doesNotMatch(zoned(true), /data-timezone/);
  });
});

describe('A component', () => {
  test('escapes what people wrote, wherever it stands', () => {
    const text = HOSTILE;
    const all: Content[] = [
      head({ over: text, title: text, lead: text }),
      banner('info', text),
      facts([{ label: text, value: text }]),
      disclosure(text, text),
      form({ action: text, token: text, content: text }),
      button({ label: text, name: text, value: text }),
      textField({ name: text, label: text, value: text, hint: text, problem: text, autocomplete: text }),
      textArea({ name: text, label: text, value: text, hint: text, problem: text }),
      checkboxGroup({ name: text, legend: text, options: [{ value: text, label: text }] }),
      trap(text, text),
      timeChoice({
        legend: text,
        name: text,
        several: true,
        dates,
        times: [{ ...slot(0), value: text }],
      }),
      weekOfSlots({ name: text, several: true, dates, slots: [{ ...slot(0), value: text }] }),
      moreTimes(text, text),
      zoneNote(reader, { dates, now: MORNING, url: text, isOwn: true }),
      zoneForm({
        reader,
        path: text,
        query: { lang: text },
        action: text,
        token: text,
        timezone: text,
        now: MORNING,
        typed: text,
        back: text,
      }),
    ];
    for (const [place, component] of all.entries()) {
      const written = html`${component}`.text;
      assert.doesNotMatch(written, /<script|alert\('/, `component ${place}`);
      assert.match(written, /&lt;script&gt;/, `component ${place}`);
    }
  });

  test('has its label, its hint and its problem tied to it', () => {
    const field = textField({
      name: 'email',
      id: 'mail',
      label: 'Mail',
      hint: 'Where to',
      problem: 'No mail',
      type: 'email',
    }).text;
    assert.match(field, /<label for="mail">Mail<\/label>/);
    assert.match(
      field,
      /<input type="email" id="mail" name="email" aria-invalid="true" aria-describedby="mail-problem mail-hint">/,
    );
    assert.ok(field.includes('id="mail-hint"') && field.includes('id="mail-problem"'));
  });

  test('keeps the first line break of a text', () => {
    // A browser drops one that follows the tag.
    assert.match(
      textArea({ name: 'comment', label: 'Comment', value: '\nHello' }).text,
      />\n\nHello<\/textarea>/,
    );
  });

  test('offers one time by radio buttons, of which one is needed, and several by checkboxes', () => {
    const offer = (several: boolean) =>
      timeChoice({
        legend: 'Times',
        name: 'options[]',
        several,
        dates,
        times: [slot(0), { ...slot(2), checked: true }],
      }).text;
    assert.equal(count(offer(false), 'type="radio"'), 2);
    assert.equal(count(offer(false), ' required'), 2);
    assert.equal(count(offer(true), 'type="checkbox"'), 2);
    assert.equal(count(offer(true), ' required'), 0);
    assert.match(offer(true), /value="slot 2" checked/);
    assert.match(
      offer(true),
      /<span class="day">Tuesday, 17 November<\/span> <span class="clock">09:00–10:00<\/span>/,
    );
  });

  test('names the zone beside a time whose clock is called otherwise', () => {
    const spring = Date.parse('2027-03-30T08:00Z');
    const times = [slot(0), { value: 'spring', starts_at: spring, ends_at: spring + HOUR }];
    const offer = timeChoice({ legend: 'Times', name: 'option', several: false, dates, times }).text;
    assert.equal(count(offer, 'class="note"'), 1);
    assert.match(offer, /10:00–11:00<\/span> <span class="note">Berlin time \(CEST\)<\/span>/);
  });

  test('shows free times of a week by days of the reader, and days without one not at all', () => {
    const slots = [slot(0), slot(1), slot(14.5), slot(15.5), slot(48)];
    const week = weekOfSlots({ name: 'start', several: false, dates, slots }).text;
    const days = [...week.matchAll(/<legend>(.*?)<\/legend>/g)].map(([, day]) =>
      day?.replace(/<[^>]*>/g, ''),
    );
    assert.deepEqual(days, ['Tuesday, 17 November', 'Wednesday, 18 November', 'Thursday, 19 November']);
    assert.equal(count(week, 'type="radio" name="start"'), slots.length);
    assert.equal(count(week, ' required'), 1, 'which makes the whole group so');
    const again = [slot(0), { ...slot(1), checked: true }];
    const marked = weekOfSlots({ name: 'start', several: true, dates, slots: again }).text;
    assert.match(marked, /value="slot 1" checked>/);
    assert.doesNotMatch(marked, / required/);
    const inTokyo = weekOfSlots({
      name: 'start',
      several: false,
      dates: datesFor(reader, { timezone: 'Asia/Tokyo', now: MORNING }),
      slots,
    }).text;
    assert.equal(count(inTokyo, '<fieldset>'), 3);
  });
});

describe('The choice of a zone', () => {
  const formFor = (timezone: string, language = 'en', typed?: string) =>
    zoneForm({
      reader: readerOf(language, undefined),
      path: '/m/token/timezone',
      query: {},
      now: MORNING,
      typed,
      action: '/m/token/timezone',
      token: 'form',
      timezone,
      back: '/',
    }).text;
  const selected = (text: string) =>
    [...text.matchAll(/<option value="([^"]*)" selected>([^<]*)/g)].map(([, ...found]) => found);

  test('has every zone that Intl lists, under the name that it has today', () => {
    const text = formFor('Europe/Berlin');
    const offered = [...text.matchAll(/<option value="([^"]*)"/g)].map(([, name]) => name as string);
    assert.equal(offered.length, new Set(offered).size);
    const canonical = (name: string) =>
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    assert.deepEqual(offered.map(canonical).sort(), [...Intl.supportedValuesOf('timeZone'), 'UTC'].sort());
    for (const name of ['Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Kyiv', 'America/New_York'])
      assert.ok(offered.includes(name), name);
  });

  test('has the zone of the reader selected, by whatever name', () => {
    assert.deepEqual(selected(formFor('Europe/Berlin')), [['Europe/Berlin', 'Berlin']]);
    assert.deepEqual(selected(formFor('Asia/Katmandu')), [['Asia/Kathmandu', 'Kathmandu']]);
    assert.deepEqual(selected(formFor('America/Argentina/Buenos_Aires')), [
      ['America/Argentina/Buenos_Aires', 'Buenos Aires (Argentina)'],
    ]);
    assert.deepEqual(selected(formFor('UTC')), [['UTC', 'UTC']]);
    assert.deepEqual(selected(formFor('Etc/GMT+5')), [['Etc/GMT+5', 'Etc/GMT+5']]);
  });

  test('finds zones by city, country, and what people call them, in the language of the reader', () => {
    const foundFor = (typed: string, language = 'en') =>
      [...formFor('UTC', language, typed).matchAll(/name="timezone" value="([^"]*)"/g)].map(
        ([, name]) => name,
      );
    assert.equal(foundFor('new yo')[0], 'America/New_York');
    assert.deepEqual(foundFor('EST').slice(0, 2), ['America/New_York', 'America/Toronto']);
    assert.equal(foundFor('Pacific')[0], 'America/Los_Angeles');
    assert.equal(foundFor('pacific time')[0], 'America/Los_Angeles');
    assert.equal(foundFor('san francisco')[0], 'America/Los_Angeles');
    assert.equal(foundFor('Deutschland', 'de')[0], 'Europe/Berlin');
    assert.equal(foundFor('Germany', 'de')[0], 'Europe/Berlin');
    assert.equal(foundFor('etats-unis', 'fr')[0], 'America/Anchorage');
    assert.deepEqual(foundFor('zürich'), foundFor('ZURICH'));
    assert.equal(foundFor('india')[0], 'Asia/Kolkata');
    assert.equal(foundFor('UTC')[0], 'UTC');
    assert.match(formFor('UTC', 'en', 'Atlantis'), /Nothing found\..*<select/s);
    assert.match(
      formFor('UTC', 'en', 'tokyo'),
      /<b>Tokyo<\/b> <span class="note">Japan<\/span><\/span> <span class="clock">17:00/,
    );
  });

  test('is grouped by parts of the world, in the language of the reader', () => {
    assert.match(formFor('UTC', 'de'), /<optgroup label="Europa">.*<optgroup label="Indischer Ozean">/s);
  });
});
