// What our own paths begin with is no handle of a workspace, so that the addresses of workspaces can be beside them.
import assert from 'node:assert/strict';
import { consoleAnnex } from '../../src/console/annex.ts';
import { bookingPageRoutes } from '../../src/features/meetings/booking-page/routes.ts';
import { publicPageRoutes } from '../../src/features/meetings/public-pages/routes.ts';
import { logoRoutes } from '../../src/features/workspace/branding/routes.ts';
import { isHandle, isReserved } from '../../src/features/workspace/workspaces/rules.ts';
import { createOverlaps, createPathSearch, type KnownPath } from '../../src/http/known-paths.ts';
import { pageFiles } from '../../src/http/page-files.ts';
import { SCRIPT_URL } from '../../src/http/reference-page.ts';
import { HANDLE_IN_PATH, isPageAddress, SLUG_IN_PATH } from '../../src/own-paths.ts';
import { describe, test } from '../support/lanes.ts';
import { freshStorage, startNode } from '../support/server/rota.ts';

const PAGE = `/${HANDLE_IN_PATH}/${SLUG_IN_PATH}`;

describe('The first part of each of our paths', () => {
  test('is reserved, if it could be a handle', async (t) => {
    const storage = await freshStorage('sqlite');
    const node = await startNode(storage);
    t.after(async () => {
      await node.stop();
      await storage.remove();
    });
    const routes = [...node.app.routes, ...bookingPageRoutes, ...publicPageRoutes, ...logoRoutes];
    const paths = [
      ...routes.map(({ url }) => url),
      ...Object.keys(pageFiles),
      SCRIPT_URL,
      consoleAnnex.path,
      '/mcp',
    ];
    const firsts = new Set(paths.map((path) => path.split('/')[1] as string));
    const handles = [...firsts].filter(isHandle);
    assert.ok(handles.length > 8, `${handles}`);
    assert.deepEqual(
      handles.filter((first) => !isReserved(first)),
      [],
    );
    for (const first of handles) {
      assert.ok(!isPageAddress(`/${first}`), first);
      assert.ok(!isPageAddress(`/${first}/demo`), first);
    }
  });
});

describe('The addresses of pages', () => {
  test('have the form of a handle and a slug', () => {
    for (const path of ['/acme', '/acme/', '/acme/demo', '/Acme/Demo?lang=de', '/acme/demo/?x=/y/z']) {
      assert.ok(isPageAddress(path), path);
    }
    for (const path of [
      '/',
      '//',
      '/acme/demo/more',
      '/favicon.ico',
      '/acme/a_b',
      '/api/v1',
      '/b?x',
      '/api/',
    ]) {
      assert.ok(!isPageAddress(path), path);
    }
  });

  test('overlap no path of ours, and other methods find them', () => {
    const overlaps = createOverlaps(['/healthz', '/b/:token', '/docs', PAGE, `/${HANDLE_IN_PATH}`]);
    for (const path of ['/healthz', '/b/:token', PAGE]) assert.ok(!overlaps(path), path);
    const find = createPathSearch([{ url: PAGE, methods: ['GET'] } as unknown as KnownPath]);
    assert.equal(find({ method: 'PUT', url: '/acme/demo?x=1' })?.url, PAGE);
    for (const url of ['/api/v1', '/acme', '/acme/de_mo'])
      assert.equal(find({ method: 'PUT', url }), undefined);
  });
});
