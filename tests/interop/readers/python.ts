// Readers of iCalendar in Python, which know nothing of Rota.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PYTHON, pythonPackages } from '../python-packages.ts';

const PACKAGES = ['python3-icalendar', 'python3-vobject'];
const PROGRAM = fileURLToPath(new URL('calendars.py', import.meta.url));

export const pythonReaders = ['icalendar', 'vobject'] as const;

export const preparePython = () => pythonPackages(PACKAGES, 'run it where they can be.');

/** What the reader finds in these texts. */
export async function readWith(reader: (typeof pythonReaders)[number], texts: string[]): Promise<unknown[]> {
  const child = spawn(PYTHON, [PROGRAM, reader], {
    env: { ...process.env, PYTHONPATH: await preparePython() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(texts));
  return JSON.parse(await text(child.stdout));
}
