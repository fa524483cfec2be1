// Messages of every kind, rendered from the templates. `npx node scripts/mail-samples.ts FOLDER` writes each as text and as HTML.
// `npm run generate` writes the texts to tests/mail-out/golden/.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compose } from '../src/mail-out/compose.ts';
import type { Draft } from '../src/mail-out/drafts.ts';
import { toHtml } from '../src/mail-out/html.ts';
import { type Language, languages, localeOf } from '../src/text/languages.ts';
import { NOW } from './mail-samples/envelopes.ts';
import { ofPlaces } from './mail-samples/of-places.ts';
import { ofRequests } from './mail-samples/of-requests.ts';
import { ofWorkspaces } from './mail-samples/of-workspaces.ts';

export { NOW };

/** By file name. */
export const sampleDrafts: Record<string, Draft> = { ...ofRequests, ...ofPlaces, ...ofWorkspaces };

/** Samples that are also written in the other languages, as `booked.de`. */
export const inEachLanguage = [
  ...[
    'options',
    'options-single',
    'options-rescheduling',
    'options-taken',
    'options-poll-over-a-clock-change',
  ],
  ...['follow-up', 'booked', 'rescheduled', 'cancelled', 'confirmation'],
  ...['reminder', 'reminder-later', 'reminder-moving'],
  ...['booked-video', 'booked-pending', 'booked-in-person', 'booked-call'],
  ...['booked-call-somewhere', 'place-changed'],
];

const inLanguage = (draft: Draft, language: Language): Draft => ({ ...draft, locale: localeOf(language) });

for (const language of languages.filter((one) => one !== 'en')) {
  for (const name of inEachLanguage)
    sampleDrafts[`${name}.${language}`] = inLanguage(sampleDraft(name), language);
}

export function sampleDraft(name: string): Draft {
  const draft = sampleDrafts[name];
  if (!draft) throw new Error(`There is no sample ${name}`);
  return draft;
}

/** A message in the form of tests/mail-out/golden/. */
export function renderSample(draft: Draft): string {
  const { subject, text, content } = compose(draft, NOW);
  return `Subject: ${subject}\nPreview: ${content.preview}\n\n${text}`;
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('Usage: npx node scripts/mail-samples.ts FOLDER');
    process.exit(2);
  }
  mkdirSync(folder, { recursive: true });
  for (const [name, draft] of Object.entries(sampleDrafts)) {
    const { subject, content } = compose(draft, NOW);
    writeFileSync(path.join(folder, `${name}.txt`), renderSample(draft));
    writeFileSync(path.join(folder, `${name}.html`), toHtml(subject, content));
  }
  console.log(`Wrote ${Object.keys(sampleDrafts).length} messages to ${folder}`);
}
