// What a message says is for its reader: text and HTML alike, and nothing that is only for hosts.
import assert from 'node:assert/strict';
import { NOW, sampleDraft, sampleDrafts } from '../../scripts/mail-samples.ts';
import { compose } from '../../src/mail-out/compose.ts';
import type { Draft } from '../../src/mail-out/drafts.ts';
import { toHtml } from '../../src/mail-out/html.ts';
import { describe, test } from '../support/lanes.ts';

const INTERNAL = 'They compare us with two others.';
const isToHost = ({ place }: Draft) => place === null;

describe('A message', () => {
  test('tells hosts what the organizer should know, and participants never', () => {
    const telling = Object.values(sampleDrafts).filter((draft) =>
      compose(draft, NOW).text.includes(INTERNAL),
    );
    assert.ok(telling.every(isToHost));
    assert.deepEqual(
      new Set(telling.map(({ kind }) => kind)),
      new Set(['assigned', 'booked', 'cancelled', 'reminder', 'attention']),
    );
    for (const draft of Object.values(sampleDrafts).filter((one) => !isToHost(one))) {
      const { subject, content } = compose(draft, NOW);
      assert.ok(!toHtml(subject, content).includes(INTERNAL), draft.kind);
    }
  });

  test('says the same as text and as HTML', () => {
    for (const [name, draft] of Object.entries(sampleDrafts)) {
      const { subject, text, content } = compose(draft, NOW);
      const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
      const html = toHtml(subject, content)
        .replace(/href="([^"]*)"/g, '>$1<')
        .replace(/<\/?strong[^>]*>|<\/a>(?=,)/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/&(#?\w+);/g, (entity, code) => entities[code] ?? entity)
        .replace(/\s+/g, ' ');
      const words = text.split(/\s+/).map((word) => word.replace(/:$/, '').replace(/^\d\.$/, ''));
      for (const word of words) assert.ok(html.includes(word), `${name}: ${word}`);
    }
  });

  test('has no two full stops where a name ends a sentence with one', () => {
    const draft = sampleDraft('booked');
    const { content, text } = compose({ ...draft, brand: { ...draft.brand, company: 'Acme Inc.' } }, NOW);
    assert.equal(content.why, 'You’re getting this because you have a meeting with Acme Inc.');
    assert.match(text, /Ada Lovelace from Acme Inc\. on Wednesday/);
  });

  test('numbers the times from 1, each with its own link', () => {
    const { text } = compose(sampleDraft('options'), NOW);
    const numbered = [...text.matchAll(/^(\d)\. .+\n {3}(https:.+)$/gm)].map(([, number, url]) => [
      number,
      url,
    ]);
    const page = 'https://rota.example.com/m/01kbm8p1kwg8q4t7m2n6p0r1s000';
    assert.deepEqual(
      numbered,
      ['1', '2', '3'].map((number) => [number, `${page}?option=opt_${number}`]),
    );
  });

  test('has a subject of at most 200 characters, in which each value has its share', () => {
    const booked = sampleDraft('booked');
    assert.ok(booked.kind === 'booked');
    const meeting = { ...booked.meeting, title: 'title '.repeat(100), organizer: 'organizer '.repeat(100) };
    const { subject } = compose({ ...booked, meeting }, NOW);
    assert.ok(subject.length <= 200);
    assert.match(subject, /^Booked: title .*… with organizer .*…, Wed 18 Nov 09:30$/);
  });
});
