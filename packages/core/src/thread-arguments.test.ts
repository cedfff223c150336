import { afterEach, expect, test } from 'vitest';
import { inheritedArguments } from './thread-arguments.ts';

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
