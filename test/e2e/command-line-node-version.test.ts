import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findNodeProblem } from '../../packages/core/src/ground/program/node-version.ts';
import { ROOT } from '../docs/code-blocks.ts';

const BUILT = join(ROOT, 'packages/vitrine/dist/cli.js');
/** Enough for a build of all packages and two processes on a loaded machine. */
const TIMEOUT = 120_000;

/** Returns a Node of this machine that is too old for Vitrine, or null if there is none. */
function findOldNode(): { path: string; version: string } | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  for (const folder of folders) {
    const path = join(folder, 'node');
    if (folder.includes('node_modules') || !existsSync(path)) continue;
    const { stdout, status } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const version = stdout?.trim().slice(1) ?? '';
    if (status === 0 && findNodeProblem(version) !== null) return { path, version };
  }
  return null;
}

function build(): void {
  if (existsSync(BUILT)) return;
  const { status, stderr } = spawnSync(join(ROOT, 'node_modules/.bin/tsup'), ['--silent'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

test(
  'on an old Node the command line and the library name the required version instead of crashing',
  (context) => {
    const old = findOldNode();
    if (old === null) {
      console.warn('NOT RUN: this machine has no Node older than the minimum outside of node_modules.');
      context.skip();
      return;
    }
    build();
    const message = `Vitrine needs Node 22.18 or newer; this is Node ${old.version}.`;
    for (const args of [['--help'], ['serve'], ['backup', 'x.db'], ['nonsense']]) {
      const { status, stdout, stderr } = spawnSync(old.path, [BUILT, ...args], { encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `error: ${message}\n` });
    }

    const program = `
      import { createVitrine, memoryStorage } from '@vitrine/core';
      import { sqliteStorage } from '@vitrine/storage-sqlite';
      const say = (error) => console.log(error.message);
      try { sqliteStorage({ path: ':memory:' }); } catch (error) { say(error); }
      await createVitrine({ storage: memoryStorage() }).catch(say);
    `;
    const { status, stdout } = spawnSync(old.path, ['--input-type=module', '--eval', program], {
      cwd: join(ROOT, 'packages/vitrine'),
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${message}\n${message}\n` });
  },
  TIMEOUT,
);
