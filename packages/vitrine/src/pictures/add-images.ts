import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { IMAGE_FILE_MAX, UnavailableError, VitrineError } from '@vitrine/core';
import type { ImageDetail } from '@vitrine/core/contracts';
import type { AccountFlags } from '../database/database.ts';
import { withMedia } from '../database/with-media.ts';
import { CommandError, EXIT, type ExitCode, fileError } from '../terminal/command-error.ts';
import { Progress } from '../terminal/progress.ts';
import { formatCount, printLine, type Terminal } from '../terminal/terminal.ts';
import { toCommandError } from '../terminal/to-command-error.ts';

export interface AddImagesFlags extends AccountFlags {
  readonly name?: string;
  readonly folder?: string;
  readonly json?: boolean;
}

/** Runs `vitrine images add`. Returns 0 if every file became an image. Reports a refused file and continues. */
export async function addImages(
  terminal: Terminal,
  files: readonly string[],
  flags: AddImagesFlags,
): Promise<ExitCode> {
  if (flags.name !== undefined && files.length > 1) {
    throw new CommandError(EXIT.usage, '--name: Give one file, because the name is for one image.');
  }
  return withMedia(terminal, flags, (vitrine, principal) =>
    addAll(terminal, files, flags, async (path) => {
      const file = { bytes: await readPicture(path), name: basename(path) };
      const { name, folder } = flags;
      return vitrine.images.add(principal, {
        file,
        ...(name === undefined ? {} : { name }),
        ...(folder === undefined ? {} : { folder }),
      });
    }),
  );
}

async function addAll(
  { stdout, stderr, stopSignal }: Terminal,
  files: readonly string[],
  { json = false }: AddImagesFlags,
  add: (path: string) => Promise<ImageDetail>,
): Promise<ExitCode> {
  const signal = stopSignal();
  let done = 0;
  let failed = 0;
  const progress = new Progress(stderr, () => done / files.length);
  try {
    for (const path of files) {
      if (signal.aborted) break;
      const added = await add(path).catch((error: unknown) => describeFailure(path, error));
      progress.end();
      if (typeof added === 'string') {
        failed++;
        printLine(stderr, `error: ${added}`);
      } else {
        printLine(stdout, json ? JSON.stringify(added) : describeImage(added));
      }
      done++;
      progress.show(
        done,
        `of ${formatCount(files.length)} images${failed === 0 ? '' : `, ${failed} failed`}`,
      );
    }
  } finally {
    progress.end();
  }
  const counts = `${formatCount(done - failed)} added, ${formatCount(failed)} failed`;
  printLine(json ? stderr : stdout, counts);
  if (done < files.length) return EXIT.interrupted;
  return failed > 0 ? EXIT.refused : EXIT.ok;
}

async function readPicture(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > IMAGE_FILE_MAX)
      throw new VitrineError('payload_too_large', 'A picture may have at most 25 MB.');
    return await readFile(path);
  } catch (error) {
    throw error instanceof VitrineError ? error : fileError('read', path, error);
  }
}

function describeImage({ id, productionUrl, width, height, format, name }: ImageDetail): string {
  return `${id}  ${productionUrl}  ${width}×${height} ${format}  ${name}`;
}

/** Returns the error as one line. @throws UnavailableError unchanged, because the next file would fail too. */
function describeFailure(path: string, error: unknown): string {
  if (error instanceof UnavailableError) throw error;
  const { message } = toCommandError(error);
  return error instanceof CommandError ? message : `${path}: ${message}`;
}
