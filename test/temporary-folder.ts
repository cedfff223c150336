import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, which most systems with Linux have. */
const MEMORY = '/dev/shm';

/** The files of a test run take about a tenth. Containers often have 64 MB there. */
const SPACE = 4 * 2 ** 30;

/**
 * Returns the folder for temporary files of tests. It is in memory if there is room, because a disk takes milliseconds to
 * sync each commit of a database, and no test of the ordinary suite cuts the power.
 */
export function temporaryFolder(): string {
  return canRunTests(MEMORY) ? MEMORY : tmpdir();
}

/** Returns whether a folder has room and can hold programs, which some tests write. */
function canRunTests(folder: string): boolean {
  let own: string | null = null;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < SPACE) return false;
    own = mkdtempSync(join(folder, 'vitrine-'));
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    if (own !== null) rmSync(own, { recursive: true });
  }
}
