import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Settings for a Chromium that brings its fonts, because the machine may have none. `fonts` is inside of the folder. */
export async function fontSettings(folder: string, fonts: string): Promise<string> {
  const file = path.join(folder, 'fonts.conf');
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    `<fontconfig><dir>${path.join(folder, fonts)}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}
