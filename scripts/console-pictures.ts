// `npx node scripts/console-pictures.ts`: docs/use/console-*.png, the pictures of the console in the docs. Not a part of
// `npm run generate`, which needs no browser.
import { writeFile } from 'node:fs/promises';
import { asMember } from '../tests/support/browser/console.ts';
import { fillWorkspace } from '../tests/support/console/busy-workspace.ts';
import { owner, signedIn } from '../tests/support/console/signed-in.ts';
import { withPalette } from './png.ts';
import { openSite } from './site.ts';

/** Sharp on high-density screens. */
const SCALE = 2;

await using opened = new AsyncDisposableStack();
const { node, browser } = await openSite(opened);

const things = await fillWorkspace(node);
// The overview of somebody at work: what is left of the first steps would take the place of all else.
const admin = await signedIn(node, await owner(node));
await admin.post('/console/first-steps/skip', { step: 'mail' });
const pictures = [
  { name: 'overview', path: '', width: 1280, height: 960 },
  { name: 'request', path: `/requests/${things.meetingRequest}`, width: 1280, height: 960 },
  { name: 'team', path: `/teams/${things.team}`, width: 1000, height: 1260 },
  { name: 'availability', path: `/members/${things.member}/availability`, width: 1000, height: 760 },
];
const context = await browser.newContext({
  deviceScaleFactor: SCALE,
  colorScheme: 'light',
  locale: 'en-GB',
  ...(await asMember(node, await owner(node))),
});
const page = await context.newPage();
for (const { name, path, width, height } of pictures) {
  await page.setViewportSize({ width, height });
  await page.goto(`${node.url}/console${path}`);
  const file = `docs/use/console-${name}.png`;
  await writeFile(new URL(`../${file}`, import.meta.url), withPalette(await page.screenshot()));
  console.log(`Wrote ${file}`);
}
