// `npx node scripts/mail-pictures.ts FOLDER [#RRGGBB]`: pictures of ten messages in four languages and of some to members, light and
// dark, on a phone and on a desktop, to look at after a change of words or style. With a colour, in that of a company.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { mailShadesOf } from '../src/features/workspace/letterhead/operations.ts';
import { shadesOf } from '../src/html/brand/accent.ts';
import { compose } from '../src/mail-out/compose.ts';
import { toHtml } from '../src/mail-out/html.ts';
import { languages } from '../src/text/languages.ts';
import { startChromium } from './chromium/server.ts';
import { inEachLanguage, NOW, renderSample, sampleDraft } from './mail-samples.ts';

const [folder, colour = null] = process.argv.slice(2);
if (!folder) throw new Error('Say where to: npx node scripts/mail-pictures.ts FOLDER');

const names = [
  ...languages.flatMap((language) =>
    inEachLanguage.map((name) => (language === 'en' ? name : `${name}.${language}`)),
  ),
  'attention-unclear-reply-by-somebody',
  'attention-moved-in-calendar',
  'booked-host-written',
  'calendar-disconnected',
];

await mkdir(folder, { recursive: true });
await using opened = new AsyncDisposableStack();
const server = await startChromium();
opened.defer(server.stop);
const browser = await chromium.connect(server.endpoint);
opened.defer(() => browser.close());

const { light, dark } = shadesOf(colour);
const shades = { light: mailShadesOf(light), dark: mailShadesOf(dark) };
for (const width of [360, 720]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: { width, height: 640 }, colorScheme });
    for (const name of names) {
      const draft = sampleDraft(name);
      const branded = { ...draft, brand: { ...draft.brand, ...shades } };
      const { subject, content } = compose(branded, NOW);
      const page = await context.newPage();
      await page.setContent(toHtml(subject, content));
      await page.screenshot({
        path: path.join(folder, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      await page.close();
      await writeFile(path.join(folder, `${name}.txt`), renderSample(branded));
    }
    await context.close();
  }
}
console.log(`Wrote ${names.length * 4} pictures to ${folder}`);
