// `npx node scripts/console-pictures.ts`: docs/use/console-*.png, the pictures of the console in the docs. Not a part of
// `npm run generate`, which needs no browser.
import { writeFile } from 'node:fs/promises';
import { asMember } from '../tests/support/browser/console.ts';
import { fillWorkspace } from '../tests/support/console/busy-workspace.ts';
import { owner } from '../tests/support/console/signed-in.ts';
import { withPalette } from './png.ts';
import { openSite } from './site.ts';

/** Sharp on high-density screens. */
const SCALE = 2;

await using opened = new AsyncDisposableStack();
const { node, browser } = await openSite(opened);

const things = await fillWorkspace(node);
const pictures = [
  { name: 'overview', path: '', height: 720 },
  { name: 'request', path: `/requests/${things.meetingRequest}`, height: 900 },
  { name: 'team', path: `/teams/${things.team}`, height: 1260 },
  { name: 'availability', path: `/members/${things.member}/availability`, height: 760 },
];
const context = await browser.newContext({
  deviceScaleFactor: SCALE,
  colorScheme: 'light',
  locale: 'en-GB',
  ...(await asMember(node, await owner(node))),
});
const page = await context.newPage();
for (const { name, path, height } of pictures) {
  await page.setViewportSize({ width: 1000, height });
  await page.goto(`${node.url}/console${path}`);
  const file = `docs/use/console-${name}.png`;
  await writeFile(new URL(`../${file}`, import.meta.url), withPalette(await page.screenshot()));
  console.log(`Wrote ${file}`);
}
