import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { restartOf } from './start-settings.ts';

const FILE = fileURLToPath(new URL('./start-settings.ts', import.meta.url));
const command = ['/srv/cli.js', 'serve', '--port', '9000'];

test('adds both settings, and keeps the options, the variables and the arguments', () => {
  expect(restartOf({ execArgv: ['--enable-source-maps'], env: { HOME: '/root' }, command })).toEqual({
    args: ['--max-semi-space-size=16', '--enable-source-maps', ...command],
    env: { HOME: '/root', MALLOC_MMAP_THRESHOLD_: '262144' },
  });
});

test.each([
  { execArgv: ['--max-semi-space-size=4'], env: {} },
  { execArgv: ['--max_semi_space_size=4'], env: {} },
  { execArgv: [], env: { NODE_OPTIONS: '--trace-warnings --max-semi-space-size=4' } },
])('keeps a young generation that was given: %j', ({ execArgv, env }) => {
  expect(restartOf({ execArgv, env, command })?.args).toEqual([...execArgv, ...command]);
});

test('keeps a threshold that was given', () => {
  const env = { MALLOC_MMAP_THRESHOLD_: '1048576' };
  expect(restartOf({ execArgv: [], env, command })?.env).toEqual(env);
});

test('starts no process twice: one that was started again lacks nothing', () => {
  const { args, env } = restartOf({ execArgv: [], env: {}, command }) ?? { args: [], env: {} };
  expect(restartOf({ execArgv: args.slice(0, 1), env, command })).toBeNull();
});

test('replaces the process, which keeps its number, its arguments and its output', () => {
  const program = `
    import { startWithSettings } from ${JSON.stringify(FILE)};
    process.stdout.write(process.pid + ' ');
    startWithSettings();
    console.log(process.pid, process.execArgv[0], process.env.MALLOC_MMAP_THRESHOLD_);`;
  const { MALLOC_MMAP_THRESHOLD_: _, NODE_OPTIONS: __, NODE_CHANNEL_FD: ___, ...env } = process.env;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    encoding: 'utf8',
  });
  const [before, ...rest] = output.trim().split(' ');
  // The program is an option of Node here, so it runs again from its beginning.
  expect(rest).toEqual([before, before, '--max-semi-space-size=16', '262144']);
});
