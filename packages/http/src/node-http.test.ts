import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// A server starts with both.
const PROGRAM = `
await import(${JSON.stringify(new URL('./server.ts', import.meta.url).href)});
await import(${JSON.stringify(new URL('../../media/src/index.ts', import.meta.url).href)});
console.log(process.moduleLoadList.filter((name) => name.includes('undici')).length);`;

test('the modules of a server do not load undici', () => {
  const args = ['--conditions=vitrine-source', '--input-type=module', '--eval', PROGRAM];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).toBe('0\n');
});
