import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Compares a text with a committed file of this folder. Unlike a snapshot, the file is never overwritten, not even by
 * `vitest -u`: a published layout does not change. A missing file is created on a developer's machine and fails the test in CI.
 */
export function expectFrozen(name: string, text: string): void {
  const file = new URL(name, import.meta.url);
  if (!existsSync(file) && !process.env.CI) writeFileSync(file, text);
  expect(existsSync(file), `test/layout/${name} is committed`).toBe(true);
  expect(text, `the text of test/layout/${name}`).toBe(readFileSync(file, 'utf8'));
}
