import { afterEach, expect, test } from 'vitest';
import { entryFiles, inheritedArguments } from './entry-files.ts';

const { execArgv } = process;
afterEach(() => {
  process.execArgv = execArgv;
});

test('leaves the arguments to the thread unless --input-type is one of them', () => {
  process.execArgv = ['--conditions=vitrine-source', '--max-old-space-size=100'];
  expect(inheritedArguments()).toEqual({});
});

test.each(['--input-type=module', '--input-type=module-typescript'])(
  'passes only the conditions with %s',
  (type) => {
    process.execArgv = ['--conditions=vitrine-source', type, '--max-old-space-size=100', '-e', '1'];
    expect(inheritedArguments()).toEqual({ execArgv: ['--conditions=vitrine-source'] });
  },
);

test.each([
  ['file:///src/thread.ts', 'file:///src/writer-thread.ts'],
  ['file:///dist/index.js', 'file:///dist/writer-thread.js'],
])('a package at %s starts %s', (moduleUrl, url) => {
  const files = entryFiles('@vitrine/storage-sqlite', moduleUrl, ({ href }) => href === url);
  expect(files.url('writer-thread').href).toBe(url);
  expect(() => files.require('writer-thread')).not.toThrow();
  expect(() => files.require('writer-thread', 'scan-thread')).toThrow('--external:@vitrine/*');
});

test('names the remedy where a bundler leaves no URL of the module', () => {
  const files = entryFiles('@vitrine/media', undefined, () => true);
  expect(() => files.require('image-process')).toThrow(
    /^@vitrine\/media can't find image-process.js: .*serverExternal/,
  );
});
