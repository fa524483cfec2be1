// Labelled replies: tests/replies/corpus/*.txt, a group each. An entry is a line `[language offer client?] label`, and the reply below it.
import { readdirSync, readFileSync } from 'node:fs';
import { replyIn } from '../../src/mail-in/reply-text.ts';
import type { Question, Understanding } from '../../src/replies/understanding.ts';
import { MINUTE_MS } from '../../src/time/timestamps.ts';
import { type Wishes, wishesFrom } from '../../src/time/wishes.ts';
import { type Client, quotedBy } from './clients.ts';

export interface Entry {
  group: string;
  language: Language;
  offer: Offer;
  text: string;
  label: Label;
}

const languages = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'] as const;
export type Language = (typeof languages)[number];

/** Option ids are their numbers. */
export type Label =
  | { meaning: 'options'; option_ids: string[] }
  | { meaning: 'none'; wishes: Wishes | null; tells_organizer: boolean }
  | { meaning: 'courtesy' }
  | { meaning: 'unclear' };

/** Monday, 10:00 in Berlin. */
export const NOW = Date.parse('2026-11-16T09:00:00Z');

const offers = {
  one: { timezone: 'Europe/Berlin', starts: ['2026-11-19T10:00+01:00'] },
  two: { timezone: 'Europe/Berlin', starts: ['2026-11-24T11:00+01:00', '2026-11-24T15:00+01:00'] },
  three: {
    timezone: 'Europe/Berlin',
    starts: ['2026-11-17T14:00+01:00', '2026-11-18T09:30+01:00', '2026-11-20T16:00+01:00'],
  },
  five: {
    timezone: 'Europe/Berlin',
    starts: [
      '2026-11-23T10:00+01:00',
      '2026-11-23T15:30+01:00',
      '2026-11-25T09:00+01:00',
      '2026-11-26T13:00+01:00',
      '2026-11-27T16:30+01:00',
    ],
  },
  york: {
    timezone: 'America/New_York',
    starts: ['2026-11-17T10:00-05:00', '2026-11-18T14:00-05:00', '2026-11-19T16:30-05:00'],
  },
  december: { timezone: 'Europe/London', starts: ['2026-12-11T11:00Z', '2026-12-14T14:00Z'] },
  newyear: { timezone: 'Europe/London', starts: ['2026-12-01T10:00Z', '2027-01-12T10:00Z'] },
  /** Nothing is offered any more. */
  booked: { timezone: 'Europe/Berlin', starts: [] },
} as const;
export type Offer = keyof typeof offers;

export function questionOf(offer: Offer): Question {
  const { timezone, starts } = offers[offer];
  const options = starts.map((start, place) => ({
    id: String(place + 1),
    starts_at: Date.parse(start),
    ends_at: Date.parse(start) + 30 * MINUTE_MS,
  }));
  return { options, timezone, now: NOW };
}

const HEADER = /^\[(en|de|fr|es|nl|it|pt) (\w+)(?: (\w+))?\] (.+)$/;

export function readCorpus(): Entry[] {
  const folder = new URL('corpus/', import.meta.url);
  return readdirSync(folder)
    .sort()
    .flatMap((file) => entriesIn(file.replace('.txt', ''), readFileSync(new URL(file, folder), 'utf8')));
}

function entriesIn(group: string, content: string): Entry[] {
  const entries: Entry[] = [];
  let lines: string[] = [];
  for (const line of content.split('\n').reverse()) {
    const [, language, offer, client, label] = HEADER.exec(line) ?? [];
    if (!language || !offer || !label) {
      lines.unshift(line);
      continue;
    }
    const written = lines.join('\n').trim().replaceAll('\\u202e', '\u202e');
    if (!(offer in offers)) throw new Error(`No offer is called ${offer}: ${line}`);
    const mail = client ? quotedBy(client as Client, language, written) : written;
    const { text } = replyIn(mail, SIGNED.test(group) ? authorOf(written) : 'Grace Hopper');
    entries.unshift({
      group,
      language: language as Language,
      offer: offer as Offer,
      text,
      label: labelFrom(label),
    });
    lines = [];
  }
  return entries;
}

/** Groups whose replies are signed with many names. */
const SIGNED = /^(?:four-languages|held-out-(?:third|fourth|fifth|sixth|seventh|eighth))/;

/** The name in From, as a signature has it: the last line but titles, if it looks like a name. */
function authorOf(reply: string): string {
  const lines = reply.split('\n').filter((line) => line.trim() !== '');
  const names = lines
    .slice(1)
    .filter((line) => /^(?:[—-] )?(?:\p{Lu}[\p{L}.'-]+ ?){1,4}(?:[|(,].*)?$/u.test(line.trim()))
    .filter((line) => !/gr[uü](?:ß|ss)/i.test(line));
  return names[0]?.replace(/^[—-] |[|(,].*/g, '').trim() ?? 'Grace Hopper';
}

function labelFrom(text: string): Label {
  const [first = '', ...rest] = text.split(' ');
  if (first === 'courtesy' || first === 'unclear') return { meaning: first };
  if (first !== 'none') return { meaning: 'options', option_ids: [first, ...rest] };
  const said = Object.fromEntries(rest.map((part) => part.split('=') as [string, string]));
  const listOf = (name: string) => said[name]?.split(',');
  const lists = {
    days: listOf('days'),
    parts_of_day: listOf('parts_of_day'),
    except_dates: listOf('except_dates'),
  };
  const { tell, ...wishes } = said;
  return {
    meaning: 'none',
    wishes: wishesFrom({ ...wishes, ...lists } as Parameters<typeof wishesFrom>[0]),
    tells_organizer: tell === 'organizer',
  };
}

/** What an understanding says, without the rule that found it. */
export function meaningOf({ rule: _, ...understanding }: Understanding): Label {
  if (understanding.meaning !== 'options') return understanding;
  const { has_remark: __, ...choice } = understanding;
  return choice;
}

export const isActing = ({ meaning }: Label) => meaning === 'options' || meaning === 'none';
