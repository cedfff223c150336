import { CopyError, type CopyProgress, copyStorage } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { type BlobPlace, storageWithBlobsAt } from '../settings/blob-place.ts';
import { readSetting } from '../settings/config.ts';
import type { DatabaseUrl } from '../settings/database-url.ts';
import { SETTINGS } from '../settings/settings.ts';
import { CommandError, EXIT, type ExitCode } from '../terminal/command-error.ts';
import { Progress } from '../terminal/progress.ts';
import { formatNumberOf, printLine, printStopped, type Terminal } from '../terminal/terminal.ts';
import { requirePersistent, toBlobsError, toDatabaseError, withStorage } from './database.ts';

export interface CopyFlags {
  readonly from: string;
  readonly to: string;
  /** Where the target stores pictures and fonts. Default: `VITRINE_BLOBS`. */
  readonly toBlobs?: string;
}

/** Runs `vitrine copy`. Returns 0 if both databases were compared and are equal. */
export function copyDatabase(terminal: Terminal, flags: CopyFlags): Promise<ExitCode> {
  const from = readUrl('--from', flags.from);
  const to = readUrl('--to', flags.to);
  const { blobs } = SETTINGS;
  const place = readSetting(blobs, undefined, terminal.env) ?? { kind: 'database' };
  const toPlace = readSetting({ ...blobs, flag: '--to-blobs' }, flags.toBlobs, terminal.env) ?? place;
  return withDatabase(terminal, '--from', from, { mayCreate: false, place }, (source) =>
    withDatabase(terminal, '--to', to, { mayCreate: true, place: toPlace }, (target) =>
      copy(terminal, source, target),
    ),
  );
}

function readUrl(flag: string, text: string): DatabaseUrl {
  try {
    return requirePersistent(SETTINGS.databaseUrl.read(text), flag);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(EXIT.usage, `${flag}: ${reason}`, { cause: error });
  }
}

/** Opens a database and migrates its layout here, so that an error names the flag of that database. */
function withDatabase<Result>(
  terminal: Terminal,
  name: string,
  url: DatabaseUrl,
  options: { mayCreate: boolean; place: BlobPlace },
  run: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  return withStorage(terminal, url, { mayCreate: options.mayCreate, name }, async ({ storage }) => {
    await storage.migrate().catch((error: unknown) => {
      throw toDatabaseError(url, error, name);
    });
    return run(await withBlobs(terminal, storage, options.place));
  });
}

async function withBlobs(terminal: Terminal, storage: Storage, place: BlobPlace): Promise<Storage> {
  try {
    return await storageWithBlobsAt(storage, place, terminal.env);
  } catch (error) {
    throw toBlobsError(error);
  }
}

async function copy(terminal: Terminal, from: Storage, to: Storage): Promise<ExitCode> {
  let latest: CopyProgress | null = null;
  const progress = new Progress(terminal.stderr, () => shareOf(latest));
  const signal = terminal.stopSignal();
  const startedAt = performance.now();
  try {
    const report = await copyStorage(from, to, {
      signal,
      onProgress(current) {
        latest = current;
        progress.show(current.records, current.phase === 'copying' ? 'records copied' : 'records compared');
      },
    });
    progress.end();
    const parts = [
      formatNumberOf(report.accounts, 'account'),
      formatNumberOf(report.apiKeys, 'key'),
      formatNumberOf(report.stores, 'store'),
      formatNumberOf(report.records, 'record'),
      formatNumberOf(report.images, 'image'),
      formatNumberOf(report.fonts, 'font'),
      formatNumberOf(report.drafts, 'draft'),
      formatNumberOf(report.maps, 'map'),
      formatNumberOf(report.locations, 'location'),
      formatNumberOf(report.views, 'view'),
      formatNumberOf(report.webhooks, 'webhook'),
    ];
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    printLine(terminal.stdout, `copied, and equal on both sides: ${parts.join(', ')} (${seconds} s)`);
    return EXIT.ok;
  } catch (error) {
    progress.end();
    if (!(error instanceof CopyError)) {
      printStopped(terminal, { canResume: true });
      throw error;
    }
    if (error.reason === 'stopped') {
      printStopped(terminal, { canResume: true });
      return EXIT.interrupted;
    }
    throw new CommandError(error.reason === 'differs' ? EXIT.refused : EXIT.data, error.message, {
      cause: error,
    });
  }
}

/** Returns the completed share. Copying and comparing take about the same time, so each is half of it. */
function shareOf(progress: CopyProgress | null): number | null {
  if (progress === null || progress.total === null || progress.total === 0) return null;
  const share = progress.records / progress.total;
  return progress.phase === 'copying' ? share / 2 : (1 + share) / 2;
}
