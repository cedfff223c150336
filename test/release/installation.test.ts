import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkInstallation, SIZES } from '../../scripts/packed/installation.ts';
import { verifies } from '../requirements.ts';

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'vitrine-modules-'));
});
afterEach(() => rmSync(modules, { recursive: true }));

function install(name: string, manifest: object, files: Readonly<Record<string, number>> = {}): void {
  mkdirSync(join(modules, name), { recursive: true });
  writeFileSync(join(modules, name, 'package.json'), JSON.stringify({ name, ...manifest }));
  for (const [file, bytes] of Object.entries(files)) {
    writeFileSync(join(modules, name, file), Buffer.alloc(bytes));
  }
}

test('an installation has a size, counted in blocks of the disk', verifies('packages.size'), () => {
  expect(SIZES).toEqual({ vitrine: 120, library: 45 });
  install('@vitrine/core', {}, { 'index.js': 2 ** 20, 'small.js': 1 });
  expect(checkInstallation(modules, 2)).toBeGreaterThan(1);
  expect(() => checkInstallation(modules, 1)).toThrow(/more than 1\. The largest parts:\n.*@vitrine\/core/);
});

test(
  'scripts at the installation and binaries of other systems are refused',
  verifies('packages.size'),
  () => {
    const { platform, arch } = process;
    install('@img/native', {}, { [`lib-${platform}-${arch}.node`]: 1 });
    install('tested', { scripts: { test: 'node test.js' } });
    checkInstallation(modules, 1);
    install('counting', { scripts: { postinstall: 'node report.js' } });
    install('all-systems', {}, { 'plan9-mips.node': 1 });
    expect(() => checkInstallation(modules, 1)).toThrow(
      'counting/package.json runs a script when it is installed.\nall-systems/plan9-mips.node is for another system.',
    );
  },
);
