import { randomBase64url } from '../ground/crypto.ts';
import { VitrineError } from '../ground/errors.ts';
import { SETTING } from '../ground/program/setting-names.ts';
import type { Storage } from '../storage/index.ts';
import { CopyError } from './copy-error.ts';

/**
 * Marks the target as a copy of the source before anything else is written to it, or finds the mark of an earlier run.
 * Copies the generated secrets.
 *
 * @throws CopyError when this pair can't be copied.
 */
export async function beginCopy(from: Storage, to: Storage): Promise<void> {
  const { settings } = to;
  const sourceId = await from.settings.getOrInsert(SETTING.databaseId, randomBase64url(16));
  if ((await settings.get(SETTING.databaseId)) === sourceId) {
    throw new CopyError('same_database', 'Source and target are the same database.');
  }
  if ((await copyOf(from))?.complete === false) {
    throw new CopyError('source_incomplete', 'The source is itself an unfinished copy.');
  }
  const begun = (await settings.get(SETTING.copySource)) !== null;
  if (!begun && (await to.accounts.list()).length > 0) throw inUse('The target holds data already');
  if ((await settings.getOrInsert(SETTING.copySource, sourceId)) !== sourceId) {
    throw inUse('The target is a copy of another database');
  }
  if ((await settings.get(SETTING.copyDone)) !== null) {
    throw new CopyError('already_complete', 'The target is a complete copy of the source already.');
  }
  for (const name of [SETTING.secret, SETTING.linksSecret]) {
    const secret = await from.settings.get(name);
    if (secret !== null && (await settings.getOrInsert(name, secret)) !== secret) {
      throw inUse('The target has a secret of its own, so it has been in use');
    }
  }
}

export async function completeCopy(to: Storage, now: number): Promise<void> {
  await to.settings.getOrInsert(SETTING.copyDone, new Date(now).toISOString());
}

async function copyOf({ settings }: Storage): Promise<{ source: string; complete: boolean } | null> {
  const source = await settings.get(SETTING.copySource);
  if (source === null) return null;
  return { source, complete: (await settings.get(SETTING.copyDone)) !== null };
}

/**
 * Returns the value that distinguishes the cursors of a copy from those of its source, or null for a database that is
 * not a copy. A copy assigns new insertion numbers to records, so a cursor of the source would skip or repeat some.
 *
 * @throws VitrineError `internal` for an unfinished copy, which must not be used as if it were complete.
 */
export async function cursorEpoch(storage: Storage): Promise<string | null> {
  const copy = await copyOf(storage);
  if (copy?.complete === false) {
    throw new VitrineError(
      'internal',
      'This database is an unfinished copy; run "vitrine copy" again to finish it.',
    );
  }
  return copy?.source ?? null;
}

function inUse(fact: string): CopyError {
  return new CopyError('target_in_use', `${fact}; a copy needs an empty database.`);
}
