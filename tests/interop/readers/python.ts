// Programs in Python that know nothing of Rota: readers of iCalendar, and a verifier of signatures.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PYTHON, pythonPackages } from '../python-packages.ts';

const CALENDARS = ['python3-icalendar', 'python3-vobject'];
const SIGNATURES = ['python3-dkim'];

export const pythonReaders = ['icalendar', 'vobject'] as const;

const packages = (names: string[]) => pythonPackages(names, 'run it where they can be.');

export async function preparePython(): Promise<void> {
  await packages(CALENDARS);
  await packages(SIGNATURES);
}

/** What the reader finds in these texts. */
export function readWith(reader: (typeof pythonReaders)[number], texts: string[]): Promise<unknown[]> {
  return answerOf('calendars.py', [reader], CALENDARS, texts) as Promise<unknown[]>;
}

/** Whether dkimpy verifies the signature of this mail, with these records in DNS. */
export function isVerified(mail: Buffer, records: Record<string, string>): Promise<boolean> {
  const question = { mail: mail.toString('base64'), records };
  return answerOf('dkim-verify.py', [], SIGNATURES, question) as Promise<boolean>;
}

/** What a program of this folder answers. */
async function answerOf(program: string, words: string[], names: string[], question: unknown) {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(PYTHON, [file, ...words], {
    env: { ...process.env, PYTHONPATH: await packages(names) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(question));
  return JSON.parse(await text(child.stdout)) as unknown;
}
