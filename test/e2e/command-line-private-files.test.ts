import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandLine, RED_PIXEL } from '../../packages/vitrine/test/command-line.ts';
import { runShell } from '../docs/shell.ts';
import { WorkingFolder } from './command-line.ts';

/** Enough for ten processes that load everything from source, on a loaded machine. */
const TIMEOUT = 180_000;
const VICTIM = 'a file of another user\n';

/** Runs a command with umask 0, so that files are public unless the command restricts them. */
function run(folder: WorkingFolder, line: string): Promise<string> {
  return runShell(`umask 0\nnpx vitrine ${line}`, folder.path);
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
  'pictures that a command writes are readable only by its owner, and a types file keeps its permissions',
  async () => {
    const line = new CommandLine();
    onTestFinished(() => line.remove());
    const run = (...args: string[]) => withoutUmask(() => line.succeed(...args));
    line.write('victim', VICTIM);
    const pictures = ['red.webp', 'sans.webp', 'timer.gif'].map((name) => line.path(name)) as [
      string,
      string,
      string,
    ];
    for (const path of pictures) symlinkSync(line.path('victim'), path);
    const types = ['new.ts', 'old.ts'].map((name) => line.path(name));
    writeFileSync(line.path('old.ts'), '', { mode: 0o640 });

    await run('accounts', 'create', '--name', 'A');
    await run('images', 'add', line.write('red.png', RED_PIXEL));
    await run('images', 'thumbnail', '1', pictures[0]);
    await run('fonts', 'preview', '1', pictures[1]);
    await run('timers', 'drafts', 'create', '--name', 'Sale');
    await run('timers', 'drafts', 'preview', 'Sale', pictures[2]);
    for (const path of types) await run('types', '--out', path);

    expect(pictures.map(modeOf)).toEqual(['600', '600', '600']);
    expect(types.map(modeOf)).toEqual(['666', '640']);
    expect(readFileSync(line.path('victim'), 'utf8')).toBe(VICTIM);
    const beginnings = pictures.map((path) => readFileSync(path).subarray(0, 3).toString());
    expect(beginnings).toEqual(['RIF', 'RIF', 'GIF']);
    expect(readdirSync(line.folder).filter((name) => name.startsWith('.'))).toEqual([]);
    const refused = await line.run('images', 'thumbnail', '1', '/dev/null');
    expect(refused).toMatchObject({ code: 64, err: expect.stringContaining('is not a file') });
  },
  TIMEOUT,
);

test(
  'the log and the index of a live database are readable only by its owner',
  async () => {
    const folder = new WorkingFolder();
    const served = await withoutUmask(() => folder.serve());
    const files = readdirSync(join(folder.path, 'data'));
    expect(files.sort()).toEqual(['vitrine.db', 'vitrine.db-shm', 'vitrine.db-wal']);
    for (const name of files) {
      expect(`${name} ${modeOf(join(folder.path, 'data', name))}`).toBe(`${name} 600`);
    }
    expect((await served.stop()).code).toBe(0);
  },
  TIMEOUT,
);

/** Runs an action while this process, and each that it starts, has umask 0. */
async function withoutUmask<Result>(action: () => Promise<Result>): Promise<Result> {
  const before = process.umask(0);
  try {
    return await action();
  } finally {
    process.umask(before);
  }
}
