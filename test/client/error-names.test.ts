import { fileURLToPath } from 'node:url';
import * as source from '@vitrine/client';
import { expect, test } from 'vitest';
import { bundle } from './bundle.ts';

const ENTRY = fileURLToPath(new URL('../../packages/client/src/index.ts', import.meta.url));

/** The exported classes of errors by name. */
function errorClasses(exported: typeof source) {
  const classes = Object.entries(exported).filter(([name]) => name.endsWith('Error'));
  return classes as [string, typeof source.VitrineError][];
}

test('names errors by their exported classes, also where a bundler has renamed these', async () => {
  const bundled = await import(`data:text/javascript,${encodeURIComponent(await bundle(ENTRY))}`);
  for (const [name, ErrorClass] of errorClasses(bundled)) {
    expect(ErrorClass.name).not.toBe(name);
    const error = new ErrorClass('network', 'No response.');
    expect([error.name, String(error)]).toEqual([name, `${name}: No response.`]);
    expect(error.stack).toMatch(new RegExp(`^${name}: No response\\.\n`));
  }
  expect(errorClasses(bundled).map(([name]) => name)).toEqual(errorClasses(source).map(([name]) => name));
});
