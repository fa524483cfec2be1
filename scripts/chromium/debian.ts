// Debian's headless Chromium, with the libraries and a font that a small machine lacks: 115 MB, downloaded once.
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { packageFiles } from '../downloads/debian-packages.ts';
import type { Chromium } from './chromium.ts';
import { fontSettings } from './fonts.ts';

const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core'];

/** Uses the machine's own C library, because it must fit the machine's loader. No graphics card is used. */
const LEFT_OUT = /^lib(?:c6$|llvm|gl1-mesa|z3-)/;

export async function debianChromium(): Promise<Chromium> {
  const folder = await packageFiles({
    names: PACKAGES,
    needs: (name) => /^(?:z?lib|chromium-common$)/.test(name) && !LEFT_OUT.test(name),
    instead: 'set ROTA_CHROMIUM to the path of a Chromium.',
  });
  const libraries = new Set<string>();
  for await (const file of glob('{lib,usr/lib}/*-linux-gnu*/{,*/}*.so*', { cwd: folder })) {
    libraries.add(path.join(folder, path.dirname(file)));
  }
  return {
    executable: path.join(folder, 'usr/lib/chromium/chromium-headless-shell'),
    environment: {
      LD_LIBRARY_PATH: [...libraries].join(':'),
      FONTCONFIG_FILE: await fontSettings(folder, 'usr/share/fonts'),
    },
  };
}
