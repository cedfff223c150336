import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Owner only: the files that Vitrine writes hold people's data, hashes of keys, and secrets. */
const PRIVATE = 0o600;

/**
 * Creates a file that only its owner may read, and returns its descriptor. Links are not followed.
 *
 * @throws the system's error; `EEXIST` when anything has the name, a dangling link included.
 */
export function openNewPrivateFile(path: string): number {
  // O_EXCL: the file is new, and the last part of the path is no link.
  const fd = openSync(path, 'wx', PRIVATE);
  try {
    // An inherited access list or a file system without modes at creation may have left more than was asked for.
    if (process.platform !== 'win32') fchmodSync(fd, PRIVATE);
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
  return fd;
}

/** A file under a random name beside its destination, which gets its own name when it is complete. */
export interface PrivateDraft {
  /** Where the content goes until `publish`. */
  readonly path: string;
  /** Open for writing; `publish` and `discard` close it. */
  readonly fd: number;
  /**
   * Brings the content to the disk and gives the file its name in one step.
   *
   * @param options.replace true: what has the name now is replaced; a link is replaced itself, not followed.
   * @throws the system's error, `EEXIST` for a name that is taken; the draft is removed then.
   */
  publish(options: { readonly replace: boolean }): void;
  /** Removes the draft. Does nothing after `publish`. */
  discard(): void;
}

/**
 * Starts a file that only its owner may read. Its draft has a name that nobody can guess, so no link can be planted
 * under it, and a process that is killed leaves nothing under the destination's name.
 *
 * @throws the system's error.
 */
export function draftPrivateFile(destination: string): PrivateDraft {
  const folder = dirname(destination);
  const path = join(folder, `.${basename(destination)}.${randomBytes(8).toString('hex')}.partial`);
  const fd = openNewPrivateFile(path);
  let open = true;

  function discard(): void {
    if (!open) return;
    open = false;
    closeSync(fd);
    rmSync(path, { force: true });
  }

  return {
    path,
    fd,
    publish({ replace }) {
      try {
        fsyncSync(fd);
        requireSameFile(fd, path);
        if (replace) renameSync(path, destination);
        else nameFile(path, destination);
      } catch (error) {
        discard();
        throw error;
      }
      open = false;
      closeSync(fd);
      syncDirectory(folder);
    },
    discard,
  };
}

/** In a folder that others may write to, somebody may have put another file in the draft's place. */
function requireSameFile(fd: number, path: string): void {
  const opened = fstatSync(fd);
  const named = lstatSync(path);
  if (opened.ino !== named.ino || opened.dev !== named.dev) {
    throw new Error(`Another process replaced ${path} while it was written.`);
  }
}

/** Moves a file to a name that nothing has. @throws the system's error, `EEXIST` for a name that is taken. */
function nameFile(path: string, destination: string): void {
  try {
    linkSync(path, destination);
  } catch (error) {
    if (!hasNoHardLinks(error)) throw error;
    // An empty file of ours reserves the name; the rename replaces that file and no other.
    closeSync(openNewPrivateFile(destination));
    renameSync(path, destination);
    return;
  }
  rmSync(path, { force: true });
}

/** FAT, exFAT and some network file systems. */
function hasNoHardLinks(error: unknown): boolean {
  const codes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * Whether something has the name that is not a file: a folder, a device, a pipe, or a link to one. Replacing such a
 * thing by a file would break it for others (`/dev/stdout`).
 */
export function isNoFile(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile();
}

/** Makes a new name in the directory survive a power cut. */
export function syncDirectory(directory: string): void {
  // Windows has no handle on a directory that could be synced, and does not need it.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
