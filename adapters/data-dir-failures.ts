/* Faults of DATA_DIR in words for the operator, instead of a system error that names a file within it. */
import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode, errorMessage } from './error-code.js';

const OTHER_USER = 'Let the user of this process read and write it';
const NO_FOLDER = 'Make it a folder';
const FULL = 'Free space on its disk';

const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: OTHER_USER,
  EPERM: OTHER_USER,
  EROFS: 'Mount its file system for writing',
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  ENOENT: NO_FOLDER,
  ELOOP: NO_FOLDER,
  ENAMETOOLONG: 'Shorten its path',
  ENOSPC: FULL,
  EDQUOT: FULL,
};

export async function inDataDir<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const remedy = REMEDIES[errorCode(error)];
    if (remedy === undefined) throw error;
    throw new Error(
      `DATA_DIR ${resolve(dataDir)} cannot be used (${errorMessage(error)}). ${remedy}, or set another DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Not the recursive mkdir of Node.js: it does not end where the file system creates no folders, such as `/proc`. */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      await make();
    } else if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Paths that an earlier process made, perhaps as another user. The embedded database would name no reason. */
export async function requireAccess(dataDir: string): Promise<void> {
  for (const path of ['database', 'database/PG_VERSION', 'secret-keys']) {
    await access(join(dataDir, path), constants.R_OK | constants.W_OK).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }
}
