// Compiled code in Debian's packages: it lies in a folder that is named after the machine.
import { globSync } from 'node:fs';
import path from 'node:path';

/** Folders in unpacked packages, as one variable for programs that look for what they load. */
export function libraries(files: string, ...patterns: string[]): string {
  const found = globSync(
    patterns.map((pattern) => `{usr/,}lib/*-linux-gnu*/${pattern}`),
    { cwd: files },
  );
  return found.map((folder) => path.join(files, folder)).join(':');
}
