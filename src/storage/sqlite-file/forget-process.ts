// Runs as a separate process: inside the server, closing the file would release the server's locks on it, and reading it takes
// long. The question comes on standard input, so that no list of processes shows whom it is about.
import { text } from 'node:stream/consumers';
import { bytesOfMention } from '../../text/mentions.ts';
import { openConnection } from '../sqlite-connection.ts';
import type { Question } from './forget.ts';
import { leftoversIn } from './leftovers.ts';

const { file, email, wasVacuumed } = JSON.parse(await text(process.stdin)) as Question;
/** The server may be committing all the time: this has to get in between. */
const BUSY_TIMEOUT_MS = 60_000;

/** Writes the whole journal into the file, and empties it. With `vacuum`, rewrites the file first. */
function settle(statements: string[]): void {
  const connection = openConnection(file, { readOnly: false, busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    for (const statement of ['pragma secure_delete = on', ...statements]) connection.script(statement);
    const [result] = connection.all('pragma wal_checkpoint(truncate)', []);
    if (result?.busy !== 0) throw new Error('The journal is in use: it could not be emptied');
  } finally {
    connection.close();
  }
}

const wanted = bytesOfMention(email);
settle([]);
const { free, continued } = leftoversIn(file, wanted);
const vacuumed = free > 0 || (continued > 0 && !wasVacuumed);
const start = performance.now();
if (vacuumed) settle(['vacuum']);
const vacuum_ms = vacuumed ? Math.round(performance.now() - start) : 0;
process.stdout.write(JSON.stringify({ vacuumed, vacuum_ms }));
