import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftPrivateFile, isNoFile, openNewPrivateFile } from './private-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

function write(destination: string, text: string, replace: boolean): void {
  const draft = draftPrivateFile(destination);
  writeSync(draft.fd, text);
  draft.publish({ replace });
}

test('a file appears complete, is readable only for its owner under any umask, and leaves no other file', () => {
  const draft = draftPrivateFile(at('a'));
  writeSync(draft.fd, 'content');
  expect(existsSync(at('a'))).toBe(false);
  draft.publish({ replace: false });
  expect(readFileSync(at('a'), 'utf8')).toBe('content');
  expect(readdirSync(folder)).toEqual(['a']);

  // Test threads cannot set the umask of the process.
  const source = fileURLToPath(new URL('./private-file.ts', import.meta.url));
  const program = `
    import { draftPrivateFile, openNewPrivateFile } from ${JSON.stringify(source)};
    process.umask(0);
    draftPrivateFile(${JSON.stringify(at('b'))}).publish({ replace: false });
    openNewPrivateFile(${JSON.stringify(at('c'))});
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program]);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  for (const name of ['a', 'b', 'c']) expect(statSync(at(name)).mode & 0o777).toBe(0o600);
});

test('a taken name is rejected, or replaced with `replace`; links are never followed', () => {
  writeFileSync(at('victim'), 'victim');
  for (const target of ['victim', 'dangling']) {
    symlinkSync(at(target), at('link'));
    expect(() => openNewPrivateFile(at('link'))).toThrow('EEXIST');
    expect(() => write(at('link'), 'new', false)).toThrow('EEXIST');
    write(at('link'), 'new', true);
    expect(readFileSync(at('link'), 'utf8')).toBe('new');
    expect(readFileSync(at('victim'), 'utf8')).toBe('victim');
    expect(existsSync(at('dangling'))).toBe(false);
    rmSync(at('link'));
  }
  expect(() => write(at('victim'), 'new', false)).toThrow('EEXIST');
  expect(readdirSync(folder)).toEqual(['victim']);
});

test('a draft that is discarded or was replaced never gets the name', () => {
  const discarded = draftPrivateFile(at('a'));
  discarded.discard();
  expect(readdirSync(folder)).toEqual([]);

  const replaced = draftPrivateFile(at('a'));
  rmSync(replaced.path);
  writeFileSync(replaced.path, 'planted');
  expect(() => replaced.publish({ replace: true })).toThrow('replaced');
  expect(existsSync(at('a'))).toBe(false);
});

test('isNoFile distinguishes files from folders, devices and links to them', () => {
  mkdirSync(at('folder'));
  symlinkSync('/dev/null', at('device'));
  writeFileSync(at('file'), '');
  expect([at('folder'), at('device'), '/dev/null'].map(isNoFile)).toEqual([true, true, true]);
  // A link to a file while the output goes to one, which must not be replaced.
  expect(isNoFile('/dev/vitrine-links-to-a-file')).toBe(true);
  expect([at('file'), at('none')].map(isNoFile)).toEqual([false, false]);
});
