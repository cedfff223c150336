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
import { basename, dirname, join, resolve } from 'node:path';

/** Owner only, because the files that Vitrine writes contain data of users, hashes of keys, and secrets. */
const PRIVATE = 0o600;

/**
 * Creates a file that only its owner may read, and returns its descriptor. Does not follow links.
 *
 * @throws the error of the system; `EEXIST` if the name is taken, even by a dangling link.
 */
export function openNewPrivateFile(path: string): number {
  // O_EXCL: the file is new, and the last part of the path is not a link.
  const fd = openSync(path, 'wx', PRIVATE);
  try {
    // An inherited access list, or a file system that ignores modes at creation, may have granted more.
    if (process.platform !== 'win32') fchmodSync(fd, PRIVATE);
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
  return fd;
}

/** A file with a random name in the folder of its destination. It gets its own name when it is complete. */
export interface PrivateDraft {
  /** The path of the content until `publish`. */
  readonly path: string;
  /** Open for writing; `publish` and `discard` close it. */
  readonly fd: number;
  /**
   * Flushes the content to the disk and gives the file its name in one step.
   *
   * @param options.replace true: replaces an existing file. A link itself is replaced, not followed.
   * @throws the error of the system, `EEXIST` if the name is taken; the draft is removed then.
   */
  publish(options: { readonly replace: boolean }): void;
  /** Removes the draft. Does nothing after `publish`. */
  discard(): void;
}

/**
 * Starts a file that only its owner may read. The name of the draft is not guessable, so nobody can plant a link with
 * it, and a killed process leaves nothing with the name of the destination.
 *
 * @throws the error of the system.
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

/** Throws if another file has replaced the draft, which is possible in a folder that others may write to. */
function requireSameFile(fd: number, path: string): void {
  const opened = fstatSync(fd);
  const named = lstatSync(path);
  if (opened.ino !== named.ino || opened.dev !== named.dev) {
    throw new Error(`Another process replaced ${path} while it was written.`);
  }
}

/** Moves a file to an unused name. @throws the error of the system, `EEXIST` if the name is taken. */
function nameFile(path: string, destination: string): void {
  try {
    linkSync(path, destination);
  } catch (error) {
    if (!hasNoHardLinks(error)) throw error;
    // An empty file reserves the name; the rename replaces only that file.
    closeSync(openNewPrivateFile(destination));
    renameSync(path, destination);
    return;
  }
  rmSync(path, { force: true });
}

/** Returns whether the file system has no hard links: FAT, exFAT and some network file systems. */
function hasNoHardLinks(error: unknown): boolean {
  const codes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * Returns whether something that is not a file has the name: a folder, a device, a pipe, or a link to one. Replacing it
 * with a file would break it for others. Every name in `/dev` counts, because `/dev/stdout` is a link to a file while
 * the output of the process goes to one.
 */
export function isNoFile(path: string): boolean {
  if (dirname(resolve(path)) === '/dev') return true;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile();
}

/** Makes a new name in the directory durable. */
export function syncDirectory(directory: string): void {
  // Windows has no handles of directories for fsync, and does not need it.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
