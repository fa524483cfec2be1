import { open, rm } from 'node:fs/promises';
import { DatabaseAway } from '../../errors.ts';
import { DISK_ERROR, DISK_FULL } from '../sqlite-connection.ts';

/** More than most calls write. */
const ROOM_BYTES = 1024 ** 2;

/**
 * Writes a file beside the database, and removes it. SQLite uses the room of its journal and of free pages again: for a while it
 * can write to a disk that has no room left.
 */
export async function takeRoom(file: string): Promise<void> {
  try {
    await using handle = await open(file, 'w', 0o600);
    await handle.writeFile(Buffer.alloc(ROOM_BYTES));
    await handle.sync();
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw new DatabaseAway(error, isFull ? DISK_FULL : DISK_ERROR, 'disk');
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}
