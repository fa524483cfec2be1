// A cache of downloaded and unpacked files.
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** The message is one sentence, and says what to set instead. */
export class CannotHave extends Error {}

/** The folder of this name in the cache. The first time, `fill` gets an empty folder to fill. */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(await cache(), name);
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) await make(folder, fill);
  return folder;
}

/** Accessible to this user only, because programs are started from it. */
async function cache(): Promise<string> {
  const parents = [process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), tmpdir()];
  for (const parent of parents) {
    const folder = path.join(parent, 'rota-downloads');
    const made = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (made) return folder;
  }
  throw new Error(`no folder can be written to: neither of ${parents.join(', ')}`);
}

/** Appears atomically, so that an interrupted run leaves nothing that looks complete. */
async function make(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const work = await mkdtemp(`${folder}-`);
  try {
    await fill(work);
    await rename(work, folder).catch((error) => {
      // Another run was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
