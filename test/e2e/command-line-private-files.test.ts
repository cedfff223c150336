import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runShell } from '../docs/shell.ts';
import { WorkingFolder } from './command-line.ts';

/** Enough for ten processes that load everything from source, on a loaded machine. */
const TIMEOUT = 180_000;
const VICTIM = 'a file of another user\n';

/** Runs a command with umask 0, so that files are public unless the command restricts them. */
function run(folder: WorkingFolder, line: string): Promise<string> {
  return runShell(`umask 0\nnpx -y pnpm@12 vitrine ${line}`, folder.path);
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test(
  'every file that a command writes is readable only by its owner, and no command follows a planted link',
  async () => {
    const folder = new WorkingFolder();
    const at = (name: string) => join(folder.path, name);
    writeFileSync(at('a.csv'), 'k,n\na,1\nb,2\n');
    writeFileSync(at('b.csv'), 'k,n\na,1\nb,nonsense\n');
    writeFileSync(at('victim'), VICTIM);
    // The names that earlier releases used, and the requested ones.
    for (const name of ['copy.db.partial', 'out.csv.partial', 'out.csv', 'refused'])
      symlinkSync(at('victim'), at(name));

    await run(folder, 'accounts create --name A');
    const made = await run(folder, 'stores create-from a.csv --key k --import');
    const store = /\b[0-9A-Za-z]{16}\b/.exec(made)?.[0] ?? '';
    await run(folder, `export ${store} --out out.csv`);
    await expect(run(folder, `import ${store} b.csv --errors refused`)).rejects.toThrow('ended with 1');
    await run(folder, 'backup copy.db');

    for (const name of ['data/vitrine.db', 'out.csv', 'refused', 'copy.db']) {
      expect(`${name} ${modeOf(at(name))}`).toBe(`${name} 600`);
    }
    expect(modeOf(at('data'))).toBe('700');
    expect(readFileSync(at('victim'), 'utf8')).toBe(VICTIM);
    expect(readFileSync(at('out.csv'), 'utf8')).toContain('a,a,1');
    expect(readFileSync(at('refused'), 'utf8')).toContain('nonsense');
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([]);

    symlinkSync(at('victim'), at('planted.db'));
    symlinkSync(at('nothing-there'), at('dangling.db'));
    for (const name of ['planted.db', 'dangling.db', 'copy.db', 'victim']) {
      await expect(run(folder, `backup ${name}`)).rejects.toThrow('ended with 74');
    }
    expect(readFileSync(at('victim'), 'utf8')).toBe(VICTIM);
    expect(readdirSync(folder.path)).not.toContain('nothing-there');
    // A device is not replaced by a file.
    await expect(run(folder, `export ${store} --out /dev/null`)).rejects.toThrow('is not a file');
    await expect(run(folder, `import ${store} a.csv --errors /dev/null`)).rejects.toThrow('is not a file');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  },
  TIMEOUT,
);

test(
  'the log and the index of a live database are readable only by its owner',
  async () => {
    const folder = new WorkingFolder();
    const served = await runWithUmask(folder);
    const files = readdirSync(join(folder.path, 'data'));
    expect(files.sort()).toEqual(['vitrine.db', 'vitrine.db-shm', 'vitrine.db-wal']);
    for (const name of files) {
      expect(`${name} ${modeOf(join(folder.path, 'data', name))}`).toBe(`${name} 600`);
    }
    expect((await served.stop()).code).toBe(0);
  },
  TIMEOUT,
);

/** Starts a server with umask 0, which it inherits from this process. */
async function runWithUmask(folder: WorkingFolder) {
  const before = process.umask(0);
  try {
    return await folder.serve();
  } finally {
    process.umask(before);
  }
}
